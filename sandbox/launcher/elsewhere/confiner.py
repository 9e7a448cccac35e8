"""The interface of what puts a process behind walls, and what a run of it consists of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from launcher.job import Job
from launcher.layout import Layout

#: What no one has seen hold is never of a better kind than this in the record: (by, kind).
Claim = tuple[str, str]


@dataclass(frozen=True)
class Room:
    """One run's folders, as the system names them. `root` holds them all; `readable` lies outside of it."""

    root: str
    layout: Layout
    python: str
    readable: tuple[str, ...]


@dataclass(frozen=True)
class Usage:
    """Bytes and seconds by the kernel's account. `over`: the kernel itself refused memory beyond the limit."""

    memory_bytes: int = 0
    peak_bytes: int = 0
    cpu_seconds: float = 0.0
    over: bool = False


class Worker(ABC):
    """The process behind the walls. Its outputs are file descriptors that are read to their end."""

    stdout: int
    stderr: int

    @abstractmethod
    def poll(self) -> int | None:
        """Exit code once it has ended (minus the signal where one killed it), else None."""

    @abstractmethod
    def usage(self) -> Usage:
        """Now, or the last known one after the end."""

    @abstractmethod
    def kill(self) -> None:
        """It and everything that it started is dead when this returns."""

    @abstractmethod
    def close(self) -> None:
        """Give back what the system keeps for it, the outputs aside."""


class Confiner(ABC):
    """Stateless. One for each way of a system."""

    name: ClassVar[str]
    #: By wall: what stands there, and of which kind the record may call it at most.
    claims: ClassVar[Mapping[str, Claim]]

    @abstractmethod
    def require(self) -> None:
        """Raises Unavailable, with the way out, where it need not even be tried."""

    @abstractmethod
    def start(self, room: Room, job: Job, plan: dict[str, Any]) -> Worker:
        """Start worker.py with this plan behind the walls. Raises OSError or Unavailable."""
