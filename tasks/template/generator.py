"""Orders that arrive late or not, with planted faults. Change it to what your task is about.

``build`` is called by ``generation/run.py`` inside the sandbox. Draw from ``Draws`` alone and write below ``out``
alone, so that a variant is the same bytes on every machine. What is planted is decided here, and the truth is written
from the same arrays.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from generation import truth
from generation.cells import day_of, iso_date
from generation.draws import Draws, Ints, exponential, logistic, whole
from generation.planting import chance_by, choose, groups_of, missing_at_random, repeated_rows
from generation.row_ids import choose_test_rows, random_row_ids
from generation.variant_files import make_folders, write_labels, write_table

TASK = "TASK_ID_HERE"
GENERATOR = "1"
ORDERS, REPEATED, HOLDOUT = 4_900, 100, 2_500

REGIONS = ("North", "South", "East", "West")
CARRIERS = ("road", "rail", "air", "ship")
FIRST_DAY, DAYS = day_of(2023, 1, 2), 500
FARTHEST, BELIEVABLE, IMPOSSIBLE = 3_000, 10_000, (20_000, 99_999)

COLUMNS = {
    "order_id": truth.column("identifier", "integer"),
    "region": truth.column("group", "category"),
    "carrier": truth.column("feature", "category"),
    "distance_km": truth.column("feature", "integer"),
    "weight_kg": truth.column("feature", "integer"),
    "items": truth.column("feature", "integer"),
    "days_promised": truth.column("feature", "integer"),
    "placed_on": truth.column("date", "date"),
    "late": truth.column("target", "integer"),
}


def build(variant: int, out: Path) -> None:
    """Writes the variant's public data, labels and truth under ``out``, which must not hold them yet."""

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    # --- The world, before anything is planted -----------------------------------------------------------------------
    n = ORDERS + HOLDOUT
    region = draws("region").pick((0.3, 0.26, 0.24, 0.2), n)
    carrier = draws("carrier").pick((0.5, 0.2, 0.12, 0.18), n)
    level = draws("distance").normal(n)
    distance = np.clip(whole(exponential(6.0 + 0.6 * level)), 10, FARTHEST)
    weight = np.clip(whole(exponential(3.0 + 0.7 * draws("weight").normal(n))), 1, 400)
    items = 1 + whole(11.0 * draws("items").uniform(n) * draws("items.second").uniform(n))
    promised = np.clip(whole(3.0 + distance / 300.0 + 2.2 * draws("promised").normal(n)), 1, 21)
    day = FIRST_DAY + draws("placed_on").integers(0, DAYS - 1, n)
    risk = (
        -3.2
        + 3.0 * level
        + np.array([0.0, 0.7, -1.4, 1.6])[carrier]
        + 0.022 * (weight - 25)
        + 0.3 * (items - 4)
        - 0.75 * (promised - 5)
    )
    late = (draws("late").uniform(n) < logistic(1.1 * risk)).astype(np.int64)
    order_id = draws("order_id").distinct(1_000_000, 9_999_999, n)

    # --- What is planted ---------------------------------------------------------------------------------------------
    labelled, holdout = np.arange(ORDERS), np.arange(ORDERS, n)
    # Missing at random: ships are weighed later. Everywhere, also in the test set and the hold-out.
    weight_missing = missing_at_random(draws("missing"), chance_by(carrier, (0.03, 0.03, 0.03, 0.5)), n)
    # Impossible distances and repeated orders: labelled ones on the training side only.
    odd_draws = draws("outlier")
    odd = np.concatenate([choose(odd_draws, labelled, 60), choose(odd_draws, holdout, 30)])
    distance[odd] = odd_draws.integers(*IMPOSSIBLE, len(odd))
    repeated, again = repeated_rows(draws("duplicate"), np.setdiff1d(labelled, odd), REPEATED - 10, 10)

    # --- Rows: which order stands where, under which id ---------------------------------------------------------------
    rows = np.concatenate([labelled, again])
    must_train = np.isin(rows, np.concatenate([odd, repeated]))
    is_test = choose_test_rows(draws("test"), must_train)
    ids, hold_ids = random_row_ids(draws("row_id"), is_test, HOLDOUT)
    order, hold_order = draws("order").order(len(rows)), draws("order.holdout").order(HOLDOUT)
    rows, ids = rows[order], ids[order]
    hold, hold_ids = holdout[hold_order], hold_ids[hold_order]

    def table(who: Ints, row_ids: Ints) -> dict[str, list[int | str | None]]:
        return {
            "row_id": row_ids.tolist(),
            "order_id": order_id[who].tolist(),
            "region": [REGIONS[i] for i in region[who].tolist()],
            "carrier": [CARRIERS[i] for i in carrier[who].tolist()],
            "distance_km": distance[who].tolist(),
            "weight_kg": [None if gone else kg for kg, gone in zip(weight[who].tolist(), weight_missing[who].tolist())],
            "items": items[who].tolist(),
            "days_promised": promised[who].tolist(),
            "placed_on": [iso_date(d) for d in day[who].tolist()],
        }

    public, private = make_folders(out)
    write_table(public / "data.csv", {**table(rows, ids), "late": late[rows].tolist()})
    write_table(public / "holdout.csv", table(hold, hold_ids))
    write_labels(private, ids, late[rows].tolist(), hold_ids, late[hold].tolist())

    everyone, all_ids = np.concatenate([rows, hold]), np.concatenate([ids, hold_ids])
    truth.write_truth(
        private,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            truth.missing("weight_kg", all_ids[weight_missing[everyone]], ids, "MAR", ["carrier"]),
            truth.outlier("distance_km", all_ids[np.isin(everyone, odd)], ids, 1, BELIEVABLE),
            truth.duplicate(["order_id"], groups_of(rows, ids, repeated)),
        ],
        positive_rate=int(late[rows].sum()) / len(rows),
    )
