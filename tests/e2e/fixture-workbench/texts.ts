export const solutionA = `"""Credit risk: reference solution."""
from __future__ import annotations

import json
import os

import numpy as np
import pandas as pd
from mle_bench import DATA_DIR, REPORT_DIR, SEED, fixed_test_split, limits, log_decision
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.pipeline import Pipeline

np.random.seed(SEED)
BRIEF = open(os.path.join(DATA_DIR, "README.md"), encoding="utf-8").read()
GROUPS = ["gender", "region"]


def load() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Reads both tables; dates as dates."""
    budget = limits()  # looked up before the first fit
    data = pd.read_csv("data.csv", parse_dates=["application_date"])
    holdout = pd.read_csv("holdout.csv", parse_dates=["application_date"])
    log_decision("load", "read_csv", f"{len(data)} labelled rows fit into {budget.memory_bytes} bytes")
    return data, holdout


def clean(data: pd.DataFrame) -> pd.DataFrame:
    before = len(data)
    data = data.sort_values("application_date").drop_duplicates("applicant_id", keep="last")
    log_decision("duplicates", "keep the newest", f"{before - len(data)} rows repeat an applicant_id")
    cap = data["income"] * 12
    wrong = data["loan_amount"] > cap
    data.loc[wrong, "loan_amount"] = cap[wrong]
    log_decision("outliers", "capped", "a loan of 999999 against an income of 150000 cannot be")
    return data


def model() -> Pipeline:
    return Pipeline(
        [
            ("prepare", ColumnTransformer([("keep", "passthrough", ["age", "income", "loan_amount"])])),
            ("classify", HistGradientBoostingClassifier(max_depth=6, learning_rate=0.08, random_state=SEED)),
        ]
    )


data, holdout = load()
train, test = fixed_test_split(data)
train = clean(train)
fitted = model().fit(train.drop(columns="default"), train["default"])
scores = fitted.predict_proba(test)[:, 1]
print(json.dumps({"f1": 0.612}))
`;
/** A module beside solution.py. */
export const featuresText = `"""What the model gets to see."""
from __future__ import annotations

import pandas as pd
from sklearn.preprocessing import StandardScaler

NUMBERS = ["age", "income", "loan_amount", "credit_score"]


def scaled(data: pd.DataFrame) -> pd.DataFrame:
    """Scales the numbers; the scaler sees every row that it is given."""
    values = StandardScaler().fit_transform(data[NUMBERS])
    return pd.DataFrame(values, columns=NUMBERS, index=data.index)
`;
export const solutionB = solutionA
  .replace("reference solution", "a faulty one")
  .replace(
    '    cap = data["income"] * 12\n    wrong = data["loan_amount"] > cap\n    data.loc[wrong, "loan_amount"] = cap[wrong]\n',
    "",
  )
  .replace("max_depth=6", "max_depth=None")
  .replace(
    "train, test = fixed_test_split(data)\ntrain = clean(train)",
    "data = scaler.fit_transform(clean(data))\ntrain, test = fixed_test_split(data)",
  );

const esc = "\u001b";
export const longLog = [
  `${esc}[1mcredit_risk${esc}[0m  variant 0  seed 42`,
  "reading README.md, limits.json",
  `${esc}]8;;https://example.org${esc}\\a link that must stay text${esc}]8;;${esc}\\`,
  ...Array.from({ length: 160 }, (_, i) =>
    i % 23 === 7
      ? `${esc}[33mwarning${esc}[0m: column ${i} has mixed types`
      : i % 11 === 3
        ? `{"step": "encode", "method": "one-hot", "rationale": "column ${i} has ${i % 8} levels"}`
        : `[${(i * 0.07).toFixed(2)}s] fold ${i % 5}  iteration ${i}  ${esc}[32mf1=${(0.5 + i / 1600).toFixed(4)}${esc}[0m`,
  ),
  "",
].join("\n");

export const picture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==";
