"""Fixtures of the judge's tests."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
for folder in (ROOT / "sandbox", HERE, HERE.parent / "recorder"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
