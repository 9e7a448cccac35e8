"""The limit of core files is 1 (decision 151), also where the workbench inherits a hard limit of 0, if it is root."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from conftest import USERS
from supervised import ORDINARY_USER, Supervised

CAP_SYS_RESOURCE = 24
SHOW = "import resource\nprint(resource.getrlimit(resource.RLIMIT_CORE))"


def may_raise(user: str) -> bool:
    """Root of most machines; one in a container may not have this right."""
    status = Path("/proc/self/status").read_text("ascii", "replace")
    effective = int(status.split("CapEff:", 1)[1].split()[0], 16)
    return user == "root" and bool(effective >> CAP_SYS_RESOURCE & 1)


@pytest.mark.parametrize("user", USERS)
def test_an_inherited_hard_limit_of_0_is_raised_by_who_may_and_stays_for_others_as_the_page_says(user: str, room: Path) -> None:
    as_user = ORDINARY_USER if os.geteuid() == 0 and user == "user" else None
    supervised = Supervised(room, as_user, before=("/bin/sh", "-c", 'ulimit -Hc 0 && exec "$@"', "sh"))
    try:
        outcome = supervised.run(SHOW)
    finally:
        supervised.close()
    limit = "(1, 1)" if may_raise(user) else "(0, 0)"
    assert (outcome.status, outcome.out) == ("finished", f"{limit}\n")
