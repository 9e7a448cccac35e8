"""big_events of one variant does not help on another, on every twentieth row: all of them would take hours to learn by heart.

Run by ``npm run test:long``; the other tasks are in tests/python/tasks/test_fresh_variants.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python" / "tasks"))

from generated import generate  # noqa: E402
from test_fresh_variants import FRESH, SEEN, Judged, judge_memory, read  # noqa: E402

EVERY = 20


def test_labels_of_one_variant_are_no_help_on_another(tmp_path: Path) -> None:
    seen, fresh = (read(generate("big_events", variant, tmp_path / str(variant))).iloc[::EVERY] for variant in (SEEN, FRESH))
    judge_memory(Judged(seen, fresh))
