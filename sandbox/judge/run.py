"""Puts the judge's parts together: each reads what it needs, and none can take the others down."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from .output import EMPTY_LOG, EMPTY_STATIC, EMPTY_TRACE, Faults, to_json
from .recording import Recording, read_recording
from .request import BadRequest, Request, read_request
from .static import read_solution
from .trace import trace_of
from .variant import read_truth, read_variant


def judge(request: Request) -> dict[str, Any]:
    """JudgeOutput of main/core/evidence/judge-output.ts."""
    faults = Faults()
    truth = faults.guard("truth", {}, lambda: read_truth(request.private))
    variant = faults.guard("truth", None, lambda: read_variant(request.public, truth, request.target))
    columns = set(truth.get("columns", {})) | {"row_id"}
    static = faults.guard("static", EMPTY_STATIC, lambda: read_solution(request.solution, columns))
    scored = faults.guard("trace", Recording(), lambda: read_recording(request.scored.evidence))
    sizes = variant.sizes if variant else None
    unknown = {"columns": 0, "unexplained": 0, "target": "undecided"}
    document: dict[str, Any] = {
        "schema": 1,
        "static": static,
        "scored": faults.guard("trace", EMPTY_TRACE, lambda: trace_of(scored, sizes, {})),
        "verification": None,
        "model": None,
        "treatments": [],
        "matrix": {**unknown, "identifiers": [], "afterTheFact": [], "personal": []},
        "decisionLog": EMPTY_LOG,
        "rationales": [],
        "faults": faults.found,
    }
    if request.verification:
        verified = faults.guard("trace", Recording(), lambda: read_recording(request.verification.evidence))
        document["verification"] = faults.guard("trace", EMPTY_TRACE, lambda: trace_of(verified, sizes, {}))
    return document


def main(arguments: list[str]) -> int:
    """Prints the document. Exit code 2 with a sentence on stderr where the request itself is wrong."""
    if len(arguments) != 1:
        print("usage: python -I -B sandbox/judge/__main__.py REQUEST.json", file=sys.stderr)
        return 2
    try:
        request = read_request(Path(arguments[0]))
    except BadRequest as error:
        print(error, file=sys.stderr)
        return 2
    print(to_json(judge(request)))
    return 0
