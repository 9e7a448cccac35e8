"""Events of one execution in the shape of the judge's output."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .recording import Event, Recording, line_number, number, optional_text, plain, text, texts, whole
from .variant import Sizes

ROLES = ("classifier", "regressor", "clusterer", "transformer", "forecaster", "search", "other")
LIMIT_FILES = ("/tmp/mle_data/limits.json", "/proc/meminfo", "/proc/self/limits", "/proc/cpuinfo")
MOST = 5_000

Shares = dict[int, tuple[float | None, float | None]]
"""Number of a fit event -> shares of its rows that are fixed test rows and hold-out rows."""


def trace_of(recording: Recording, sizes: Sizes | None, shares: Shares) -> dict[str, Any]:
    """`scored` or `verification` of the output. Paths are those inside the box, whatever folders the run really used."""
    seconds = {whole(e.get("of")): number(e.get("seconds")) for e in recording.of("done")}
    opens = _opens(recording)
    return {
        "recorded": bool(recording.events),
        "gaps": recording.gaps,
        "ended": recording.ended,
        "opens": opens[:MOST],
        "helperCalls": [_named(e) for e in recording.of("help")[:MOST]],
        "inspections": [_inspection(e, sizes) for e in recording.of("inspect")[:MOST]],
        "resourceLookups": _lookups(recording, opens)[:MOST],
        "fits": [fit_of(e, seconds, shares) for e in recording.of("fit")[:MOST]],
        "exceptions": _exceptions(recording),
        "blocked": _blocked(recording),
        "repeats": _repeats(recording)[:MOST],
        "rowLoops": _row_loops(recording)[:MOST],
        "faults": _faults(recording),
    }


def _place(event: Event) -> dict[str, Any]:
    return {"file": optional_text(event.get("file")), "line": line_number(event.get("line"))}


def _named(event: Event) -> dict[str, Any]:
    return {"n": event["n"], "name": text(event.get("fn")), **_place(event)}


def _opens(recording: Recording) -> list[dict[str, Any]]:
    start = next(iter(recording.of("start")), {})
    folders = {
        text(start.get("data"), 1000): "/tmp/mle_data/",
        text(start.get("report"), 1000): "/tmp/mle_report/",
    }
    found = []
    for event in recording.of("open"):
        path = text(event.get("path"), 1000)
        for real, shown in folders.items():
            if real and path.startswith(real):
                path = shown + path[len(real) :]
        mode = "write" if event.get("mode") == "write" else "read"
        if mode == "read" and path and "/" not in path:
            path = "/tmp/mle_data/" + path  # a bare name is found in the data folder
        found.append({"n": event["n"], "path": path, "mode": mode, **_place(event)})
    return found


def _inspection(event: Event, sizes: Sizes | None) -> dict[str, Any]:
    """`frame` says by its number of rows which table was looked at; absent where the number tells nothing."""
    found = {**_named(event), "columns": texts(event.get("cols"))}
    frame = sizes.frame_of(whole(event.get("rows"), -1)) if sizes else None
    return {**found, "frame": frame} if frame else found


def _lookups(recording: Recording, opens: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """limits(), psutil, resource, os, and files that say the same."""
    found = [_named(e) for e in recording.of("lookup")]
    found += [_named(e) for e in recording.of("help") if e.get("fn") == "limits"]
    for opened in opens:
        if opened["path"] in LIMIT_FILES or opened["path"].startswith("/sys/fs/cgroup/"):
            found.append(
                {"n": opened["n"], "name": opened["path"], "file": opened["file"], "line": opened["line"]}
            )
    return sorted(found, key=lambda e: e["n"])


def fit_of(event: Event, seconds: dict[int, float], shares: Shares) -> dict[str, Any]:
    """`seconds` is how long an outermost fit took; 0 for inner fits and for one that was cut off."""
    shape = event.get("shape")
    mat = event.get("mat")
    params = plain(event.get("params"))
    test, holdout = shares.get(event["n"], (None, None))
    role = event.get("role")
    return {
        "n": event["n"],
        "seconds": seconds.get(event["n"], 0.0),
        **_place(event),
        "cls": text(event.get("cls"), 100),
        "lib": optional_text(event.get("lib")),
        "role": role if role in ROLES else "other",
        "parents": texts(event.get("up"), most=20),
        "params": params if isinstance(params, dict) else {},
        "shape": [whole(n) for n in shape[:3]] if isinstance(shape, list) else None,
        "fingerprint": optional_text(mat.get("fp"), 40) if isinstance(mat, dict) else None,
        "testShare": test,
        "holdoutShare": holdout,
    }


def _exceptions(recording: Recording) -> list[dict[str, Any]]:
    """A caught one that is also the last one is only the last one."""
    raised = recording.of("raise")
    last = {(text(e.get("type")), line_number(e.get("line"))) for e in raised if e.get("end") is True}
    found = []
    for event in raised[:MOST]:
        end = event.get("end") is True
        if not end and (text(event.get("type")), line_number(event.get("line"))) in last:
            continue
        found.append(
            {
                "type": text(event.get("type"), 100),
                "message": text(event.get("message"), 500),
                **_place(event),
                "caught": not end,
            }
        )
    return found


def _blocked(recording: Recording) -> list[dict[str, Any]]:
    counts = Counter((text(e.get("call"), 100), line_number(e.get("line"))) for e in recording.of("blocked"))
    return [
        {"call": call, "count": count, "line": line} for (call, line), count in list(counts.items())[:200]
    ]


def _repeats(recording: Recording) -> list[dict[str, Any]]:
    """Sites with more events than were written: what the record says on the way, or exactly at its end."""
    counts: dict[tuple[str, str, str | None, int | None], int] = {}
    for event in recording.of("tally"):
        key = (text(event.get("of"), 20), text(event.get("name")), *_place(event).values())
        counts[key] = max(counts.get(key, 0), whole(event.get("count")))
    for event in recording.of("end"):
        sites = event.get("sites")
        for site in sites[:MOST] if isinstance(sites, list) else []:
            if isinstance(site, list) and len(site) == 5:
                key = (text(site[0], 20), text(site[1]), optional_text(site[2]), line_number(site[3]))
                counts[key] = max(counts.get(key, 0), whole(site[4]))
    return [
        {"kind": kind, "name": name, "file": file, "line": line, "count": count}
        for (kind, name, file, line), count in counts.items()
        if kind and count > 0
    ]


def _row_loops(recording: Recording) -> list[dict[str, Any]]:
    """Python loops over rows, one entry a line: rows of all passes, CPU seconds of those that ended (null: none did)."""
    ended = {whole(e.get("of")): number(e.get("seconds")) for e in recording.of("loop_end")}
    found: dict[tuple[str, str | None, int | None], dict[str, Any]] = {}
    for event in recording.of("loop"):
        entry = found.setdefault(
            (text(event.get("fn"), 40), *_place(event).values()),
            {"name": text(event.get("fn"), 40), "rows": 0, "seconds": None, **_place(event)},
        )
        entry["rows"] += max(0, whole(event.get("rows")))
        seconds = ended.get(event["n"])
        if seconds is not None:
            entry["seconds"] = (entry["seconds"] or 0.0) + seconds
    return list(found.values())


def _faults(recording: Recording) -> list[str]:
    faults = [text(e.get("error")) for e in recording.of("fault")[:50]]
    if recording.unreadable:
        faults.append(f"{recording.unreadable} lines of the record could not be read")
    if recording.cut:
        faults.append("the record was longer than the judge reads")
    return faults
