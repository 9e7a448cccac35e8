"""Clock and uuid values, and whether they reach a file name or a saved value. Durations are no clock values."""

from __future__ import annotations

from typing import Any

from .calls import Called
from .flows import Flows

CLOCK = frozenset(
    "datetime.datetime.now datetime.datetime.utcnow datetime.datetime.today datetime.date.today time.time time.time_ns "
    "time.strftime time.ctime time.localtime time.gmtime time.asctime pandas.Timestamp.now pandas.Timestamp.today "
    "pandas.Timestamp.utcnow uuid.uuid4 uuid.uuid1 numpy.datetime64.now secrets.token_hex os.urandom".split()
)


def read_clock(calls: list[Called], flows: Flows) -> list[dict[str, Any]]:
    return [
        {
            "call": call.name,
            "reaches": flows.reach(call.node, durations_end=True),
            "file": call.file,
            "line": call.line,
        }
        for call in calls
        if call.name in CLOCK
    ]
