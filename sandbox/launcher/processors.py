"""Outside: which processors a run is pinned to. Runs side by side get different ones as long as there are enough."""

from __future__ import annotations

import os
import threading


class Processors:
    def __init__(self) -> None:
        self._users = dict.fromkeys(sorted(os.sched_getaffinity(0)), 0)
        self._lock = threading.Lock()

    def take(self, count: int) -> list[int]:
        """The least used ones; fewer than asked where the machine has fewer."""
        with self._lock:
            chosen = sorted(self._users, key=lambda cpu: (self._users[cpu], cpu))[:count]
            for cpu in chosen:
                self._users[cpu] += 1
            return sorted(chosen)

    def give_back(self, cpus: list[int]) -> None:
        with self._lock:
            for cpu in cpus:
                self._users[cpu] -= 1
