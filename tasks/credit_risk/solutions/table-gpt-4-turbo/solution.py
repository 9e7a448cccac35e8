"""
Credit Risk Prediction Pipeline
===============================

A modular, production-style pipeline: loading, exploration, preprocessing, training, evaluation, reporting.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import lime.lime_tabular
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from mle_bench import REPORT_DIR, SEED, fixed_test_split, log_decision
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, f1_score, precision_recall_curve, precision_score, recall_score, roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict, cross_val_score
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
logger = logging.getLogger("credit_risk")


@dataclass
class Config:
    """Configuration of the pipeline."""

    target: str = "default"
    numeric: list[str] = field(
        default_factory=lambda: ["age", "employment_length", "income", "loan_amount", "credit_score", "existing_loans"]
    )
    categorical: list[str] = field(default_factory=lambda: ["gender", "region", "job_type", "loan_purpose"])
    id_column: str = "applicant_id"
    n_splits: int = 5
    output_dir: Path = Path(REPORT_DIR)


class DataExplorer:
    """Collects findings about the raw data."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.findings: list[dict[str, Any]] = []

    def explore(self, data: pd.DataFrame, holdout: pd.DataFrame) -> list[dict[str, Any]]:
        data.info()
        logger.info("\n%s", data.describe().T)
        self._missing(data)
        self._outliers(data)
        self._duplicates(data)
        self._compare(data, holdout)
        return self.findings

    def _missing(self, data: pd.DataFrame) -> None:
        rates = data.isnull().mean()
        for column, rate in rates[rates > 0].items():
            self.findings.append(
                {
                    "field": column,
                    "issue": "missing",
                    "evidence": f"{rate:.2%} of the values are missing",
                    "action": "impute with the median",
                    "rate": round(float(rate), 4),
                }
            )

    def _outliers(self, data: pd.DataFrame) -> None:
        values = data["loan_amount"]
        q1, q3 = values.quantile(0.25), values.quantile(0.75)
        upper = q3 + 10 * (q3 - q1)
        count = int((values > upper).sum())
        if count:
            self.findings.append(
                {
                    "field": "loan_amount",
                    "issue": "outlier",
                    "evidence": f"{count} values beyond Q3 + 10 IQR ({upper:,.0f})",
                    "action": "cap",
                    "count": count,
                    "limit": float(upper),
                }
            )

    def _duplicates(self, data: pd.DataFrame) -> None:
        count = int(data.duplicated(subset=[self.config.id_column]).sum())
        if count:
            self.findings.append(
                {
                    "field": self.config.id_column,
                    "issue": "duplicate",
                    "evidence": f"{count} repeated identifiers",
                    "action": "drop, keep the first",
                    "count": count,
                    "key": [self.config.id_column],
                }
            )

    def _compare(self, data: pd.DataFrame, holdout: pd.DataFrame) -> None:
        shift = (holdout[self.config.numeric].mean() - data[self.config.numeric].mean()) / data[self.config.numeric].std()
        logger.info("standardised mean difference of the hold-out\n%s", shift)


class Preprocessor:
    """Cleans tables; whatever is learned is learned once."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.cap: float | None = None

    def deduplicate(self, data: pd.DataFrame) -> pd.DataFrame:
        log_decision("deduplicate", "drop_duplicates", "repeated applicants would bias the model", field=self.config.id_column)
        return data.drop_duplicates(subset=[self.config.id_column], keep="first").reset_index(drop=True)

    def cap_loans(self, data: pd.DataFrame) -> pd.DataFrame:
        if self.cap is None:
            self.cap = float(data["loan_amount"].quantile(0.98))
            log_decision("cap_outliers", "clip at the 98th percentile", "limits the influence of extreme values", field="loan_amount")
        return data.assign(loan_amount=data["loan_amount"].clip(upper=self.cap))

    def log_money(self, data: pd.DataFrame) -> pd.DataFrame:
        data = data.copy()
        for column in ("income", "loan_amount"):
            data[column] = np.log1p(data[column])
        return data

    def transformer(self) -> ColumnTransformer:
        numeric = Pipeline([("imputer", SimpleImputer(strategy="median")), ("scaler", StandardScaler())])
        categorical = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
        return ColumnTransformer([("num", numeric, self.config.numeric), ("cat", categorical, self.config.categorical)])


class CreditRiskPipeline:
    """Runs all stages."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.preprocessor = Preprocessor(config)
        self.threshold = 0.5

    def run(self) -> None:
        readme = Path("/tmp/mle_data/README.md").read_text(encoding="utf-8")
        logger.info(readme)
        data, holdout = pd.read_csv("data.csv"), pd.read_csv("holdout.csv")
        rate = float(data[self.config.target].mean())
        findings = DataExplorer(self.config).explore(data, holdout)

        data = self.preprocessor.deduplicate(data)
        data = self.preprocessor.log_money(self.preprocessor.cap_loans(data))
        holdout = self.preprocessor.log_money(self.preprocessor.cap_loans(holdout))
        train, test = fixed_test_split(data)
        features = self.config.numeric + self.config.categorical
        model = self.train(train[features], train[self.config.target])
        metrics = self.evaluate(model, train[features], test)
        self.save_predictions(model, test, holdout)
        self.report(findings, metrics, rate)

    def train(self, X: pd.DataFrame, y: pd.Series) -> Pipeline:
        folds = StratifiedKFold(n_splits=self.config.n_splits, shuffle=True, random_state=SEED)
        forest = Pipeline(
            [
                ("prep", self.preprocessor.transformer()),
                ("clf", RandomForestClassifier(n_estimators=40, max_depth=8, random_state=SEED)),
            ]
        )
        logger.info("random forest F1 %.4f", cross_val_score(forest, X, y, cv=folds, scoring="f1").mean())
        model = Pipeline(
            [("prep", self.preprocessor.transformer()), ("clf", LogisticRegression(C=1.0, max_iter=500))]
        )
        scores = cross_val_predict(model, X, y, cv=folds, method="predict_proba")[:, 1]
        precision, recall, thresholds = precision_recall_curve(y, scores)
        f1 = 2 * precision * recall / np.maximum(precision + recall, 1e-9)
        self.threshold = float(thresholds[np.argmax(f1[:-1])])
        logger.info("threshold %.3f", self.threshold)
        return model.fit(X, y)

    def predict(self, model: Pipeline, X: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
        scores = model.predict_proba(X)[:, 1]
        return (scores >= self.threshold).astype(int), scores

    def evaluate(self, model: Pipeline, X_train: pd.DataFrame, test: pd.DataFrame) -> dict[str, Any]:
        y = test[self.config.target].to_numpy()
        X = test[self.config.numeric + self.config.categorical]
        labels, scores = self.predict(model, X)
        statistical = {
            "accuracy": accuracy_score(y, labels),
            "precision": precision_score(y, labels),
            "recall": recall_score(y, labels),
            "f1": f1_score(y, labels),
            "roc_auc": roc_auc_score(y, scores),
        }
        logger.info("metrics %s", statistical)
        by_gender = {
            str(value): precision_score(y[rows], labels[rows])
            for value, rows in ((v, (test["gender"] == v).to_numpy()) for v in sorted(test["gender"].unique()))
        }
        gap = max(by_gender.values()) - min(by_gender.values())
        return {
            "statistical": statistical,
            "fairness": {"gender": {"metric": "precision", "groups": by_gender, "gap": gap, "problem": gap > 0.05}},
            "explainability": self.explain(model, X_train, X),
        }

    def explain(self, model: Pipeline, X_train: pd.DataFrame, X_test: pd.DataFrame) -> dict[str, Any]:
        prep, clf = model.named_steps["prep"], model.named_steps["clf"]
        names = [name.split("__", 1)[1] for name in prep.get_feature_names_out()]
        explainer = lime.lime_tabular.LimeTabularExplainer(
            prep.transform(X_train), feature_names=names, discretize_continuous=False, random_state=SEED
        )
        weights = np.zeros(len(names))
        for row in prep.transform(X_test.head(20)):
            explanation = explainer.explain_instance(row, clf.predict_proba, num_features=len(names), num_samples=400)
            for index, weight in explanation.as_map()[1]:
                weights[index] += abs(weight)
        order = np.argsort(weights)[::-1]
        figures = self.config.output_dir / "figures"
        figures.mkdir(exist_ok=True)
        fig, ax = plt.subplots(figsize=(8, 5))
        ax.barh([names[i] for i in order[:10]][::-1], weights[order[:10]][::-1])
        ax.set_title("LIME feature weights")
        fig.tight_layout()
        fig.savefig(figures / "lime_importance.png")
        return {
            "method": "lime",
            "figure": "figures/lime_importance.png",
            "top_features": [names[i] for i in order[:3]],
        }

    def save_predictions(self, model: Pipeline, test: pd.DataFrame, holdout: pd.DataFrame) -> None:
        parts = []
        for split, frame in (("test", test), ("holdout", holdout)):
            labels, scores = self.predict(model, frame)
            parts.append(pd.DataFrame({"row_id": frame["row_id"], "split": split, "prediction": labels, "score": scores}))
        pd.concat(parts).to_csv(self.config.output_dir / "predictions.csv", index=False)

    def report(self, findings: list[dict[str, Any]], metrics: dict[str, Any], rate: float) -> None:
        report = {
            "schema_version": 1,
            "task_id": "credit_risk",
            "generated_at": datetime.now().isoformat(),
            "problem": {
                "task_type": "binary_classification",
                "target": self.config.target,
                "positive_class": 1,
                "constraints": [
                    {"name": "imbalance", "value": round(rate, 3)},
                    {"name": "external_data", "value": False},
                    {"name": "network", "value": False},
                ],
                "metric": "f1",
                "validation": {"scheme": "stratified_k_fold", "folds": self.config.n_splits, "shuffle": True},
            },
            "findings": findings,
            "model": {
                "name": "LogisticRegression",
                "hyperparameters": [
                    {"name": "C", "value": 1.0},
                    {"name": "max_iter", "value": 500},
                    {"name": "strategy", "value": "median"},
                    {"name": "handle_unknown", "value": "ignore"},
                    {"name": "sparse_output", "value": False},
                ],
            },
            "metrics": metrics,
        }
        path = self.config.output_dir / "report.json"
        path.write_text(json.dumps(report, indent=4, default=float), encoding="utf-8")
        logger.info("report written to %s", path)


if __name__ == "__main__":
    CreditRiskPipeline(Config()).run()
