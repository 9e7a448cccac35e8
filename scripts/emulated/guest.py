"""In the emulated machine, as root, started by its unit: run the jobs, write the reports on the results disk.

Uses nothing but Debian's Python. Lines that begin with `[job] ` reach the terminal outside.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import threading
import time
from pathlib import Path
from typing import Any

WORK = Path("/srv/work")
REPORTS = WORK / "reports"
#: By what the disks are called: as virtio, or in the order in which user-mode Linux was given them.
DISKS = {"environment": "ubdb", "results": "ubdd"}
JOB_SECONDS = 5400


def main() -> None:
    orders = json.loads((WORK / "orders.json").read_text("utf-8"))
    REPORTS.mkdir(exist_ok=True)
    REPORTS.chmod(0o777)
    environment = Path(orders["environment"])
    environment.mkdir(exist_ok=True)
    subprocess.run(["mount", "-o", "ro", _disk("environment"), str(environment)], check=True)
    kernel = _kernel_asked_for()
    (REPORTS / f"machine-{kernel}.json").write_text(json.dumps(_facts()))
    for job in orders["jobs"]:
        say(f"{job['name']}: {job['title']}")
        began = time.monotonic()
        code = _run(job, environment, orders)
        say(f"{job['name']}: ended with {code} after {time.monotonic() - began:.0f} s")
        left = _left_behind()
        (REPORTS / f"{job['name']}.json").write_text(json.dumps({"code": code, "left": left}))
        _bring_out()


def _disk(name: str) -> str:
    path = f"/dev/disk/by-id/virtio-{name}"
    return path if os.path.exists(path) else f"/dev/{DISKS[name]}"


def say(text: str) -> None:
    print(f"[job] {text}", flush=True)


def _run(job: dict[str, Any], environment: Path, orders: dict[str, Any]) -> int:
    for name, value in job["settings"].items():
        subprocess.run(["sysctl", "-qw", f"{name}={value}"], check=True)
    python = str(environment / "bin" / "python")
    checkout = str(WORK / "checkout")
    expected = ",".join(f"{user}={level or 'none'}" for user, level in job["levels"].items())
    expression = " and ".join(f"({part})" for part in (job["select"], orders["select"]) if part)
    command = [python, "-B", "-m", "pytest", "-v", "-p", "no:cacheprovider", "-o", "junit_family=xunit1"]
    command += [f"--junitxml={REPORTS / job['name']}.xml", "tests/sandbox", *(["-k", expression] if expression else [])]
    variables = {"MLEWB_EXPECTED_LEVELS": expected, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    variables["MLEWB_PATIENCE"] = str(orders["patience"])
    start = _bare if job["start"] == "bare" else _service
    log = REPORTS / f"{job['name']}.log"
    running = subprocess.Popen(
        start(job, variables, checkout) + command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=checkout, text=True
    )
    timer = threading.Timer(JOB_SECONDS, running.kill)
    timer.start()
    try:
        assert running.stdout is not None
        with log.open("w", encoding="utf-8") as output:
            for line in running.stdout:  # each test is told as it ends: a machine that is stopped has shown that much
                output.write(line)
                say(line.rstrip())
        return running.wait()
    finally:
        timer.cancel()
        for name in job["settings"]:
            subprocess.run(["sysctl", "-qw", f"{name}=1"], check=False)


def _service(job: dict[str, Any], variables: dict[str, str], checkout: str) -> list[str]:
    """As systemd starts it: for an ordinary user with what a login gives (pam_systemd: a session, XDG_RUNTIME_DIR)."""
    command = ["systemd-run", "--quiet", "--wait", "--collect", "--pipe", f"--working-directory={checkout}"]
    if job["user"] != "root":
        command += [f"--uid={job['user']}", "--property=PAMName=login"]
    command += [f"--property=InaccessiblePaths={path}" for path in job["hidden"]]
    command += [f"--setenv={name}={value}" for name, value in variables.items()]
    return [*command, "--"]


def _bare(job: dict[str, Any], variables: dict[str, str], _checkout: str) -> list[str]:
    """As on a machine without systemd: in the root of the control groups."""
    hide = "mount -t tmpfs tmpfs /run/systemd; " + "".join(f"mount --bind /dev/null {path}; " for path in job["hidden"])
    script = f'set -e; echo $$ > /sys/fs/cgroup/cgroup.procs; {hide}exec "$@"'
    assigned = [f"{name}={value}" for name, value in variables.items()]
    return ["unshare", "--mount", "sh", "-c", script, "sh", "env", "-i", *assigned]


def _left_behind() -> list[str]:
    """Groups of boxes and processes of the sandbox that outlived the job."""
    time.sleep(1)
    groups = [str(path) for path in Path("/sys/fs/cgroup").rglob("*") if path.is_dir() and path.name.startswith(("box-", "mlewb-"))
              and path.name != "mlewb-jobs.service"]  # fmt: skip
    processes = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
        except OSError:
            continue
        if "bwrap" in line or "supervisor.py" in line or "/sbx/" in line:
            processes.append(line[:120])
    return groups + processes


def _facts() -> dict[str, Any]:
    def said(*command: str) -> str:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip().splitlines()[0]

    return {
        "release": os.uname().release,
        "systemd": said("systemctl", "--version"),
        "bubblewrap": said("bwrap", "--version"),
        "python": sys.version.split()[0],
        "controllers": Path("/sys/fs/cgroup/cgroup.controllers").read_text().split(),
        "debian": Path("/etc/debian_version").read_text().strip(),
    }


def _kernel_asked_for() -> str:
    words = Path("/proc/cmdline").read_text().split()
    return next(word.partition("=")[2] for word in words if word.startswith("mlewb.kernel="))


def _bring_out() -> None:
    """All reports so far, from the first byte of the disk: what is there survives should a later job hang."""
    with open(_disk("results"), "r+b") as disk, tarfile.open(fileobj=disk, mode="w") as tar:
        for path in sorted(REPORTS.iterdir()):
            tar.add(path, path.name)
    os.sync()


if __name__ == "__main__":
    try:
        main()
    except BaseException as error:
        say(f"the guest failed: {type(error).__name__}: {error}")
        raise
