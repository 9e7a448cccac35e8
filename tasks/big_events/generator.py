"""Two million visits to a shop, and whether each ended in an order. Started by ``generation/run.py``.

2,000,000 labelled rows and 200,000 to predict, with 18 fields: read without care, they fill the memory that is there.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from generation import truth
from generation.cells import coded_cells, fixed_cells, time_cells, whole_cells, day_of, write_large_table
from generation.draws import Draws, Floats, exponential, logistic, whole
from generation.planting import chance_by, missing_at_random
from generation.row_ids import choose_test_rows, fixed_test_mask, random_row_ids

TASK = "big_events"
GENERATOR = "1"
LABELLED, HOLDOUT = 2_000_000, 200_000
EVENTS = LABELLED + HOLDOUT
COUNTRIES = ("Brazil", "Canada", "France", "Germany", "India", "Japan", "Mexico", "Poland", "Spain", "United Kingdom")
DEVICES = ("desktop", "phone", "tablet", "television")
TELEVISION = 3
CHANNELS = ("direct", "email", "paid search", "referral", "search", "social")
FIRST_SECOND = 86_400 * day_of(2024, 2, 5)
SECONDS = 90 * 86_400
#: Televisions report how far a page was scrolled only now and then.
SCROLL_MISSING = (0.02, 0.04, 0.04, 0.55)
PRICE_MISSING = 0.05


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""
    n = EVENTS

    def uniform(part: str) -> Floats:
        return Draws(TASK, variant, part).uniform(n)

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    def bell(part: str) -> Floats:
        """Like a normal draw and cheaper: the sum of four, with a standard deviation of 1."""
        return (uniform(part) + uniform(f"{part}.2") + uniform(f"{part}.3") + uniform(f"{part}.4") - 2.0) * 1.7320508

    country = draws("country").pick((0.11, 0.07, 0.10, 0.13, 0.15, 0.11, 0.08, 0.07, 0.08, 0.10), n)
    device = draws("device").pick((0.38, 0.50, 0.09, 0.03), n)
    channel = draws("channel").pick((0.20, 0.11, 0.19, 0.09, 0.28, 0.13), n)
    second = FIRST_SECOND + whole(SECONDS * uniform("time"))
    hour = second // 3_600 % 24
    interest = bell("interest")
    pages = 1 + whole(exponential(1.05 + 0.45 * interest + 0.45 * bell("pages")))
    dwell = whole(10.0 * exponential(3.6 + 0.40 * interest + 0.55 * bell("dwell")))
    scroll = np.clip(whole(1000.0 * (0.45 + 0.16 * interest + 0.18 * bell("scroll"))), 0, 1000)
    basket = np.clip(whole(0.9 + 0.8 * interest + 0.9 * bell("basket")), 0, 12)
    price = whole(100.0 * exponential(3.5 + 0.7 * bell("price")))
    off = whole(40.0 * uniform("discount") * uniform("discount.2"), 5)
    days_known = whole(1_400.0 * uniform("days_known") * uniform("days_known.2"))
    orders = whole(days_known / 260.0 * uniform("orders") + 0.3 * uniform("orders.2"))
    searches = np.clip(whole(1.2 + 0.5 * interest + 1.1 * bell("searches")), 0, 15)
    latency = whole(exponential(5.2 + 0.35 * bell("latency") + np.array([0.0, 0.25, 0.1, 0.4])[device]))
    width = np.array([1_920, 390, 820, 1_280])[device] + whole(200.0 * uniform("width"), 10)
    campaign = draws("campaign").integers(1, 400, n)
    scroll_speed = whole(1000.0 * exponential(0.5 * bell("scroll_speed")))

    risk = (
        -4.35
        + 0.55 * np.minimum(basket, 5)
        + 0.035 * np.minimum(dwell / 10.0, 150.0) / 2.0
        + 0.05 * off
        - 0.55 * (price / 100.0 / 33.0)
        + 0.55 * np.minimum(orders, 4)
        + np.array([0.35, -0.25, 0.0, -0.9])[device]
        + np.array([0.15, 0.75, 0.1, 0.05, -0.1, -0.6])[channel]
        - 0.0022 * np.minimum(latency, 800)
        + np.where((hour >= 18) & (hour < 23), 0.45, 0.0)
        + 0.8 * (basket > 0) * (off >= 10)
    )
    converted = (uniform("converted") < logistic(0.95 * risk)).astype(np.int64)
    no_scroll = missing_at_random(draws("missing.scroll"), chance_by(device, SCROLL_MISSING), n)
    no_price = missing_at_random(draws("missing.price"), PRICE_MISSING, n)

    is_test = choose_test_rows(draws("test"), np.zeros(LABELLED, dtype=bool))
    ids, hold_ids = random_row_ids(draws("row_id"), is_test, HOLDOUT, 10_000_000, 99_999_999)
    row_ids = np.concatenate([ids, hold_ids])
    event_ids = draws("event_id").distinct(1_000_000_000, 9_999_999_999, n)
    columns = {
        "row_id": whole_cells(row_ids),
        "event_id": whole_cells(event_ids),
        "time": time_cells(second),
        "country": coded_cells(country, COUNTRIES),
        "device": coded_cells(device, DEVICES),
        "channel": coded_cells(channel, CHANNELS),
        "pages": whole_cells(pages),
        "dwell_seconds": fixed_cells(dwell, 1),
        "scroll_depth": fixed_cells(scroll, 3, no_scroll),
        "basket_items": whole_cells(basket),
        "price": fixed_cells(price, 2, no_price),
        "discount_percent": whole_cells(off),
        "days_known": whole_cells(days_known),
        "earlier_orders": whole_cells(orders),
        "searches": whole_cells(searches),
        "latency_ms": whole_cells(latency),
        "screen_width": whole_cells(width),
        "campaign": whole_cells(campaign),
        "scroll_speed": fixed_cells(scroll_speed, 3),
    }
    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    write_large_table(public / "data.csv", {**{name: cells.rows_of(0, LABELLED) for name, cells in columns.items()},
                                            "converted": whole_cells(converted[:LABELLED])})
    write_large_table(public / "holdout.csv", {name: cells.rows_of(LABELLED, n) for name, cells in columns.items()})
    side = np.concatenate([fixed_test_mask(ids).astype(np.int64), np.full(HOLDOUT, 2)])
    write_large_table(
        private / "labels.csv",
        {
            "row_id": whole_cells(row_ids),
            "split": coded_cells(side, ("train", "test", "holdout")),
            "label": whole_cells(converted),
        },
    )
    truth.write_truth(
        private,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            truth.missing("scroll_depth", row_ids[no_scroll], ids, "MAR", ["device"]),
            truth.missing("price", row_ids[no_price], ids),
        ],
        positive_rate=int(converted[:LABELLED].sum()) / LABELLED,
    )


COLUMNS = {
    "event_id": truth.column("identifier", "integer"),
    "time": truth.column("date", "date"),
    "country": truth.column("group", "category"),
    "device": truth.column("feature", "category"),
    "channel": truth.column("feature", "category"),
    "pages": truth.column("feature", "integer"),
    "dwell_seconds": truth.column("feature", "number"),
    "scroll_depth": truth.column("feature", "number"),
    "basket_items": truth.column("feature", "integer"),
    "price": truth.column("feature", "number"),
    "discount_percent": truth.column("feature", "integer"),
    "days_known": truth.column("feature", "integer"),
    "earlier_orders": truth.column("feature", "integer"),
    "searches": truth.column("feature", "integer"),
    "latency_ms": truth.column("feature", "integer"),
    "screen_width": truth.column("feature", "integer"),
    "campaign": truth.column("feature", "integer"),
    "scroll_speed": truth.column("feature", "number"),
    "converted": truth.column("target", "integer"),
}
