"""Where the package and the published schema lie."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SANDBOX = ROOT / "sandbox"
