"""Daily sales of six shops over three years. Started by ``generation/run.py``, which calls ``build``.

156 weeks are labelled; the hold-out is one week that begins 35 days after the last of them. Sales follow the shop, the
weekday, a season with its peak in summer, a slow trend, planned promotions and the price.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import numpy as np

from generation import truth
from generation.draws import Draws, Floats, Ints, exponential, whole
from generation.row_ids import fixed_test_mask, random_row_ids
from generation.variant_files import write_last_week, write_table

TASK = "sales_forecast"
GENERATOR = "1"
FIRST_DAY = datetime.date(2021, 6, 7)
DAYS, GAP_DAYS, AHEAD = 1_092, 34, 7
TEST_DAYS = 42
"""The fixed test set: as far from the rest as the hold-out is."""
SPAN = DAYS + GAP_DAYS + AHEAD
STORES = ("Harbour", "Market", "Museum", "Old Town", "Park", "Station")
HOLIDAYS = frozenset({(1, 1), (1, 6), (5, 1), (8, 15), (10, 3), (11, 1), (12, 25), (12, 26)})

QUIET_DAYS = 70
"""Last labelled days without a fault: the fixed test set stays whole, and so do the rows that lags are taken from."""
OUTAGES = 3
"""Stretches in a year and shop in which the till sent nothing: the rows are not there."""
CLOSURES = 8
"""Days in three years on which a shop stayed shut without notice: sales are 0."""
PRICE_MISSING = 0.03


def cents(value: Ints) -> list[str]:
    """Whole cents with two places."""
    return [f"{v // 100}.{v % 100:02d}" for v in value.tolist()]


def season(draws: Draws, months: Floats) -> Floats:
    """The logarithm of the season at ``months`` (0 to 12, fractions allowed): low in winter, high in July and August."""
    peak = 0.62 + 0.16 * draws.uniform(1)[0]
    shape = np.array([-0.9, -0.75, -0.4, -0.05, 0.1, 0.35, 0.95, 1.0, 0.45, -0.1, -0.6, -0.55])
    level = peak * (shape + 0.08 * draws.normal(12))
    # The middle of a month has its own level, days between two middles lie on the line between them.
    at = months - 0.5
    low = np.floor(at).astype(np.int64) % 12
    part = at - np.floor(at)
    return (1.0 - part) * level[low] + part * level[(low + 1) % 12]


def promotions(draws: Draws) -> list[tuple[int, int, int, int]]:
    """Planned promotions as store, first day, last day, percent off; one about every six weeks and shop."""
    planned: list[tuple[int, int, int, int]] = []
    for store in range(len(STORES)):
        day = int(draws.integers(3, 30, 1)[0])
        while day < SPAN - 4:
            length, off, pause = (int(draws.integers(low, high, 1)[0]) for low, high in ((3, 9), (2, 6), (20, 55)))
            planned.append((store, day, min(day + length, SPAN) - 1, 5 * off))
            day += length + pause
    return sorted(planned, key=lambda one: (one[1], one[0]))


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    shops = len(STORES)
    shape = (SPAN, shops)
    dates = [FIRST_DAY + datetime.timedelta(days=day) for day in range(SPAN)]
    weekday = np.array([date.weekday() for date in dates])
    month = np.array([date.month - 1 + (date.day - 0.5) / 31.0 for date in dates])
    holiday = np.array([(date.month, date.day) in HOLIDAYS for date in dates])

    planned = promotions(draws("promotions"))
    off = np.zeros(shape, dtype=np.int64)
    for store, start, end, percent in planned:
        off[start : end + 1, store] = percent
    base_price = whole(100.0 * (3.2 + 2.2 * draws("price.base").uniform(shops)))
    steps = np.cumsum((draws("price.step").uniform(SPAN) < 0.011).astype(np.int64))
    wobble = draws("price.wobble").normal(SPAN * shops).reshape(shape)
    price = whole(base_price[None, :] * (1.0 + 0.012 * steps[:, None]) * (1.0 - off / 100.0) * (1.0 + 0.015 * wobble))
    usual = base_price[None, :] * (1.0 + 0.012 * steps[:, None])

    level = 4.9 + 0.45 * draws("level").normal(shops)
    trend = 0.10 + 0.06 * draws("trend").normal(shops)
    week = np.array([-0.16, -0.12, -0.05, 0.0, 0.16, 0.34, -0.08]) + 0.03 * draws("week").normal(7)
    loves_promotions = 0.9 + 0.3 * draws("promotion.effect").uniform(shops)
    log_sales = (
        level[None, :]
        + trend[None, :] * (np.arange(SPAN)[:, None] / 365.0)
        + week[weekday][:, None]
        + season(draws("season"), month)[:, None]
        + np.where(off > 0, 0.14 + 1.2 * off / 100.0, 0.0) * loves_promotions[None, :]
        - 1.1 * (price / usual - (1.0 - off / 100.0))
        - 0.30 * holiday[:, None]
        + 0.075 * draws("noise").normal(SPAN * shops).reshape(shape)
    )
    sales = np.maximum(whole(exponential(np.clip(log_sales, 0.0, 8.0))), 12)

    labelled = np.zeros(shape, dtype=bool)
    labelled[:DAYS] = True
    calm = DAYS - QUIET_DAYS
    # Days without rows, days without sales, cells without a price: never in the last weeks.
    absent = np.zeros(shape, dtype=bool)
    outage = draws("outage")
    for store in range(shops):
        for start, length in zip(
            outage.integers(20, calm - 20, 3 * OUTAGES).tolist(), outage.integers(2, 6, 3 * OUTAGES).tolist()
        ):
            absent[start : start + length, store] = True
    closed = np.zeros(shape, dtype=bool)
    closing = draws("closed")
    for store in range(shops):
        closed[closing.distinct(15, calm - 15, CLOSURES), store] = True
    closed &= ~absent
    sales[closed] = 0
    no_price = (draws("price.missing").uniform(SPAN * shops).reshape(shape) < PRICE_MISSING) & labelled
    no_price[calm:] = False

    present = labelled & ~absent
    day, store = np.nonzero(present)
    is_test = day >= DAYS - TEST_DAYS
    row_ids, hold_ids = random_row_ids(draws("row_id"), is_test, AHEAD * shops)
    hold_day, hold_store = np.nonzero(np.ones((AHEAD, shops), dtype=bool))
    hold_day = hold_day + DAYS + GAP_DAYS

    def table(d: Ints, s: Ints, ids: Ints) -> dict[str, list[int | str | None]]:
        prices = cents(price[d, s])
        return {
            "row_id": ids.tolist(),
            "date": [dates[i].isoformat() for i in d.tolist()],
            "store": [STORES[i] for i in s.tolist()],
            "price": [None if gone else text for text, gone in zip(prices, no_price[d, s].tolist())],
            "promotion": (off[d, s] > 0).astype(np.int64).tolist(),
            "holiday": holiday[d].astype(np.int64).tolist(),
        }

    data, hold = table(day, store, row_ids), table(hold_day, hold_store, hold_ids)
    labels, hold_labels = sales[day, store].tolist(), sales[hold_day, hold_store].tolist()
    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    write_table(public / "data.csv", {**data, "sales": labels})
    write_table(public / "holdout.csv", hold)
    write_table(
        public / "promotions.csv",
        {
            "store": [STORES[one[0]] for one in planned],
            "first_day": [dates[one[1]].isoformat() for one in planned],
            "last_day": [dates[one[2]].isoformat() for one in planned],
            "percent_off": [one[3] for one in planned],
        },
    )
    split = ["test" if test else "train" for test in fixed_test_mask(row_ids).tolist()] + ["holdout"] * len(hold_ids)
    write_table(
        private / "labels.csv",
        {"row_id": [*row_ids.tolist(), *hold_ids.tolist()], "split": split, "label": [*labels, *hold_labels]},
    )

    # The last known day of the same weekday and store.
    week_before = DAYS - 7 + (hold_day - DAYS) % 7
    write_last_week(private, hold_ids, sales[week_before, hold_store].tolist())
    gone_day, gone_store = np.nonzero(absent & labelled)
    missed = [[STORES[s], dates[d].isoformat()] for d, s in zip(gone_day.tolist(), gone_store.tolist())]
    truth.write_truth(
        private,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            truth.gap("date", ["store"], 1, missed, len(day)),
            truth.missing(
                "price", row_ids[no_price[day, store]], row_ids, treatments=(*truth.RANDOM_MISSING, "column_absent")
            ),
            # Nobody could buy: such a day says nothing about demand.
            truth.closed(
                "sales",
                0,
                row_ids[closed[day, store]],
                row_ids,
                ["removed", "rows_dropped", "set_missing", "imputed"],
            ),
            truth.later_dates("date"),
        ],
    )


COLUMNS = {
    "date": truth.column("date", "date"),
    "store": truth.column("group", "category"),
    "price": truth.column("feature", "number"),
    "promotion": truth.column("feature", "integer"),
    "holiday": truth.column("feature", "integer"),
    "sales": truth.column("target", "integer"),
}
