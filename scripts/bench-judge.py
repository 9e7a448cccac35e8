"""Precision of the judge: every fixture style through every treatment, verdicts against what was really done.

    python scripts/bench-judge.py [--seed 3] [--random 10] [--styles chain,by_hand] [--single]

Prints each wrong verdict and the sums. Takes minutes; it is no test.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "sandbox"), str(ROOT / "tests/python/judge"), str(ROOT / "tests/python/recorder")]
from applications import write_variant  # noqa: E402
from box import Box  # noqa: E402
from judge.output import to_json  # noqa: E402
from judge.request import read_request  # noqa: E402
from judge.run import judge  # noqa: E402
from treatment_cases import COMBINED, GOOD, SINGLE, STYLES, differences, random_treatments  # noqa: E402

VERDICTS = 9
"""Questions asked of each run: five faults, three unwanted columns, the target."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--styles", default=",".join(STYLES))
    parser.add_argument(
        "--single", action="store_true", help="each treatment alone instead of the combinations"
    )
    arguments = parser.parse_args()
    treatments = [
        *(SINGLE if arguments.single else COMBINED),
        *random_treatments(arguments.random, arguments.seed),
    ]
    wrong: Counter[str] = Counter()
    links: Counter[str] = Counter()
    runs, seconds = 0, 0.0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        public, private = write_variant(folder / "variant", arguments.seed)
        box = Box(folder / "box")
        for style in arguments.styles.split(","):
            for number, changed in enumerate(treatments):
                treat = {**GOOD, **changed}
                out = folder / "runs" / style / str(number)
                solution = ROOT / "tests/fixtures/solutions" / style
                if box.run(solution, public, out / "scored", "events", treat):
                    print(style, changed, "the run failed", flush=True)
                    continue
                box.run(solution, public, out / "verification", "full", treat)
                request = _request(solution, public, private, out)
                began = time.process_time()
                output = json.loads(to_json(judge(read_request(request))))
                seconds += time.process_time() - began
                runs += 1
                links[
                    (output["model"] or {"trainedOn": {"linkedBy": "no model"}})["trainedOn"]["linkedBy"]
                ] += 1
                for difference in [*differences(output, treat), *(f["error"] for f in output["faults"])]:
                    wrong[style] += 1
                    print(style, changed, difference, flush=True)
        box.close()
    asked = runs * VERDICTS
    print(
        f"{asked - sum(wrong.values())} of {asked} right in {runs} runs, {seconds / max(runs, 1):.2f} s CPU a run, {dict(links)}"
    )


def _request(solution: Path, public: Path, private: Path, out: Path) -> Path:
    def execution(name: str) -> dict[str, Any]:
        folder = out / name
        return {
            "evidence": str(folder / "evidence"),
            "report": str(folder / "report"),
            "log": str(folder / "log.txt"),
        }

    path = out / "request.json"
    path.write_text(
        json.dumps(
            {
                "schema": 1,
                "solution": str(solution),
                "entry": "solution.py",
                "public": str(public),
                "private": str(private),
                "target": "default",
                "positive": 1,
                "scored": execution("scored"),
                "verification": {**execution("verification"), "public": str(public)},
                "identifiers": ["applicant_id"],
                "groups": ["gender", "region"],
            }
        )
    )
    return path


if __name__ == "__main__":
    main()
