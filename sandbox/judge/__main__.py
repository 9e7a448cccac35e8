"""`python -I -B sandbox/judge/__main__.py REQUEST.json`: isolated mode puts no folder on the path, so the parent is added here."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from judge.run import main  # noqa: E402

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
