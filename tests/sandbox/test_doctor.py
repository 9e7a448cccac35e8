"""The doctor's rows come from acts that were tried; a wall that does not bite is Missing, and nothing is run behind it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import USERS
from launcher.engines import ENGINES
from supervised import ORDINARY_USER, Supervised

WALLS = ["wall_clock", "memory", "cpu", "processes", "network", "files", "disk", "host", "syscalls"]


@pytest.fixture(params=USERS)
def disarmed(request: pytest.FixtureRequest, room: Path) -> Iterator[Supervised]:
    """Its filter is accepted by the kernel and refuses nothing."""
    as_user = ORDINARY_USER if os.geteuid() == 0 and request.param == "user" else None
    supervised = Supervised(room, as_user, ("--disarm", "seccomp"))
    yield supervised
    supervised.close()


def test_every_wall_is_tried_and_holds(supervised: Supervised) -> None:
    _, answer = supervised.ask("doctor")
    report = answer.result(60)["result"]
    assert [row["wall"] for row in report["walls"]] == WALLS
    memory = {"L1": "Enforced", "L2": "Watched"}[report["level"]]
    expected = {**dict.fromkeys(WALLS, "Enforced"), "memory": memory}
    assert {row["wall"]: row["state"] for row in report["walls"]} == expected
    for row in report["walls"]:
        assert all(attempt["held"] for attempt in row["attempts"])
        assert row["attempts"] or row["wall"] in ("memory", "wall_clock")
        assert row["by"]
    assert report["python"]["consistent"] is True


def test_a_filter_that_refuses_nothing_shows_as_missing(disarmed: Supervised) -> None:
    _, answer = disarmed.ask("doctor")
    report = answer.result(60)["result"]
    missing = [row["wall"] for row in report["walls"] if row["state"] == "Missing"]
    assert missing == ["cpu", "processes", "network", "syscalls"]
    assert report["level"] is None


def test_a_child_proves_its_walls_before_the_first_line_of_the_solution() -> None:
    """In this process nothing is walled, so the proof must fail."""
    from launcher import child

    with pytest.raises(RuntimeError, match="a socket could be opened"):
        child._prove("/mle/solution")


def test_a_python_that_took_another_ones_library_is_not_consistent() -> None:
    from launcher.result import python_facts

    ready = {
        "pythonVersion": "3.11.7 (main)",
        "standardLibrary": "/usr/lib/python3.11",
        "interpreterPrefix": "/opt/managed",
    }
    assert python_facts(ready)["consistent"] is False
    assert python_facts({**ready, "standardLibrary": "/opt/managed/lib/python3.11"})["consistent"] is True


@pytest.mark.parametrize("user", USERS[-1:])
def test_a_machine_with_closed_namespaces_is_told_how_to_open_them(user: str, room: Path) -> None:
    """Inside a namespace that allows no further one, as on a hardened machine."""
    as_user = ORDINARY_USER if os.geteuid() == 0 else None
    closed = Supervised(room, as_user, before=("bwrap", "--unshare-user", "--disable-userns", "--dev-bind", "/", "/"))
    _, examined = closed.ask("doctor")
    report = examined.result(60)["result"]
    assert report["level"] is None
    assert {row["state"] for row in report["walls"]} == {"Missing"}
    assert {row["fix"] for row in report["walls"]} == {"no_namespaces"}
    _, ran = closed.ask("run", job=closed.job(closed.folder("print('must not run')")))
    message = ran.result(60)
    assert (message["event"], message["code"]) == ("error", "sandbox_unavailable")
    assert "sysctl" in message["hint"]
    closed.close()


def test_the_memory_row_says_how_much_of_what_a_task_asks_is_in_force(supervised: Supervised) -> None:
    _, answer = supervised.ask("doctor")
    memory = next(row for row in answer.result(60)["result"]["walls"] if row["wall"] == "memory")
    assert memory["requested"] == 2_000_000_000
    assert memory["requested"] - 4096 < memory["effective"] <= memory["requested"]


def test_an_examination_is_made_of_codes_and_numbers(supervised: Supervised) -> None:
    """Sentences are the interface's, which speaks more than one language."""
    _, answer = supervised.ask("doctor")
    for row in answer.result(60)["result"]["walls"]:
        codes = [row["finding"]["code"], *row["by"], *(attempt["attempt"] for attempt in row["attempts"])]
        assert all(code.replace("_", "").isalnum() for code in codes)
        assert all(not isinstance(value, str) for value in row["finding"]["values"].values())


def test_prophet_is_said_to_work_where_its_program_was_started(supervised: Supervised) -> None:
    _, answer = supervised.ask("doctor", python={"prefix": sys.prefix})
    parts = answer.result(60)["result"]["parts"]
    assert [part for part in parts if part["part"] == "prophet"] == [
        {"part": "prophet", "state": "Working", "finding": {"code": "prophet_works", "values": {}}, "fix": None}
    ]


@pytest.mark.parametrize(
    ("said", "state", "values"),
    [
        ("off: this kernel has no Landlock", "Missing", {"reason": "this kernel has no Landlock"}),
        ("off: it is not installed", "Off", {}),
    ],
)
def test_prophet_is_said_to_be_off_with_the_reason(said: str, state: str, values: dict[str, str]) -> None:
    from launcher import doctor

    (part,) = doctor._parts({"record": {"prophet": said}})
    assert (part["state"], part["finding"]["values"]) == (state, values)


#: What an engine does not stop, as the doctor must find out by trying.
NOT_STOPPED = {"landlock": {"fill_quota", "file_flood"}}


@pytest.mark.parametrize("engine", [engine.name for engine in ENGINES if engine.name != "none"])
def test_each_engine_is_described_as_it_is_met(engine: str, room: Path) -> None:
    as_user = ORDINARY_USER if os.geteuid() == 0 else None
    supervised = Supervised(room, as_user, ("--engine", engine))
    _, answer = supervised.ask("doctor")
    report = answer.result(120)["result"]
    supervised.close()
    worked = {attempt["attempt"] for row in report["walls"] for attempt in row["attempts"] if not attempt["held"]}
    assert worked - {"thread_flood"} == NOT_STOPPED.get(engine, set())
    assert report["level"] in {"bubblewrap": ("L1", "L2"), "namespaces": ("L3",), "landlock": ("L4",)}[engine]
    rows = {row["wall"]: row for row in report["walls"]}
    assert rows["disk"]["state"] == ("Missing" if engine == "landlock" else "Enforced")
    assert ("tmpfs" in rows["disk"]["by"]) is (engine != "landlock")
    assert rows["network"]["state"] == rows["files"]["state"] == rows["syscalls"]["state"] == "Enforced"
    assert len(rows["files"]["by"]) == len(set(rows["files"]["by"]))
