"""Users of a shop, with a definition to apply. Started by ``generation/run.py``, which calls ``build``.

3,880 users, 120 of them in two rows. Nobody's labels are needed: who belongs to the selection follows from the
definition, and is written to labels.csv, one row a user, for the grader.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from generation import truth
from generation.draws import Draws, Ints, exponential, whole
from generation.people import emails, names
from generation.planting import groups_of
from generation.variant_files import write_table

TASK = "user_behavior"
GENERATOR = "1"
ROWS = 4_000
REPEATED = 120
USERS = ROWS - REPEATED

CHANNELS = ("web", "app", "store", "partner")
PARTNER = 3
COUNTRIES = ("Austria", "Belgium", "Denmark", "France", "Germany", "Italy", "Netherlands", "Spain")
AGE_BANDS = ("18-24", "25-34", "35-44", "45-54", "55-64", "65+")
RECENCY, FREQUENCY, MONETARY = 30, 5, 1000
"""A high-value user has less, more and more than these."""
MISSING_PARTNER, MISSING_OTHERS = 0.45, 0.02
EDGE_USERS = 20
"""Users on each of the three limits who meet the two other conditions."""


def cents(amount: Ints) -> list[str]:
    """Whole cents as dollars with two places."""
    return [f"{value // 100}.{value % 100:02d}" for value in amount.tolist()]


@dataclass(frozen=True)
class Edges:
    """Rows that are added when the written rule is tried: on each limit, just beside it, and without a value."""

    columns: dict[str, list[int | str | None]]
    selected: list[int]
    """User ids of those that the definition selects."""


def edge_rows(draws: Draws, row_ids: set[int], user_ids: set[int]) -> Edges:
    """Every combination of just inside, on and just outside the three limits, and each value unknown."""
    days: list[int | None] = [RECENCY - 1, RECENCY, RECENCY + 1, None]
    visits: list[int | None] = [FREQUENCY + 1, FREQUENCY, FREQUENCY - 1, None]
    money: list[int | None] = [100 * MONETARY + 1, 100 * MONETARY, 100 * MONETARY - 1, None]
    cases = [(a, b, c) for a in days for b in visits for c in money]
    n = len(cases)
    new_rows = [i for i in draws.distinct(100_000, 999_999, 4 * n + len(row_ids)).tolist() if i not in row_ids][:n]
    new_users = [i for i in draws.distinct(100_000, 999_999, 4 * n + len(user_ids)).tolist() if i not in user_ids][:n]
    selected = [
        user
        for user, (a, b, c) in zip(new_users, cases)
        if a is not None and b is not None and c is not None
        and a < RECENCY and b > FREQUENCY and c > 100 * MONETARY
    ]
    pick = draws.integers(0, 10_000, n).tolist()
    return Edges(
        {
            "row_id": list(new_rows),
            "user_id": list(new_users),
            "email": [f"user{user}@example.com" for user in new_users],
            "signup_channel": [CHANNELS[i % len(CHANNELS)] for i in pick],
            "country": [COUNTRIES[i % len(COUNTRIES)] for i in pick],
            "age_band": [AGE_BANDS[i % len(AGE_BANDS)] for i in pick],
            "days_since_signup": [120 + i % 1_500 for i in pick],
            "days_since_last_purchase": [a for a, _, _ in cases],
            "session_count": [b for _, b, _ in cases],
            "page_views": [12 + i % 40 for i in pick],
            "revenue": [None if c is None else cents(np.array([c]))[0] for _, _, c in cases],
            "returns": [i % 3 for i in pick],
            "newsletter": [i % 2 for i in pick],
        },
        selected,
    )


def build(variant: int, out: Path) -> None:
    """Writes the variant's data and truth under ``out``, which must not hold them yet."""
    n = USERS

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    engaged = draws("engaged").normal(n)
    channel = draws("signup_channel").pick((0.40, 0.30, 0.14, 0.16), n)
    country = draws("country").pick((0.08, 0.09, 0.06, 0.19, 0.27, 0.12, 0.10, 0.09), n)
    band = draws("age_band").pick((0.13, 0.24, 0.22, 0.18, 0.14, 0.09), n)
    signup = 40 + whole(1_800.0 * draws("days_since_signup").uniform(n))
    recency = np.clip(whole(exponential(3.15 - 0.75 * engaged + 0.6 * draws("recency").normal(n))), 0, 365)
    recency = np.minimum(recency, signup)
    sessions = np.clip(whole(exponential(1.70 + 0.45 * engaged + 0.40 * draws("session_count").normal(n))), 0, 90)
    pages = whole(sessions * (2.0 + 9.0 * draws("page_views").uniform(n)))
    level = 6.45 + 0.55 * engaged + 0.55 * draws("revenue").normal(n)
    revenue = whole(100.0 * exponential(np.minimum(level, 9.0)))
    returns = whole(3.4 * draws("returns").uniform(n) * draws("returns.rare").uniform(n))
    newsletter = (draws("newsletter").uniform(n) < 0.38 + 0.06 * engaged).astype(np.int64)

    # A few users on each limit, who would be selected by "at most" or "at least".
    edge = draws("edge").order(n)[: 3 * EDGE_USERS]
    recency[edge], sessions[edge] = RECENCY - 12, FREQUENCY + 4
    revenue[edge] = 100 * (MONETARY + 350)
    recency[edge[:EDGE_USERS]] = RECENCY
    sessions[edge[EDGE_USERS : 2 * EDGE_USERS]] = FREQUENCY
    revenue[edge[2 * EDGE_USERS :]] = 100 * MONETARY
    signup[edge] = np.maximum(signup[edge], RECENCY + 60)
    pages[edge] = np.maximum(pages[edge], sessions[edge] * 3)

    # Partner shops send no dates for most of their orders; the chance depends on the channel and on nothing else.
    chance = np.where(channel == PARTNER, MISSING_PARTNER, MISSING_OTHERS)
    unknown = draws("missing").uniform(n) < chance
    unknown[edge] = False
    selected = ~unknown & (recency < RECENCY) & (sessions > FREQUENCY) & (revenue > 100 * MONETARY)

    genders = ["F" if share < 0.5 else "M" for share in draws("gender").uniform(n).tolist()]
    addresses = emails(draws("email"), names(draws("name"), genders))
    ids = draws("user_id").distinct(100_000, 999_999, n)

    # Users who were exported twice: equal in everything but row_id, selected ones among them.
    twice_draws = draws("duplicate")
    chosen, others = np.flatnonzero(selected), np.flatnonzero(~selected)
    twice = np.concatenate(
        [chosen[twice_draws.order(len(chosen))[:30]], others[twice_draws.order(len(others))[: REPEATED - 30]]]
    )
    source = np.concatenate([np.arange(n, dtype=np.int64), twice])
    who = source[draws("order").order(ROWS)]
    row_ids = draws("row_id").distinct(100_000, 999_999, ROWS)

    data: dict[str, list[int | str | None]] = {
        "row_id": row_ids.tolist(),
        "user_id": ids[who].tolist(),
        "email": [addresses[i] for i in who.tolist()],
        "signup_channel": [CHANNELS[i] for i in channel[who].tolist()],
        "country": [COUNTRIES[i] for i in country[who].tolist()],
        "age_band": [AGE_BANDS[i] for i in band[who].tolist()],
        "days_since_signup": signup[who].tolist(),
        "days_since_last_purchase": [
            None if gone else days for days, gone in zip(recency[who].tolist(), unknown[who].tolist())
        ],
        "session_count": sessions[who].tolist(),
        "page_views": pages[who].tolist(),
        "revenue": list(cents(revenue[who])),
        "returns": returns[who].tolist(),
        "newsletter": newsletter[who].tolist(),
    }
    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    write_table(public / "data.csv", data)
    write_table(
        private / "labels.csv",
        {"row_id": row_ids.tolist(), "split": ["train"] * ROWS, "label": selected[who].astype(np.int64).tolist()},
    )
    edges = edge_rows(Draws(TASK, variant, "edges"), set(row_ids.tolist()), set(ids.tolist()))
    write_table(private / "edges.csv", edges.columns)
    truth.write_truth(
        private,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            truth.missing(
                "days_since_last_purchase",
                row_ids[unknown[who]],
                row_ids,
                "MAR",
                ["signup_channel"],
                # The dictionary: a user whose value is not known is not selected.
                ["rows_dropped", "out_of_range", "own_category", "indicator", "kept"],
            ),
            truth.duplicate(["user_id"], groups_of(who, row_ids, twice)),
            truth.personal("email", "email"),
        ],
        selection={
            "column": "user_id",
            "ids": sorted(ids[selected].tolist()),
            "with_edges": sorted([*ids[selected].tolist(), *edges.selected]),
        },
    )


COLUMNS = {
    "user_id": truth.column("identifier", "integer"),
    "email": truth.column("personal", "text"),
    "signup_channel": truth.column("feature", "category"),
    "country": truth.column("feature", "category"),
    "age_band": truth.column("feature", "category"),
    "days_since_signup": truth.column("feature", "integer"),
    "days_since_last_purchase": truth.column("feature", "integer"),
    "session_count": truth.column("feature", "integer"),
    "page_views": truth.column("feature", "integer"),
    "revenue": truth.column("feature", "number"),
    "returns": truth.column("feature", "integer"),
    "newsletter": truth.column("feature", "integer"),
}
