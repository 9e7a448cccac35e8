"""The abuse list: what hostile code tries, what must come of it, and what comes of it without walls."""

from __future__ import annotations

from attempts.attempt import Attempt, Outcome

__all__ = ["Attempt", "Outcome", "everything"]


def everything() -> list[Attempt]:
    """Every attempt: the abuse list in its order, then our own."""
    from attempts import artifacts, control, files, network, processes, resources

    from attempts.own import own_attempts

    modules = (processes, network, files, artifacts, resources, control)
    return [*(attempt for module in modules for attempt in module.ATTEMPTS), *own_attempts()]
