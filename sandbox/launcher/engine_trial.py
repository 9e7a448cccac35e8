"""Outside: one real box of an engine with a few forbidden acts in it, before the engine is trusted with a run."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

from launcher.box import BoxSpec
from launcher.box_process import BoxProcess
from launcher.boxed_run import BoxedRun
from launcher.engine import Engine
from launcher.job import parse_job
from launcher.problems import Unavailable, explain_no_box
from launcher.staging import Staging

#: Beside what the child itself proves before any solution's first line: each must be refused.
ACTS = """
import os, socket
def fork():
    if os.fork() == 0:
        os._exit(0)
for name, act in {
    "open a socket": socket.socket,
    "fork": fork,
    "read a file of the host": lambda: open(SECRET).read(),
    "write a file of the host": lambda: open(OUTSIDE, "w"),
    "see the insides of its parent": lambda: open(f"/proc/{os.getppid()}/environ", "rb").read(),
    "signal its parent": lambda: os.kill(os.getppid(), 0),
}.items():
    try:
        act()
    except OSError:
        continue
    print("WORKED:", name)
print("TRIED")
"""


def try_engine(engine: Engine, staging: Staging, code: str, begun: Callable[[BoxProcess], None]) -> None:
    """Raises Unavailable, with the reason and the way out, where the engine builds no box or the box does not hold.

    `begun` gets the box when there is one: it is as much to be killed as any other when everything ends.
    """
    engine.require()
    folder = tempfile.mkdtemp(dir=staging.root)
    try:
        os.chmod(folder, 0o777)  # so that only a wall, and no right of a file, refuses
        answer = _run(engine, staging, code, folder, begun)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    said = answer["stdout"]["text"]
    if answer["status"] != "finished" or not said.endswith("TRIED\n"):
        raise explain_no_box(f"{answer['reason'] or ''} {answer['stderr']['text'][-500:]}")
    worked = [line.partition(": ")[2] for line in said.splitlines() if line.startswith("WORKED")]
    if worked and engine.walls:
        raise Unavailable(
            "sandbox_unavailable",
            f"A box of {engine.name} does not hold on this machine: its code could {', '.join(worked)}",
            "Run agents' code on another machine.",
            "not_enforced",
        )


def _run(
    engine: Engine, staging: Staging, code: str, folder: str, begun: Callable[[BoxProcess], None]
) -> dict[str, Any]:
    solution = os.path.join(folder, "solution")
    os.mkdir(solution)
    secret = os.path.join(folder, "secret")
    with open(secret, "w", encoding="ascii") as file:
        file.write("secret")
    os.chmod(secret, 0o644)
    with open(os.path.join(solution, "solution.py"), "w", encoding="utf-8") as file:
        file.write(f"SECRET, OUTSIDE = {secret!r}, {folder + '/outside'!r}\n{ACTS}")
    job = parse_job(
        {
            "solution": solution,
            "task_id": "trial",
            "limits": {"cores": 1},
            "log": os.path.join(folder, "log.txt"),
            "report_out": os.path.join(folder, "report"),
        }
    )
    run = BoxedRun(job, sorted(os.sched_getaffinity(0))[:1], lambda _event: None)
    box = BoxProcess(engine, BoxSpec(None, job.limits.tmp_bytes, job.limits.inodes, "off", ()), staging, code, 0)
    try:
        begun(box)
        run.stage(box)
        ready = box.wait_ready()
        return run.run(box, engine.level, ready, [str(ready.header.get("basePrefix", "/usr"))])
    finally:
        box.close()
        run.close()
