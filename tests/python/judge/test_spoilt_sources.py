"""Sources as people and enemies leave them: read for what is right in them, or refused with the place; never a crash.

Spoilt from a seed: MLEWB_FUZZ_SEED gives other cases, MLEWB_LONG many more.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from judge.static import read_solution

Facts = dict[str, Any]
SEED = int(os.environ.get("MLEWB_FUZZ_SEED", "20261130"))
CASES = 3000 if os.environ.get("MLEWB_LONG") == "1" else 60
REFERENCE = Path(__file__).resolve().parents[3] / "tasks" / "credit_risk" / "solutions" / "reference" / "solution.py"
COLUMNS = {"age", "income", "loan_amount"}
SEEDED = "import numpy as np\nnp.random.seed(42)\n"


def read(folder: Path, source: bytes) -> Facts:
    (folder / "solution.py").write_bytes(source)
    return read_solution(folder, COLUMNS)


def seeds(facts: Facts) -> list[tuple[str, Any]]:
    return [(seed["generator"], seed["value"]) for seed in facts["seeds"]]


@pytest.mark.parametrize(
    "source",
    [
        b"# -*- coding: latin-1 -*-\n# Gr\xf6\xdfe\n" + SEEDED.encode(),
        # In a comment nobody reads it: the box runs what was compiled from the same bytes.
        b"# Gr\xf6\xdfe\n" + SEEDED.encode(),
        b"\xef\xbb\xbf" + SEEDED.encode(),
        SEEDED.replace("\n", "\r\n").encode(),
        SEEDED.replace("\n", "\r").encode(),
        ("# 数据\n" + SEEDED).encode(),
        (SEEDED + "# " + "x" * 5_000_000).encode(),
    ],
    ids=["latin-1 that says so", "latin-1 in a comment", "a byte order mark", "CRLF", "CR", "Chinese", "5 MB in one line"],
)
def test_what_python_reads_is_read(tmp_path: Path, source: bytes) -> None:
    facts = read(tmp_path, source)
    assert facts["error"] is None
    assert seeds(facts) == [("numpy", 42)]


@pytest.mark.parametrize(
    "source, line",
    [
        (b"x = 1\ny = 'Gr\xf6\xdfe'\n", 2),
        (b"# -*- coding: nothing-known -*-\nx = 1\n", None),
        (b"type Row = dict[str, int]\n", 1),
        (b"x = 1\ndef first[T](a: list[T]) -> T: ...\n", 2),
        (b"x = 1\ny = f'{'a'}'\n", 2),
        (b"print 'x'\n", 1),
    ],
    ids=["latin-1 that does not say so", "an unknown encoding", "3.12: type", "3.12: type parameters", "3.12: quotes", "2"],
)
def test_what_python_refuses_is_named_with_its_place(tmp_path: Path, source: bytes, line: int | None) -> None:
    facts = read(tmp_path, source)
    assert facts["parsed"] is False
    assert facts["error"]["file"] == "solution.py"
    assert facts["error"]["message"]
    assert line is None or facts["error"]["line"] == line


@pytest.mark.parametrize(
    "source, message",
    [("x = 1\n" * 100_000, "more than 200,000"), ("#" * 7_000_000, "larger than 6 MB")],
    ids=["too much code", "too many bytes"],
)
def test_what_would_take_too_long_is_refused_in_words(tmp_path: Path, source: str, message: str) -> None:
    (tmp_path / "beside.py").write_text(SEEDED)
    facts = read(tmp_path, source.encode())
    assert facts["error"]["file"] == "solution.py"
    assert message in facts["error"]["message"]
    # The other files of the solution are read all the same.
    assert seeds(facts) == [("numpy", 42)]


PIECES = [b"(" * 300, b"\x00", b"\xff", b"lambda: " * 50, b"'''", b"f'{", b"\\", b"\t", b"async ", b"*" * 40, b"9" * 6000, b"[" * 90 + b"]" * 90, b"\f", b"exec('x')\n"]  # fmt: skip


def spoil(source: bytes, draws: random.Random) -> bytes:
    for _ in range(draws.randrange(1, 6)):
        at, length = draws.randrange(len(source) + 1), draws.randrange(1, 400)
        source = draws.choice(
            [
                lambda s: s[:at] + s[at + length :],
                lambda s: s[:at] + draws.choice(PIECES) + s[at:],
                lambda s: s[:at] + s[at : at + length] * draws.randrange(2, 9) + s[at:],
                lambda s: s[:at] + bytes(draws.randrange(256) for _ in range(draws.randrange(1, 9))) + s[at:],
                lambda s: s[:at] or b"x",
            ]
        )(source)
    return source


@pytest.mark.parametrize("part", range(4))
def test_a_spoilt_source_is_read_or_refused(tmp_path: Path, part: int) -> None:
    reference = REFERENCE.read_bytes()
    for case in range(CASES // 4):
        source = spoil(reference, random.Random(f"{SEED} {part} {case}"))
        facts = read(tmp_path, source)
        assert facts["parsed"] is (facts["error"] is None), f"case {case} of part {part}"
