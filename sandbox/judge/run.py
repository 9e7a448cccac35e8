"""Puts the judge's parts together: each reads what it needs, and none can take the others down."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .contents import contents_of
from .decisions import decision_log, treatment_line
from .lags import named, young_lags
from .matrices import Matrices, carried_over
from .model import Model, describe_model, find_model
from .output import EMPTY_LOG, EMPTY_STATIC, EMPTY_TRACE, Faults, to_json
from .predictions import Predictions, read_predictions, same_predictions
from .rationales import measure
from .recording import Event, Recording, read_recording
from .request import BadRequest, Request, read_request
from .saved import Saved
from .scaling import scaling_of
from .settle import settle
from .static import read_solution, with_errors
from .trace import Shares, trace_of
from .treatments import Seen, see, verdict_of
from .treatments.seen import Verdict
from .variant import Variant, read_truth, read_variant


def judge(request: Request) -> dict[str, Any]:
    """JudgeOutput of main/core/evidence/judge-output.ts."""
    faults = Faults()
    guard = faults.guard
    truth = guard("matrix", {}, lambda: read_truth(request.private))
    public = request.verification_public or request.public
    variant = guard("matrix", None, lambda: read_variant(public, truth, request.target, request.private))
    roles = {str(n): str(c.get("role")) for n, c in truth.get("columns", {}).items()}
    static = guard("static", EMPTY_STATIC, lambda: read_solution(request.solution, {*roles, "row_id"}, request.target))
    scored = guard("trace", Recording(), lambda: read_recording(request.scored.evidence))
    verified = (
        guard("trace", Recording(), lambda: read_recording(request.verification.evidence))
        if request.verification
        else None
    )
    found = guard("matrix", Findings(), lambda: _find(request, variant, scored, verified, faults))
    sizes = variant.sizes if variant else None
    settled = guard("static", static, lambda: settle(static, scored, verified))
    scored_trace = guard("trace", EMPTY_TRACE, lambda: trace_of(scored, sizes, found.scored_shares))
    settled["newerApis"] = with_errors(settled["newerApis"], scored_trace["exceptions"])
    return {
        "schema": 1,
        "static": settled,
        "scored": scored_trace,
        "verification": guard("trace", EMPTY_TRACE, lambda: trace_of(verified, sizes, found.shares))
        if verified is not None
        else None,
        "model": found.model,
        "treatments": guard("matrix", [], lambda: _treatments(variant, found.seen, static, verified)),
        "matrix": guard(
            "matrix", _empty_matrix(), lambda: contents_of(found.seen, request.identifiers, roles, found.young)
        ),
        **_log(request, variant, static, scored, verified, found, faults),
        "faults": faults.found,
    }


@dataclass
class Findings:
    """What the matrices of the verification run told."""

    model: dict[str, Any] | None = None
    seen: Seen | None = None
    transformers: list[Event] = field(default_factory=list)
    shares: Shares = field(default_factory=dict)
    scored_shares: Shares = field(default_factory=dict)
    young: list[dict[str, Any]] = field(default_factory=list)
    """Columns of a forecast's matrix that are made of a target younger than the horizon."""


def _find(
    request: Request, variant: Variant | None, scored: Recording, verified: Recording | None, faults: Faults
) -> Findings:
    """Matrices exist in the verification run only; without one the model is the last fit of the scored run."""
    found = Findings()
    recording, execution = (
        (verified, request.verification) if verified is not None else (scored, request.scored)
    )
    assert execution is not None
    matrices = (
        Matrices(execution.evidence, variant, recording)
        if variant is not None and verified is not None
        else None
    )
    if matrices is not None and verified is not None:
        found.shares = faults.guard("matrix", {}, matrices.shares)
        found.scored_shares = carried_over(scored, verified, found.shares)
    predictions = faults.guard("matrix", None, lambda: read_predictions(execution.report))
    model = faults.guard(
        "matrix", None, lambda: find_model(recording, execution.evidence, predictions, matrices)
    )
    if model is None:
        return found
    found.transformers = model.transformers
    same = faults.guard("matrix", False, lambda: _verified_alike(request, predictions))
    found.model = faults.guard(
        "matrix", None, lambda: describe_model(model, scored, verified, matrices, same)
    )
    if model.matrix is not None and variant is not None:
        saved, link = model.matrix
        seen = found.seen = faults.guard("matrix", None, lambda: see(variant, saved, link))
        if seen is not None:
            # Before anything else is read from the columns: what it explains is unexplained no longer.
            young = faults.guard("matrix", {}, lambda: young_lags(seen, request.forecast))
            found.young = faults.guard("matrix", [], lambda: named(young, names_of(saved, model, matrices)))
        if found.model is not None and seen is not None:
            found.model["trainedOn"]["scaling"] = faults.guard("matrix", [], lambda: scaling_of(seen))
    return found


def _verified_alike(request: Request, predictions: Predictions | None) -> bool:
    """`predictions`: those of the verification run, where there is one."""
    if request.verification is None or predictions is None:
        return False
    scored = read_predictions(request.scored.report)
    return scored is not None and same_predictions(scored, predictions)


def names_of(saved: Saved, model: Model, matrices: Matrices | None) -> list[str]:
    """Of the columns. A step that keeps them all, as a scaler does, may have been given names that the model was not."""
    if saved.names or matrices is None:
        return saved.names
    for step in reversed(model.transformers):
        pair = matrices.of(step, by_content=False)
        if pair is not None and pair[0].names and pair[0].X.shape == saved.X.shape:
            return pair[0].names
    return []


def _treatments(
    variant: Variant | None, seen: Seen | None, static: dict[str, Any], verified: Recording | None
) -> list[dict[str, Any]]:
    if variant is None:
        return []
    found = []
    for fault in variant.faults:
        verdict = (
            verdict_of(seen, fault)
            if seen is not None
            else Verdict.undecided("the model's matrix was not recorded")
        )
        decided = verdict.word != "undecided"
        found.append(
            {
                "fault": fault.id,
                "verdict": verdict.word,
                "also": verdict.also,
                "basis": "matrix" if decided else "none",
                "detail": verdict.detail,
                "line": treatment_line(fault, verified, static),
            }
        )
    return found


def _log(
    request: Request,
    variant: Variant | None,
    static: dict[str, Any],
    scored: Recording,
    verified: Recording | None,
    found: Findings,
    faults: Faults,
) -> dict[str, Any]:
    log = faults.guard(
        "decisions",
        EMPTY_LOG,
        lambda: decision_log(
            request.scored, scored, verified, found.model, static, variant, found.transformers
        ),
    )
    rationales = faults.guard("rationales", [], lambda: measure(log["entries"], variant))
    return {"decisionLog": log, "rationales": rationales}


def _empty_matrix() -> dict[str, Any]:
    return contents_of(None, [], {}, [])


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
