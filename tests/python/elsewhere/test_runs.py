"""The run around the walls, with a process that has none: outcomes, artifacts, record, and that missing walls show."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from conftest import Unwalled, as_request, job_for

from launcher.elsewhere import NOT_VERIFIED, doctor, rooms
from launcher.elsewhere.choice import choose
from launcher.elsewhere.run import run
from launcher.elsewhere.supervisor import Supervisor
from launcher.problems import Unavailable


def done(place: Path, code: str, limits: dict[str, Any] | None = None, prove: bool = False, **changes: Any) -> dict[str, Any]:
    events: list[dict[str, Any]] = []
    result = run(Unwalled(), job_for(place, code, limits, **changes), events.append, threading.Event(), prove=prove)
    return {**result, "events": events}


def test_a_solution_meets_constants_helper_policy_and_data(place: Path) -> None:
    code = (
        "import os, mle_bench\nfrom mle_bench import DATA_DIR, REPORT_DIR, TASK_ID\n"
        "print(__name__, TASK_ID, DATA_DIR, REPORT_DIR, os.cpu_count(), open('data.csv').readline().strip())\n"
        "print(mle_bench.limits()['memory_bytes'], os.environ['OMP_NUM_THREADS'])\n"
        "os.makedirs(REPORT_DIR + '/figures')\nopen(REPORT_DIR + '/figures/a.txt', 'w').write('x')\n"
        "os.symlink('/etc/passwd', REPORT_DIR + '/link')\n"
        "try:\n    import scipy\nexcept ModuleNotFoundError as error:\n    print(str(error)[:28])\n"
    )
    result = done(place, code)
    assert result["status"] == "finished", result["stderr"]["text"]
    assert result["stdout"]["text"] == (
        f"__main__ toy {place}/mle_data {place}/mle_report 1 row_id,x\n500000000 1\nNo module named 'scipy': sci\n"
    )
    assert [entry["path"] for entry in result["artifacts"]] == ["figures/a.txt"]
    assert result["skipped"] == [{"path": "link", "reason": "a symbolic link"}]
    assert (place / "report" / "figures" / "a.txt").read_text() == "x"
    assert (place / "log.txt").read_text() == result["stdout"]["text"]
    assert [event["event"] for event in result["events"]][:1] == ["started"]


def test_nothing_of_a_run_is_left(place: Path) -> None:
    result = done(place, "import os\nopen(os.environ['REPORT_DIR'] + '/x', 'w').close()\nprint(os.getcwd())")
    assert [entry["path"] for entry in result["artifacts"]] == ["x"]
    assert not os.path.exists(os.path.dirname(result["stdout"]["text"].strip()))
    assert not os.path.lexists(place / "mle_data") and not os.path.lexists(place / "mle_report")


def test_the_contracts_paths_are_taken_and_given_back(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from launcher import fixed_paths

    taken: list[dict[str, str]] = []

    class Held:
        def release(self) -> None:
            taken.append({})

    def take(links: dict[str, str], _stop: Any) -> Held:
        taken.append(links)
        return Held()

    monkeypatch.undo()
    monkeypatch.setattr(fixed_paths, "take", take)
    room = rooms.make(job_for(place, ""))
    rooms.take_paths(room, lambda: False)()
    rooms.remove(room)
    assert taken == [{"/tmp/mle_data": f"{room.root}/data", "/tmp/mle_report": f"{room.root}/report"}, {}]


@pytest.mark.parametrize(
    ("code", "limits", "status", "says"),
    [
        ("raise SystemExit(3)", {}, "failed", "exit code 3"),
        ("1 / 0", {}, "failed", "exit code 1"),
        ("import os\nos.kill(os.getpid(), 11)", {}, "failed", "SIGSEGV"),
        ("import time\ntime.sleep(60)", {"wall_seconds": 0.5}, "timeout", "0.5 s"),
        ("import time\nheld = bytes(200_000_000)\nheld = bytearray(b'x' * 200_000_000)\ntime.sleep(60)", {"memory_bytes": 150_000_000}, "out_of_memory", "150,000,000"),
    ],
)  # fmt: skip
def test_an_end_is_told_as_what_it_was(place: Path, code: str, limits: dict[str, Any], status: str, says: str) -> None:
    result = done(place, code, limits)
    assert (result["status"], says in result["reason"]) == (status, True), result


def test_a_traceback_shows_the_solution_alone(place: Path) -> None:
    text = done(place, "def f():\n    import scipy\nf()\n")["stderr"]["text"]
    assert text.count("File ") == 2
    assert "worker.py" not in text and "policy" not in text


def test_a_cancelled_run_says_so(place: Path) -> None:
    cancelled = threading.Event()
    job = job_for(place, "import time\ntime.sleep(60)")
    result = run(Unwalled(), job, lambda event: cancelled.set(), cancelled, prove=False)
    assert result["status"] == "cancelled"


def test_no_line_of_the_solution_runs_where_the_walls_cannot_be_proven(place: Path) -> None:
    result = done(place, "import os; open(os.environ['REPORT_DIR'] + '/ran', 'w')", prove=True)
    assert result["status"] == "infrastructure"
    assert result["reason"] == "The walls could not be raised; no line of the solution was run."
    assert "the walls could not be raised: RuntimeError: a " in result["stderr"]["text"]
    assert result["artifacts"] == []
    assert {row["kind"] for row in result["walls"]} == {"none"}


def test_the_record_says_of_every_wall_that_nobody_verified_it_here(place: Path) -> None:
    result = done(place, "")
    assert result["level"] == "L4"
    assert result["record"]["engine"] == f"nothing ({NOT_VERIFIED})"
    assert all(row["by"].endswith(f"({NOT_VERIFIED})") for row in result["walls"])
    kinds = {row["wall"]: row["kind"] for row in result["walls"]}
    assert (kinds["wall_clock"], kinds["memory"], kinds["cpu"], kinds["network"]) == ("wall", "watch", "advisory", "none")


def test_the_recorders_events_are_kept(place: Path) -> None:
    result = done(place, "open('data.csv').read()", recorder="events", evidence_out=str(place / "evidence"))
    assert result["status"] == "finished", result["stderr"]["text"]
    kinds = [json.loads(line)["k"] for line in (place / "evidence" / "events.jsonl").read_text().splitlines()]
    assert kinds[0] == "start" and kinds[-1] == "end" and "open" in kinds


def test_the_doctor_claims_nothing_that_its_canaries_did_not_meet() -> None:
    answer = doctor.examine(Unwalled(), None, prove=False)
    states = {row["wall"]: row["state"] for row in answer["walls"]}
    assert states == {
        "wall_clock": "Enforced", "memory": "Watched", "cpu": "Advisory", "processes": "Missing", "network": "Missing",
        "files": "Missing", "disk": "Missing", "host": "Missing", "syscalls": "Missing",
    }  # fmt: skip
    assert (answer["level"], answer["verified"]) == (None, False)
    assert answer["python"]["consistent"] is True
    tried = {attempt["attempt"] for row in answer["walls"] for attempt in row["attempts"] if not attempt["held"]}
    assert {"host_listener", "execute", "fork", "write_path", "host_file", "listener_heard"} <= tried


def test_the_doctor_without_walls_to_try_calls_every_wall_missing() -> None:
    answer = doctor.unavailable(Unavailable("sandbox_unavailable", "nothing here", "", "no_platform"))
    assert {row["state"] for row in answer["walls"]} == {"Missing"}
    assert answer["level"] is None


@pytest.mark.parametrize("system", ["darwin", "win32", "freebsd14"])
def test_a_system_without_its_means_is_refused_with_the_way_out(system: str) -> None:
    with pytest.raises(Unavailable) as refused:
        choose(system)
    assert refused.value.code == "sandbox_unavailable"
    assert refused.value.cause == "no_platform"
    assert refused.value.hint


def served(confiner: Any, *lines: bytes) -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = []
    finished = threading.Event()
    wanted = {json.loads(line)["id"] for line in lines}

    def write(data: bytes) -> None:
        answers.append(json.loads(data))
        if wanted <= {answer.get("id") for answer in answers if answer["event"] in ("done", "error")}:
            finished.set()

    def requests() -> Any:
        yield from lines
        finished.wait(60)

    Supervisor(confiner, write, prove=False).serve(requests())
    return answers


def test_requests_are_answered_as_on_linux(place: Path) -> None:
    answers = served(
        Unwalled(),
        as_request(place, "print('hello')"),
        b'{"id": "2", "op": "cancel", "run": "nope"}\n',
        b'{"id": "3", "op": "explode"}\n',
        as_request(place, "print('hello')", "4", solution="relative"),
        as_request(place, "print('hello')", "5", min_level="L2"),
    )
    by_id = {answer["id"]: answer for answer in answers if answer["event"] in ("done", "error")}
    assert answers[0] == {"event": "ready"}
    assert by_id["1"]["result"]["stdout"]["text"] == "hello\n"
    assert by_id["2"]["result"] == {"found": False}
    assert [by_id[number]["code"] for number in "345"] == ["usage", "invalid_params", "level_too_low"]


def test_without_a_confiner_nothing_is_run(place: Path) -> None:
    refusal = Unavailable("sandbox_unavailable", "no walls", "Use Linux.", "no_platform")
    answers = served(refusal, as_request(place, "print('ran')"), b'{"id": "d", "op": "doctor"}\n')
    by_id = {answer["id"]: answer for answer in answers if "id" in answer}
    assert (by_id["1"]["code"], by_id["1"]["hint"]) == ("sandbox_unavailable", "Use Linux.")
    assert by_id["d"]["result"]["level"] is None
