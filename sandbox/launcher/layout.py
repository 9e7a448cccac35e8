"""Both sides: where the things of a run lie, as the code inside sees them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Layout:
    """Absolute paths. Where an engine has mounts of its own they are always `BOX`."""

    solution: str
    data: str
    report: str
    #: The recorder's matrices.
    evidence: str
    home: str
    #: What the solution may write besides: TMPDIR.
    scratch: str
    #: Shared memory of its own; None where there is none.
    shared_memory: str | None
    #: The launcher, the recorder and, under lib/, the helper package.
    code: str
    #: The managed environment.
    environment: str
    #: Besides its own things, what the solution may read.
    readable: tuple[str, ...] = ()
    #: False: no namespace hides the host's processes and files, and this is not PID 1 but an ordinary parent.
    namespaces: bool = True
    #: False: limits only.
    walls: bool = True

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    @staticmethod
    def of_json(raw: dict[str, Any]) -> Layout:
        return Layout(**{**raw, "readable": tuple(raw["readable"])})


#: The agent contract's own names, the same at every level.
DATA = "/tmp/mle_data"
REPORT = "/tmp/mle_report"

BOX = Layout(
    solution="/mle/solution",
    data=DATA,
    report=REPORT,
    evidence="/tmp/.mle_evidence",
    home="/tmp/home",
    scratch="/tmp",
    shared_memory="/dev/shm",
    code="/sbx",
    environment="/venv",
    # /dev/zero is missing on purpose: mapped shared, it is memory that nobody counts.
    readable=("/usr", "/lib", "/lib64", "/etc", "/opt", "/proc", "/sys", "/dev/urandom", "/dev/random"),
)
