"""In the agent's process: sentences instead of bare errno values. Nothing here is a wall; the kernel is.

A determined agent gets round all of this. It exists so that an honest one reads what happened and what to do. Where
the kernel refuses by itself the real call is made and its refusal gets the sentence; only what the kernel lets pass
(an import, a listing) or answers without an exception (os.system) is refused here.

Everything is imported before the walls are up: the launcher's files cannot be read behind them.
"""

from __future__ import annotations

from launcher.layout import Layout
from launcher.policy import callers, files, imports, listing, network, programs, shown

__all__ = ["install"]


def install(layout: Layout) -> None:
    """Replace the entry points in this process."""
    callers.settle(layout)
    programs.install()
    network.install()
    listing.install(layout)
    files.install(layout)
    shown.install()
    imports.install()  # last: our own imports are not the agent's
