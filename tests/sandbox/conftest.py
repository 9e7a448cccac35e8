"""One supervisor per user for the whole session, and every attempt started at once, a few at a time."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "sandbox"))

from attempts import Attempt, Outcome, everything  # noqa: E402
from attempts.attempt import PREAMBLE  # noqa: E402
from broker_boxes import Boxes  # noqa: E402
from host import Host  # noqa: E402
from supervised import ORDINARY_USER, Supervised, run_without_walls  # noqa: E402

#: As root both ways a box is built are tried: for root, and for an ordinary user.
USERS = ["root", "user"] if os.geteuid() == 0 else ["user"]
#: Memory and time attempts measure; too many at once on two cores would measure each other.
AT_ONCE = 3


@pytest.fixture(scope="session")
def room() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="mlewb-tests-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def supervisors(room: Path) -> Iterator[dict[str, Supervised]]:
    """By name of the user; started when first asked for."""
    as_user = ORDINARY_USER if os.geteuid() == 0 else None
    made = {name: Supervised(room, as_user if name == "user" else None) for name in USERS}
    yield made
    for supervised in made.values():
        supervised.close()


@pytest.fixture(params=USERS)
def supervised(request: pytest.FixtureRequest, supervisors: dict[str, Supervised]) -> Supervised:
    return supervisors[request.param]


@pytest.fixture(scope="session")
def broker_boxes(room: Path) -> Iterator[dict[str, Boxes]]:
    """By name of the user, as the supervisors."""
    made = {name: Boxes(room, name) for name in USERS}
    yield made
    for boxes in made.values():
        boxes.supervised.close()


@pytest.fixture(params=USERS)
def boxes(request: pytest.FixtureRequest, broker_boxes: dict[str, Boxes]) -> Boxes:
    return broker_boxes[request.param]


@pytest.fixture(scope="session")
def walled_host() -> Iterator[Host]:
    host = Host()
    yield host
    host.close()


@pytest.fixture(scope="session")
def open_host() -> Iterator[Host]:
    host = Host()
    yield host
    host.close()


class Runs:
    """Runs attempts in the background; each is run once for each user and once without walls."""

    def __init__(self, supervisors: dict[str, Supervised], room: Path, walled: Host, unwalled: Host) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE)
        self._supervisors = supervisors
        self._room = room
        self._walled, self._unwalled = walled, unwalled
        self._futures: dict[tuple[str, str], Future[Outcome]] = {}

    def start(self, attempts: list[Attempt], users: list[str]) -> None:
        for user in users:
            for attempt in attempts:
                work = self._without if user == "nobody's walls" else self._within
                self._futures[user, attempt.id] = self._pool.submit(work, user, attempt)

    def outcome(self, user: str, attempt: Attempt) -> Outcome:
        if (user, attempt.id) not in self._futures:
            self.start([attempt], [user])
        return self._futures[user, attempt.id].result(180)

    def _within(self, user: str, attempt: Attempt) -> Outcome:
        code = PREAMBLE + self._walled.constants() + attempt.code
        return self._supervisors[user].run(code, attempt.limits)

    def _without(self, _user: str, attempt: Attempt) -> Outcome:
        return run_without_walls(PREAMBLE + self._unwalled.constants() + attempt.code, self._room, attempt.limits)


@pytest.fixture(scope="session")
def runs(
    request: pytest.FixtureRequest, supervisors: dict[str, Supervised], room: Path, walled_host: Host, open_host: Host
) -> Runs:
    runs = Runs(supervisors, room, walled_host, open_host)
    wanted = {(item.callspec.params.get("user", "nobody's walls"), item.callspec.params["attempt"].id)
              for item in request.session.items if "attempt" in getattr(getattr(item, "callspec", None), "params", {})}
    for attempt in everything():
        for user in (*USERS, "nobody's walls"):
            if (user, attempt.id) in wanted:
                runs.start([attempt], [user])
    return runs
