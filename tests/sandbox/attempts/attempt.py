"""One attempt and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

L4 = frozenset({"L4"})

#: Goes before every attempt's code. An act that raises, or whose result `refused` knows, is REFUSED; else WORKED.
PREAMBLE = '''
import ctypes, os, sys
#: Where it may write besides its report: /tmp itself where that is private.
TMP = os.environ.get("TMPDIR", "/tmp")
libc = ctypes.CDLL(None, use_errno=True)
def attempt(name, act, refused=None):
    try:
        result = act()
    except BaseException as error:
        print("REFUSED", name, type(error).__name__, getattr(error, "errno", ""), error, flush=True)
        return
    held = refused is not None and refused(result)
    print("REFUSED" if held else "WORKED", name, ascii(result)[:160], flush=True)
def minus(result):
    return result == -1
'''


@dataclass(frozen=True)
class Outcome:
    """What is compared: the same shape for a run under the walls and for one without."""

    status: str
    exit_code: int | None
    signal: str | None
    out: str
    err: str
    out_bytes: int
    seconds: float
    peak_bytes: int = 0
    artifacts: dict[str, bytes] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    result: dict[str, Any] = field(default_factory=dict)

    @property
    def worked(self) -> list[str]:
        return [line for line in self.out.splitlines() if line.startswith("WORKED")]

    @property
    def refused(self) -> list[str]:
        return [line for line in self.out.splitlines() if line.startswith("REFUSED")]


def nothing_worked(outcome: Outcome) -> bool:
    """The usual expectation: at least one act was tried, and every one was refused."""
    return not outcome.worked and bool(outcome.refused)


def something_worked(outcome: Outcome) -> bool:
    return bool(outcome.worked)


@dataclass(frozen=True)
class Attempt:
    """`unwalled` says what must be seen in the control run; a string says why it is held there as well."""

    id: str
    title: str
    code: str
    held: Callable[[Outcome], bool] = nothing_worked
    unwalled: Callable[[Outcome], bool] | str = something_worked
    limits: dict[str, Any] = field(default_factory=dict)
    libraries: bool = False
    #: Levels that do not claim to hold it; what is seen there is the opposite, and docs/sandbox.md names it.
    not_promised: frozenset[str] = frozenset()
