"""A whole evidence folder made by an enemy: every part gives its answer, none fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from judge.output import to_json
from judge.request import Execution, Request
from judge.run import judge

GARBAGE: list[Any] = [
    None,
    True,
    -1,
    3.5,
    1e300,
    "x",
    "../../etc/passwd",
    "m",
    [],
    [[[]]],
    {},
    {"id": "m"},
    {"id": [1]},
    "\ud800",
]
FIELDS = "fn cls lib role up root obj params steps shape mat data of seconds id rows had new gone nan name own typ line file".split()
KINDS = "start end fit done data use out loopmat delta lines help inspect change read lookup blocked raise fault open".split()


def evidence(folder: Path, value: Any) -> Execution:
    folder.mkdir()
    events = [
        {
            "n": i + 1,
            "t": 0.1,
            "k": kind,
            **({"role": "classifier", "cls": "Ridge"} if i % 2 else {}),
            **dict.fromkeys(FIELDS, value),
        }
        for i, kind in enumerate(KINDS * 2)
    ]
    lines = [json.dumps(e) for e in events]
    (folder / "events.jsonl").write_text("\n".join(lines))
    np.savez(
        folder / "m.npz",
        X=np.full((50, 3), np.nan),
        pos=np.arange(50) * 10**6,
        n=np.array(10**9),
        names=np.array(["row_id"] * 9),
    )
    np.savez(folder / "out-3.npz", v=np.full((7, 2), np.inf))
    (folder / "predictions.csv").write_text(
        "row_id,split,prediction,score\n" + "1,test,nan,inf\n" * 30 + "x,,,\n"
    )
    (folder / "report.json").write_text(
        '{"decisions": [{"step": {}, "method": [], "rate": 1e999}, {"step": "a"}, 3]}'
    )
    (folder / "log.txt").write_bytes(
        b'{"step": "\xff", "method": 1}\n{"step": "a", "method": "b", "rate": NaN}\n'
    )
    return Execution(folder, folder, folder / "log.txt")


@pytest.mark.parametrize("number", range(len(GARBAGE)))
def test_odd_values_in_every_field_fail_no_part(tmp_path: Path, variant, number: int) -> None:  # type: ignore[no-untyped-def]
    public, private = variant
    solution = tmp_path / "solution"
    solution.mkdir()
    (solution / "solution.py").write_text("x = 1\n")
    request = Request(
        solution=solution,
        entry="solution.py",
        public=public,
        private=private,
        target="default",
        positive=1,
        scored=evidence(tmp_path / "scored", GARBAGE[number]),
        verification=evidence(tmp_path / "verification", GARBAGE[number]),
        verification_public=public,
        identifiers=["applicant_id"],
        groups=[],
        forecast=None,
    )
    document = judge(request)
    json.loads(to_json(document))
    assert document["faults"] == []
