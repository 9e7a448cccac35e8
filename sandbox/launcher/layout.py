"""Both sides: where the things of a run lie, as the code inside sees them."""

from __future__ import annotations

from dataclasses import asdict, dataclass


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

    def as_json(self) -> dict[str, str | None]:
        return asdict(self)


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
)
