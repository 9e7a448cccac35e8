"""What is run in the emulated machine, one after the other. Pure data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace


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


def briefly(jobs: list[Job]) -> list[Job]:
    """Of each job what only such a machine can show, in two parts: the rest takes hours where every instruction is emulated."""
    brief = []
    for job in jobs:
        chosen = {"groups": "test_control_groups"}
        exact = [f"bubblewrap-{user}" for user, level in job.levels.items() if level == "L1"]
        if exact:
            chosen["attempts"] = f"test_the_walls_hold and ({' or '.join(exact)})"
        for part, expression in chosen.items():
            select = f"({job.select}) and ({expression})" if job.select else expression
            brief.append(replace(job, name=f"{job.name}-{part}", title=f"{job.title}: -k '{select}'", select=select))
    return brief


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
