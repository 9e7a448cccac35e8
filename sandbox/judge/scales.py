"""Scales on which targets are fitted: a model of log prices predicts prices through the exponential."""

from __future__ import annotations

from typing import Callable, Mapping

import numpy as np

Array = np.ndarray
Function = Callable[[Array], Array]

#: From the target to what the model was given, and back.
SCALES: Mapping[str, tuple[Function, Function]] = {
    "log": (np.log, np.exp),
    "log1p": (np.log1p, np.expm1),
    "log10": (np.log10, lambda values: np.power(10.0, values)),
    "log2": (np.log2, np.exp2),
    "sqrt": (np.sqrt, np.square),
}


def read_back(values: Array) -> list[Array]:
    """`values` as they are, then as the target that each scale would make of them. Overflow gives infinities."""
    with np.errstate(all="ignore"):
        return [values, *(back(values) for _, back in SCALES.values())]


def scaled(target: Array) -> list[Array]:
    """`target` as it is, then on each scale. What has no value on a scale is NaN there."""
    with np.errstate(all="ignore"):
        return [target, *(to(target) for to, _ in SCALES.values())]
