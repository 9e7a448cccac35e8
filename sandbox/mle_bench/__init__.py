"""What a solution may use inside the sandbox. Importing this package imports nothing heavy.

Constants (also set as environment variables, right whatever the working directory is):

- ``TASK_ID``: the task's id; ``SEED``: 42; ``TIMEOUT_SEC``: the time wall in seconds.
- ``DATA_DIR``: the data, read-only; ``REPORT_DIR``: where results go.
"""

from __future__ import annotations

import os

TASK_ID: str = os.environ.get("TASK_ID", "")
SEED: int = int(os.environ.get("SEED", "42"))
DATA_DIR: str = os.environ.get("DATA_DIR", "/tmp/mle_data")
REPORT_DIR: str = os.environ.get("REPORT_DIR", "/tmp/mle_report")
TIMEOUT_SEC: int = int(os.environ.get("TIMEOUT_SEC", "120"))

from . import models, noise, report, utils  # noqa: E402  (they need the constants)
from .decisions import log_decision  # noqa: E402
from .splits import fixed_test_split  # noqa: E402
from .walls import limits  # noqa: E402

__all__ = [
    "DATA_DIR",
    "REPORT_DIR",
    "SEED",
    "TASK_ID",
    "TIMEOUT_SEC",
    "fixed_test_split",
    "limits",
    "log_decision",
    "models",
    "noise",
    "report",
    "utils",
]
