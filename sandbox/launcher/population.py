"""In the box, PID 1: everybody who is in it but PID 1 itself, to be counted, signalled and ended."""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod

from launcher import descendants, watch


class Population(ABC):
    @abstractmethod
    def pids(self) -> list[int]:
        """Process ids of all of them, now."""

    @abstractmethod
    def signal(self, number: signal.Signals) -> None:
        """To all of them; whoever is gone is left out."""

    @abstractmethod
    def end(self) -> None:
        """Kill all of them. Collecting what they leave is the caller's."""


class OwnNamespace(Population):
    """PID 1 of a process namespace: the kernel knows who is in it."""

    def pids(self) -> list[int]:
        return watch.everyone_else()

    def signal(self, number: signal.Signals) -> None:
        try:
            os.kill(-1, number)  # everybody in this namespace but PID 1
        except ProcessLookupError:
            pass

    def end(self) -> None:
        self.signal(signal.SIGKILL)


class Descendants(Population):
    """A child subreaper among the host's processes: whoever is below it. Never `kill(-1)`: that would be everybody."""

    def pids(self) -> list[int]:
        return descendants.below(os.getpid())

    def signal(self, number: signal.Signals) -> None:
        for pid in self.pids():
            descendants.send(pid, number)

    def end(self) -> None:
        descendants.kill_all()
