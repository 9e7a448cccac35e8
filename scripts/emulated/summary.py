"""Outside: the counts of each job, out of the reports that pytest wrote for machines."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

from emulated.jobs import Job


#: As pytest tells it, one line a test, behind the guest's own mark.
_TOLD = re.compile(r"\[job\] \S+?(\w+)\.py::(.+) (PASSED|FAILED|ERROR|SKIPPED)\b")
_OUTCOME = {"PASSED": "passed", "FAILED": "failed", "ERROR": "failed", "SKIPPED": "skipped"}


def begun(reports: Path, job: Job) -> bool:
    """Whether the last machine came to this job."""
    return any(f"[job] {job.name}: {job.title}" in line for line in _console(reports, job))


def show(reports: Path, jobs: list[Job], machines: list[dict[str, object]], left_out: str = "") -> int:
    """Print what happened; the last line is "N passed, N failed". Returns the exit code."""
    print("\n──── emulated machines ────")
    for machine in machines:
        print(
            f"{machine['kernel']}: Linux {machine.get('release', '?')}, {machine.get('systemd', '?')}, "
            f"{machine.get('bubblewrap', '?')}, Python {machine.get('python', '?')}, {machine['accelerator']}, "
            f"{machine['processors']} processors, {machine['memoryMb']} MB, began {machine['began']}"
        )
    if left_out:
        print(left_out)
    passed = failed = 0
    for job in jobs:
        outcomes, left = _outcomes(reports, job)
        counts = Counter(outcomes.values())
        levels = ", ".join(f"{user} at {level or 'no level'}" for user, level in job.levels.items())
        skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
        print(f"{job.name} ({levels}): {counts['passed']} passed, {counts['failed']} failed{skipped}")
        for name, outcome in outcomes.items():
            if outcome != "passed":
                print(f"  {outcome}: {name}")
        for thing in left:
            print(f"  left behind: {thing}")
        passed += counts["passed"]
        failed += counts["failed"] + len(left)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def write(reports: Path, jobs: list[Job], machines: list[dict[str, object]]) -> None:
    """One JUnit file over all jobs, for `npm run test:long`, and the machines' facts."""
    suites = ET.Element("testsuites")
    for job in jobs:
        outcomes, left = _outcomes(reports, job)
        suite = ET.SubElement(suites, "testsuite", name=job.name)
        for name, outcome in [*outcomes.items(), *((f"nothing is left behind: {thing}", "failed") for thing in left)]:
            case = ET.SubElement(suite, "testcase", classname=job.name, name=name)
            if outcome != "passed":
                ET.SubElement(case, "skipped" if outcome == "skipped" else "failure")
    ET.ElementTree(suites).write(reports / "all.junit.xml", encoding="unicode")
    (reports / "machines.json").write_text(json.dumps(machines, indent=1))


def _outcomes(reports: Path, job: Job) -> tuple[dict[str, str], list[str]]:
    """By test, and what outlived the job. One that did not come to its end is one failure beside what it has shown."""
    try:
        root = ET.parse(reports / f"{job.name}.xml").getroot()
        left = json.loads((reports / f"{job.name}.json").read_text("utf-8"))["left"]
    except (OSError, ET.ParseError, ValueError, KeyError):
        return {**_shown(reports, job), "the job came to its end": "failed"}, []
    found = {}
    for case in root.iter("testcase"):
        outcome = "passed"
        for child in case:
            if child.tag in ("failure", "error"):
                outcome = "failed"
            elif child.tag == "skipped":
                outcome = "skipped"
        found[f"{case.get('classname', '').rpartition('.')[2]}::{case.get('name')}"] = outcome
    return found or {"no test was run": "failed"}, left


def _shown(reports: Path, job: Job) -> dict[str, str]:
    """What the console shows of a job, by test, up to where it ends."""
    outcomes: dict[str, str] = {}
    within = False
    for line in _console(reports, job):
        if f"[job] {job.name}: " in line:
            within = not within
        found = _TOLD.search(line) if within else None
        if found is not None:
            outcomes[f"{found[1]}::{found[2]}"] = _OUTCOME[found[3]]
    return outcomes


def _console(reports: Path, job: Job) -> list[str]:
    try:
        return (reports / f"console-{job.kernel}.log").read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
