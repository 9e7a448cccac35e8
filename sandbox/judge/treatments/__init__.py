"""What became of each planted fault in the matrix that the model was fitted on."""

from __future__ import annotations

from .seen import Seen, see
from .verdicts import verdict_of

__all__ = ["Seen", "see", "verdict_of"]
