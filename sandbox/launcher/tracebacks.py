"""In the agent's process: what of an error its author is shown."""

from __future__ import annotations

import os
import types

#: Frames that stand between a solution and what it called; nothing of them helps its author.
_CODE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OURS = (f"{_CODE}/launcher/", f"{_CODE}/recorder/")


def own_frames(error: BaseException) -> types.TracebackType | None:
    """The error's frames without the launcher's and the recorder's."""
    entries = []
    trace = error.__traceback__
    while trace is not None:  # no recursion: a deep stack may be what ended the run
        if not trace.tb_frame.f_code.co_filename.startswith(OURS):
            entries.append(trace)
        trace = trace.tb_next
    kept: types.TracebackType | None = None
    for entry in reversed(entries):
        kept = types.TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return kept
