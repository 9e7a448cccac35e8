"""Readings of pumps, and whether each fails within a day. Started by ``generation/run.py``, which calls ``build``.

120 machines with 125 readings each, one every six hours, and 40 other machines of the same weeks to predict. Wear
grows until a machine fails and is repaired; in the last two days before that it runs hotter, shakes and loses pressure.
"""

from __future__ import annotations

import datetime
from pathlib import Path

import numpy as np

from generation import truth
from generation.draws import Draws, Floats, Ints, whole
from generation.row_ids import choose_test_keys, fixed_test_mask, random_row_ids
from generation.variant_files import write_table

TASK = "sensor_maintenance"
GENERATOR = "1"
MACHINES, LATER_MACHINES, STEPS = 120, 40, 125
ALL = MACHINES + LATER_MACHINES
HOURS = 6
AHEAD = 24 // HOURS
"""Readings of the day before a failure: these are the positive ones."""
WARNING = 8
"""Readings before a failure in which the sensors tell."""
FIRST_DAY = datetime.datetime(2024, 3, 4, tzinfo=datetime.timezone.utc)
SITES = ("Alpha", "Bravo", "Charlie")

UNIX_FROM = 70
"""Machines with a new controller write seconds since 1970 from some reading after this one."""
UNIX_SHARE = 0.3
FAHRENHEIT_MACHINES, LATER_FAHRENHEIT = 9, 3
STUCK_MACHINES, LATER_STUCK = 12, 4
STUCK_RUN = 14
"""Readings in a row in which a stuck pressure sensor repeats itself."""
HOTTEST, COLDEST = 100, 20
"""Degrees Celsius that no machine leaves; from 40 degrees on, which all have, the same in Fahrenheit is above."""


def fixed(value: Ints, places: int) -> list[str]:
    """Whole units of the last place as text: ``fixed(1234, 2)`` is 12.34."""
    scale = 10**places
    return [f"{'-' if v < 0 else ''}{abs(v) // scale}.{abs(v) % scale:0{places}d}" for v in value.tolist()]


def failures(draws: Draws) -> np.ndarray:
    """Machines by readings: the number of readings to the next failure, STEPS where none follows in these weeks."""
    life = draws.integers(22, 95, ALL * 8).reshape(ALL, 8)
    age = draws.integers(0, 40, ALL)
    left = np.full((ALL, STEPS), STEPS, dtype=np.int64)
    for machine in range(ALL):
        step = int(life[machine, 0] - age[machine])
        moments = []
        for length in life[machine, 1:].tolist():
            if step >= 2:
                moments.append(step)
            step += length
        for at in range(STEPS):
            coming = [moment - at for moment in moments if moment > at]
            if coming:
                left[machine, at] = min(coming[0], STEPS)
    return left


def build(variant: int, out: Path) -> None:
    """Writes the variant's data, labels and truth under ``out``, which must not hold them yet."""

    def draws(part: str) -> Draws:
        return Draws(TASK, variant, part)

    shape = (ALL, STEPS)
    rows = ALL * STEPS

    def noise(part: str) -> Floats:
        return draws(part).normal(rows).reshape(shape)

    order = draws("machines").order(ALL)
    labelled, later = np.sort(order[:MACHINES]), np.sort(order[MACHINES:])

    def dealt(part: str, values: np.ndarray) -> np.ndarray:
        """The values, every fourth in order of size for a later machine: forty drawn alone would differ by chance."""
        ranked = np.sort(values)
        fourth = np.zeros(ALL, dtype=bool)
        every = np.arange(LATER_MACHINES)
        fourth[4 * every + 1 + every % 2] = True
        placed = np.empty_like(ranked)
        placed[labelled] = ranked[~fourth][draws(f"{part}.labelled").order(MACHINES)]
        placed[later] = ranked[fourth][draws(f"{part}.later").order(LATER_MACHINES)]
        return placed

    def level(part: str) -> np.ndarray:
        return dealt(part, draws(part).normal(ALL))[:, None]

    site = dealt("site", draws("site").pick((0.40, 0.35, 0.25), ALL))
    left = failures(draws("failure"))
    failing = ((left >= 1) & (left <= AHEAD)).astype(np.int64)
    # 0 far from a failure, 1 at it; some failures come with hardly a sign.
    sign = np.clip((WARNING + 1 - left) / WARNING, 0.0, 1.0)
    loud = draws("loud").uniform(ALL)[:, None]
    sign = sign * (0.35 + 0.85 * loud)

    hour = (np.arange(STEPS) * HOURS % 24)[None, :]
    busy = np.where((hour >= 6) & (hour < 20), 1.0, 0.55)
    usual = 0.62 + 0.12 * level("usual")
    load = np.clip(whole(1000.0 * np.clip(usual * busy + 0.09 * noise("load"), 0.05, 1.0)), 50, 1000)
    share = load / 1000.0
    own_heat = 3.5 * level("heat") + np.array([0.0, 2.0, -1.5])[site][:, None]
    temperature = 47.0 + 26.0 * share + own_heat + 8.5 * sign + 2.2 * noise("temperature")
    tenths_celsius = np.clip(whole(10.0 * temperature), 400, 10 * HOTTEST - 20)
    own_shake = 0.35 * level("shake")
    vibration = 2.1 + 1.5 * share + own_shake + 1.9 * sign * sign + 0.42 * noise("vibration")
    hundredths_shake = np.clip(whole(100.0 * vibration), 40, 1_200)
    own_pressure = 0.22 * level("pressure")
    pressure = 6.4 - 0.9 * share + own_pressure - 0.75 * sign + 0.16 * noise("pressure.reading")
    thousandths_bar = np.clip(whole(1000.0 * pressure), 2_000, 8_500)
    rpm = np.clip(whole(1_180.0 + 520.0 * share + 28.0 * noise("rpm") - 60.0 * sign), 600, 2_000)

    def chosen(part: str, first: int, second: int) -> Ints:
        picks = draws(part)
        return np.concatenate(
            [labelled[picks.order(MACHINES)[:first]], later[picks.order(LATER_MACHINES)[:second]]]
        )

    # After an update some controllers send Fahrenheit for the rest of the weeks.
    fahrenheit = np.zeros(shape, dtype=bool)
    updates = draws("fahrenheit.from")
    hot = chosen("fahrenheit", FAHRENHEIT_MACHINES, LATER_FAHRENHEIT)
    for machine, start in zip(hot.tolist(), updates.integers(55, 100, len(hot)).tolist()):
        fahrenheit[machine, start:] = True
    # 1.8 times tenths plus 320 tenths, rounded to whole tenths.
    shown = np.where(fahrenheit, (tenths_celsius * 18 + 3_205) // 10, tenths_celsius)
    # A stuck sensor repeats its last value.
    stuck = np.zeros(shape, dtype=bool)
    stuck_from = draws("stuck.from")
    broken = chosen("stuck", STUCK_MACHINES, LATER_STUCK)
    for machine, start in zip(broken.tolist(), stuck_from.integers(10, STEPS - 40, len(broken)).tolist()):
        length = STUCK_RUN + (machine * 7) % 16
        thousandths_bar[machine, start : start + length] = thousandths_bar[machine, start]
        for beside in (start - 1, start + length):
            # A sound reading that is the same by chance would make the run one longer than the truth says.
            thousandths_bar[machine, beside] += thousandths_bar[machine, beside] == thousandths_bar[machine, start]
        stuck[machine, start : start + length] = True
    # The new controllers' way of writing time: from a reading on, for every third machine of both files.
    unix = np.zeros(shape, dtype=bool)
    for machine, start in zip(range(ALL), draws("unix.from").integers(20, UNIX_FROM, ALL).tolist()):
        unix[machine, start:] = True
    unix &= (draws("unix").uniform(ALL) < UNIX_SHARE)[:, None]

    # Machines with a planted fault lie on the training side: a right treatment may remove such rows.
    faulty = np.zeros(ALL, dtype=bool)
    faulty[hot], faulty[broken] = True, True
    numbers = draws("machine_id").distinct(1_000, 9_999, ALL)
    first_rows = np.repeat(labelled, STEPS)
    is_test = choose_test_keys(draws("test"), first_rows, faulty[first_rows])
    row_ids, later_ids = random_row_ids(draws("row_id"), is_test, LATER_MACHINES * STEPS)
    seconds = int(FIRST_DAY.timestamp()) + np.arange(STEPS) * HOURS * 3600

    # Machines are mixed, the readings of each stay in the order of time.
    def files(machines: Ints, ids: Ints, part: str) -> tuple[dict[str, list[int | str | None]], Ints, Ints, Ints]:
        shuffled = machines[draws(part).order(len(machines))]
        place = {machine: at for at, machine in enumerate(machines.tolist())}
        at = np.concatenate([np.arange(STEPS) + place[m] * STEPS for m in shuffled.tolist()])
        m, s = np.repeat(shuffled, STEPS), np.tile(np.arange(STEPS), len(shuffled))
        times = [
            str(second) if as_number else datetime.datetime.fromtimestamp(second, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            for second, as_number in zip(seconds[s].tolist(), unix[m, s].tolist())
        ]
        columns: dict[str, list[int | str | None]] = {
            "row_id": ids[at].tolist(),
            "machine_id": [f"M{number}" for number in numbers[m].tolist()],
            "site": [SITES[i] for i in site[m].tolist()],
            "timestamp": list(times),
            "temperature": list(fixed(shown[m, s], 1)),
            "vibration": list(fixed(hundredths_shake[m, s], 2)),
            "pressure": list(fixed(thousandths_bar[m, s], 3)),
            "rpm": rpm[m, s].tolist(),
            "load": list(fixed(load[m, s], 3)),
        }
        return columns, ids[at], m, s

    data, data_ids, m, s = files(labelled, row_ids, "order")
    hold, hold_ids, hm, hs = files(later, later_ids, "order.holdout")
    labels, hold_labels = failing[m, s].tolist(), failing[hm, hs].tolist()
    public, private = out / "public", out / "private"
    public.mkdir(parents=True)
    private.mkdir()
    write_table(public / "cleaned_v3.csv", {**data, "failure_24h": labels})
    write_table(public / "holdout.csv", hold)
    split = ["test" if test else "train" for test in fixed_test_mask(data_ids).tolist()] + ["holdout"] * len(hold_ids)
    write_table(
        private / "labels.csv",
        {"row_id": [*data_ids.tolist(), *hold_ids.tolist()], "split": split, "label": [*labels, *hold_labels]},
    )

    def planted(mask: np.ndarray) -> Ints:
        return np.concatenate([data_ids[mask[m, s]], hold_ids[mask[hm, hs]]])

    iso = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z"
    truth.write_truth(
        private,
        task=TASK,
        variant=variant,
        generator=GENERATOR,
        columns=COLUMNS,
        faults=[
            # The order of the readings needs one kind of time; a model that never asks for it needs none.
            truth.mixed("timestamp", "format", iso, planted(unix), data_ids, (*truth.MIXED, *truth.ABSENT)),
            truth.unit("temperature", planted(fahrenheit), data_ids, COLDEST, HOTTEST, factor=1.8, offset=32),
            truth.stuck(
                "pressure",
                ["machine_id"],
                "timestamp",
                STUCK_RUN,
                planted(stuck),
                data_ids,
                ["set_missing", "removed", "imputed", "indicator", "rows_dropped"],
            ),
        ],
        positive_rate=sum(labels) / len(labels),
    )


COLUMNS = {
    "machine_id": truth.column("identifier", "category"),
    "site": truth.column("group", "category"),
    "timestamp": truth.column("date", "date"),
    "temperature": truth.column("feature", "number"),
    "vibration": truth.column("feature", "number"),
    "pressure": truth.column("feature", "number"),
    "rpm": truth.column("feature", "integer"),
    "load": truth.column("feature", "number"),
    "failure_24h": truth.column("target", "integer"),
}
