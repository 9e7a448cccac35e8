"""Outside: which engines there are, and which one this machine offers."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from launcher.bubblewrap import Bubblewrap
from launcher.engine import Engine
from launcher.namespaces import Namespaces
from launcher.problems import Unavailable, not_this_platform

#: From the strongest to the weakest.
ENGINES: tuple[Engine, ...] = (Bubblewrap(), Namespaces())


@dataclass(frozen=True)
class Offer:
    """What boxes are built with here, and the level that they reach."""

    engine: Engine
    level: str


def by_name(name: str) -> Engine:
    """Raises KeyError."""
    return {engine.name: engine for engine in ENGINES}[name]


def choose(forced: str | None, delegated: bool) -> Offer:
    """`forced`: this engine and no other. Raises Unavailable with the first engine's way out where none works."""
    if not sys.platform.startswith("linux"):
        raise not_this_platform(sys.platform)
    first: Unavailable | None = None
    for engine in ENGINES if forced is None else (by_name(forced),):
        try:
            engine.require()
        except Unavailable as error:
            first = first or error
        else:
            return Offer(engine, "L1" if delegated and engine.level == "L2" else engine.level)
    assert first is not None
    raise first
