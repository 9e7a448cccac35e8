"""Python loops over rows, and how often a line was met beyond what is written."""

from __future__ import annotations

from typing import Any, Callable

import pytest

Events = list[dict[str, Any]]
Record = Callable[..., Events]
READ = "import os\nimport pandas as pd\nD = os.environ['DATA_DIR'] + '/'\ndf = pd.read_csv(D + 'data.csv')\n"


def of(events: Events, kind: str) -> Events:
    return [e for e in events if e["k"] == kind]


LOOPS = [
    ("for i, row in df.iterrows():\n    x = row['age']\n", "iterrows", 5),
    ("total = sum(r.age for r in df.itertuples(index=False))\n", "itertuples", 5),
    ("def older(r):\n    return r['age'] + 1\nnew = df.apply(older, axis=1)\n", "apply", 7),
    ("new = df.apply(lambda r: r['age'] + 1, axis='columns')\n", "apply", 5),
]


@pytest.mark.parametrize(("source", "name", "line"), LOOPS)
def test_a_loop_over_rows_is_noted_with_rows_and_time(record: Record, source: str, name: str, line: int) -> None:
    events = record(READ + source)
    (loop,) = of(events, "loop")
    assert (loop["fn"], loop["rows"], loop["line"]) == (name, 300, line)
    (end,) = of(events, "loop_end")
    assert end["of"] == loop["n"] and end["seconds"] >= 0
    assert record.code == 0  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "source",
    [
        "new = df.apply(lambda column: column.max())\n",
        "for i, row in df.head(10).iterrows():\n    pass\n",
        "new = df['age'].apply(lambda v: v + 1)\n",
        "for name, column in df.items():\n    pass\n",
    ],
)
def test_a_loop_over_columns_or_a_few_rows_is_none(record: Record, source: str) -> None:
    assert of(record(READ + source), "loop") == []


def test_a_loop_gives_the_same_rows_as_without_the_recorder(record: Record) -> None:
    source = READ + (
        "a = [(i, r['age']) for i, r in df.iterrows()]\n"
        "b = [t for t in df.itertuples(name=None)]\n"
        "assert a[5] == (5, df.loc[5, 'age']) and len(a) == 300 and b[5][0] == 5 and len(b) == 300\n"
        "next(df.iterrows())\n"
    )
    record(source)
    assert record.code == 0  # type: ignore[attr-defined]


def test_how_often_a_line_was_met_is_said_on_the_way(record: Record) -> None:
    events = record(READ + "for i in range(70):\n    df = pd.read_csv(D + 'data.csv')\n")
    opens = [e for e in of(events, "open") if e["line"] == 6]
    tallies = [(e["of"], e["count"], e["line"]) for e in of(events, "tally") if e["of"] == "open"]
    assert 1 <= len(opens) <= 20
    assert ("open", 64, 6) in tallies
