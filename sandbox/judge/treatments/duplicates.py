"""Duplicates: how often things that stand several times in the data are in the matrix, against things that stand once."""

from __future__ import annotations

import numpy as np
import pandas as pd

from ..variant import TRAIN, Fault
from .seen import Seen, Verdict


def judge_duplicate(seen: Seen, fault: Fault) -> Verdict:
    """Only the most frequent class counts, so that oversampling the others changes nothing."""
    variant = seen.variant
    train = variant.part == TRAIN
    classes = variant.target[np.isfinite(variant.target)]
    if 1 < len(np.unique(classes)) <= 20:
        frequent = pd.Series(classes).mode().iloc[0]
        train &= variant.target == frequent
    copies = pd.Series(variant.source[train]).value_counts()
    planted = set(variant.source[fault.mask & train].tolist())
    here = pd.Series(variant.source[seen.raw[train[seen.raw]]]).value_counts()
    several = copies[(copies > 1) & copies.index.isin(planted)]
    single = copies[copies == 1]
    if len(several) < 5 or not len(single):
        return Verdict.undecided("too few duplicates are among the linked rows")
    each = float((here.reindex(several.index).fillna(0)).mean())
    ordinary = float(here.reindex(single.index).fillna(0).mean())
    ratio, size = each / max(ordinary, 1e-9), float(several.mean())
    detail = {"ratio": round(ratio, 3), "copies": round(size, 3)}
    if ratio < 0.3:
        return Verdict("removed", [], detail)
    if ratio < 1 + 0.3 * (size - 1):
        return Verdict("deduplicated", [], detail)
    if ratio > 1 + 0.7 * (size - 1):
        return Verdict("kept", [], detail)
    return Verdict.undecided("some of the duplicates are left", **detail)
