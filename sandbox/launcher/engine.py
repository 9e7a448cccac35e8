"""Outside: the interface of whatever builds a box."""

from __future__ import annotations

import subprocess
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from launcher.box import BoxFolders, BoxSpec
from launcher.layout import BOX, Layout
from launcher.python_home import PythonHome


Release = Callable[[], None]


@dataclass(frozen=True)
class BoxRequest:
    """One box to be started. `user`: the numeric user it becomes when we are root, else None.

    `frames` and `events` are the writing ends that PID 1 inherits under the same numbers.
    """

    spec: BoxSpec
    python: PythonHome
    folders: BoxFolders
    user: int | None
    frames: int
    events: int | None


@dataclass(frozen=True)
class Launch:
    argv: list[str]
    environment: dict[str, str]


class Engine(ABC):
    """Stateless. A new way of building boxes is a new subclass, listed in engines.py."""

    #: As in the record of a run and in `--engine`.
    name: ClassVar[str]
    #: What a box of it reaches without a control group.
    level: ClassVar[str]
    #: True where runs must take turns, because the contract's paths lie in a /tmp that all share.
    shares_paths: ClassVar[bool] = False
    #: False for limits only: no job gets it that does not ask for it by name.
    walls: ClassVar[bool] = True

    @abstractmethod
    def require(self) -> None:
        """Raises Unavailable, with the way out, where it need not even be tried."""

    @abstractmethod
    def launch(self, request: BoxRequest) -> Launch:
        """The command that becomes the box. Raises Unavailable or OSError."""

    @abstractmethod
    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """Everything in the box is dead, or dies with what is killed here, when this returns."""

    def prepare(self, folders: BoxFolders, user: int | None, stop: Callable[[], bool], for_session: bool) -> Release:
        """Before `launch`: what must be made outside. Returns what undoes it. May wait until `stop` says no more.

        `for_session`: the box may be kept for long.

        Raises Unavailable.
        """
        return lambda: None

    def layout(self, request: BoxRequest) -> Layout:
        """Where the code inside finds its things."""
        return BOX
