"""Outside: which engines there are, and which one this machine offers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from launcher.bubblewrap import Bubblewrap
from launcher.engine import Engine
from launcher.fixed_paths import SESSION_HAS_THEM
from launcher.job import LEVELS
from launcher.namespaces import Namespaces
from launcher.problems import Unavailable, no_walls, not_this_platform
from launcher.shared_host import Landlocked, Unwalled

#: From the strongest to the weakest.
ENGINES: tuple[Engine, ...] = (Bubblewrap(), Namespaces(), Landlocked(), Unwalled())


@dataclass(frozen=True)
class Offer:
    """What boxes are built with here, and the level that they reach."""

    engine: Engine
    level: str
    #: Why the stronger ones are not offered, the strongest first.
    reasons: tuple[Unavailable, ...] = ()


def by_name(name: str) -> Engine:
    """Raises KeyError."""
    return {engine.name: engine for engine in ENGINES}[name]


def choose(forced: str | None, delegated: bool, trial: Callable[[Engine], None]) -> Offer:
    """The first engine whose trial does not raise Unavailable; `forced`: this one and no other.

    The last one has no walls: it is what is left, and `demand` keeps every job from it that does not ask for it by
    name. Raises Unavailable on another platform, with the engine's own reason where it is forced and fails, and where
    an open session keeps an engine from being tried.
    """
    if not sys.platform.startswith("linux"):
        raise not_this_platform(sys.platform)
    reasons: list[Unavailable] = []
    for engine in ENGINES if forced is None else (by_name(forced),):
        failure = _tried(engine, trial)
        if failure is None:
            level = "L1" if delegated and engine.level == "L2" else engine.level
            return Offer(engine, level, tuple(reasons))
        reasons.append(failure)
    raise reasons[0]


def _tried(engine: Engine, trial: Callable[[Engine], None]) -> Unavailable | None:
    """Why the engine is not offered. Twice: a trial that somebody killed must not weaken the walls of all runs."""
    failure: Unavailable | None = None
    for _ in range(2):
        try:
            trial(engine)
        except Unavailable as error:
            if error.cause == SESSION_HAS_THEM:
                raise  # it says nothing of the engine: whoever asks next tries again
            failure = error
        else:
            return None
    return failure


def demand(offer: Offer, minimum: str | None) -> None:
    """Raises Unavailable where the offer does not reach what a job demands.

    A job that demands nothing is content with any walls, never with none: level 5 must be asked for by name.
    """
    wanted = minimum or LEVELS[-2]
    if LEVELS.index(offer.level) <= LEVELS.index(wanted):
        return
    if not offer.engine.walls:
        raise no_walls(offer.reasons, wanted if minimum is not None else None)
    raise Unavailable(
        "level_too_low",
        f"The run demands level {minimum}, this machine offers {offer.level}",
        "L1 needs a delegated control group (a systemd user session), L2 bubblewrap, L3 namespaces; demand less, or "
        "run there.",
    )
