"""Small plain helpers. ``from mle_bench.utils.preprocess import clean_data``."""

from . import preprocess

__all__ = ["preprocess"]
