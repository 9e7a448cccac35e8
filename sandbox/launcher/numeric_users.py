"""Outside: the numeric users that boxes run as where the supervisor is root."""

from __future__ import annotations

import os

#: Without an account on Debian and its kin, one for each box.
FIRST_USER, USERS = 60_001, 1_000


def of_box(number: int) -> int | None:
    """A user without an account for this box; None where the supervisor is an ordinary user and stays it.

    The root of a container may be root in name only: where its user namespace holds no other users, nobody can become
    one, and boxes are made as an ordinary user makes them.
    """
    if os.geteuid() != 0 or not _all_mapped():
        return None
    return FIRST_USER + (os.getpid() * 7 + number) % USERS


def _all_mapped() -> bool:
    try:
        with open("/proc/self/uid_map", encoding="ascii") as lines:
            ranges = [[int(part) for part in line.split()] for line in lines]
    except (OSError, ValueError):
        return True
    return any(first <= FIRST_USER and FIRST_USER + USERS <= first + count for first, _, count in ranges)
