"""Verdicts on real runs: six styles of code, the same treatments, the same verdicts."""

from __future__ import annotations

from pathlib import Path

import pytest
from treatment_cases import COMBINED, GOOD, STYLES, differences

SOLUTIONS = Path(__file__).parents[2] / "fixtures" / "solutions"


# Each style meets three of the combinations, so that together each treatment is met by at least two styles;
# scripts/bench-judge.py runs all styles through all treatments.
CASES = [(style, (first + step) % len(COMBINED)) for first, style in enumerate(STYLES) for step in (0, 3, 5)]


@pytest.mark.parametrize(("style", "number"), CASES)
def test_verdicts_do_not_depend_on_how_the_code_is_written(judged, style: str, number: int) -> None:  # type: ignore[no-untyped-def]
    treat = {**GOOD, **COMBINED[number]}
    output = judged(SOLUTIONS / style, treat)
    assert output["faults"] == []
    assert differences(output, treat) == []
