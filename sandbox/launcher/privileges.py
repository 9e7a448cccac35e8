"""In the box: PID 1 gives up what it does not need before it imports any library, and closes itself off."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Sequence

from launcher.libc import LIBC, check, prctl

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_CLEAR_ALL = 4
CAPABILITY_VERSION_3 = 0x20080522
LAST_CAPABILITY = 63
PR_CAP_AMBIENT_RAISE = 2
CAP_SETGID, CAP_SETUID, CAP_SETPCAP, CAP_SYS_ADMIN, CAP_SYS_RESOURCE = 6, 7, 8, 21, 24
#: What PID 1 keeps until `become`: to set a number of inodes, to become another user, to drop the rest.
NEEDED_OF_ROOT = (CAP_SETGID, CAP_SETUID, CAP_SETPCAP, CAP_SYS_ADMIN)
NEEDED_IN_USER_NAMESPACE = (CAP_SETPCAP, CAP_SYS_ADMIN, CAP_SYS_RESOURCE)


class _CapabilityHeader(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("pid", ctypes.c_int)]


def become(user: int | None) -> None:
    """Change to the numeric user (when started as root), drop every capability, and forbid gaining any.

    A change of user clears the death signal, so it is set again. Raises OSError.
    """
    for capability in range(LAST_CAPABILITY + 1):
        try:
            prctl(PR_CAPBSET_DROP, capability)
        except OSError:
            break  # beyond the kernel's last capability, or the bounding set is already empty
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL)
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    header = _CapabilityHeader(CAPABILITY_VERSION_3, 0)
    check(LIBC.capset(ctypes.byref(header), (ctypes.c_uint32 * 6)()), "capset")
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_DUMPABLE, 0)
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def keep(capabilities: Sequence[int]) -> None:
    """Drop every other capability, and keep these also over an execve by an ordinary user. Raises OSError."""
    for capability in range(LAST_CAPABILITY + 1):
        if capability not in capabilities:
            try:
                prctl(PR_CAPBSET_DROP, capability)
            except OSError:
                break  # beyond the kernel's last capability
    bits = sum(1 << capability for capability in capabilities)
    header = _CapabilityHeader(CAPABILITY_VERSION_3, 0)
    check(LIBC.capset(ctypes.byref(header), (ctypes.c_uint32 * 6)(bits, bits, bits, 0, 0, 0)), "capset")
    for capability in capabilities:
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability)


def adopt_orphans() -> None:
    """Whoever below loses its parent becomes a child of the calling process. Raises OSError."""
    prctl(PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """The calling process is killed when `parent` is gone; at once where it is gone already. Raises OSError."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def be_inspectable() -> None:
    """The agent's process may look at itself again (psutil, faulthandler); PID 1 stays closed."""
    prctl(PR_SET_DUMPABLE, 1)


def ignore_signals() -> None:
    """PID 1 listens to pipes only: no signal that code in the box could send may reach a Python handler."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGCHLD}:
        signal.signal(number, signal.SIG_IGN)


def restore_signals() -> None:
    """In the child: the handlers a Python program starts with."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    if hasattr(signal, "SIGXFSZ"):
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.default_int_handler)
