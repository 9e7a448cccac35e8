"""Which steps changed data, which entries the solution wrote about them, and which entry covers which step."""

from __future__ import annotations

from .log import decision_log
from .steps import treatment_line

__all__ = ["decision_log", "treatment_line"]
