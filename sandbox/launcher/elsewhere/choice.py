"""Which confiner this system offers."""

from __future__ import annotations

import sys

from launcher.elsewhere.confiner import Confiner
from launcher.elsewhere.macos.confiners import SandboxExec, Seatbelt
from launcher.elsewhere.windows.confiners import AppContainer
from launcher.problems import Unavailable, not_this_platform

#: From the better to the worse.
CONFINERS: dict[str, tuple[Confiner, ...]] = {"darwin": (Seatbelt(), SandboxExec()), "win32": (AppContainer(),)}


def choose(system: str = sys.platform) -> Confiner:
    """Raises Unavailable with the last one's way out where none is there: nothing is run without walls."""
    reason = not_this_platform(system)
    for confiner in CONFINERS.get(system, ()):
        try:
            confiner.require()
        except Unavailable as error:
            reason = error
        else:
            return confiner
    raise reason
