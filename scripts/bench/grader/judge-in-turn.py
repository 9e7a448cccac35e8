"""The judge as one process that is asked again and again about one run: `python -I -B judge-in-turn.py`.

Reads a path of a request file from each line and answers with a line: `{"ok": true, "output": ...}` or
`{"ok": false, "error": ...}`. The data are read once: of millions of rows that takes longer than all the rest.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "sandbox"))
from judge import run  # noqa: E402
from judge.output import to_json  # noqa: E402
from judge.request import read_request  # noqa: E402
from judge.variant import Variant, read_variant  # noqa: E402


class Remembered:
    """`read_variant`, with what it read last. The bench never changes a file that was read."""

    def __init__(self) -> None:
        self.key: Any = None
        self.variant: Variant | None = None

    def __call__(self, public: Path, truth: dict[str, Any], target: str | None, private: Path | None) -> Variant | None:
        if self.key != (public, target, private):
            self.key, self.variant = None, None
            self.variant = read_variant(public, truth, target, private)
            self.key = (public, target, private)
        return self.variant


def main() -> None:
    run.read_variant = Remembered()
    for line in sys.stdin:
        try:
            answer = f'{{"ok": true, "output": {to_json(run.judge(read_request(Path(line.strip()))))}}}'
        except Exception as error:
            answer = json.dumps({"ok": False, "error": f"{type(error).__name__}: {error}"[:500]})
        print(answer.replace("\n", " "), flush=True)


if __name__ == "__main__":
    main()
