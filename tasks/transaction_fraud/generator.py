"""Card payments, half a percent of them fraud. Started by ``generation/run.py``, which calls ``build``.

120,000 payments of 120 days (600 of them booked twice), then a gap of 31 days, then 40,000 payments of 40 days. Fraud
comes in short series on cards whose data were stolen; a series has habits of its own, each of which honest payments
show as well, only more rarely.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from generation import truth
from generation.draws import Draws, Floats, Ints, exponential, whole
from generation.planting import choose, groups_of
from generation.row_ids import fixed_test_mask, random_row_ids
from generation.variant_files import write_table

TASK = "transaction_fraud"
GENERATOR = "1"
ROWS, BOOKED_TWICE, HOLDOUT = 120_000, 600, 40_000
FIRST_DAY = datetime.datetime(2024, 1, 8)
DAYS, GAP_DAYS, LATER_DAYS = 120, 31, 40
TEST_DAYS = 24
"""The fixed test set is the last fifth of the labelled days."""
CARDS = 9_000
FRAUD_RATE = 0.005
DISPUTED_RATE = 0.0006
"""Honest payments that are charged back all the same."""
TEXT_SHARE = 0.03
SERIES = (2, 7)
"""Fewest and most payments on one stolen card."""

COUNTRIES = ("Austria", "Belgium", "France", "Germany", "Italy", "Netherlands", "Spain", "Thailand", "Brazil", "Nigeria")
HOME_COUNTRIES = 7
REGIONS = ("north", "south")
ENTRIES = ("chip", "contactless", "online", "magnetic_stripe")
CATEGORIES = ("grocery", "fuel", "restaurant", "clothing", "travel", "electronics", "online_services", "gift_cards")
HONEST_CATEGORIES = (0.30, 0.13, 0.19, 0.12, 0.06, 0.06, 0.11, 0.03)
FRAUD_CATEGORIES = (0.05, 0.05, 0.06, 0.09, 0.14, 0.27, 0.13, 0.21)
SHOPS = ("Alder", "Birch", "Cedar", "Dahlia", "Elm", "Fern", "Ginkgo", "Hazel", "Iris", "Juniper", "Larch", "Maple")


@dataclass(frozen=True)
class Payments:
    """One entry a payment, in the order of time."""

    card: Ints
    second: Ints
    """Since the first day."""
    cents: Ints
    category: Ints
    shop: Ints
    country: Ints
    entry: Ints
    fraud: Ints


def luhn(digits: str) -> str:
    """The check digit of a card number without it."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def card_numbers(draws: Draws) -> list[str]:
    """Numbers of an issuer range that is not given out: no payment could be made with one."""
    bodies = [f"999999{account:09d}" for account in draws.distinct(10_000_000, 999_999_999, CARDS).tolist()]
    return [body + luhn(body) for body in bodies]


def clock(draws: Draws, n: int, night: Floats | float) -> Ints:
    """Seconds of a day: by day around noon and evening, with the chance ``night`` between midnight and five."""
    by_day = 7 * 3600 + whole(15.5 * 3600 * (0.55 * draws.uniform(n) + 0.45 * draws.uniform(n)))
    at_night = draws.integers(0, 5 * 3600, n)
    return np.where(draws.uniform(n) < night, at_night, by_day)


def payments(variant: int, part: str, first_day: int, days: int, rows: int, homes: Ints, level: Floats) -> Payments:
    """``rows`` payments of ``days`` days from ``first_day``, on cards with a home country and an own level of spending."""

    def draws(name: str) -> Draws:
        return Draws(TASK, variant, f"{part}.{name}")

    wanted = round(FRAUD_RATE * rows)
    series = draws("series")
    lengths: list[int] = []
    for length in series.integers(*SERIES, wanted).tolist():
        lengths.append(min(length, wanted - sum(lengths)))
        if sum(lengths) == wanted:
            break
    stolen = series.distinct(0, CARDS - 1, len(lengths))
    begin = series.integers(0, days - 2, len(lengths)) * 86_400 + clock(series, len(lengths), 0.45)
    which = np.repeat(np.arange(len(lengths)), lengths)
    fraud_card = stolen[which]
    fraud_second = begin[which] + whole(5_400.0 * series.uniform(wanted))

    honest = rows - wanted
    card = draws("card").integers(0, CARDS - 1, honest)
    second = draws("day").integers(0, days - 1, honest) * 86_400 + clock(draws("clock"), honest, 0.035)

    card = np.concatenate([card, fraud_card])
    second = np.concatenate([second, fraud_second])
    fraud = np.concatenate([np.zeros(honest, dtype=np.int64), np.ones(wanted, dtype=np.int64)])
    is_fraud = fraud == 1

    kind = draws("category")
    category = np.where(is_fraud, kind.pick(FRAUD_CATEGORIES, rows), kind.pick(HONEST_CATEGORIES, rows))
    size = np.array([3.4, 3.9, 3.3, 4.0, 5.1, 4.9, 3.0, 3.6])[category] + level[card]
    amounts = draws("amount")
    lift = np.where(is_fraud, 0.9 + 0.5 * amounts.normal(rows), 0.0)
    cents = whole(100.0 * exponential(np.clip(size + lift + 0.55 * amounts.normal(rows), 0.3, 8.3)))

    place = draws("country")
    abroad = place.uniform(rows) < np.where(is_fraud, 0.58, 0.035)
    far = place.uniform(rows) < np.where(is_fraud, 0.5, 0.2)
    neighbour = place.integers(0, HOME_COUNTRIES - 1, rows)
    country = np.where(abroad, np.where(far, place.integers(HOME_COUNTRIES, len(COUNTRIES) - 1, rows), neighbour), homes[card])
    how = draws("entry")
    entry = np.where(
        is_fraud,
        how.pick((0.06, 0.05, 0.69, 0.20), rows),
        np.where(category == 6, 2, how.pick((0.39, 0.43, 0.155, 0.025), rows)),
    )
    shop = draws("shop").integers(0, len(SHOPS) - 1, rows)
    order = np.argsort(second, kind="stable")
    return Payments(
        card[order],
        first_day * 86_400 + second[order],
        cents[order],
        category[order],
        shop[order],
        country[order],
        entry[order],
        fraud[order],
    )


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    homes = draws("home").pick((0.10, 0.12, 0.21, 0.25, 0.14, 0.09, 0.09), CARDS)
    level = 0.45 * draws("level").normal(CARDS)
    region = draws("region").pick((0.54, 0.46), CARDS)
    numbers = card_numbers(draws("card_number"))
    unique = ROWS - BOOKED_TWICE
    first = payments(variant, "labelled", 0, DAYS, unique, homes, level)
    later = payments(variant, "holdout", DAYS + GAP_DAYS, LATER_DAYS, HOLDOUT, homes, level)

    # Some payments are booked twice: the same number, the same everything. All before the days of the test set.
    early = np.flatnonzero(first.second < (DAYS - TEST_DAYS) * 86_400)
    twice = np.sort(choose(draws("duplicate"), early, BOOKED_TWICE))
    who = np.sort(np.concatenate([np.arange(unique, dtype=np.int64), twice]), kind="stable")
    is_test = first.second[who] >= (DAYS - TEST_DAYS) * 86_400
    row_ids, holdout_ids = random_row_ids(draws("row_id"), is_test, HOLDOUT, 1_000_000, 9_999_999)

    text_draws = draws("text")
    as_text = text_draws.uniform(unique + HOLDOUT) < TEXT_SHARE
    ids = draws("transaction_id").distinct(100_000_000, 999_999_999, unique + HOLDOUT)
    after = draws("chargeback")
    charged = (first.fraud == 1) | (after.uniform(unique) < DISPUTED_RATE)
    charged_day = first.second // 86_400 + after.integers(5, 45, unique)

    def table(of: Payments, index: Ints, offset: int, row_numbers: Ints, blank: bool) -> dict[str, list[int | str | None]]:
        places = index.tolist()
        moments = [(FIRST_DAY + datetime.timedelta(seconds=s)).isoformat(sep=" ") for s in of.second[index].tolist()]
        amounts = [
            f"{value // 100}.{value % 100:02d}" + (" EUR" if as_text[offset + place] else "")
            for value, place in zip(of.cents[index].tolist(), places)
        ]
        return {
            "row_id": row_numbers.tolist(),
            "transaction_id": ids[offset + index].tolist(),
            "card_number": [numbers[i] for i in of.card[index].tolist()],
            "time": moments,
            "amount": list(amounts),
            "merchant": [
                f"{SHOPS[a]} {CATEGORIES[b].replace('_', ' ')}"
                for a, b in zip(of.shop[index].tolist(), of.category[index].tolist())
            ],
            "category": [CATEGORIES[i] for i in of.category[index].tolist()],
            "entry": [ENTRIES[i] for i in of.entry[index].tolist()],
            "country": [COUNTRIES[i] for i in of.country[index].tolist()],
            "home_country": [COUNTRIES[i] for i in homes[of.card[index]].tolist()],
            "region": [REGIONS[i] for i in region[of.card[index]].tolist()],
            "chargeback_date": [
                None if blank or not charged[i] else (FIRST_DAY + datetime.timedelta(days=int(charged_day[i]))).date().isoformat()
                for i in places
            ],
        }

    everybody = np.arange(HOLDOUT, dtype=np.int64)
    data = table(first, who, 0, row_ids, blank=False)
    hold = table(later, everybody, unique, holdout_ids, blank=True)
    labels, hold_labels = first.fraud[who].tolist(), later.fraud.tolist()
    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    write_table(public / "data.csv", {**data, "fraud": labels})
    write_table(public / "holdout.csv", hold)
    split = ["test" if test else "train" for test in fixed_test_mask(row_ids).tolist()] + ["holdout"] * HOLDOUT
    write_table(
        private / "labels.csv",
        {"row_id": [*data["row_id"], *hold["row_id"]], "split": split, "label": [*labels, *hold_labels]},
    )

    text_ids = np.concatenate([row_ids[as_text[who]], holdout_ids[as_text[unique:]]])
    empty = 1.0 - int(charged[who].sum()) / ROWS
    truth.write_truth(
        private,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            truth.mixed("amount", "type", r"\d+\.\d{2}", text_ids, row_ids),
            truth.duplicate(["transaction_id"], groups_of(who, row_ids, twice)),
            truth.later_dates("time"),
            # What a card did before may be a feature; the number itself may not.
            truth.personal("card_number", "card"),
            truth.after_the_fact("chargeback_date"),
        ],
        missing_rates={"chargeback_date": empty},
        positive_rate=sum(labels) / ROWS,
    )


COLUMNS = {
    "transaction_id": truth.column("identifier", "integer"),
    "card_number": truth.column("personal", "text"),
    "time": truth.column("date", "date"),
    "amount": truth.column("feature", "number"),
    "merchant": truth.column("feature", "category"),
    "category": truth.column("feature", "category"),
    "entry": truth.column("feature", "category"),
    "country": truth.column("feature", "category"),
    "home_country": truth.column("feature", "category"),
    "region": truth.column("group", "category"),
    "chargeback_date": truth.column("after_the_fact", "date"),
    "fraud": truth.column("target", "integer"),
}
