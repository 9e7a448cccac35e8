"""How many sessions may be open, and what a session that is open means for others where runs share the host's paths."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from conftest import USERS
from launcher import fixed_paths
from launcher.problems import Unavailable
from launcher.session_requests import MOST_OPEN, SessionRequests
from sessions import Opened
from supervised import ORDINARY_USER, Supervised


@pytest.fixture
def own(room: Path) -> Iterator[Supervised]:
    supervised = Supervised(room, ORDINARY_USER if os.geteuid() == 0 else None)
    yield supervised
    supervised.close()


def test_one_more_than_may_be_open_is_refused_until_one_is_closed(own: Supervised) -> None:
    sessions = [Opened(own) for _ in range(MOST_OPEN)]
    _, refused = own.ask("session.open", job={**own.job(own.folder("")), "session": {}})
    message = refused.result(60)
    assert (message["event"], message["code"]) == ("error", "conflict")
    assert str(MOST_OPEN) in message["message"] and "Close" in message["hint"]
    assert sessions[0].out("print(1)") == "1\n"  # the others are none the worse
    sessions[1].close(collect=False)
    Opened(own).close(collect=False)


def test_a_reset_counts_like_an_opening_where_the_box_has_ended(own: Supervised) -> None:
    first = Opened(own)
    assert first.call("import os\nos._exit(0)")["outcome"] == "ended"
    others = [Opened(own) for _ in range(MOST_OPEN)]
    message = first.asked("reset")
    assert (message["event"], message["code"]) == ("error", "conflict")
    assert others[0].asked("reset")["event"] == "done"  # it has one, and gets another for it
    others[1].close(collect=False)
    assert first.asked("reset")["event"] == "done"


def test_sessions_that_ended_and_that_nobody_closed_are_forgotten_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    from launcher import session_requests

    class Ended:
        def has_box(self) -> bool:
            return False

    monkeypatch.setattr(session_requests, "MOST_ENDED", 3)
    requests = SessionRequests(None, lambda _message: None)  # type: ignore[arg-type]
    requests._sessions = {str(number): (Ended(), None) for number in range(10)}  # type: ignore[misc]
    requests._make_room()
    assert list(requests._sessions) == ["7", "8", "9"]


@pytest.fixture(params=USERS)
def shared(request: pytest.FixtureRequest, room: Path) -> Iterator[Supervised]:
    as_user = ORDINARY_USER if os.geteuid() == 0 and request.param == "user" else None
    supervised = Supervised(room, as_user, ("--engine", "landlock"))
    yield supervised
    supervised.close()


def asked(own: Supervised, operation: str = "run", **changes: Any) -> Future[dict[str, Any]]:
    return own.ask(operation, job={**own.job(own.folder("print('ran')")), **changes})[1]


def test_at_level_4_an_open_session_is_named_to_runs_and_sessions_and_when_it_is_closed_they_run(shared: Supervised) -> None:
    session = Opened(shared)
    assert session.opened["level"] == "L4"
    for answer in (asked(shared), asked(shared, "session.open", session={}), shared.ask("doctor")[1]):
        message = answer.result(60)
        assert (message["event"], message["code"]) == ("error", "conflict"), message
        assert "/tmp/mle_data" in message["message"] and f"process id {shared.process.pid})" in message["message"]
        assert "Close the session" in message["hint"]
    assert session.out("print('still here')") == "still here\n"
    session.close(collect=False)
    assert asked(shared).result(60)["result"]["stdout"]["text"] == "ran\n"


def test_at_level_4_a_session_of_another_supervisor_is_named_and_weakens_nothing(shared: Supervised, room: Path) -> None:
    session = Opened(shared)
    other = Supervised(room, shared.user, ("--engine", "landlock"))
    try:
        message = asked(other).result(60)
        assert message["code"] == "conflict" and f"process id {shared.process.pid})" in message["message"]
        session.close(collect=False)
        assert asked(other).result(60)["result"]["level"] == "L4"
    finally:
        other.close()


def test_at_level_4_a_session_waits_for_a_run_and_then_opens(shared: Supervised) -> None:
    folder = shared.folder("import time\nprint('up', flush=True)\ntime.sleep(1)\nprint('whole')")
    identity, run = shared.ask("run", job=shared.job(folder))
    shared.wait_started(identity)
    session = Opened(shared)
    assert run.done() and run.result()["result"]["stdout"]["text"] == "up\nwhole\n"
    session.close(collect=False)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"null", b'{"session": false}', b'{"session": true}', b'{"session": true, "pid": "x"}'])
def test_a_lock_that_does_not_say_that_a_session_has_it_is_waited_for(text: bytes, tmp_path: Path) -> None:
    (tmp_path / "lock").write_bytes(text)
    lock = os.open(tmp_path / "lock", os.O_RDWR)
    fixed_paths._refuse_behind_a_session(lock)
    os.close(lock)


def test_a_lock_of_a_session_is_told_with_its_holder(tmp_path: Path) -> None:
    (tmp_path / "lock").write_bytes(fixed_paths.A_SESSION.described())
    with pytest.raises(Unavailable, match=f"process id {os.getpid()}"):
        fixed_paths._refuse_behind_a_session(os.open(tmp_path / "lock", os.O_RDWR))
