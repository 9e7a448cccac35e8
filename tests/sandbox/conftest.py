"""One supervisor per user for the whole session, and every attempt started at once, a few at a time."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "sandbox"))

from attempts import Attempt, Outcome, everything  # noqa: E402
from attempts.attempt import PREAMBLE  # noqa: E402
from broker_boxes import Boxes  # noqa: E402
from host import Host  # noqa: E402
from launcher.patience import patient  # noqa: E402
from supervised import ORDINARY_USER, Supervised, run_without_walls  # noqa: E402

#: As root both ways a box is built are tried: for root, and for an ordinary user.
USERS = ["root", "user"] if os.geteuid() == 0 else ["user"]
#: Engines beside the one that a machine offers first, which is what a supervisor of USERS takes.
WEAKER = ("namespaces", "landlock")
LONG = os.environ.get("MLEWB_LONG") == "1"
#: Boxes that the abuse list is tried on: (engine, user). The weaker ones with one user, unless there is time.
BOXES = [
    *(("bubblewrap", user) for user in USERS),
    *((engine, user) for engine in WEAKER for user in (USERS if LONG else USERS[-1:])),
]
#: Memory and time attempts measure; too many at once on two cores would measure each other.
AT_ONCE = 3
#: Without walls; not one of the boxes.
NONE = ("none", "nobody")


class Supervisors(dict[Any, Supervised]):
    """By the name of the user, or by (engine, user); started when first asked for."""

    def __init__(self, room: Path) -> None:
        super().__init__()
        self._room = room

    def __missing__(self, key: str | tuple[str, str]) -> Supervised:
        engine, user = (None, key) if isinstance(key, str) else key
        as_user = ORDINARY_USER if os.geteuid() == 0 and user == "user" else None
        made = self[key] = Supervised(self._room, as_user, () if engine is None else ("--engine", engine))
        return made


@pytest.fixture(scope="session")
def room() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="mlewb-tests-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="session")
def supervisors(room: Path) -> Iterator[Supervisors]:
    made = Supervisors(room)
    yield made
    for supervised in made.values():
        supervised.close()


@pytest.fixture(params=USERS)
def supervised(request: pytest.FixtureRequest, supervisors: Supervisors) -> Supervised:
    return supervisors[request.param]


class BrokerBoxes(dict[tuple[str, str], Boxes]):
    """By (engine, user); started when first asked for."""

    def __init__(self, room: Path) -> None:
        super().__init__()
        self._room = room

    def __missing__(self, box: tuple[str, str]) -> Boxes:
        made = self[box] = Boxes(self._room, *box)
        return made


@pytest.fixture(scope="session")
def broker_boxes(room: Path) -> Iterator[BrokerBoxes]:
    made = BrokerBoxes(room)
    yield made
    for boxes in made.values():
        boxes.supervised.close()


@pytest.fixture(params=BOXES if LONG else [BOXES[0], BOXES[-1]], ids=" as ".join)
def boxes(request: pytest.FixtureRequest, broker_boxes: BrokerBoxes) -> Boxes:
    """The strongest walls and the weakest ones, as root and as an ordinary user."""
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
    """Runs attempts in the background; each is run once in each kind of box and once without walls."""

    def __init__(self, supervisors: Supervisors, room: Path, walled: Host, unwalled: Host) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE)
        self._in_turns = ThreadPoolExecutor(1)  # without a /tmp of its own a run waits for the one before
        self._making = threading.Lock()
        self._supervisors = supervisors
        self._room = room
        self._walled, self._unwalled = walled, unwalled
        self._futures: dict[tuple[tuple[str, str], str], Future[Outcome]] = {}

    def start(self, attempt: Attempt, box: tuple[str, str]) -> None:
        pool = self._in_turns if box[0] == "landlock" else self._pool
        work = self._without if box == NONE else self._within
        self._futures[box, attempt.id] = pool.submit(work, box, attempt)

    def outcome(self, box: tuple[str, str], attempt: Attempt) -> Outcome:
        if (box, attempt.id) not in self._futures:
            self.start(attempt, box)
        return self._futures[box, attempt.id].result(patient(300))

    def _within(self, box: tuple[str, str], attempt: Attempt) -> Outcome:
        code = PREAMBLE + self._walled.constants() + attempt.code
        with self._making:
            supervised = self._supervisors[box]
        return supervised.run(code, attempt.limits)

    def _without(self, _box: tuple[str, str], attempt: Attempt) -> Outcome:
        return run_without_walls(PREAMBLE + self._unwalled.constants() + attempt.code, self._room, attempt.limits)


@pytest.fixture(scope="session")
def runs(
    request: pytest.FixtureRequest, supervisors: Supervisors, room: Path, walled_host: Host, open_host: Host
) -> Runs:
    """Whatever the chosen tests will ask for is begun at once."""
    runs = Runs(supervisors, room, walled_host, open_host)
    for item in request.session.items:
        wanted = getattr(getattr(item, "callspec", None), "params", {})
        if isinstance(wanted.get("attempt"), Attempt):
            runs.start(wanted["attempt"], wanted.get("box", NONE))
    return runs
