"""What is run in the emulated machine, one after the other. Pure data."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Job:
    """One run of tests/sandbox in the guest.

    `levels`: what must be reached, by the tests' name of a user; a job that reaches another level fails.
    `hidden`: programs that are not there. `settings`: of the kernel. `start`: "service" of systemd, with a login
    session for ordinary users, or "bare": a process in the root of the control groups, as without systemd.
    `select`: pytest's -k; empty means everything. `refused`: nothing may run here; the tests are not run, only that
    is shown.
    """

    name: str
    title: str
    kernel: str
    user: str
    levels: dict[str, str | None]
    start: str = "service"
    hidden: tuple[str, ...] = ()
    settings: dict[str, str] = field(default_factory=dict)
    select: str = ""


SYSTEMD_RUN = "/usr/bin/systemd-run"
BUBBLEWRAP = "/usr/bin/bwrap"
CLOSED = {"kernel.unprivileged_userns_clone": "0"}

JOBS = (
    Job("l1-user", "an ordinary user with a session of systemd", "stable", "tester", {"user": "L1"}),
    Job("l1-root", "root with systemd; beside it a user without a session", "stable", "root", {"root": "L1", "user": "L2"}),
    Job(
        "l1-bare-root", "root without systemd, in the root of the control groups", "stable", "root",
        {"root": "L1", "user": "L2"}, start="bare", select="root or control_groups",
    ),
    Job("l2-user", "an ordinary user without systemd-run", "stable", "tester", {"user": "L2"}, hidden=(SYSTEMD_RUN,)),
    Job("l1-user-backports", "an ordinary user, newer kernel", "backports", "tester", {"user": "L1"}),
)  # fmt: skip
