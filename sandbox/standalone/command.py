"""The command itself: its options, what it says, and its exit codes (those of `mlewb`)."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from standalone import manifest, places, task_data
from standalone.memory_limit import NotBytes, bytes_of
from standalone.supervisor_client import Client, Refused
from standalone.terminal_text import Decoder, plain, size

DONE, FAILED, USAGE, UNAVAILABLE, NOT_FOUND, INTERRUPTED = 0, 1, 2, 3, 4, 130
_OF_CODE = {"usage": USAGE, "invalid_params": USAGE, "not_found": NOT_FOUND, "interrupted": INTERRUPTED}
_OF_STATUS = {"finished": DONE, "cancelled": INTERRUPTED, "infrastructure": UNAVAILABLE}
_WALLS = {"timeout_sec": 120, "memory_bytes": 2_000_000_000, "cpu_cores": 2}


class Stop(Exception):
    """Nothing was run. `way_out` is one sentence or command."""

    def __init__(self, code: int, message: str, way_out: str) -> None:
        super().__init__(message)
        self.code, self.way_out = code, way_out


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    scratch = Path(tempfile.mkdtemp(prefix="run-sandbox-"))
    try:
        return _run(options, scratch)
    except Stop as stop:
        _say(f"{stop}\n{stop.way_out}")
        return stop.code
    except Refused as refused:
        _say(f"{refused.message}\n{refused.hint}".rstrip())
        return _OF_CODE.get(refused.code, UNAVAILABLE)
    except KeyboardInterrupt:
        _say("interrupted; the run was ended")
        return INTERRUPTED
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _run(options: argparse.Namespace, scratch: Path) -> int:
    task_dir = Path(options.task_dir).resolve()
    if not task_dir.is_dir():
        raise Stop(NOT_FOUND, f"There is no folder {task_dir}.", "Check the path after --task_dir.")
    solution = _solution(options.solution, task_dir)
    settings = manifest.read(task_dir)
    walls = {**_WALLS, **(settings or {}).get("walls", {})}
    for name, value in (("timeout_sec", options.timeout), ("memory_bytes", options.memory_limit), ("cpu_cores", options.cpus)):
        if value is not None:
            walls[name] = value
    home = places.data_folder(options.home)
    environment = places.managed_environment(home)
    if environment is None:
        raise Stop(UNAVAILABLE, f"There is no managed Python in {home}.", "Make it once: mlewb env create (or name its folder with --home).")
    folder = scratch / "solution"
    folder.mkdir()
    shutil.copyfile(solution, folder / "solution.py")
    report = Path(options.out).resolve() if options.out is not None else scratch / "report"
    report.mkdir(parents=True, exist_ok=True)
    decoder = Decoder()
    with Client(places.python_of(environment)) as client:
        data = _data(client, environment, options, task_dir, settings, walls, scratch)
        job = _job(settings or {}, walls, data, report, environment, scratch)
        job.update(task_id=str((settings or {}).get("id", task_dir.name)), min_level=options.min_level)
        result = client.run(job, lambda data: _show(decoder.text(data)))
    _show(decoder.text(b"", last=True))
    _summary(result, walls, None if options.out is None else report)
    return _OF_STATUS.get(result["status"], FAILED)


def _job(
    settings: dict[str, Any], walls: dict[str, Any], data: Path, report: Path, environment: Path, scratch: Path
) -> dict[str, Any]:
    return {
        "solution": str(scratch / "solution"),
        "entry": "solution.py",
        "data": str(data),
        "seed": 42,
        "limits": {"wall_seconds": walls["timeout_sec"], "memory_bytes": walls["memory_bytes"], "cores": int(walls["cpu_cores"])},
        "recorder": "off",
        "log": str(scratch / "log.txt"),
        "report_out": str(report),
        "evidence_out": None,
        "masked": settings.get("masked") or [],
        "python": {"prefix": str(environment)},
    }


def _solution(named: str | None, task_dir: Path) -> Path:
    places_to_look = [Path(named)] if named is not None else [Path("solution.py"), task_dir / "solution.py"]
    for path in places_to_look:
        if path.is_dir():
            path = path / "solution.py"
        if path.is_file():
            return path.resolve()
    raise Stop(
        NOT_FOUND,
        f"There is no {' and no '.join(str(path) for path in places_to_look)}.",
        "Name the agent's program: run_sandbox.py --task_dir ./ --solution PATH",
    )


def _data(
    client: Client,
    environment: Path,
    options: argparse.Namespace,
    task_dir: Path,
    settings: dict[str, Any] | None,
    walls: dict[str, Any],
    scratch: Path,
) -> Path:
    if options.data is not None:
        data = Path(options.data).resolve()
        if not data.is_dir():
            raise Stop(NOT_FOUND, f"There is no folder {data}.", "Check the path after --data.")
        return data
    if settings is None:
        return task_dir  # a folder of data, as `mlewb tasks generate` writes it
    limits = {name: walls[name] for name in ("cpu_cores", "memory_bytes", "timeout_sec")}
    _say(f"making the data of {task_dir.name}, variant {options.variant}")
    try:
        return task_data.make(client, environment, task_dir, settings, options.variant, limits, scratch)
    except task_data.NoData as error:
        raise Stop(FAILED, str(error), f"Look at {task_dir / 'generator.py'}.") from None


def _summary(result: dict[str, Any], walls: dict[str, Any], kept: Path | None) -> None:
    reason = f": {result['reason']}" if result["reason"] else ""
    _say(
        f"{result['status']}{reason}\n"
        f"  sandbox   {result['level']}\n"
        f"  time      {result['wallSeconds']:.1f} of {walls['timeout_sec']} s, CPU {result['cpuSeconds']:.1f} s\n"
        f"  memory    {result['peakMemoryBytes']:,} of {walls['memory_bytes']:,} bytes at its peak"
    )
    for artifact in result["artifacts"]:
        _say(f"  artifact  {artifact['path']} ({size(artifact['bytes'])})")
    if not result["artifacts"]:
        _say("  artifact  none: nothing was left in REPORT_DIR")
    for skipped in result["skipped"]:
        _say(f"  skipped   {skipped['path']}: {skipped['reason']}")
    if result["artifacts"]:
        _say(f"  kept in   {kept}" if kept is not None else "  kept      no: name a folder with --out to keep them")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="run_sandbox.py",
        description="Run an agent's program under the walls of a task: no grading, nothing recorded.",
        epilog="example: cd tasks/credit_risk && python ../run_sandbox.py --task_dir ./ --timeout 120 --memory_limit 2000000000",
    )
    parser.add_argument("--task_dir", default=".", metavar="DIR", help="a task's folder, or a folder of data (default: the current one)")
    parser.add_argument("--solution", metavar="PATH", help="the program (default: solution.py in the current folder, else in --task_dir)")
    parser.add_argument("--timeout", type=_seconds, metavar="SECONDS", help="wall clock (default: the task's, else 120)")
    parser.add_argument("--memory_limit", type=_bytes, metavar="BYTES", help="all its memory, in bytes (default: the task's, else 2000000000)")
    parser.add_argument("--cpus", type=_cores, metavar="N", help="cores (default: the task's, else 2)")
    parser.add_argument("--data", metavar="DIR", help="this data instead of the task's")
    parser.add_argument("--variant", type=_variant, default=0, metavar="N", help="which data set of the task (default: 0)")
    parser.add_argument("--out", metavar="DIR", help="keep what is left in REPORT_DIR")
    parser.add_argument("--min-level", dest="min_level", choices=["L1", "L2", "L3", "L4", "L5"], help="refuse a weaker sandbox")
    parser.add_argument("--home", metavar="DIR", help="the workbench's data folder, where the managed Python lies")
    return parser


def _bytes(text: str) -> int:
    try:
        return bytes_of(text)
    except NotBytes as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.05 <= value <= 7 * 86_400:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0.05 to 604800")
    return value


def _cores(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 1024:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of cores from 1 to 1024")
    return int(text)


def _variant(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a variant: 0, 1, 2 ...")
    return int(text)


def _show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _say(text: str) -> None:
    sys.stdout.flush()
    print(plain(text), file=sys.stderr, flush=True)
