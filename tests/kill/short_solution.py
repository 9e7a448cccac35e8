"""A solution that takes a few seconds and leaves predictions: what a killed core was in the middle of."""

import json
import time

import pandas as pd
from mle_bench import REPORT_DIR, fixed_test_split

data = pd.read_csv("data.csv")
holdout = pd.read_csv("holdout.csv")
train, test = fixed_test_split(data)
for step in range(20):
    print(json.dumps({"step": f"wait {step}", "method": "sleep", "rationale": "gives the test time to end us"}), flush=True)
    time.sleep(0.1)
rows = [(int(row), "test") for row in test["row_id"]] + [(int(row), "holdout") for row in holdout["row_id"]]
with open(f"{REPORT_DIR}/predictions.csv", "w") as file:
    file.write("row_id,split,prediction,score\n")
    for row, split in rows:
        file.write(f"{row},{split},0,0.1\n")
