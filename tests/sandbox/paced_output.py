"""A solution that prints so many numbered lines a second, and whether each of them is in the log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from supervised import Supervised

RATE = 10_000
_CODE = """
import sys, time
began, number = time.monotonic(), 0
while number < {lines}:
    for _ in range(100):
        number += 1
        print('line', number, 'of a run that prints for all of its time', file=sys.stdout if number % 7 else sys.stderr)
    ahead = number / {rate} - (time.monotonic() - began)
    if ahead > 0:
        time.sleep(ahead)
"""


def print_for(supervised: Supervised, seconds: int) -> tuple[dict[str, Any], list[int]]:
    """The result, and the numbers of the lines that are in the log, in the log's order."""
    lines = seconds * RATE
    room = supervised.folder(_CODE.format(lines=lines, rate=RATE))
    # A busy machine prints slower, and is given the time: what counts is that nothing is lost.
    job = supervised.job(room, {"wall_seconds": seconds * 10.0 + 60})
    _, answer = supervised.ask("run", job=job)
    result = answer.result(seconds * 10 + 120)["result"]
    return result, numbers_in(room / "log.txt")


def numbers_in(log: Path) -> list[int]:
    """Raises ValueError where a line is not whole."""
    found = []
    with log.open("r", encoding="ascii") as file:
        for line in file:
            word, number, rest = line.split(" ", 2)
            if word != "line" or rest != "of a run that prints for all of its time\n":
                raise ValueError(f"a line is not whole: {line!r}")
            found.append(int(number))
    return found
