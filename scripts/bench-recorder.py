"""The recorder's own share of a scored run's CPU time, for each fixture style. No test: figures depend on the machine.

    python scripts/bench-recorder.py [--repeat 2]

The share is what the recorder counts itself (thread time inside its code over the process's CPU time), which is also
what its budget of 5 % is held against. Calls that only pass through are not in it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests/python/judge"), str(ROOT / "tests/python/recorder")]
from applications import write_variant  # noqa: E402
from box import Box  # noqa: E402
from treatment_cases import GOOD, STYLES  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repeat", type=int, default=2)
    arguments = parser.parse_args()
    print(f"{'style':14}{'mode':8}{'CPU s':>8}{'own s':>8}{'share':>8}{'events':>8}{'dropped':>9}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        public, _ = write_variant(folder / "variant", 3)
        box = Box(folder / "box")
        for style in STYLES:
            for mode in ("events", "full"):
                ends = []
                for number in range(arguments.repeat):
                    out = folder / style / mode / str(number)
                    box.run(ROOT / "tests/fixtures/solutions" / style, public, out, mode, GOOD)
                    lines = (out / "evidence" / "events.jsonl").read_text().splitlines()
                    ends.append(json.loads(lines[-1]))
                best = min(ends, key=lambda e: e["self_seconds"] / e["cpu_seconds"])
                share = best["self_seconds"] / best["cpu_seconds"]
                print(
                    f"{style:14}{mode:8}{best['cpu_seconds']:8.2f}{best['self_seconds']:8.3f}{share:8.1%}"
                    f"{best['n']:8}{best['dropped']:9}",
                    flush=True,
                )
        box.close()


if __name__ == "__main__":
    main()
