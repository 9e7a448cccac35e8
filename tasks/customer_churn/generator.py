"""Customers of a mobile operator with planted faults. Started by ``generation/run.py``, which calls ``build``.

6,000 labelled customers and 3,000 of the hold-out, one row each. Everything that is planted is decided here, and
truth.json is written from the same arrays.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from generation.draws import Draws, Floats, Ints, exponential, logistic, whole
from generation.people import emails, names, phones
from generation.planting import Mask, chance_by, missing_at_random
from generation.truth import after_the_fact, column, missing, mixed, personal, write_truth
from generation.two_tables import Columns, lay_out, write_two_tables
from generation.variant_files import Cell

TASK = "customer_churn"
GENERATOR = "1"
LABELLED = 6_000
HOLDOUT = 3_000
CUSTOMERS = LABELLED + HOLDOUT

GENDERS = ("F", "M")
PLANS = ("Basic", "Standard", "Premium", "Prepaid")
PREPAID = 3
CONTRACTS = ("monthly", "one year", "two years")
CHANNELS = ("online", "store", "partner", "phone")
PARTNER = 2
PAYMENTS = ("card", "bank transfer", "invoice", "voucher")
OFFERS = ("none", "accepted", "declined")
EXTRACT = datetime.date(2024, 6, 30)
LONGEST_AWAY = 120

MISSING_PREPAID, MISSING_OTHERS = 0.74, 0.05
MISSING_USAGE = 0.06
WORDS_PARTNER, WORDS_OTHERS = 0.85, 0.20


@dataclass(frozen=True)
class Customers:
    """One entry a customer: the first ``LABELLED`` are labelled, the others the hold-out. Money in cents, data in tenths."""

    number: Ints
    gender: Ints
    age: Ints
    plan: Ints
    contract: Ints
    channel: Ints
    payment: Ints
    tenure: Ints
    charge: Ints
    usage: Ints
    calls: Ints
    late: Ints
    satisfaction: Ints
    away: Ints
    offer: Ints
    churn: Ints
    usage_missing: Mask
    satisfaction_missing: Mask
    in_words: Mask
    """True where the source system writes the label as True or False instead of 1 or 0."""


def draw_customers(variant: int) -> Customers:
    """The customers, what they did, and which of them left."""
    n = CUSTOMERS

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    gender = draws("gender").pick((0.5, 0.5), n)
    age_draws = draws("age")
    age = 18 + whole(62.0 * (age_draws.uniform(n) + age_draws.uniform(n)) / 2.0)
    young = np.where(age < 30, 0.08, 0.0)
    plan = draws("plan").pick((0.34 - young, 0.34, 0.20, 0.12 + young), n)
    prepaid = plan == PREPAID
    monthly = np.where(prepaid, 1.0, np.where(age < 35, 0.52, 0.40))
    contract = draws("contract").pick((monthly, (1.0 - monthly) * 0.58, (1.0 - monthly) * 0.42), n)
    channel = draws("channel").pick((0.38, 0.27, 0.22, 0.13), n)
    voucher = np.where(prepaid, 0.7, 0.0)
    payment = draws("payment").pick(((1 - voucher) * 0.46, (1 - voucher) * 0.34, (1 - voucher) * 0.20, voucher), n)

    stay = draws("tenure_months").uniform(n)
    longest = np.array([60.0, 72.0, 72.0])[contract]
    shortest = np.array([1.0, 2.0, 4.0])[contract]
    tenure = np.maximum(whole(shortest + (longest - shortest) * stay * (0.25 + 0.75 * stay)), 1)

    appetite = draws("data_usage_gb").normal(n)
    usage_level = np.array([1.1, 1.8, 2.5, 0.9])[plan] - 0.011 * (age - 45) + 0.55 * appetite
    usage = np.clip(whole(10.0 * exponential(usage_level)), 1, 1_200)
    extra = draws("monthly_charge").uniform(n)
    charge = np.array([1_490, 2_690, 4_490, 990])[plan] + whole(900.0 * extra * extra, 10)
    charge = charge + whole(np.minimum(0.9 * usage, 600.0), 10) - np.array([0, 150, 300])[contract]
    overpaid = (charge - np.array([1_790, 3_000, 4_800, 1_240])[plan]) / 100.0

    trouble = draws("trouble").normal(n)
    call_level = 1.25 + 0.85 * trouble + 0.35 * draws("support_calls").normal(n) + 0.25 * (channel == 3)
    calls = np.clip(whole(call_level), 0, 9)
    late = np.clip(whole(0.35 + 0.9 * draws("late_payments").normal(n) + 0.5 * (payment == 2) - 0.012 * (age - 45)), 0, 6)
    mood = draws("satisfaction").normal(n)
    satisfaction = np.clip(whole(7.0 - 0.85 * (calls - 1.3) - 0.10 * overpaid + 1.35 * mood), 1, 10)
    absent = draws("last_login").normal(n)
    away_level = 1.75 - 0.35 * appetite + 0.45 * prepaid + 0.012 * (age - 45) + 0.85 * absent
    away = np.clip(whole(exponential(away_level) - 0.8), 0, LONGEST_AWAY)

    risk: Floats = (
        -4.35
        + 1.45 * (away_level - 1.75)
        + 0.85 * (calls - 1.3)
        - 0.62 * (satisfaction - 7.0)
        + 0.80 * late
        + 0.22 * overpaid
        - 0.055 * (np.minimum(tenure, 48) - 20)
        + np.array([1.7, -0.4, -1.7])[contract]
        + np.array([0.2, 0.0, -0.4, 0.5])[plan]
        + np.array([-0.3, 0.0, 0.6, 0.2])[channel]
    )
    churn = (draws("churn").uniform(n) < logistic(1.05 * risk)).astype(np.int64)

    # Known only after the fact: the retention desk calls those who have given notice.
    left = churn == 1
    none, accepted = np.where(left, 0.10, 0.94), np.where(left, 0.05, 0.045)
    offer = draws("retention_offer").pick((none, accepted, 1.0 - none - accepted), n)

    words = np.where(channel == PARTNER, WORDS_PARTNER, WORDS_OTHERS)
    return Customers(
        number=draws("customer_id").distinct(100_000, 999_999, n),
        gender=gender,
        age=age,
        plan=plan,
        contract=contract,
        channel=channel,
        payment=payment,
        tenure=tenure,
        charge=charge,
        usage=usage,
        calls=calls,
        late=late,
        satisfaction=satisfaction,
        away=away,
        offer=offer,
        churn=churn,
        usage_missing=missing_at_random(draws("missing.data_usage_gb"), MISSING_USAGE, n),
        # Missing at random: prepaid customers are hardly ever surveyed, and nothing else decides.
        satisfaction_missing=missing_at_random(
            draws("missing.satisfaction"), chance_by(plan, (MISSING_OTHERS,) * PREPAID + (MISSING_PREPAID,)), n
        ),
        in_words=draws("words").uniform(n) < words,
    )


def cents(value: int) -> str:
    """A sum of money with two decimals."""
    return f"{value // 100}.{value % 100:02d}"


def tenths(value: int) -> str:
    """A number with one decimal."""
    return f"{value // 10}.{value % 10}"


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""
    people = draw_customers(variant)
    genders = [GENDERS[i] for i in people.gender.tolist()]
    addresses = emails(Draws(TASK, variant, "email"), names(Draws(TASK, variant, "name"), genders))
    numbers = phones(Draws(TASK, variant, "phone"), CUSTOMERS)

    def table(who: Ints) -> dict[str, list[Cell]]:
        rows = who.tolist()
        return {
            "customer_id": [f"C{people.number[i]}" for i in rows],
            "email": [addresses[i] for i in rows],
            "phone": [numbers[i] for i in rows],
            "gender": [genders[i] for i in rows],
            "age": people.age[who].tolist(),
            "plan": [PLANS[i] for i in people.plan[who].tolist()],
            "contract": [CONTRACTS[i] for i in people.contract[who].tolist()],
            "channel": [CHANNELS[i] for i in people.channel[who].tolist()],
            "payment_method": [PAYMENTS[i] for i in people.payment[who].tolist()],
            "tenure_months": people.tenure[who].tolist(),
            "monthly_charge": [cents(value) for value in people.charge[who].tolist()],
            "data_usage_gb": [
                None if gone else tenths(value)
                for value, gone in zip(people.usage[who].tolist(), people.usage_missing[who].tolist())
            ],
            "support_calls": people.calls[who].tolist(),
            "late_payments": people.late[who].tolist(),
            "satisfaction": [
                None if gone else value
                for value, gone in zip(people.satisfaction[who].tolist(), people.satisfaction_missing[who].tolist())
            ],
            "last_login": [(EXTRACT - datetime.timedelta(days=d)).isoformat() for d in people.away[who].tolist()],
            "retention_offer": [OFFERS[i] for i in people.offer[who].tolist()],
        }

    def before_the_fact(who: Ints) -> Columns:
        return {**table(who), "retention_offer": [None] * len(who)}

    rows = lay_out(
        TASK,
        variant,
        np.arange(LABELLED, dtype=np.int64),
        np.zeros(LABELLED, dtype=bool),
        np.arange(LABELLED, CUSTOMERS, dtype=np.int64),
    )
    labels = people.churn.tolist()
    written = [
        str(bool(label)) if words else str(label) for label, words in zip(labels, people.in_words.tolist())
    ]
    write_two_tables(out, rows, table, "churn", labels, written, before_the_fact)

    def ids(planted: Mask) -> Ints:
        return rows.all_ids[planted[rows.everything]]

    write_truth(
        out / "private",
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            # The hold-out has no label, so that only labelled rows count.
            mixed("churn", "type", "[01]", rows.data_ids[people.in_words[rows.data]], rows.data_ids),
            missing("satisfaction", ids(people.satisfaction_missing), rows.data_ids, "MAR", ["plan"]),
            missing("data_usage_gb", ids(people.usage_missing), rows.data_ids),
            personal("email", "email"),
            personal("phone", "phone"),
            # preprocessing.no_leakage sees it; a finding about it is accepted and not asked for.
            after_the_fact("retention_offer"),
        ],
        positive_rate=int(people.churn[rows.data].sum()) / LABELLED,
    )


COLUMNS = {
    "customer_id": column("identifier", "text"),
    "email": column("personal", "text"),
    "phone": column("personal", "text"),
    "gender": column("group", "category"),
    "age": column("feature", "integer"),
    "plan": column("feature", "category"),
    "contract": column("feature", "category"),
    "channel": column("feature", "category"),
    "payment_method": column("feature", "category"),
    "tenure_months": column("feature", "integer"),
    "monthly_charge": column("feature", "number"),
    "data_usage_gb": column("feature", "number"),
    "support_calls": column("feature", "integer"),
    "late_payments": column("feature", "integer"),
    "satisfaction": column("feature", "integer"),
    "last_login": column("date", "date"),
    "retention_offer": column("after_the_fact", "category"),
    "churn": column("target", "category"),
}
