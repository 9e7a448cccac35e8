"""Sold homes with planted faults. Started by ``generation/run.py``, which calls ``build``.

4,000 labelled sales and 2,000 of the hold-out, each home once. Everything that is planted is decided here, and
truth.json is written from the same arrays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from generation.cells import day_of, iso_date
from generation.draws import Draws, Floats, Ints, exponential, whole
from generation.planting import Mask, chance_by, choose, missing_at_random
from generation.truth import IMPOSSIBLE, column, missing, new_category, outlier, write_truth
from generation.two_tables import lay_out, write_two_tables
from generation.variant_files import Cell

TASK = "house_prices"
GENERATOR = "1"
LABELLED = 4_000
HOLDOUT = 2_000
HOMES = LABELLED + HOLDOUT

DISTRICTS = ("Altmarkt", "Bergstadt", "Hafen", "Lindenau", "Neudorf", "Parkviertel", "Seefeld", "Westend")
DISTRICT_LEVEL = (0.30, -0.14, 0.10, -0.20, -0.30, 0.36, 0.16, 0.02)
DISTRICT_DISTANCE = (1.2, 6.5, 3.0, 5.0, 9.5, 3.5, 7.5, 4.0)
TYPES = ("detached", "semi-detached", "terraced", "flat")
FLAT = 3
CONDITIONS = ("poor", "fair", "good", "excellent")
HEATINGS = ("gas", "oil", "electric", "heat pump", "district heat")
DISTRICT_HEAT = 4
FIRST_DAY = day_of(2022, 9, 1)
DAYS = 547

LARGEST_AREA = 420
BELIEVABLE_AREA = 500
DIGIT_TOO_MANY = 10
SMALLEST_MISTYPED = 62
MISTYPED_SHARE = 0.012
MISSING_FLATS, MISSING_OTHERS = 0.62, 0.03
MISSING_ENERGY = 0.07
NEW_HEATING_SHARE = 0.05


@dataclass(frozen=True)
class Homes:
    """One entry a home: the first ``LABELLED`` are labelled, the others the hold-out. Distance in tenths of a kilometre."""

    number: Ints
    district: Ints
    type: Ints
    area: Ints
    rooms: Ints
    bathrooms: Ints
    year: Ints
    condition: Ints
    heating: Ints
    energy: Ints
    lot: Ints
    garage: Ints
    distance: Ints
    months: Ints
    day: Ints
    price: Ints
    lot_missing: Mask
    energy_missing: Mask


def draw_homes(variant: int) -> Homes:
    """The homes and what they were sold for, before anything but missing values is planted."""
    n = HOMES

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    district = draws("district").pick((0.13, 0.12, 0.11, 0.15, 0.16, 0.09, 0.12, 0.12), n)
    central = np.array([1.0, 0.2, 0.8, 0.5, 0.0, 0.4, 0.1, 0.7])[district]
    flats = 0.16 + 0.40 * central
    kind = draws("type").pick(((1 - flats) * 0.42, (1 - flats) * 0.30, (1 - flats) * 0.28, flats), n)

    size = draws("area").normal(n)
    area_level = np.array([5.02, 4.86, 4.76, 4.30])[kind] + 0.27 * size + np.where(district == 5, 0.10, 0.0)
    area = np.clip(whole(exponential(area_level)), 26, LARGEST_AREA)
    rooms = np.clip(whole(area / 27.0 + 0.7 * draws("rooms").normal(n)), 1, 14)
    bathrooms = np.clip(whole(0.45 + rooms / 4.2 + 0.35 * draws("bathrooms").normal(n)), 1, 5)

    age_draws = draws("year_built")
    old = age_draws.uniform(n)
    spread = age_draws.uniform(n)
    year = np.where(
        old < 0.12 + 0.14 * central,
        1870 + whole(49.0 * spread),
        np.where(old < 0.60, 1950 + whole(32.0 * spread), 1983 + whole(38.0 * spread * (0.5 + 0.5 * spread))),
    )
    recent = (year - 1960) / 30.0
    condition = np.clip(whole(1.55 + 0.45 * recent + 0.75 * draws("condition").normal(n)), 0, 3)

    pump = np.where(year >= 2005, 0.46, 0.06)
    oil = np.where(year < 1983, 0.30, 0.08)
    electric = np.where(kind == FLAT, 0.14, 0.06)
    heating = draws("heating").pick((1.0 - pump - oil - electric, oil, electric, pump), n)
    energy_level = 118.0 - 34.0 * recent - 11.0 * (condition - 1.6) + np.array([0.0, 18.0, -6.0, -38.0])[heating]
    energy = np.clip(whole(energy_level + 17.0 * draws("energy_use").normal(n)), 18, 330)

    lot_level = np.array([6.35, 5.75, 5.05, 3.9])[kind] - 0.35 * central + 0.25 * size
    lot = np.clip(whole(exponential(lot_level + 0.38 * draws("lot").normal(n)), 5), 20, 4_000)
    chance = np.where(kind == FLAT, 0.28, 0.72)
    parking = draws("garage").uniform(n)
    garage = np.where(parking < chance * 0.35, 2, np.where(parking < chance, 1, 0)).astype(np.int64)
    distance = np.clip(
        whole(10.0 * (np.array(DISTRICT_DISTANCE)[district] + 0.9 * draws("distance_km").normal(n))), 2, 160
    )
    day = draws("sold_on").integers(0, DAYS - 1, n)

    asking = draws("months_on_market").normal(n)
    value: Floats = (
        7.72
        + np.array(DISTRICT_LEVEL)[district]
        + np.array([0.10, 0.02, -0.05, 0.0])[kind]
        + 0.80 * (area_level - 4.8)
        + 0.055 * bathrooms
        + np.array([-0.22, -0.08, 0.0, 0.11])[condition]
        + np.where(year < 1920, 0.10, np.where(year < 1983, -0.10, np.where(year < 2005, 0.0, 0.09)))
        + np.array([0.0, -0.07, -0.04, 0.06])[heating]
        - 0.0012 * (energy - 110.0)
        + 0.16 * (lot_level - 5.4)
        + 0.05 * garage
        - 0.022 * (distance / 10.0 - np.array(DISTRICT_DISTANCE)[district])
        + 0.0001 * (day - 274)
        + 0.105 * draws("price").normal(n)
    )
    months = np.clip(whole(3.2 + 1.6 * asking - 0.9 * (condition - 1.6)), 0, 18)
    value = value - 0.012 * (months - 3)
    # In thousands first: the exponential is exact enough for its middle range only.
    price = whole(1_000.0 * exponential(value - 2.0), 500)

    return Homes(
        number=draws("house_id").distinct(10_000, 99_999, n),
        district=district,
        type=kind,
        area=area,
        rooms=rooms,
        bathrooms=bathrooms,
        year=year,
        condition=condition,
        heating=heating,
        energy=energy,
        lot=lot,
        garage=garage,
        distance=distance,
        months=months,
        day=day,
        price=price,
        # Missing at random: the land register seldom holds the share of a flat. Completely at random: certificates.
        lot_missing=missing_at_random(
            draws("missing.lot"), chance_by(kind, (MISSING_OTHERS,) * FLAT + (MISSING_FLATS,)), n
        ),
        energy_missing=missing_at_random(draws("missing.energy_use"), MISSING_ENERGY, n),
    )


def tenths(value: int) -> str:
    """A number with one decimal."""
    return f"{value // 10}.{value % 10}"


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""
    homes = draw_homes(variant)
    labelled = np.arange(LABELLED, dtype=np.int64)
    holdout = np.arange(LABELLED, HOMES, dtype=np.int64)

    # Areas with a digit too many: labelled ones only outside the fixed test set, so that removing them leaves it whole.
    typing = Draws(TASK, variant, "outlier")
    large = np.flatnonzero(homes.area >= SMALLEST_MISTYPED)
    mistyped = np.zeros(HOMES, dtype=bool)
    mistyped[choose(typing, large[large < LABELLED], round(MISTYPED_SHARE * LABELLED))] = True
    mistyped[choose(typing, large[large >= LABELLED], round(MISTYPED_SHARE * HOLDOUT))] = True
    area = np.where(mistyped, homes.area * DIGIT_TOO_MANY + typing.integers(0, 9, HOMES), homes.area)

    # A kind of heating that no labelled home has: the town's network opened for its first streets.
    network = np.zeros(HOMES, dtype=bool)
    network[choose(Draws(TASK, variant, "network"), holdout, round(NEW_HEATING_SHARE * HOLDOUT))] = True
    heating = np.where(network, DISTRICT_HEAT, homes.heating)
    homes = replace(homes, area=area, heating=heating)

    def table(who: Ints) -> dict[str, list[Cell]]:
        def optional(values: Ints, gone: Mask) -> list[Cell]:
            return [None if empty else value for value, empty in zip(values[who].tolist(), gone[who].tolist())]

        return {
            "house_id": homes.number[who].tolist(),
            "district": [DISTRICTS[i] for i in homes.district[who].tolist()],
            "type": [TYPES[i] for i in homes.type[who].tolist()],
            "area": homes.area[who].tolist(),
            "rooms": homes.rooms[who].tolist(),
            "bathrooms": homes.bathrooms[who].tolist(),
            "year_built": homes.year[who].tolist(),
            "condition": [CONDITIONS[i] for i in homes.condition[who].tolist()],
            "heating": [HEATINGS[i] for i in homes.heating[who].tolist()],
            "energy_use": optional(homes.energy, homes.energy_missing),
            "lot": optional(homes.lot, homes.lot_missing),
            "garage": homes.garage[who].tolist(),
            "distance_km": [tenths(value) for value in homes.distance[who].tolist()],
            "months_on_market": homes.months[who].tolist(),
            "sold_on": [iso_date(FIRST_DAY + day) for day in homes.day[who].tolist()],
        }

    rows = lay_out(TASK, variant, labelled, mistyped[:LABELLED], holdout)
    write_two_tables(out, rows, table, "price", homes.price.tolist())

    def ids(planted: Mask) -> Ints:
        return rows.all_ids[planted[rows.everything]]

    write_truth(
        out / "private",
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            missing("lot", ids(homes.lot_missing), rows.data_ids, "MAR", ["type"]),
            missing("energy_use", ids(homes.energy_missing), rows.data_ids),
            # Taking the last digit off is right as well: the area of one room shows that it is too many.
            outlier("area", ids(mistyped), rows.data_ids, 20, BELIEVABLE_AREA, (*IMPOSSIBLE, "normalised")),
            new_category("heating", HEATINGS[DISTRICT_HEAT], ids(network)),
        ],
    )


COLUMNS = {
    "house_id": column("identifier", "integer"),
    "district": column("group", "category"),
    "type": column("feature", "category"),
    "area": column("feature", "integer"),
    "rooms": column("feature", "integer"),
    "bathrooms": column("feature", "integer"),
    "year_built": column("feature", "integer"),
    "condition": column("feature", "category"),
    "heating": column("feature", "category"),
    "energy_use": column("feature", "integer"),
    "lot": column("feature", "integer"),
    "garage": column("feature", "integer"),
    "distance_km": column("feature", "number"),
    "months_on_market": column("feature", "integer"),
    "sold_on": column("date", "date"),
    "price": column("target", "integer"),
}
