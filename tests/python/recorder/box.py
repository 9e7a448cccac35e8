"""A stand-in for the launcher without walls: installs the recorder, loads the libraries, forks once for each job.

Run as a script it reads jobs, one JSON line each, and answers each with one line. Tests use `Box`.
"""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
HELPER = ROOT / "sandbox"
THREADS = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_WAIT_POLICY": "PASSIVE"}


class Box:
    """One warm process; `run` executes a solution in a fork of it and returns its exit code."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        environment = {**os.environ, **THREADS, "JOBLIB_MULTIPROCESSING": "0", "MPLBACKEND": "Agg"}
        environment["MPLCONFIGDIR"] = str(folder / "matplotlib")
        self._process = subprocess.Popen(
            [sys.executable, "-B", __file__, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def run(
        self,
        solution: Path,
        data: Path,
        out: Path,
        mode: str = "events",
        treat: dict[str, Any] | None = None,
        entry: str = "solution.py",
    ) -> int:
        """Leaves out/report, out/evidence and out/log.txt. `mode` is off, events or full."""
        for name in ("report", "evidence"):
            (out / name).mkdir(parents=True, exist_ok=True)
        job = {
            "solution": str(solution),
            "data": str(data),
            "out": str(out),
            "mode": mode,
            "treat": treat or {},
        }
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps({**job, "entry": entry}) + "\n")
        self._process.stdin.flush()
        return int(json.loads(self._process.stdout.readline())["code"])

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def _serve(folder: Path) -> None:
    user_root = folder / "mle_solution"
    user_root.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(HELPER))
    import recorder

    recorder.install(user_root=str(user_root))
    import lightgbm  # noqa: F401
    import pandas  # noqa: F401
    import sklearn.compose  # noqa: F401
    import sklearn.ensemble  # noqa: F401
    import sklearn.impute  # noqa: F401
    import sklearn.linear_model  # noqa: F401
    import sklearn.model_selection  # noqa: F401
    import sklearn.pipeline  # noqa: F401
    import xgboost  # noqa: F401

    for line in sys.stdin:
        job = json.loads(line)
        shutil.rmtree(user_root, ignore_errors=True)
        shutil.copytree(job["solution"], user_root)
        child = os.fork()
        if child == 0:
            _child(job, user_root, recorder)
        _, status = os.waitpid(child, 0)
        print(json.dumps({"code": os.waitstatus_to_exitcode(status)}), flush=True)


def _child(job: dict[str, Any], user_root: Path, recorder: Any) -> None:
    out = Path(job["out"])
    code = 1
    try:
        log = os.open(out / "log.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.environ |= {
            "DATA_DIR": job["data"],
            "REPORT_DIR": str(out / "report"),
            "TREAT": json.dumps(job["treat"]),
            "TASK_ID": "credit_risk",
            "SEED": "42",
            "TIMEOUT_SEC": "120",
            "MLE_LIMITS": json.dumps(
                {"memory_bytes": 10**9, "cpu_cores": 2, "timeout_sec": 120, "started_monotonic": 0.0}
            ),
        }
        os.chdir(job["data"])
        _refuse_listing()
        for name in [n for n in sys.modules if n.startswith("mle_bench")]:
            del sys.modules[name]
        entry = str(user_root / job["entry"])
        sys.argv = [entry]
        sys.path.insert(0, str(user_root))
        if job["mode"] != "off":
            fd = os.open(out / "evidence" / "events.jsonl", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            recorder.start(fd=fd, mode=job["mode"], folder=str(out / "evidence"))
        error: BaseException | None = None
        try:
            runpy.run_path(entry, run_name="__main__")
            code = 0
        except BaseException as raised:
            error = raised
            traceback.print_exc()
        if job["mode"] != "off":
            recorder.finish(error)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _refuse_listing() -> None:
    """The launcher's policy, as far as the recorder meets it: it asks whose code is calling."""
    listdir = os.listdir

    def refusing(path: Any = ".") -> list[Any]:
        frame = sys._getframe(1)
        while frame is not None and "/sandbox/recorder/" in frame.f_code.co_filename:
            frame = frame.f_back
        caller = frame.f_code.co_filename if frame is not None else ""
        if path == "/forbidden" and ("mle_solution" in caller or caller == "<string>"):
            raise PermissionError("Listing folders is off.")
        return listdir(path)

    os.listdir = refusing  # type: ignore[assignment]


if __name__ == "__main__":
    _serve(Path(sys.argv[1]))
