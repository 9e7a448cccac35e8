"""Outside: one boot of the emulated machine, from power on to power off."""

from __future__ import annotations

import datetime
import json
import os
import subprocess
import time
from pathlib import Path

from emulated import disks
from emulated.root import System

#: Emulated instructions are some twenty times slower.
HOURS_ALLOWED = {"kvm": 2, "tcg": 12}
KVM_TRIAL_SECONDS = 20
_SHOWN = "[job] "
_BARE = ("qemu-system-x86_64", "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-serial", "stdio")
_ACCEL = {"kvm": "kvm", "tcg": "tcg,thread=multi"}
#: The one flag less: nested hypervisors refuse to set its register.
_CPU = {"kvm": "host,-arch-capabilities", "tcg": "max"}


class MachineError(RuntimeError):
    """The machine did not come up, or did not finish."""


def accelerator(system: System) -> str:
    """kvm where it runs a kernel, else tcg: every instruction is emulated, some ten times slower."""
    found = "kvm" if _kvm_works(system) else "tcg"
    if found == "tcg":
        print("/dev/kvm runs no kernel here: every instruction is emulated, some twenty times slower.", flush=True)
    return found


class Machine:
    """`kernel` is one of root.KERNELS."""

    def __init__(
        self,
        system: System,
        kernel: str,
        environment: Path,
        cache: Path,
        *,
        accelerator: str,
        processors: int,
        memory_mb: int,
    ) -> None:
        self.kernel = kernel
        self._system = system
        self._environment = environment
        self._cache = cache
        self._processors = processors
        self._memory_mb = memory_mb
        self._accelerator = accelerator

    def run(self, work: Path, reports: Path) -> None:
        """Boot, wait for the end, take the reports out. Raises MachineError. No emulator is left running."""
        results = disks.results_disk(self._cache)
        began = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
        facts = {
            "kernel": self.kernel,
            "accelerator": self._accelerator,
            "processors": self._processors,
            "memoryMb": self._memory_mb,
            "began": began,
        }
        (reports / f"boot-{self.kernel}.json").write_text(json.dumps(facts), "utf-8")
        console = reports / f"console-{self.kernel}.log"
        print(f"Booting the {self.kernel} kernel with {self._accelerator} (console: {console})", flush=True)
        # Its copy-on-write layer over the disk goes here and ends with it; it dies with us, however we die.
        environment = {**os.environ, "TMPDIR": str(self._cache)}
        command = ["setpriv", "--pdeathsig", "KILL", *self._command(work, results)]
        deadline = time.monotonic() + HOURS_ALLOWED[self._accelerator] * 3600
        with console.open("wb") as log:
            emulator = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment
            )
            try:
                assert emulator.stdout is not None
                for line in emulator.stdout:
                    log.write(line)
                    log.flush()
                    text = line.decode("utf-8", "replace")
                    if _SHOWN in text:
                        print(text[text.index(_SHOWN) + len(_SHOWN) :].rstrip(), flush=True)
                    if time.monotonic() > deadline:
                        raise MachineError(f"The machine was stopped after {HOURS_ALLOWED[self._accelerator]} hours.")
                emulator.wait()
            finally:
                emulator.kill()
                emulator.wait()
        if not disks.take_results(results, reports):
            tail = console.read_bytes()[-2000:].decode("utf-8", "replace")
            raise MachineError(f"The machine brought nothing out. Its last words:\n{tail}")

    def _command(self, work: Path, results: Path) -> list[str]:
        command = [*_BARE, "-machine", "q35", "-accel", _ACCEL[self._accelerator], "-cpu", _CPU[self._accelerator]]
        command += ["-smp", str(self._processors), "-m", f"{self._memory_mb}M"]
        command += ["-kernel", str(self._system.kernels[self.kernel]), "-initrd", str(self._system.initial[self.kernel])]
        command += ["-append", f"root=LABEL=root rw console=ttyS0 quiet panic=-1 systemd.show_status=0 mlewb.kernel={self.kernel}"]
        command += ["-nic", "none", "-device", "virtio-rng-pci"]
        for name, path, extra in (
            ("root", self._system.image, "snapshot=on"),
            ("environment", self._environment, "readonly=on"),
            ("work", work, "readonly=on"),
            ("results", results, "cache=writethrough"),
        ):
            command += ["-drive", f"file={path},format=raw,if=none,id={name},{extra}"]
            command += ["-device", f"virtio-blk-pci,drive={name},serial={name}"]
        return command


def description(reports: Path, kernel: str) -> dict[str, object]:
    """What was booted, for the summary: from outside, and from the guest's own words where it could say them."""
    facts: dict[str, object] = {"kernel": kernel}
    for name in (f"boot-{kernel}.json", f"machine-{kernel}.json"):
        try:
            facts.update(json.loads((reports / name).read_text("utf-8")))
        except (OSError, ValueError):
            continue
    return facts


def _kvm_works(system: System) -> bool:
    """Whether a kernel starts under it: some hosts offer a /dev/kvm that answers and runs only kernels made for it."""
    if not os.access("/dev/kvm", os.R_OK | os.W_OK):
        return False
    kernel, initial = system.kernels["stable"], system.initial["stable"]
    command = ["setpriv", "--pdeathsig", "KILL", *_BARE, "-machine", "q35,accel=kvm", "-cpu", _CPU["kvm"], "-m", "512M"]
    command += ["-kernel", str(kernel), "-initrd", str(initial), "-append", "console=ttyS0 panic=-1 root=none"]
    try:
        said = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=KVM_TRIAL_SECONDS).stdout
    except subprocess.TimeoutExpired as error:
        said = error.stdout or b""
    return b"Linux version" in said
