"""Shipments with one fault of every kind. Started by ``generation/run.py``, which calls ``build``.

5,000 rows of a year (90 of them repeat a shipment) and 1,500 later ones. There is no target: the truth is the audit.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import numpy as np

from generation import truth
from generation.draws import Draws, Ints, exponential, whole
from generation.people import emails, names, phones
from generation.planting import choose, groups_of
from generation.variant_files import write_table

TASK = "audit_only"
GENERATOR = "1"
ROWS, REPEATED, HOLDOUT = 5_000, 90, 1_500
UNIQUE = ROWS - REPEATED
SHIPMENTS = UNIQUE + HOLDOUT

DEPOTS = ("Antwerp", "Bremen", "Gdansk", "Lyon", "Turin")
UNIX_DEPOT = 2
"""The depot whose system writes seconds since 1970."""
GRAMS_DEPOT = 4
"""The depot whose scales sometimes send grams."""
COUNTRIES = ("Austria", "Belgium", "Czechia", "France", "Germany", "Italy", "Netherlands", "Poland", "Spain")
NEW_COUNTRY = "Norway"
SERVICES = ("economy", "standard", "express")
ECONOMY = 0

FIRST_DAY = datetime.datetime(2023, 1, 2, tzinfo=datetime.timezone.utc)
DAYS, GAP_DAYS, LATER_DAYS = 364, 45, 90
MISSING_ECONOMY, MISSING_OTHERS = 0.42, 0.03
MISSING_PACKAGES = 0.06
GRAMS_SHARE = 0.12
IMPOSSIBLE_SHARE = 0.012
HEAVIEST_KG, LONGEST_DAYS = 100, 30
NEW_COUNTRY_SHARE = 0.03
FORMAL_SHARE = 0.35
"""Rows whose ``insured`` is written True or False; the others have 1 or 0."""


def tenths(value: Ints) -> list[str]:
    """Tenths as text with one place."""
    return [f"{v // 10}.{v % 10}" for v in value.tolist()]


def build(variant: int, out: Path) -> None:
    """Writes the variant's data and truth under ``out``, which must not hold them yet."""
    n = SHIPMENTS

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    later = np.arange(n) >= UNIQUE
    depot = draws("depot").pick((0.26, 0.22, 0.16, 0.20, 0.16), n)
    country = draws("destination").pick((0.07, 0.10, 0.07, 0.16, 0.21, 0.13, 0.10, 0.09, 0.07), n)
    service = draws("service").pick((0.31, 0.45, 0.24), n)
    time = draws("shipped_at")
    day = np.where(later, DAYS + GAP_DAYS + time.integers(0, LATER_DAYS - 1, n), time.integers(0, DAYS - 1, n))
    second = day * 86_400 + time.integers(5 * 3600, 21 * 3600, n)
    parcels = 1 + whole(5.0 * draws("packages").uniform(n) * draws("packages.rare").uniform(n))
    each = exponential(1.0 + 0.55 * draws("weight_kg").normal(n))
    tenths_kg = np.clip(whole(10.0 * parcels * each), 4, 10 * HEAVIEST_KG - 100)
    level = 4.3 + 0.35 * np.array([-0.6, 0.0, 0.8])[service] + 0.5 * draws("declared_value").normal(n)
    euros = np.clip(whole(parcels * exponential(level), 5), 10, 20_000)
    insured = draws("insured").uniform(n) < np.where(euros > 250, 0.62, 0.18)
    formal = draws("insured.text").uniform(n) < FORMAL_SHARE
    distance = 1.0 + 2.5 * draws("transit_days").uniform(n) + 1.5 * (depot != country % len(DEPOTS))
    days = np.clip(whole(distance * np.array([2.1, 1.3, 0.6])[service]), 1, LONGEST_DAYS - 12)
    people = names(draws("contact"), ["F" if x < 0.5 else "M" for x in draws("contact.gender").uniform(n).tolist()])
    mails, numbers = emails(draws("contact_email"), people), phones(draws("contact_phone"), n)

    # Declared values are often left out where the service is economy, and depend on nothing else.
    value_unknown = draws("missing.value").uniform(n) < np.where(service == ECONOMY, MISSING_ECONOMY, MISSING_OTHERS)
    # The number of packages is lost at random.
    packages_unknown = draws("missing.packages").uniform(n) < MISSING_PACKAGES
    # One depot's scales send grams now and then: at least 400 where the heaviest shipment weighs 90.
    grams = (depot == GRAMS_DEPOT) & (draws("grams").uniform(n) < GRAMS_SHARE)
    odd_draws = draws("impossible")
    odd = np.concatenate(
        [
            choose(odd_draws, np.flatnonzero(~later), round(IMPOSSIBLE_SHARE * ROWS)),
            choose(odd_draws, np.flatnonzero(later), round(IMPOSSIBLE_SHARE * HOLDOUT)),
        ]
    )
    negative = odd_draws.uniform(len(odd)) < 0.5
    days[odd] = np.where(negative, -odd_draws.integers(1, 40, len(odd)), odd_draws.integers(200, 900, len(odd)))
    is_new = later & (draws("new_country").uniform(n) < NEW_COUNTRY_SHARE)

    # Repeated shipments are equal in everything but row_id, and none of them has another fault that is counted.
    ordinary = np.flatnonzero(~later & ~np.isin(np.arange(n), odd) & ~grams)
    twice = choose(draws("duplicate"), ordinary, REPEATED)
    source = np.concatenate([np.flatnonzero(~later), twice])
    shuffle = draws("order")
    labelled = source[shuffle.order(ROWS)]
    holdout = np.flatnonzero(later)[shuffle.order(HOLDOUT)]
    row_ids = draws("row_id").distinct(100_000, 999_999, ROWS + HOLDOUT)
    ids, hold_ids = row_ids[:ROWS], row_ids[ROWS:]
    records = draws("record_id").distinct(10_000_000, 99_999_999, n)

    moments = [FIRST_DAY + datetime.timedelta(seconds=s) for s in second.tolist()]
    written = [
        str(int(moment.timestamp())) if where == UNIX_DEPOT else moment.strftime("%Y-%m-%dT%H:%M:%SZ")
        for moment, where in zip(moments, depot.tolist())
    ]
    flags = [
        ("True" if yes else "False") if words else ("1" if yes else "0")
        for yes, words in zip(insured.tolist(), formal.tolist())
    ]
    weight = np.where(grams, tenths_kg * 1000, tenths_kg)
    weights = tenths(weight)

    def table(who: Ints, numbers_of_rows: Ints) -> dict[str, list[int | str | None]]:
        index = who.tolist()
        return {
            "row_id": numbers_of_rows.tolist(),
            "record_id": records[who].tolist(),
            "shipped_at": [written[i] for i in index],
            "depot": [DEPOTS[i] for i in depot[who].tolist()],
            "destination": [NEW_COUNTRY if is_new[i] else COUNTRIES[country[i]] for i in index],
            "service": [SERVICES[i] for i in service[who].tolist()],
            "contact_name": [" ".join(people[i]) for i in index],
            "contact_email": [mails[i] for i in index],
            "contact_phone": [numbers[i] for i in index],
            "packages": [None if packages_unknown[i] else int(parcels[i]) for i in index],
            "weight_kg": [weights[i] for i in index],
            "declared_value": [None if value_unknown[i] else int(euros[i]) for i in index],
            "insured": [flags[i] for i in index],
            "transit_days": days[who].tolist(),
        }

    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    write_table(public / "data.csv", table(labelled, ids))
    write_table(public / "holdout.csv", table(holdout, hold_ids))
    write_table(
        private / "labels.csv",
        {
            "row_id": [*ids.tolist(), *hold_ids.tolist()],
            "split": ["train"] * ROWS + ["holdout"] * HOLDOUT,
            "label": [None] * (ROWS + HOLDOUT),
        },
    )

    everyone, all_ids = np.concatenate([labelled, holdout]), np.concatenate([ids, hold_ids])

    def rows(which: np.ndarray) -> Ints:
        return all_ids[which[everyone]]

    faults = [
        truth.mixed("shipped_at", "format", r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", rows(depot == UNIX_DEPOT), ids),
        truth.mixed("insured", "type", "[01]", rows(formal), ids),
        truth.missing("declared_value", rows(value_unknown), ids, "MAR", ["service"]),
        truth.missing("packages", rows(packages_unknown), ids),
        truth.outlier("transit_days", rows(np.isin(np.arange(n), odd)), ids, 0, LONGEST_DAYS),
        truth.unit("weight_kg", rows(grams), ids, 0, HEAVIEST_KG, factor=1000),
        truth.duplicate(["record_id"], groups_of(labelled, ids, twice)),
        truth.later_dates("shipped_at"),
        truth.new_category("destination", NEW_COUNTRY, rows(is_new)),
        *(truth.personal(f"contact_{what}", what) for what in ("name", "email", "phone")),
    ]
    truth.write_truth(
        private,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        # Nothing is changed in an audit.
        faults=[{**fault, "treatments": []} for fault in faults],
    )


COLUMNS = {
    "record_id": truth.column("identifier", "integer"),
    "shipped_at": truth.column("date", "date"),
    "depot": truth.column("feature", "category"),
    "destination": truth.column("feature", "category"),
    "service": truth.column("feature", "category"),
    "contact_name": truth.column("personal", "text"),
    "contact_email": truth.column("personal", "text"),
    "contact_phone": truth.column("personal", "text"),
    "packages": truth.column("feature", "integer"),
    "weight_kg": truth.column("feature", "number"),
    "declared_value": truth.column("feature", "integer"),
    "insured": truth.column("feature", "category"),
    "transit_days": truth.column("feature", "integer"),
}
