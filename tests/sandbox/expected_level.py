"""The level that the machine was said to offer. Set where tests/sandbox runs on a machine made for it.

`MLEWB_EXPECTED_LEVELS=root=L1,user=L2`, by the tests' names of the users; see scripts/try-emulated-debian.py.
"""

from __future__ import annotations

import os

EXPECTED: dict[str, str] = dict(
    part.split("=", 1) for part in os.environ.get("MLEWB_EXPECTED_LEVELS", "").split(",") if part
)
L1_USERS = [name for name, level in EXPECTED.items() if level == "L1"]
