"""What the recorder knows about the run, in one place: a process records one run."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, Literal

Mode = Literal["events", "full"]

EVENTS_PER_LINE = 20
"""Beyond this many events of one kind on one line only their number is kept."""

SEARCH_FITS_PER_LINE = 6
"""The same for fits inside a search in the scored run: the search's own fit says what it was given."""

SHARE_OF_CPU = 0.05
"""The recorder may spend this share of the solution's CPU time in the scored run."""

ALLOWANCE_SECONDS = 0.02
"""CPU seconds it may spend in any case, so that a short script is recorded whole."""


class State:
    """Mutable state of the recorder. `on` is the only switch: every hook returns at once where it is false."""

    def __init__(self) -> None:
        self.on = False
        self.mode: Mode = "events"
        self.user_root = ""
        self.fd = -1
        self.folder = ""
        self.data_dir = ""
        self.report_dir = ""
        self.sequence = 0
        self.began = 0.0
        self.began_cpu = 0.0
        self.spent = 0.0
        """CPU seconds inside the recorder's own code."""
        self.dropped = 0
        self.faults = 0
        self.lock = threading.RLock()
        self.local = threading.local()
        self.trace: Callable[..., Any] | None = None
        """The line tracer of full mode."""
        self.user_files: dict[str, bool] = {}
        self.sites: dict[tuple[Any, ...], int] = {}
        self.tally: Callable[[str, str, str, int, int], None] | None = None
        """Says on the way how often a site was met, for runs that do not reach their end."""

    def over_budget(self) -> bool:
        """True where repeated events have to be left out. The verification run is not scored and has no budget."""
        if self.mode == "full":
            return False
        return self.spent > ALLOWANCE_SECONDS + SHARE_OF_CPU * (time.process_time() - self.began_cpu)

    def admits(self, kind: str, name: str, file: str, line: int, most: int = EVENTS_PER_LINE) -> bool:
        """Count one event at its line. The first of a line is always admitted: the budget never hides that it happened."""
        key = (kind, name, file, line)
        count = self.sites.get(key, 0) + 1
        self.sites[key] = count
        if count == 1:
            return True
        if count > most or self.over_budget():
            self.dropped += 1
            if self.tally is not None and count & (count - 1) == 0:
                self.tally(kind, name, file, line, count)
            return False
        return True


STATE = State()
