"""Weekly reports of a wholesaler as one PDF file. Started by ``generation/run.py``, which calls ``build``.

104 weeks, one of which was never reported, with 20 products each; the four weeks that follow are to be forecast. They
are the weeks before Christmas, which the reports show twice.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import numpy as np

from generation import truth
from generation.draws import Draws, Floats, exponential, whole
from generation.pdf import write_pdf
from generation.row_ids import ascending_row_ids, fixed_test_mask
from generation.variant_files import write_last_week, write_table

TASK = "weekly_report"
GENERATOR = "2"
FIRST_MONDAY = datetime.date(2021, 12, 6)
WEEKS, AHEAD = 104, 4
TEST_WEEKS = 4
ABSENT = (30, 90)
"""First and last week that may be the one that was never reported."""
PRODUCTS = (
    "Almond biscuits", "Apple juice", "Black tea", "Candles", "Chocolate bars", "Coffee beans", "Cranberry jam",
    "Dried figs", "Gift baskets", "Ginger bread", "Green tea", "Hazelnut spread", "Honey", "Marzipan", "Mineral water",
    "Mulled wine", "Olive oil", "Orange juice", "Paper napkins", "Sparkling wine",
)
FESTIVE = np.array([8, 1, 3, 9, 7, 3, 3, 6, 11, 12, 2, 3, 4, 12, 0, 13, 1, 2, 6, 10]) / 10.0
SUMMERY = np.array([0, 6, -4, -2, -3, -1, 0, 0, 0, -5, 0, -1, 0, -5, 7, -6, 1, 6, 2, 3]) / 10.0
GROUPED_SHARE, QUOTED_SHARE = 0.42, 0.16
"""Shares of the numbers from 1000 on that are written 1,234 and 1'234; the others are written 1234."""


def festive(weeks: Floats) -> Floats:
    """0 to 1 over the year, by days to the 24th of December: rises from the middle of November, gone after it."""
    found = []
    for week in weeks.tolist():
        monday = FIRST_MONDAY + datetime.timedelta(weeks=int(week))
        christmas = datetime.date(monday.year, 12, 24)
        days = (christmas - monday).days
        found.append(max(0.0, 1.0 - abs(days - 8) / 34.0) if days >= -3 else 0.0)
    return np.array(found)


def summery(weeks: Floats) -> Floats:
    """-1 in January to 1 in July, on straight lines."""
    found = []
    for week in weeks.tolist():
        day = (FIRST_MONDAY + datetime.timedelta(weeks=int(week))).timetuple().tm_yday
        found.append(1.0 - abs(((day - 196) / 182.5 + 1.0) % 2.0 - 1.0) * 2.0)
    return np.array(found)


def written(value: int, style: str) -> str:
    """A whole number as the report prints it."""
    if value < 1000 or style == "plain":
        return str(value)
    return f"{value // 1000}{',' if style == 'grouped' else chr(39)}{value % 1000:03d}"


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    span, count = WEEKS + AHEAD, len(PRODUCTS)
    weeks = np.arange(span).astype(np.float64)
    # No product comes near the largest number that the report prints, so that a trend goes on as it began.
    level = 6.3 + 0.45 * draws("level").normal(count)
    trend = 0.05 + 0.05 * draws("trend").normal(count)
    feast = FESTIVE * (0.85 + 0.3 * draws("festive").uniform(count))
    summer = SUMMERY * (0.8 + 0.4 * draws("summery").uniform(count))
    everybody = 0.03 * draws("week").normal(span)
    log_units = (
        level[None, :]
        + trend[None, :] * weeks[:, None] / 52.0
        + feast[None, :] * festive(weeks)[:, None]
        + 0.5 * summer[None, :] * summery(weeks)[:, None]
        + everybody[:, None]
        + 0.09 * draws("noise").normal(span * count).reshape(span, count)
    )
    units = np.clip(whole(exponential(np.clip(log_units, 1.0, 9.1))), 5, 9_999)

    absent = int(draws("absent").integers(*ABSENT, 1)[0])
    reported = [week for week in range(WEEKS) if week != absent]
    of_week = np.repeat(np.array(reported, dtype=np.int64), count)
    of_product = np.tile(np.arange(count, dtype=np.int64), len(reported))
    is_test = of_week >= WEEKS - TEST_WEEKS
    row_ids, hold_ids = ascending_row_ids(is_test, AHEAD * count, 1_001)
    labels = units[of_week, of_product]

    style = draws("style").uniform(len(labels))
    styles = np.where(style < GROUPED_SHARE, "grouped", np.where(style < GROUPED_SHARE + QUOTED_SHARE, "quoted", "plain"))
    cells = [written(value, how) for value, how in zip(labels.tolist(), styles.tolist())]
    names = [(FIRST_MONDAY + datetime.timedelta(weeks=week)).isoformat() for week in range(span)]
    pages: list[list[str]] = []
    for place, week in enumerate(reported):
        lines = [
            "Weekly report",
            "",
            f"Week from {names[week]}",
            "",
            f"{'No.':>6}  {'Product':<18}{'Units':>8}",
        ]
        for at in range(place * count, (place + 1) * count):
            lines.append(f"{row_ids[at]:>6}  {PRODUCTS[of_product[at]]:<18}{cells[at]:>8}")
        pages.append([*lines, "", f"Page {place + 1}"])

    hold_week = np.repeat(np.arange(WEEKS, span), count)
    hold_product = np.tile(np.arange(count), AHEAD)
    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    write_pdf(public / "weekly_reports.pdf", pages)
    write_table(
        public / "holdout.csv",
        {
            "row_id": hold_ids.tolist(),
            "product": [PRODUCTS[i] for i in hold_product.tolist()],
            "week": [names[i] for i in hold_week.tolist()],
        },
    )
    split = ["test" if test else "train" for test in fixed_test_mask(row_ids).tolist()] + ["holdout"] * len(hold_ids)
    write_table(
        private / "labels.csv",
        {
            "row_id": [*row_ids.tolist(), *hold_ids.tolist()],
            "split": split,
            "label": [*labels.tolist(), *units[hold_week, hold_product].tolist()],
        },
    )
    write_last_week(private, hold_ids, units[WEEKS - 1, hold_product].tolist())
    # What the pages hold, as a table: for whoever checks what is planted.
    write_table(
        private / "labelled.csv",
        {
            "row_id": row_ids.tolist(),
            "product": [PRODUCTS[i] for i in of_product.tolist()],
            "week": [names[i] for i in of_week.tolist()],
            "units": list(cells),
        },
        quoted=["units"],
    )
    odd = np.array([not text.isdigit() for text in cells])
    truth.write_truth(
        private,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            truth.mixed("units", "format", r"\d+", row_ids[odd], row_ids),
            truth.gap("week", ["product"], 7, [[product, names[absent]] for product in PRODUCTS], len(labels)),
        ],
    )


COLUMNS = {
    "product": truth.column("feature", "category"),
    "week": truth.column("date", "date"),
    "units": truth.column("target", "integer"),
}
