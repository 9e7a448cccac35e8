"""How a run ended is said as the clock, the watch or the kernel saw it, in the shape of the contract."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest
from launcher.job import Job
from supervised import Supervised

FIELDS = {
    "status", "reason", "exitCode", "signal", "level", "walls", "wallSeconds", "cpuSeconds", "peakMemoryBytes",
    "threads", "stdout", "stderr", "artifacts", "skipped", "python", "record", "ending", "facts",
}  # fmt: skip
WALLS = ["wall_clock", "memory", "cpu", "processes", "network", "files", "disk", "host", "syscalls"]


@pytest.mark.parametrize(
    ("code", "status", "exit_code", "signal"),
    [
        ("pass", "finished", 0, None),
        ("raise SystemExit", "finished", 0, None),
        ("raise SystemExit(3)", "failed", 3, None),
        ("raise SystemExit('no data')", "failed", 1, None),
        ("1/0", "failed", 1, None),
        ("def broken(:", "failed", 1, None),
        ("import os\nos._exit(9)", "failed", 9, None),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "failed", None, "SIGKILL"),
        ("import os\nos.abort()", "failed", None, "SIGABRT"),
        ("import ctypes\nctypes.string_at(0)", "failed", None, "SIGSEGV"),
    ],
)
def test_the_end_of_a_program(
    supervised: Supervised, code: str, status: str, exit_code: int | None, signal: str | None
) -> None:
    outcome = supervised.run(code)
    assert (outcome.status, outcome.exit_code, outcome.signal) == (status, exit_code, signal)
    assert (outcome.result["reason"] is None) == (status == "finished")
    ending = outcome.result["ending"]
    assert ending["kind"] == {"finished": "finished"}.get(status, "exit" if signal is None else "crashed")
    assert (ending["exitCode"], ending["signal"]) == (exit_code, signal)
    assert outcome.result["facts"] == []


def test_a_time_limit_is_a_timeout_and_not_an_exit_code(supervised: Supervised) -> None:
    outcome = supervised.run("while True: pass", {"wall_seconds": 0.5})
    assert (outcome.status, outcome.exit_code, outcome.signal) == ("timeout", None, None)
    assert "0.5 s" in outcome.result["reason"]
    assert outcome.result["wallSeconds"] >= 0.5
    ending = outcome.result["ending"]
    assert (ending["kind"], ending["by"], ending["limit"]) == ("timeout", "the clock of PID 1", 0.5)
    assert ending["used"] >= 0.5 and f"{ending['used']:.2f} s" in outcome.result["reason"]


def test_a_memory_limit_is_out_of_memory_and_names_the_bytes(supervised: Supervised) -> None:
    outcome = supervised.run("x = bytearray(300_000_000)\nimport time\ntime.sleep(9)", {"memory_bytes": 100_000_000})
    assert (outcome.status, outcome.exit_code, outcome.signal) == ("out_of_memory", None, None)
    assert "100,000,000 bytes" in outcome.result["reason"]
    assert outcome.peak_bytes > 100_000_000
    ending = outcome.result["ending"]
    assert (ending["kind"], ending["by"], ending["limit"]) == ("out_of_memory", "the watch", 100_000_000)
    assert ending["used"] > 100_000_000 and f"{ending['used']:,}" in outcome.result["reason"]


def test_a_short_peak_that_the_watch_missed_is_seen_by_the_kernels_account(supervised: Supervised) -> None:
    outcome = supervised.run("x = bytearray(150_000_000)\ndel x", {"memory_bytes": 100_000_000})
    assert outcome.status == "out_of_memory"
    assert outcome.result["ending"]["used"] > 100_000_000


def test_memory_that_cannot_be_had_at_all_is_the_programs_own_error(supervised: Supervised) -> None:
    outcome = supervised.run("bytearray(1 << 60)")
    assert outcome.status == "failed"
    assert "MemoryError" in outcome.err


def test_processor_time_and_peak_memory_come_from_the_kernel(supervised: Supervised) -> None:
    code = "import time\nx = bytearray(120_000_000)\nend = time.process_time() + 0.5\nwhile time.process_time() < end: pass"
    result = supervised.run(code).result
    assert 0.5 <= result["cpuSeconds"] < 5
    assert 120_000_000 < result["peakMemoryBytes"] < 250_000_000


def test_the_document_has_the_fields_of_the_contract(supervised: Supervised) -> None:
    result = supervised.run("print('x')").result
    assert set(result) == FIELDS
    assert [row["wall"] for row in result["walls"]] == WALLS
    for row in result["walls"]:
        assert set(row) == {"wall", "requested", "effective", "by", "kind"}
        assert row["kind"] in ("wall", "watch")
    record = result["record"]
    assert (record["seccomp"], record["noNewPrivs"]) == ("2", "1")
    assert int(record["capEff"], 16) == 0
    assert {"mnt", "pid", "net", "ipc", "uts"} <= set(record["namespaces"])
    assert len(record["digests"]["filter"]) == len(record["digests"]["launcher"]) == 64


def test_effective_limits_are_read_back(supervised: Supervised) -> None:
    result = supervised.run("", {"cores": 64, "tmp_bytes": 8 << 20, "inodes": 500, "threads": 20}).result
    rows = {row["wall"]: row for row in result["walls"]}
    assert rows["cpu"]["requested"] == 64
    assert rows["cpu"]["effective"] == len(os.sched_getaffinity(0))
    assert rows["disk"]["effective"] == f"{8 << 20} bytes, 500 files"
    assert rows["processes"]["effective"] == "0 processes, 20 threads"


def test_the_whole_output_is_in_the_log_and_its_head_in_the_document(supervised: Supervised) -> None:
    room = supervised.folder("import sys\nfor n in range(40_000): print(n)\nprint('end', file=sys.stderr)")
    _, answer = supervised.ask("run", job=supervised.job(room))
    result = answer.result(60)["result"]
    whole = "".join(f"{n}\n" for n in range(40_000))
    log = (room / "log.txt").read_text("ascii")
    assert log.replace("end\n", "") == whole
    assert result["stdout"] == {"text": whole[:65_536], "bytes": len(whole)}
    assert result["stderr"] == {"text": "end\n", "bytes": 4}


def test_a_character_cut_at_the_heads_end_is_left_out(supervised: Supervised) -> None:
    outcome = supervised.run("import sys\nsys.stdout.write('a' + '模' * 30_000)")
    assert outcome.out == "a" + "模" * (65_535 // 3)


def test_output_past_the_logs_cap_is_counted_and_said(supervised: Supervised) -> None:
    outcome = supervised.run("print('x' * 100_000)", {"log_bytes": 10_000})
    assert outcome.status == "finished"
    assert outcome.out_bytes == 100_001
    assert "dropped" in outcome.skipped["log.txt"]
    assert outcome.result["facts"] == [{"kind": "output_cut", "used": 100_001, "limit": 10_000}]
    assert outcome.result["reason"] is None


def test_a_flood_of_output_is_said_with_the_end_that_came(supervised: Supervised) -> None:
    outcome = supervised.run("import sys\nwhile True: sys.stdout.write('x' * 100_000)", {"wall_seconds": 1.0, "log_bytes": 10_000})
    assert outcome.status == "timeout"
    assert f"It printed {outcome.out_bytes:,} bytes; the log takes 10,000" in outcome.result["reason"]


DISK = {"tmp_bytes": 4 << 20, "inodes": 200, "file_bytes": 64 << 20}


def test_a_full_disk_is_a_fact_with_its_numbers(supervised: Supervised) -> None:
    code = "import time\nwith open('/tmp/big', 'wb') as file:\n    try:\n        while True: file.write(b'x' * 65_536)\n    finally:\n        time.sleep(0.1)"
    outcome = supervised.run(code, DISK)
    assert outcome.status == "failed" and "No space left on device" in outcome.err
    (fact,) = outcome.result["facts"]
    assert (fact["kind"], fact["path"], fact["used"], fact["limit"]) == ("disk_full", "/tmp", 4 << 20, 4 << 20)
    assert f"{4 << 20:,} of {4 << 20:,} bytes" in outcome.result["reason"]


def test_a_disk_without_a_file_left_is_full_too(supervised: Supervised) -> None:
    code = "import time\ntry:\n    for n in range(300): open(f'/tmp/{n}', 'w').close()\nfinally:\n    time.sleep(0.1)"
    (fact,) = supervised.run(code, DISK).result["facts"]
    assert (fact["files"], fact["fileLimit"]) == (200, 200) and fact["used"] < fact["limit"]


def test_a_disk_that_was_emptied_again_was_full(supervised: Supervised) -> None:
    code = (
        "import os, time\nfile = open('/tmp/big', 'wb', buffering=0)\ntry:\n    while True: file.write(b'x' * 65_536)\n"
        "except OSError:\n    time.sleep(0.1)\n    os.unlink('/tmp/big')\nfile.close()"
    )
    outcome = supervised.run(code, DISK)
    assert (outcome.status, outcome.result["reason"]) == ("finished", None)
    assert [fact["kind"] for fact in outcome.result["facts"]] == ["disk_full"]


def test_a_file_over_its_limit_is_the_programs_own_error(supervised: Supervised) -> None:
    outcome = supervised.run("open('/tmp/big', 'wb').truncate(10 << 20)", {"file_bytes": 1 << 20})
    assert outcome.status == "failed" and "File too large" in outcome.err
    assert outcome.result["facts"] == []


def test_an_end_by_the_machines_own_want_of_memory_is_not_the_solutions() -> None:
    """SIGKILL, no limit was met, and the kernel's counter of the machine went up meanwhile."""
    from launcher.endings import ending_of
    from launcher.result import Observed

    outcome = {"cause": None, "status": -9, "voided": False, "maxRssBytes": 50, "peakBytes": 60, "wallSeconds": 1.0}
    seen = Observed(level="L2", cores=1, ready={}, started={}, outcome=outcome)
    assert ending_of(a_job(), seen)["kind"] == "crashed"
    seen.machine_kills = 1
    ending = ending_of(a_job(), seen)
    assert ending["status"] == "infrastructure" and "machine itself ran out of memory" in ending["problem"]


def a_job() -> Job:
    from launcher.job import Limits, ShownLimits

    limits = Limits()
    shown = ShownLimits(limits.wall_seconds, limits.memory_bytes, limits.cores)
    return Job("/", "x.py", None, "t", 1, limits, shown, "off", "/l", "/r", None, None, None)


def test_output_is_in_the_log_while_the_run_goes_on(supervised: Supervised) -> None:
    room = supervised.folder("import time\nprint('now')\ntime.sleep(60)")
    identity, answer = supervised.ask("run", job=supervised.job(room))
    log = room / "log.txt"
    deadline = time.monotonic() + 20
    while not (log.exists() and log.read_text() == "now\n") and time.monotonic() < deadline:
        time.sleep(0.05)
    assert log.read_text() == "now\n"
    supervised.ask("cancel", run=identity)
    answer.result(30)


def test_resources_are_told_while_the_run_goes_on(supervised: Supervised) -> None:
    room = supervised.folder("import time\nx = bytearray(50_000_000)\nprint('abc')\ntime.sleep(0.8)")
    identity, answer = supervised.ask("run", job=supervised.job(room))
    answer.result(60)
    events = supervised.events[identity]
    assert events[0]["event"] == "started"
    ticks = [event for event in events if event["event"] == "resources"]
    assert ticks
    assert set(ticks[-1]) == {"id", "event", "wallSeconds", "cpuSeconds", "memoryBytes", "outputBytes"}
    assert ticks[-1]["memoryBytes"] > 50_000_000
    assert ticks[-1]["outputBytes"] == 4


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"solution": "/nowhere"}, "/nowhere"),
        ({"entry": "../x.py"}, "entry"),
        ({"entry": "missing.py"}, "missing.py"),
        ({"recorder": "loud"}, "recorder"),
        ({"limits": {"wall_seconds": -1}}, "wall_seconds"),
        ({"limits": {"processes": -1}}, "processes"),
        ({"log": "relative.txt"}, "log"),
    ],
)
def test_a_job_that_is_not_well_formed_is_refused_by_name(supervised: Supervised, change: dict[str, object], word: str) -> None:
    room = supervised.folder("")
    _, answer = supervised.ask("run", job={**supervised.job(room), **change})
    message = answer.result(30)
    assert (message["event"], message["code"]) == ("error", "invalid_params")
    assert word in message["message"]


def test_closed_user_namespaces_get_the_setting_that_opens_them() -> None:
    from launcher.problems import explain_no_box

    error = explain_no_box("bwrap: No permissions to create new namespace, likely because the kernel does not allow it")
    assert error.code == "sandbox_unavailable"
    assert "sysctl" in error.hint


def test_runs_side_by_side_do_not_see_each_other(supervised: Supervised) -> None:
    code = "import time\nopen('/tmp/mine', 'x').close()\nopen('/dev/shm/mine', 'x').close()\ntime.sleep(0.5)"
    asked = [supervised.ask("run", job=supervised.job(supervised.folder(code))) for _ in range(3)]
    results = [answer.result(60)["result"] for _, answer in asked]
    assert [result["status"] for result in results] == ["finished"] * 3
    assert len({result["record"]["namespaces"]["pid"] for result in results}) == 3


def test_a_private_home_is_empty_in_the_next_run(supervised: Supervised) -> None:
    code = "import os, site\nfolder = site.getusersitepackages()\nprint(os.path.exists(folder))\nos.makedirs(folder)"
    assert [supervised.run(code).out for _ in range(2)] == ["False\n", "False\n"]


def test_answers_are_lines_of_json_without_anything_else(supervised: Supervised) -> None:
    supervised.run("print('{\"id\": null}')")
    assert supervised.process.poll() is None
    json.dumps(supervised.events)  # the reader thread would have ended on a line that is not JSON


def test_the_solution_and_its_data_are_unchanged_afterwards(supervised: Supervised) -> None:
    room = supervised.folder("import os\ntry:\n    os.chmod('/mle/solution/solution.py', 0o600)\nexcept OSError:\n    pass")
    before = {path: (path.stat().st_mode, path.read_bytes()) for path in Path(room).rglob("*.*") if path.is_file()}
    _, answer = supervised.ask("run", job=supervised.job(room))
    answer.result(60)
    assert {path: (path.stat().st_mode, path.read_bytes()) for path in before} == before
