"""In the box: applies the rule that a report wrote down to the task's data, as `selection.csv` of its own.

The rule is an agent's text and is evaluated like an agent's code: behind the walls, in a run that holds nothing else.
Beside this file lie `rule.txt` (the expression) and `rule.json` (`labelled`: the data file; `id`: the column of ids).
"""

from __future__ import annotations

import json
import os
import sys

import pandas as pd

HERE = os.path.dirname(os.path.abspath(__file__))


def main() -> int:
    """Exit 0 when the rule selected rows, or none; 1 with one sentence on stderr where it cannot be applied."""
    with open(os.path.join(HERE, "rule.txt"), encoding="utf-8") as file:
        rule = file.read()
    with open(os.path.join(HERE, "rule.json"), encoding="utf-8") as file:
        about = json.load(file)
    data = pd.read_csv(os.path.join(os.environ["DATA_DIR"], about["labelled"]))
    try:
        chosen = data.query(rule, engine="python")[[about["id"]]]
    except Exception as error:  # whatever the text of an agent does
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    chosen.drop_duplicates().to_csv(os.path.join(os.environ["REPORT_DIR"], "selection.csv"), index=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
