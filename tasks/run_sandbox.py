"""Run an agent's program in the sandbox: ``python ../run_sandbox.py --task_dir ./ --timeout 120 --memory_limit 2000000000``.

Needs only Python's standard library; the libraries inside are those of the managed environment (``mlewb env create``).
"""

from __future__ import annotations

import sys
from pathlib import Path

if sys.version_info < (3, 9):
    sys.exit("run_sandbox.py needs Python 3.9 or later to start; the program inside runs on the managed Python 3.11")

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "sandbox"))

from standalone.command import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
