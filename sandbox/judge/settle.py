"""Hyperparameter values that the tree does not tell (loops, function calls) are taken from the fits of that class."""

from __future__ import annotations

from typing import Any

from .recording import Recording, plain, text


def settle(static: dict[str, Any], *recordings: Recording | None) -> dict[str, Any]:
    """The last fit of the class in the first recording that has one decides; a value never seen stays null."""
    settled = []
    for entry in static["hyperparameters"]:
        if entry["value"] is None:
            entry = {**entry, "value": _seen(entry, recordings)}
        settled.append(entry)
    return {**static, "hyperparameters": settled}


def _seen(entry: dict[str, Any], recordings: tuple[Recording | None, ...]) -> Any:
    cls = entry["estimator"].rsplit(".", 1)[-1]
    for recording in recordings:
        for event in reversed(recording.of("fit") if recording else []):
            params = event.get("params")
            if text(event.get("cls")) == cls and isinstance(params, dict) and entry["name"] in params:
                return plain(params[entry["name"]])
    return None
