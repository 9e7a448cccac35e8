#!/usr/bin/env python3
"""Tries the sandbox on machines that this one is not: an emulated Debian 12 with systemd and control groups (v2).

    sudo python3 scripts/try-emulated-debian.py [JOB ...] [--select EXPRESSION] [--prefix ENVIRONMENT]

Makes the disk by debootstrap (kept in .cache/emulated-debian; made again when the list of packages changes), boots
it in qemu (KVM where /dev/kvm works) once for each kernel that is asked for, runs tests/sandbox of this checkout
there at every level that can be had, and brings the reports out. No network inside. Ends with the counts of each
job, what was not run and why, and the line "N passed, N failed".

Without JOB every job runs; `--list` names them. `--select` goes to pytest as -k. `--prefix` is the managed Python
environment; when left out, the one of `npm test`. Where the processor runs no guest and every instruction is
emulated, only what another machine cannot show is run, unless `--whole` is given. Needs root on Debian or Ubuntu
(debootstrap, mke2fs), and takes 10 minutes or more. Everything happens in .cache/emulated-debian; no emulator outlives this program.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from emulated import disks, root, summary  # noqa: E402
from emulated.jobs import JOBS, Job, briefly  # noqa: E402
from emulated.machine import Machine, MachineError, accelerator, description  # noqa: E402

REPOSITORY = Path(__file__).resolve().parents[1]
#: How much longer the tests wait for what the machine must do; the limits of what they run are what they are.
PATIENCE = {"kvm": 1.0, "tcg": 10.0}
CACHE = REPOSITORY / ".cache" / "emulated-debian"


def main() -> int:
    options = parse()
    if options.list:
        for job in JOBS:
            print(f"{job.name:24} {job.title}")
        return 0
    jobs = [job for job in JOBS if not options.jobs or job.name in options.jobs]
    unknown = set(options.jobs) - {job.name for job in JOBS}
    if unknown:
        sys.exit(f"There is no job {', '.join(sorted(unknown))}; --list names them.")
    try:
        cache = Path(options.cache)
        cache.mkdir(parents=True, exist_ok=True)
        if options.told:
            return told(cache, Path(options.reports) if options.reports else cache / "reports", jobs)
        system = root.ready(cache)
        environment = disks.environment_image(cache, options.prefix or managed_environment())
        reports = Path(options.reports) if options.reports else cache / "reports"
        reports.mkdir(parents=True, exist_ok=True)
        for old in [*reports.glob("*.xml"), *reports.glob("*.json")]:
            old.unlink()
        machines = []
        by = options.accelerator or accelerator(system)
        brief = by == "tcg" and not options.whole and not options.select
        if brief:
            jobs = briefly(jobs)
        for kernel in sorted({job.kernel for job in jobs}):
            mine = [job for job in jobs if job.kernel == kernel]
            machine = Machine(
                system, kernel, environment, cache,
                accelerator=by, processors=options.processors, memory_mb=options.memory,
            )  # fmt: skip
            machine.run(disks.work_disk(cache, REPOSITORY, mine, options.select, PATIENCE[by]), reports)
            machines.append(description(reports, kernel))
        summary.write(reports, jobs, machines)
        left_out = "Every instruction is emulated here, so only these parts were run; --whole runs everything." if brief else ""
        return summary.show(reports, jobs, machines, left_out)
    except (MachineError, root.RootError, disks.DiskError) as error:
        print(error, file=sys.stderr)
        print("0 passed, 1 failed")
        return 1


def told(cache: Path, reports: Path, jobs: list[Job]) -> int:
    """What there is of the last run: its reports, and for a job that did not come to its end what the console shows."""
    disks.take_results(cache / "results.tar", reports)
    kernels = sorted(path.stem.removeprefix("boot-") for path in reports.glob("boot-*.json"))
    machines = [description(reports, kernel) for kernel in kernels]
    begun = [job for job in [*jobs, *briefly(jobs)] if summary.begun(reports, job)]
    summary.write(reports, begun, machines)
    return summary.show(reports, begun, machines)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("jobs", nargs="*", metavar="JOB")
    parser.add_argument("--list", action="store_true", help="name the jobs")
    parser.add_argument("--select", default="", help="pytest's -k")
    parser.add_argument("--prefix", help="the managed Python environment")
    parser.add_argument("--cache", default=str(CACHE))
    parser.add_argument("--reports", help="where the reports go")
    parser.add_argument("--whole", action="store_true", help="everything also where every instruction is emulated")
    parser.add_argument("--told", action="store_true", help="run nothing: tell what the last run brought out, also one that was stopped")
    parser.add_argument("--accelerator", choices=["kvm", "tcg"], help="otherwise kvm where it runs a kernel")
    parser.add_argument("--processors", type=int, default=2)
    parser.add_argument("--memory", type=int, default=4096, help="of the machine, in MB")
    return parser.parse_args()


def managed_environment() -> str:
    """The environment in the data folder of the tests; the newest where there are several."""
    home = Path(os.environ.get("MLEWB_TEST_HOME", REPOSITORY / ".cache" / "test-home"))
    found = sorted(home.glob("python/*/bin/python"), key=lambda path: path.lstat().st_mtime)
    if not found:
        raise disks.DiskError(f"There is no managed Python environment below {home}. Make it: npm test -- types")
    return str(found[-1].parent.parent)


if __name__ == "__main__":
    sys.exit(main())
