"""Loan applications with planted faults. Started by ``generation/run.py``, which calls ``build``.

The labelled table holds 8,000 rows: 7,760 applicants and 240 repeated rows. The hold-out holds 4,000 applicants.
Everything that is planted is decided here, and truth.json is written from the same arrays.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from generation.draws import Draws, Floats, Ints, exponential, logistic, whole
from generation.variant_files import assign_row_ids, in_fixed_test_set, write_json, write_table

TASK = "credit_risk"
GENERATOR = "1"
LABELLED = 8_000
REPEATED = 240
HOLDOUT = 4_000
APPLICANTS = LABELLED - REPEATED + HOLDOUT

GENDERS = ("F", "M")
REGIONS = ("North", "South", "East", "West")
JOBS = ("Employed", "Self-employed", "Unemployed", "Retired")
UNEMPLOYED, RETIRED = 2, 3
PURPOSES = ("car", "home", "education", "business", "medical", "other")
FIRST_DAY = datetime.date(2022, 1, 3)
DAYS = 540

LARGEST_INCOME = 150_000
LARGEST_LOAN = 150_000
BELIEVABLE_LOAN = 300_000
IMPOSSIBLE_FROM, IMPOSSIBLE_TO = 400_000, 999_999
MISSING_UNEMPLOYED, MISSING_OTHERS = 0.70, 0.04
OUTLIER_SHARE = 0.012


@dataclass(frozen=True)
class Applicants:
    """One entry an applicant: the first ``LABELLED - REPEATED`` are labelled, the others the hold-out."""

    ids: Ints
    age: Ints
    gender: Ints
    region: Ints
    job: Ints
    years: Ints
    income: Ints
    loan: Ints
    purpose: Ints
    score: Ints
    loans: Ints
    day: Ints
    default: Ints
    years_missing: np.ndarray
    """True where employment_length is left empty."""


def draw_applicants(variant: int) -> Applicants:
    """The people and their loans, before anything but missing values is planted."""
    n = APPLICANTS

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    age_draws = draws("age")
    age = 21 + whole(49.0 * (age_draws.uniform(n) + age_draws.uniform(n)) / 2.0)
    gender = draws("gender").pick((0.48, 0.52), n)
    region = draws("region").pick((0.28, 0.26, 0.24, 0.22), n)
    retired = np.where(age >= 62, 0.55, np.where(age >= 56, 0.12, 0.0))
    unemployed = np.where(age < 28, 0.17, 0.12)
    rest = 1.0 - retired - unemployed
    job = draws("job_type").pick((rest * 0.79, rest * 0.21, unemployed, retired), n)

    level = draws("income").normal(n)
    base = 10.62 + 0.012 * (np.minimum(age, 55) - 21) + np.array([0.05, -0.06, 0.0, 0.03])[region]
    base = base + np.array([0.0, 0.08, -0.42, -0.30])[job]
    income = np.clip(whole(exponential(base + 0.42 * level), 10), 9_000, LARGEST_INCOME)

    longest = np.minimum(age - 19, 38).astype(np.float64)
    share = draws("employment_length").uniform(n)
    years = whole(longest * share * (0.35 + 0.65 * draws("employment_length.steady").uniform(n)))

    purpose = draws("loan_purpose").pick((0.26, 0.19, 0.14, 0.15, 0.10, 0.16), n)
    ratio = np.array([-0.95, -0.35, -0.80, -0.45, -1.25, -1.05])[purpose] + 0.55 * draws("loan_amount").normal(n)
    loan = np.clip(whole(income * exponential(ratio), 50), 1_000, LARGEST_LOAN)
    spread = draws("existing_loans").uniform(n)
    loans = whole(5.6 * spread * spread * (0.6 + 0.4 * draws("existing_loans.count").uniform(n)))
    score_level = 0.004 * (income - 50_000) / 1_000 + 0.010 * (age - 45) - 0.22 * (loans - 1.6)
    score = np.clip(whole(628.0 + 78.0 * (draws("credit_score").normal(n) + score_level)), 300, 850)
    day = draws("application_date").integers(0, DAYS - 1, n)

    risk: Floats = (
        -7.3
        + 0.0300 * (640.0 - score)
        + 3.3 * (ratio + 0.8)
        + 1.25 * loans
        - 0.14 * np.minimum(years, 25)
        - 0.055 * (age - 45)
        + np.array([0.0, 0.8, 2.2, -0.4])[job]
        + np.array([-0.2, -0.6, 0.2, 0.9, 0.4, 0.0])[purpose]
        - 0.9 * level
    )
    default = (draws("default").uniform(n) < logistic(0.85 * risk)).astype(np.int64)

    # Missing at random: the chance depends on job_type, which everybody sees, and on nothing else.
    chance = np.where(job == UNEMPLOYED, MISSING_UNEMPLOYED, MISSING_OTHERS)
    years_missing = draws("missing").uniform(n) < chance
    return Applicants(
        ids=draws("applicant_id").distinct(1_000_000, 9_999_999, n),
        age=age,
        gender=gender,
        region=region,
        job=job,
        years=years,
        income=income,
        loan=loan,
        purpose=purpose,
        score=score,
        loans=loans,
        day=day,
        default=default,
        years_missing=years_missing,
    )


def choose(draws: Draws, candidates: Ints, count: int) -> Ints:
    """``count`` of the candidates, without repetition."""
    return candidates[draws.order(len(candidates))[:count]]


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""
    people = draw_applicants(variant)
    unique = LABELLED - REPEATED
    labelled = np.arange(unique, dtype=np.int64)
    holdout = np.arange(unique, APPLICANTS, dtype=np.int64)

    # Impossible amounts: labelled ones only outside the fixed test set, so that removing them leaves it whole.
    outlier_draws = Draws(TASK, variant, "outlier")
    odd_labelled = choose(outlier_draws, labelled, round(OUTLIER_SHARE * LABELLED))
    odd_holdout = choose(outlier_draws, holdout, round(OUTLIER_SHARE * HOLDOUT))
    odd = np.concatenate([odd_labelled, odd_holdout])
    amounts = outlier_draws.integers(IMPOSSIBLE_FROM, IMPOSSIBLE_TO, len(odd))
    amounts[outlier_draws.uniform(len(odd)) < 0.5] = IMPOSSIBLE_TO
    amounts[0] = IMPOSSIBLE_TO
    loan = people.loan.copy()
    loan[odd] = amounts

    # Repeated rows: equal in everything but row_id, outside the fixed test set, never an impossible amount, so that
    # counts of the two faults do not depend on which is treated first. Some applicants come three times.
    repeat_draws = Draws(TASK, variant, "duplicate")
    ordinary = labelled[~np.isin(labelled, odd_labelled)]
    twice = choose(repeat_draws, ordinary, REPEATED - 20)
    source = np.concatenate([labelled, twice, twice[:20]])

    is_odd = np.isin(source, odd_labelled)
    is_repeated = np.isin(source, twice)
    must_train = (is_odd | is_repeated).tolist()
    row_ids, holdout_ids = assign_row_ids(Draws(TASK, variant, "row_id"), must_train, HOLDOUT)

    shuffle = Draws(TASK, variant, "order")
    order = shuffle.order(LABELLED)
    data_people, data_ids = source[order], row_ids[order]
    order = shuffle.order(HOLDOUT)
    hold_people, hold_ids = holdout[order], holdout_ids[order]

    def table(who: Ints, ids: Ints) -> dict[str, list[int | str | None]]:
        return {
            "row_id": ids.tolist(),
            "applicant_id": people.ids[who].tolist(),
            "age": people.age[who].tolist(),
            "gender": [GENDERS[i] for i in people.gender[who].tolist()],
            "region": [REGIONS[i] for i in people.region[who].tolist()],
            "job_type": [JOBS[i] for i in people.job[who].tolist()],
            "employment_length": [
                None if gone else years
                for years, gone in zip(people.years[who].tolist(), people.years_missing[who].tolist())
            ],
            "income": people.income[who].tolist(),
            "loan_amount": loan[who].tolist(),
            "loan_purpose": [PURPOSES[i] for i in people.purpose[who].tolist()],
            "credit_score": people.score[who].tolist(),
            "existing_loans": people.loans[who].tolist(),
            "application_date": [
                (FIRST_DAY + datetime.timedelta(days=d)).isoformat() for d in people.day[who].tolist()
            ],
        }

    data = table(data_people, data_ids)
    hold = table(hold_people, hold_ids)
    data_labels = people.default[data_people].tolist()
    hold_labels = people.default[hold_people].tolist()

    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    write_table(public / "data.csv", {**data, "default": data_labels})
    write_table(public / "holdout.csv", hold)
    split = ["test" if in_fixed_test_set(i) else "train" for i in data_ids.tolist()] + ["holdout"] * HOLDOUT
    write_table(
        private / "labels.csv",
        {
            "row_id": data_ids.tolist() + hold_ids.tolist(),
            "split": split,
            "label": data_labels + hold_labels,
        },
    )

    everyone = np.concatenate([data_people, hold_people])
    all_ids = np.concatenate([data_ids, hold_ids])
    missing_rate = int(people.years_missing[data_people].sum()) / LABELLED
    groups = [sorted(data_ids[data_people == person].tolist()) for person in np.sort(twice).tolist()]
    names = list(data)[1:]
    write_json(
        private / "truth.json",
        {
            "schema": 1,
            "task": TASK,
            "variant": variant,
            "generator": GENERATOR,
            "columns": {**{name: COLUMNS[name] for name in names}, "default": COLUMNS["default"]},
            "faults": [
                {
                    "id": "missing.employment_length",
                    "kind": "missing",
                    "check": "missing",
                    "fields": ["employment_length"],
                    "words": ["missing"],
                    "rate": missing_rate,
                    "mechanism": "MAR",
                    "depends_on": ["job_type"],
                    "rows": sorted(all_ids[people.years_missing[everyone]].tolist()),
                    # A missing length says something about the job, so a plain median or mean hides it.
                    "treatments": ["own_category", "indicator", "group", "model", "out_of_range"],
                },
                {
                    "id": "outlier.loan_amount",
                    "kind": "outlier",
                    "check": "outliers",
                    "fields": ["loan_amount"],
                    "words": ["outlier", "inconsistency"],
                    "count": len(odd_labelled),
                    "rows": sorted(all_ids[np.isin(everyone, odd)].tolist()),
                    "valid": {"minimum": 500, "maximum": BELIEVABLE_LOAN},
                    "treatments": ["capped", "set_missing", "removed", "imputed", "bounded"],
                },
                {
                    "id": "duplicate.applicant_id",
                    "kind": "duplicate",
                    "check": "duplicates",
                    "fields": ["applicant_id"],
                    "words": ["duplicate"],
                    "key": ["applicant_id"],
                    "count": REPEATED,
                    "groups": groups,
                    "treatments": ["deduplicated"],
                },
            ],
            "missing_rates": {
                name: missing_rate if name == "employment_length" else 0.0 for name in [*names, "default"]
            },
            "positive_rate": sum(data_labels) / LABELLED,
        },
    )


COLUMNS = {
    "applicant_id": {"role": "identifier", "type": "integer"},
    "age": {"role": "feature", "type": "integer"},
    "gender": {"role": "group", "type": "category"},
    "region": {"role": "group", "type": "category"},
    "job_type": {"role": "feature", "type": "category"},
    "employment_length": {"role": "feature", "type": "integer"},
    "income": {"role": "feature", "type": "integer"},
    "loan_amount": {"role": "feature", "type": "integer"},
    "loan_purpose": {"role": "feature", "type": "category"},
    "credit_score": {"role": "feature", "type": "integer"},
    "existing_loans": {"role": "feature", "type": "integer"},
    "application_date": {"role": "date", "type": "date"},
    "default": {"role": "target", "type": "integer"},
}

