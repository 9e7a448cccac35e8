"""Writes ``report.json``: strict JSON, UTF-8, indent 2, checked against the published schema."""

from __future__ import annotations

import errno
import json
import os
from typing import Any, Mapping

from . import DATA_DIR, REPORT_DIR
from .decisions import logged_decisions
from .plain import to_plain
from .schema import problems


class ReportError(ValueError):
    """The report breaks the schema; the message lists every place."""


def save(report: Mapping[str, Any], path: str | os.PathLike[str] | None = None) -> str:
    """Checks ``report`` and writes it to ``path``, by default ``REPORT_DIR/report.json``. Returns the path.

    numpy and pandas scalars become plain numbers. A report without ``decisions`` gets those of ``log_decision``.
    Raises ``ReportError`` where the schema is broken or a number is NaN or infinite; then nothing is written.
    Raises ``FileNotFoundError`` where ``DATA_DIR`` has no ``report.schema.json`` (a folder of data without a task).
    """
    value: dict[str, Any] = dict(report)
    value.setdefault("decisions", logged_decisions())
    try:
        plain = to_plain(value, "report")
    except (TypeError, ValueError) as error:
        raise ReportError(str(error)) from None
    broken = problems(plain, _published_schema())
    if broken:
        raise ReportError("report.json breaks the schema: " + "; ".join(broken))
    target = os.fspath(path) if path is not None else os.path.join(REPORT_DIR, "report.json")
    text = json.dumps(plain, ensure_ascii=False, allow_nan=False, indent=2)
    with open(target, "w", encoding="utf-8", newline="\n") as file:
        file.write(text + "\n")
    return target


def _published_schema() -> dict[str, Any]:
    path = os.path.join(DATA_DIR, "report.schema.json")
    try:
        with open(path, encoding="utf-8") as file:
            schema: dict[str, Any] = json.load(file)
    except FileNotFoundError:
        raise FileNotFoundError(
            errno.ENOENT, "there is no schema to check the report against; write it with json.dump(..., indent=2)", path
        ) from None
    return schema
