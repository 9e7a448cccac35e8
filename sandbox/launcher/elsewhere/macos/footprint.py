"""What a process holds, by the kernel's account: the physical footprint, which is what macOS itself kills by.

RLIMIT_AS and RLIMIT_RSS do nothing there.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

FLAVOR_V4 = 4


class RusageInfoV4(ctypes.Structure):
    """`struct rusage_info_v4` of <sys/resource.h>."""

    _fields_ = [
        ("uuid", ctypes.c_uint8 * 16),
        *(
            (name, ctypes.c_uint64)
            for name in (
                "user_time system_time pkg_idle_wkups interrupt_wkups pageins wired_size resident_size phys_footprint "
                "proc_start_abstime proc_exit_abstime child_user_time child_system_time child_pkg_idle_wkups "
                "child_interrupt_wkups child_pageins child_elapsed_abstime diskio_bytesread diskio_byteswritten "
                "cpu_time_qos_default cpu_time_qos_maintenance cpu_time_qos_background cpu_time_qos_utility "
                "cpu_time_qos_legacy cpu_time_qos_user_initiated cpu_time_qos_user_interactive billed_system_time "
                "serviced_system_time logical_writes lifetime_max_phys_footprint instructions cycles billed_energy "
                "serviced_energy interval_max_phys_footprint runnable_time"
            ).split()
        ),
    ]


class Timebase(ctypes.Structure):
    """`mach_timebase_info_data_t`: times are in ticks, 125/3 ns each on Apple's own processors."""

    _fields_ = [("numer", ctypes.c_uint32), ("denom", ctypes.c_uint32)]


@dataclass(frozen=True)
class Footprint:
    bytes: int
    peak_bytes: int
    cpu_seconds: float


def parsed(info: RusageInfoV4, timebase: Timebase) -> Footprint:
    ticks = info.user_time + info.system_time
    seconds = ticks * timebase.numer / max(timebase.denom, 1) / 1e9
    return Footprint(info.phys_footprint, max(info.lifetime_max_phys_footprint, info.phys_footprint), seconds)


class Meter:
    """Asks for one process again and again."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL("/usr/lib/libSystem.B.dylib", use_errno=True)
        self._timebase = Timebase()
        self._library.mach_timebase_info(ctypes.byref(self._timebase))

    def read(self, pid: int) -> Footprint | None:
        """None when the process is gone."""
        info = RusageInfoV4()
        if self._library.proc_pid_rusage(ctypes.c_int(pid), ctypes.c_int(FLAVOR_V4), ctypes.byref(info)) != 0:
            return None
        return parsed(info, self._timebase)
