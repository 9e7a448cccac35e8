"""Files of the environment that a task does not show: real public data that the task asks about."""

from __future__ import annotations

import sys

import pytest
from attempts import Outcome
from conftest import USERS, Supervisors
from supervised import Supervised

DATA = "sklearn/datasets/data/"
MASKED = [f"{DATA}breast_cancer.csv", f"{DATA}diabetes_data_raw.csv.gz", f"{DATA}diabetes_target.csv.gz"]
LIMITS = {"wall_seconds": 60.0}


#: Both loaders, and then every other way to the rows.
PROGRAM = (
    "import os, sklearn\n"
    "from sklearn.datasets import load_breast_cancer, load_diabetes\n"
    "for load in (load_breast_cancer, load_diabetes):\n"
    "    try:\n"
    "        load()\n"
    "        print(load.__name__, 'LOADED')\n"
    "    except Exception as error:\n"
    "        print(load.__name__, type(error).__name__, error)\n"
    f"path = os.path.join(os.path.dirname(sklearn.__file__), '..', {MASKED[0]!r})\n"
    "for flags in (os.O_RDONLY, os.O_RDONLY | os.O_NOFOLLOW):\n"
    "    text = os.read(os.open(path, flags), 1 << 20)\n"
    "    assert text.startswith(b'This data set'), text[:100]\n"
    "real = os.path.realpath(path)\n"
    "assert open(real, 'rb').read() == text\n"
    "for change in (lambda: os.remove(real), lambda: open(real, 'a'), lambda: os.rename(real, '/tmp/x')):\n"
    "    try:\n"
    "        change()\n"
    "    except OSError:\n"
    "        pass\n"
    "    else:\n"
    "        raise SystemExit('changed')\n"
    "print('no way round')\n"
)


@pytest.fixture(scope="module", params=USERS)
def masked(request: pytest.FixtureRequest, supervisors: Supervisors) -> Outcome:
    """One run; what it met is read by each test."""
    return supervisors[request.param].run(PROGRAM, LIMITS, python={"prefix": sys.prefix}, masked=MASKED)


@pytest.mark.parametrize("loader", ["load_breast_cancer", "load_diabetes"])
def test_the_loader_fails_with_a_sentence(loader: str, masked: Outcome) -> None:
    (said,) = [line for line in masked.out.splitlines() if line.startswith(loader)]
    assert "This data set is not available here" in said.replace("_", " ")


def test_no_way_round_the_loader_reads_the_rows(masked: Outcome) -> None:
    assert (masked.status, masked.out.splitlines()[-1]) == ("finished", "no way round"), masked.err


def test_the_record_says_what_was_hidden(masked: Outcome) -> None:
    (row,) = [wall for wall in masked.result["walls"] if wall["wall"] == "masked_files"]
    assert (row["effective"], row["kind"]) == ("hidden", "wall")


def test_what_is_not_masked_loads(supervised: Supervised) -> None:
    code = "from sklearn.datasets import load_iris, load_diabetes\nload_iris(); load_diabetes()"
    outcome = supervised.run(code, LIMITS, python={"prefix": sys.prefix}, masked=[f"{DATA}breast_cancer.csv"])
    assert outcome.status == "finished", outcome.err


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "a//b", ""])
def test_a_path_that_leaves_the_library_is_refused(path: str, supervised: Supervised) -> None:
    with pytest.raises(Exception, match="masked"):
        supervised.run("print(1)", LIMITS, python={"prefix": sys.prefix}, masked=[path])
