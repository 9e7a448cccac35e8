"""What the verification run records beyond events: matrices, outputs, changes, loops, caught exceptions, lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import numpy as np
import pytest
from test_events import READ, of

Events = list[dict[str, Any]]
Record = Callable[..., Events]


def deltas(events: Events) -> list[tuple[int, str, tuple[str, ...]]]:
    return [(e["line"], e["name"], tuple(e["new"])) for e in of(events, "delta") if e["rows"][0] is not None]


def test_the_matrix_of_a_fit_is_saved_whole(record: Record) -> None:
    source = (
        READ + "from sklearn.linear_model import Ridge\nRidge().fit(df[['age', 'income']], df['label'])\n"
    )
    mat = of(record(source, "full"), "fit")[0]["mat"]
    with np.load(record.out / "evidence" / f"{mat['id']}.npz", allow_pickle=False) as saved:  # type: ignore[attr-defined]
        assert saved["X"].shape == (300, 2)
        assert saved["names"].tolist() == ["age", "income"]
        assert int(saved["n"]) == 300 and saved["y"].shape == (300,)
        assert saved["X"][3].tolist() == [23.0, 30111.0]


def test_the_matrix_of_a_plain_list_is_saved(record: Record) -> None:
    source = "from sklearn.linear_model import Ridge\nRidge().fit([[float(i), 1.0] for i in range(60)], list(range(60)))\n"
    mat = of(record(source, "full"), "fit")[0]["mat"]
    with np.load(record.out / "evidence" / f"{mat['id']}.npz", allow_pickle=False) as saved:  # type: ignore[attr-defined]
        assert saved["X"].shape == (60, 2) and "index" not in saved


def test_text_columns_are_saved_as_text(record: Record) -> None:
    source = (
        READ + "from sklearn.preprocessing import OneHotEncoder\nOneHotEncoder().fit(df[['kind', 'age']])\n"
    )
    mat = of(record(source, "full"), "fit")[0]["mat"]
    with np.load(record.out / "evidence" / f"{mat['id']}.npz", allow_pickle=False) as saved:  # type: ignore[attr-defined]
        assert saved["text_columns"].tolist() == [0]
        assert saved["levels"][saved["codes"][0, :2]].tolist() == ["a", "b"]


def test_both_modes_give_the_same_checksum(record: Record) -> None:
    source = (
        READ + "from sklearn.linear_model import Ridge\nRidge().fit(df[['age', 'income']], df['label'])\n"
    )
    prints = {of(record(source, mode), "fit")[0]["mat"]["fp"] for mode in ("events", "full")}
    assert len(prints) == 1


def test_another_value_gives_another_checksum(record: Record) -> None:
    fit = "from sklearn.linear_model import Ridge\nRidge().fit(df[['age', 'income']], df['label'])\n"
    prints = [of(record(READ + change + fit), "fit")[0]["mat"]["fp"] for change in ("", "df['age'] += 1\n")]
    assert prints[0] != prints[1]


def test_a_statement_on_many_lines_is_looked_at_when_it_is_done(record: Record) -> None:
    lines = [f"    {name}=df['age'] + {number},\n" for number, name in enumerate("abcd", 1)]
    found = of(record(READ + "df = df.assign(\n" + "".join(lines) + ")\n", "full"), "delta")[-1]
    assert (found["line"], found["end"], found["new"]) == (5, 10, ["a", "b", "c", "d"])


def test_outputs_name_the_object_that_made_them(record: Record) -> None:
    source = READ + (
        "from sklearn.linear_model import LogisticRegression\nm = LogisticRegression()\n"
        "m.fit(df[['age', 'income']], df['label'])\nm.predict_proba(df[['age', 'income']])\n"
    )
    events = record(source, "full")
    assert of(events, "out")[0]["root"] == of(events, "fit")[0]["obj"]


def test_changes_are_found_whatever_call_makes_them(record: Record) -> None:
    source = READ + (
        "import numpy as np\n"
        "df['age'] = np.where(df['age'] > 60, 60, df['age'])\n"
        "df.loc[df['income'] > 35000, 'income'] = 1\n"
        "df['kind'].replace('a', 'c', inplace=True)\n"
        "values = df['age'].values.astype(float)\n"
        "values[values < 30] = 0\n"
    )
    found = deltas(record(source, "full"))
    assert [(line, new) for line, _, new in found] == [
        (6, ("age",)),
        (7, ("income",)),
        (8, ("kind",)),
        (10, ("",)),
    ]


def test_looks_change_nothing(record: Record) -> None:
    source = READ + (
        "print(df.describe(), df.isna().sum(), df.sort_values('age').head())\nview = df[['age']].head(200)\n"
        "df.groupby('kind').mean(numeric_only=True)\n"
    )
    assert deltas(record(source, "full")) == []


def test_the_first_write_into_an_empty_array_makes_it_and_the_next_changes_it(record: Record) -> None:
    source = READ + (
        "import numpy as np\n"
        "held = np.zeros((len(df), 2))\n"
        "held[df['age'] > 50, 1] = 1\n"
        "held[:, 0] = 2 * df['income']\n"
    )
    found = [(line, name) for line, name, new in deltas(record(source, "full")) if name == "held" and new]
    assert found == [(source.count("\n"), "held")]


def test_a_mask_is_no_data_until_it_stands_in_a_table(record: Record) -> None:
    source = READ + (
        "import numpy as np\n"
        "old = np.zeros(len(df), dtype=bool)\n"
        "old[1:] = df['age'].to_numpy()[1:] > 50\n"
        "rich = df['income'] > 100\n"
        "rich |= df['age'] > 60\n"
        "df['old'] = old.astype(int) + rich\n"
    )
    found = {(name, new) for _, name, new in deltas(record(source, "full"))}
    assert ("df", ("old",)) in found
    assert not {name for name, _ in found} & {"old", "rich"}


def test_a_change_inside_a_function_is_seen_at_its_line(record: Record) -> None:
    source = (
        READ
        + "def clean(d):\n    d = d.copy()\n    d['age'] = d['age'] * 2\n    return d\n\n\ndf = clean(df)\n"
    )
    found = deltas(record(source, "full"))
    assert (7, "d", ("age",)) in found


PREPARED = """
class Prepared:
    def __init__(self, table):
        self.table = table

    def capped(self):
        self.table = self.table[self.table["age"] < 60]
        return self

    def doubled(self):
        self.table["age"] = self.table["age"] * 2
        self.table.loc[self.table["income"] > 35000, "income"] = 1


Prepared(df).capped().doubled()
"""


def test_a_table_that_an_object_holds_is_seen_as_one_in_a_variable_is(record: Record) -> None:
    found = deltas(record(READ + PREPARED, "full"))
    assert [(line, name, new) for line, name, new in found if name == "self.table"] == [
        (11, "self.table", ("row_id", "age", "income", "kind", "label")),
        (15, "self.table", ("age",)),
        (16, "self.table", ("income",)),
    ]


@pytest.mark.parametrize(
    "holder",
    [
        "from dataclasses import dataclass\n@dataclass(slots=True)\nclass Held:\n    table: object\nheld = Held(df)\n",
        "class Held:\n    pass\nheld = Held()\nheld.table = df\n",
        "from types import SimpleNamespace\nheld = SimpleNamespace(table=df)\n",
    ],
)
def test_whatever_object_holds_it(record: Record, holder: str) -> None:
    work = "def clean(held):\n    held.table = held.table.assign(age=1)\nclean(held)\n"
    found = deltas(record(READ + holder + work, "full"))
    assert [(name, new) for _, name, new in found] == [("held.table", ("age",))]


def test_a_table_that_a_dict_holds_is_seen(record: Record) -> None:
    work = "parts = {'train': df}\nparts['train'] = parts['train'].assign(age=1)\nparts['train']['income'] = 2\n"
    found = deltas(record(READ + work, "full"))
    assert [(name, new) for _, name, new in found] == [
        ('parts["train"]', ("age",)),
        ('parts["train"]', ("income",)),
    ]


def test_no_code_of_the_solution_runs_to_find_what_it_holds(record: Record) -> None:
    work = (
        "class Held:\n    @property\n    def table(self):\n        print('asked')\n        return df\n"
        "    def __getattr__(self, name):\n        print('asked')\n        raise AttributeError(name)\n"
        "held = Held()\ndef ask(held):\n    return isinstance(held, Held) or held.table or held.nothing\nask(held)\n"
    )
    record(READ + work, "full")
    assert "asked" not in (record.out / "log.txt").read_text()  # type: ignore[attr-defined]


def test_a_hand_written_loop_leaves_its_matrix(record: Record) -> None:
    source = READ + (
        "import numpy as np\nX = df[['age', 'income']].to_numpy(float)\nw = np.zeros(2)\n"
        "for _ in range(30):\n    w = w - 1e-12 * X.T @ (X @ w - df['label'].to_numpy())\n"
    )
    loops = of(record(source, "full"), "loopmat")
    assert [(e["name"], e["shape"]) for e in loops] == [("X", [300, 2])]


def test_caught_exceptions_show_in_full_mode(record: Record) -> None:
    source = "try:\n    float('x')\nexcept ValueError:\n    pass\nfor i in iter([1]):\n    pass\n"
    raised = of(record(source, "full"), "raise")
    assert [(e["type"], e["line"], e["end"]) for e in raised] == [("ValueError", 2, False)]


def test_the_lines_that_ran_are_listed(record: Record) -> None:
    lines = of(record("x = 1\nif x > 2:\n    y = 3\nz = 4\n", "full"), "lines")
    assert lines == [{**lines[0], "file": "solution.py", "lines": [1, 2, 4]}]


def test_booster_predictions_are_bound_to_the_booster(record: Record) -> None:
    source = READ + (
        "import lightgbm as lgb\nX = df[['age', 'income']]\n"
        "b = lgb.train({'objective': 'binary', 'verbose': -1, 'num_threads': 1}, lgb.Dataset(X, label=df['label']), 3)\n"
        "b.predict(X)\n"
    )
    events = record(source, "full")
    assert of(events, "out")[0]["root"] == of(events, "done")[0]["root"]


def test_full_mode_computes_the_same_as_no_recorder(record: Record) -> None:
    source = READ + (
        "import numpy as np\nfrom sklearn.ensemble import RandomForestClassifier\n"
        "m = RandomForestClassifier(5, random_state=1, n_jobs=1).fit(df[['age', 'income']], df['label'])\n"
        "print(repr(m.predict_proba(df[['age', 'income']])[:, 1].sum()), np.random.RandomState(0).rand())\n"
    )
    said = []
    for mode in ("off", "events", "full"):
        record(source, mode)
        said.append((record.out / "log.txt").read_text())  # type: ignore[attr-defined]
    assert said[0] == said[1] == said[2]


def test_a_statement_after_a_library_fit_is_still_seen(record: Record) -> None:
    source = READ + (
        "from sklearn.linear_model import Ridge\nRidge().fit(df[['age', 'income']], df['label'])\n"
        "df['age'] = df['age'] * 2\n"
    )
    line = len(source.splitlines())
    assert (line, "df", ("age",)) in deltas(record(source, "full"))


def test_what_the_solutions_own_code_does_inside_a_library_fit_is_seen(record: Record) -> None:
    source = READ + (
        "from sklearn.base import BaseEstimator, TransformerMixin\n"
        "from sklearn.linear_model import Ridge\nfrom sklearn.pipeline import make_pipeline\n"
        "from sklearn.preprocessing import FunctionTransformer\n"
        "class Halve(BaseEstimator, TransformerMixin):\n"
        "    def fit(self, X, y=None):\n        return self\n"
        "    def transform(self, X):\n        X = X.copy()\n        X['age'] = X['age'] / 2\n        return X\n"
        "def shift(X):\n    X = X.copy()\n    X['income'] = X['income'] + 7\n    return X\n"
        "make_pipeline(Halve(), FunctionTransformer(shift), Ridge()).fit(df[['age', 'income']], df['label'])\n"
    )
    seen = {new for _, name, new in deltas(record(source, "full")) if name == "X"}
    assert {("age",), ("income",)} <= seen


def test_each_text_is_saved_once_and_at_its_own_width(record: Record) -> None:
    source = READ + (
        "from sklearn.preprocessing import OneHotEncoder\nOneHotEncoder().fit(df[['kind', 'age']])\n"
    )
    mat = of(record(source, "full"), "fit")[0]["mat"]
    with np.load(record.out / "evidence" / f"{mat['id']}.npz", allow_pickle=False) as saved:  # type: ignore[attr-defined]
        assert saved["levels"].dtype == np.dtype("U1") and len(saved["levels"]) == 2
        assert saved["codes"].shape == (1, 300)


def test_of_matrices_with_as_many_rows_the_same_rows_are_kept(record: Record) -> None:
    source = (
        "import numpy as np\nfrom sklearn.dummy import DummyRegressor\nfrom sklearn.preprocessing import StandardScaler\n"
        "X = np.zeros((100_001, 60), np.int8)\n"
        "StandardScaler().fit(X)\nDummyRegressor().fit(X[:, :50] + 1, np.zeros(100_001))\n"
    )
    kept = []
    for fit in of(record(source, "full"), "fit"):
        with np.load(record.out / "evidence" / f"{fit['mat']['id']}.npz", allow_pickle=False) as saved:  # type: ignore[attr-defined]
            kept.append(saved["pos"].tolist())
    assert len(kept) == 2 and len(kept[0]) == 20_000 and kept[0] == kept[1]


def test_where_folds_fill_the_store_the_model_still_finds_room(record: Record) -> None:
    # Each fit has 32 MB, and nine of them more than the store holds.
    folds = "for fold in range(3):\n    DummyRegressor().fit(X + {start} + fold, y)\n"
    source = (
        "import numpy as np\nfrom sklearn.dummy import DummyRegressor\n"
        "X = np.zeros((100_000, 40))\ny = np.arange(100_000.0)\n"
        + "".join(folds.format(start=start) for start in (0, 3, 6))
        + "DummyRegressor().fit(X + 9, y)\n"
    )
    fits = of(record(source, "full"), "fit")
    folder = record.out / "evidence"  # type: ignore[attr-defined]
    with np.load(folder / f"{fits[-1]['mat']['id']}.npz", allow_pickle=False) as saved:
        assert saved["X"].shape == (100_000, 40) and saved["X"][0, 0] == 9
    assert sum(path.stat().st_size for path in folder.glob("*.npz")) < 300_000_000


def test_a_sparse_matrix_is_saved_sparsely_with_all_its_rows(record: Record) -> None:
    source = (
        "import numpy as np\nfrom scipy import sparse\nfrom sklearn.linear_model import Ridge\n"
        "X = sparse.random(5000, 4000, density=0.002, format='csc', random_state=0)\n"
        "Ridge(solver='sag', max_iter=1).fit(X.tocsr(), np.arange(5000.0))\n"
    )
    mat = of(record(source, "full"), "fit")[0]["mat"]
    path = record.out / "evidence" / f"{mat['id']}.npz"  # type: ignore[attr-defined]
    with np.load(path, allow_pickle=False) as saved:
        assert saved["indptr"].shape == (5001,) and int(saved["width"]) == 4000
        assert len(saved["data"]) == len(saved["indices"]) == 40_000
    assert path.stat().st_size < 1_000_000


def test_both_modes_give_a_sparse_matrix_the_same_checksum(record: Record) -> None:
    source = (
        "import numpy as np\nfrom sklearn.feature_extraction.text import CountVectorizer\n"
        "from sklearn.naive_bayes import MultinomialNB\n"
        "X = CountVectorizer().fit_transform(['a word', 'two words', 'three words here'] * 30)\n"
        "MultinomialNB().fit(X, [0, 1, 2] * 30)\n"
    )
    prints = [
        next(e for e in of(record(source, mode), "fit") if e["cls"] == "MultinomialNB")["mat"]["fp"]
        for mode in ("events", "full")
    ]
    assert prints[0] is not None and prints[0] == prints[1]


def test_a_file_that_is_written_again_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).resolve().parents[3] / "sandbox"))
    from recorder.matrices import Store

    store = Store()
    store.keep("a-1", 1, 500)
    store.keep("a-last", 2, 900)
    store.keep("a-last", 3, 100)
    assert store.bytes == 600
    assert store.saved == {1: "a-1", 3: "a-last"}


def test_a_change_of_a_table_of_many_rows_is_seen_in_some_of_them(record: Record) -> None:
    source = (
        "import numpy as np\nimport pandas as pd\n"
        "df = pd.DataFrame({'a': np.arange(450_001) % 7.0, 'b': np.arange(450_001)})\n"
        "df['b'] = df['b'].clip(upper=400_000)\n"
        "print(len(df))\n"
    )
    assert deltas(record(source, "full")) == [(4, "df", ("b",))]


def test_a_value_that_the_head_of_a_loop_gave_unwatched_is_not_changed_by_who_reads_it(record: Record) -> None:
    source = "import numpy as np\nparts = [np.arange(300.0) + part for part in range(5)]\n"
    source += "for _ in range(4):\n    for part in parts:\n        part.mean()\n"
    found = [(e["line"], e["own"]) for e in of(record(source, "full"), "delta") if e["name"] == "part"]
    assert found and set(found) == {(4, False)}


def test_what_a_loop_wrote_into_an_array_unwatched_is_not_changed_by_who_reads_it(record: Record) -> None:
    source = "import numpy as np\nheld = np.zeros(300)\nfor place in range(8):\n    held[place] = place + 1\nprint(held.mean())\n"
    found = [e["line"] for e in of(record(source, "full"), "delta") if e["name"] == "held" and e["new"]]
    assert found and set(found) <= {2, 4}


def test_a_fit_on_rows_that_a_loop_had_shown_before_keeps_its_own_target(record: Record) -> None:
    source = (
        READ
        + "from sklearn.linear_model import Ridge\nX, y = df[['age', 'income']].to_numpy(), df['label'].to_numpy()\n"
        + "for _ in range(30):\n    X.mean()\nRidge().fit(X, y)\n"
    )
    events = record(source, "full")
    assert of(events, "loopmat")
    mat = of(events, "fit")[0]["mat"]
    with np.load(record.out / "evidence" / f"{mat['id']}.npz", allow_pickle=False) as saved:  # type: ignore[attr-defined]
        assert saved["y"].shape == (300,)
