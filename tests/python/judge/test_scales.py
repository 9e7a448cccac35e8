"""Scales on which targets are fitted: there and back."""

from __future__ import annotations

import numpy as np
import pytest
from judge.scales import SCALES, read_back, scaled

TARGET = np.array([0.5, 1.0, 17.0, 4_000.0])


@pytest.mark.parametrize("name", SCALES)
def test_each_scale_leads_back_to_the_target(name: str) -> None:
    to, back = SCALES[name]
    assert np.allclose(back(to(TARGET)), TARGET)


def test_the_target_as_it_is_comes_first() -> None:
    assert read_back(TARGET)[0] is TARGET and scaled(TARGET)[0] is TARGET


def test_a_logarithm_is_among_the_scales_of_the_target() -> None:
    assert any(np.allclose(found, np.log(TARGET)) for found in scaled(TARGET))
    assert any(np.allclose(found, TARGET) for found in read_back(np.log(TARGET)))


def test_what_has_no_value_on_a_scale_is_no_error() -> None:
    with np.errstate(all="raise"):
        assert not np.isfinite(scaled(np.array([-4.0, 0.0]))[1]).any()
        assert np.isinf(read_back(np.array([1e6]))[1]).all()
