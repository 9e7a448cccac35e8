"""The folders of one run, and the contract's fixed paths for as long as it lasts. One run at a time has them."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable

from launcher.elsewhere.confiner import Room
from launcher.job import Job
from launcher.layout import DATA, REPORT, Layout
from launcher.problems import Unavailable
from launcher.removal import remove_tree

SANDBOX = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
#: In this program's folder, and in the room's.
STAGED_CODE = (
    ("launcher", "launcher"),
    ("recorder", "recorder"),
    ("mle_bench", "lib/mle_bench"),
    ("mle_bench.dist-info", "lib/mle_bench.dist-info"),
)
#: The contract's DATA_DIR and REPORT_DIR; the tests use others, to leave this machine's /tmp alone.
PATHS = (DATA, REPORT)
_PARTS = ("solution", "data", "report", "scratch", "home", "evidence", "control")


def python_of(prefix: str | None) -> str:
    """The interpreter of the environment. Raises Unavailable(environment_missing)."""
    if prefix is None:
        return sys.executable
    path = os.path.join(prefix, "Scripts", "python.exe") if sys.platform == "win32" else os.path.join(prefix, "bin", "python")
    if not os.path.isfile(path):
        raise Unavailable("environment_missing", f"There is no Python in {prefix}", "mlewb env create", "no_environment")
    return path


def make(job: Job, base: str | None = None) -> Room:
    """Copies of solution, data and launcher in a folder of their own. Raises OSError, Unavailable."""
    python = python_of(job.python_prefix)
    root = os.path.realpath(tempfile.mkdtemp(prefix="mlewb-sandbox-", dir=base))
    for part in _PARTS:
        os.mkdir(os.path.join(root, part))
    ignore = shutil.ignore_patterns("__pycache__", ".git")
    for name, target in STAGED_CODE:
        shutil.copytree(os.path.join(SANDBOX, name), os.path.join(root, "code", target), ignore=ignore)
    for source, part in ((job.solution, "solution"), (job.data, "data")):
        if source is not None:
            shutil.copytree(source, os.path.join(root, part), ignore=_no_links, dirs_exist_ok=True)
    if not os.path.isfile(os.path.join(root, "solution", job.entry)):
        raise Unavailable("invalid_params", f"{job.entry} is not a file in {job.solution}", "")
    prefixes = {sys.base_prefix if job.python_prefix is None else os.path.realpath(job.python_prefix), _base_of(python)}
    return Room(root, _layout(root, job.python_prefix), python, tuple(sorted(prefixes)))


def _no_links(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name in ("__pycache__", ".git") or os.path.islink(os.path.join(folder, name))]


def _base_of(python: str) -> str:
    real = os.path.realpath(python)
    return os.path.dirname(real) if sys.platform == "win32" else os.path.dirname(os.path.dirname(real))


def _layout(root: str, prefix: str | None) -> Layout:
    """Real paths: the walls of these systems look at where a file is, not at the link that led there."""
    return Layout(
        solution=os.path.join(root, "solution"),
        data=PATHS[0],
        report=PATHS[1],
        evidence=os.path.join(root, "evidence"),
        home=os.path.join(root, "home"),
        scratch=os.path.join(root, "scratch"),
        shared_memory=None,
        code=os.path.join(root, "code"),
        environment=prefix or sys.prefix,
        readable=(),
        namespaces=False,
    )


def remove(room: Room) -> None:
    remove_tree(room.root)


def take_paths(room: Room, stop: Callable[[], bool]) -> Callable[[], None]:
    """DATA_DIR and REPORT_DIR lead into the room until the returned function is called. Raises Unavailable."""
    links = {PATHS[0]: os.path.join(room.root, "data"), PATHS[1]: os.path.join(room.root, "report")}
    if sys.platform != "win32":
        from launcher import fixed_paths

        return fixed_paths.take(links, stop).release
    return _take_junctions(links)


def _take_junctions(links: dict[str, str]) -> Callable[[], None]:
    """On Windows `/tmp/mle_data` is that folder of the current drive; a junction to it needs no privilege."""
    import _winapi

    made: list[str] = []

    def release() -> None:
        for path in made:
            os.rmdir(path)  # the junction, not what it leads to

    os.makedirs("/tmp", exist_ok=True)
    try:
        for path, target in links.items():
            if os.path.lexists(path):
                raise Unavailable(
                    "sandbox_unavailable", f"{os.path.abspath(path)} is there already: another run has it", "Wait for it, or remove it."
                )
            _winapi.CreateJunction(target, os.path.abspath(path))  # type: ignore[attr-defined]
            made.append(path)
    except BaseException:
        release()
        raise
    return release
