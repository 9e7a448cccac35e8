"""Tables that are only ever looked at: what the tree tells of their uses, and that they are no steps that changed data."""

from __future__ import annotations

from pathlib import Path

import pytest
from judge.static import read_solution

OPEN = "import numpy as np\nimport pandas as pd\nfrom mle_bench import fixed_test_split\nsome = data.query('sales > 0')\n"

LOOKED_AT = [
    "print(some.describe())",
    "print(len(some), some['sales'].min())",
    "print('skewness', some['sales'].pipe(np.log).skew())",
    "print(some.groupby(some['day'].dt.month)['sales'].median().to_dict())",
    "text = f\"{len(some)} days, {some['sales'].to_numpy().mean():.1f} sold\"\nsave(text)",
    "save({'count': len(some), 'rate': round(float(some.isna().to_numpy().mean()), 4)})",
    "few = some.isna()\nprint(few.sum())",
    "if some['sales'].min() > 3:\n    print('none')",
    "found = []\nfound.append(some['sales'].max())\nprint(found)",
    "print([value + 1 for value in some['sales']])",
    "some = some.head()\nprint(some)",
]
USED = [
    "X = some[['price']]\nmodel.fit(X, y)",
    "train, test = fixed_test_split(some)",
    "some.pipe(fixed_test_split)",
    "clean(some)",
    "models[name](some)",
    "parts = {'train': some}\nfor name, part in parts.items():\n    model.fit(part)",
    "found = []\nfound.append(some)\nmodel.fit(pd.concat(found))",
    "data = data[data['id'].isin(some['id'])]\nmodel.fit(data)",
    "print(len(some))\nX = data.query('id in @some.id')\nmodel.fit(X)",
    "table.loc[some.index, 'open'] = 1\nmodel.fit(table)",
    "for part in (data, holdout):\n    part['usual'] = some['price'].median()\nmodel.fit(data)",
    "def f(part):\n    part['usual'] = some['price'].median()\nf(data)",
    "def f():\n    return some",
    "self.rows = some",
    "some.to_csv('rows.csv')",
    "other = lambda: some",
    "for row in some.itertuples():\n    learn(row)",
    "fits = [learn(row) for row in some['price']]",
    "a = some\nb = a\na = b\nmodel.fit(b)",
    "",
]


def looks(folder: Path, code: str) -> set[str]:
    (folder / "solution.py").write_text(OPEN + code)
    return {one["name"] for one in read_solution(folder, set())["looks"]}


@pytest.mark.parametrize("code", LOOKED_AT)
def test_what_is_printed_or_counted_is_only_looked_at(tmp_path: Path, code: str) -> None:
    assert "some" in looks(tmp_path, code)


@pytest.mark.parametrize("code", USED)
def test_what_goes_on_anywhere_is_more_than_looked_at(tmp_path: Path, code: str) -> None:
    assert "some" not in looks(tmp_path, code)


def test_a_use_in_a_very_long_expression_ends_in_time(tmp_path: Path) -> None:
    assert "some" not in looks(tmp_path, "x = " + " + ".join(["some"] * 900))


SOLUTION = """import pandas as pd
from mle_bench import fixed_test_split
df = pd.read_csv("data.csv")
most = df.query("age > 25")
grid = df.assign(row=range(len(df))).pivot(index="row", columns="gender", values="age")
absent = grid.isna()
print(absent.sum(), most["age"].describe())
"""


def test_a_filtered_and_a_turned_table_are_no_steps_where_they_are_only_looked_at(judged, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "solution.py").write_text(SOLUTION)
    assert judged(tmp_path)["decisionLog"]["steps"] == []
    (tmp_path / "solution.py").write_text(SOLUTION + "train, test = fixed_test_split(most)\n")
    assert [(step["what"], step["line"]) for step in judged(tmp_path)["decisionLog"]["steps"]] == [("rows", 4)]
