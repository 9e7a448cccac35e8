"""What is wrong, as whoever mends it needs it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Iterable

MOST_OF_A_RULE = 20


@dataclass(frozen=True)
class Finding:
    rule: str
    file: str
    line: int | None
    message: str
    fix: str


@dataclass
class Findings:
    found: list[Finding] = field(default_factory=list)

    def add(self, rule: str, file: str, message: str, fix: str, line: int | None = None) -> None:
        """At most ``MOST_OF_A_RULE`` of a rule: a slip in a whole column is one slip."""
        if sum(one.rule == rule for one in self.found) < MOST_OF_A_RULE:
            self.found.append(Finding(rule, file, line, message[:2000], fix[:2000]))

    def differ(self, rule: str, file: str, what: str, said: Iterable[int], seen: Iterable[int], fix: str) -> None:
        """Rows of the truth against rows of the data; nothing where they are the same."""
        truth, data = set(said), set(seen)
        if truth == data:
            return
        parts = []
        for words, rows in (("only in the truth", truth - data), ("only in the data", data - truth)):
            if rows:
                shown = ", ".join(str(row) for row in sorted(rows)[:5])
                parts.append(f"{len(rows)} {words} (row_id {shown}{', ...' if len(rows) > 5 else ''})")
        self.add(rule, file, f"{what}: {'; '.join(parts)}.", fix)

    def write(self, path: Path) -> None:
        path.write_text(json.dumps([asdict(one) for one in self.found], ensure_ascii=False), encoding="utf-8")
