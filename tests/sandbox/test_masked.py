"""Files of the environment that a task does not show: real public data that the task asks about."""

from __future__ import annotations

import sys

import pytest
from supervised import Supervised

DATA = "sklearn/datasets/data/"
MASKED = [f"{DATA}breast_cancer.csv", f"{DATA}diabetes_data_raw.csv.gz", f"{DATA}diabetes_target.csv.gz"]
LIMITS = {"wall_seconds": 60.0}


@pytest.mark.parametrize("loader", ["load_breast_cancer", "load_diabetes"])
def test_the_loader_fails_with_a_sentence(loader: str, supervised: Supervised) -> None:
    code = f"from sklearn.datasets import {loader}\n{loader}()"
    outcome = supervised.run(code, LIMITS, python={"prefix": sys.prefix}, masked=MASKED)
    assert outcome.status == "failed"
    assert "This data set is not available here" in outcome.err.replace("_", " ")


def test_what_is_not_masked_loads(supervised: Supervised) -> None:
    code = "from sklearn.datasets import load_iris, load_diabetes\nload_iris(); load_diabetes()"
    outcome = supervised.run(code, LIMITS, python={"prefix": sys.prefix}, masked=[f"{DATA}breast_cancer.csv"])
    assert outcome.status == "finished", outcome.err


def test_no_way_round_the_loader_reads_the_rows(supervised: Supervised) -> None:
    code = (
        "import os, sklearn\n"
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
    )
    outcome = supervised.run(code, LIMITS, python={"prefix": sys.prefix}, masked=MASKED)
    assert outcome.status == "finished", outcome.err


def test_the_record_says_what_was_hidden(supervised: Supervised) -> None:
    outcome = supervised.run("print(1)", LIMITS, python={"prefix": sys.prefix}, masked=MASKED)
    (row,) = [wall for wall in outcome.result["walls"] if wall["wall"] == "masked_files"]
    assert (row["effective"], row["kind"]) == ("hidden", "wall")


@pytest.mark.parametrize("path", ["/etc/passwd", "../x", "a//b", ""])
def test_a_path_that_leaves_the_library_is_refused(path: str, supervised: Supervised) -> None:
    with pytest.raises(Exception, match="masked"):
        supervised.run("print(1)", LIMITS, python={"prefix": sys.prefix}, masked=[path])
