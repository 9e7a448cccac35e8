"""In the box: the walls of the broker and of the model that it runs.

The broker enters its Landlock domain once, before it serves; a model inherits it. A model's filter is an allow-list
of what a numerical program needs, with one rule of its own: execve asks a listener. The listener is answered once and
closed; without it the kernel answers ENOSYS for ever, so a model that has been taken over cannot start anything.
"""

from __future__ import annotations

import errno
import resource

from launcher import landlock, seccomp
from launcher.broker.program import Program
from launcher.broker.request import MAXIMUM_CSV
from launcher.syscalls import table

USER_NOTIFICATION = 0x7FC00000
NEW_LISTENER = 1 << 3

#: What the program, its loader and the C library call; what names a process is judged below.
MODEL = (
    "read write readv writev pread64 lseek open openat close stat fstat lstat newfstatat statx access faccessat "
    "faccessat2 readlink readlinkat getdents64 getcwd dup dup2 dup3 poll ppoll "
    "brk mmap munmap mprotect mremap madvise futex set_robust_list rseq set_tid_address arch_prctl "
    "sched_yield sched_getaffinity getpid gettid getppid getuid geteuid getgid getegid getrlimit getrusage sysinfo "
    "uname time gettimeofday clock_gettime clock_getres clock_nanosleep nanosleep getrandom restart_syscall "
    "rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack exit exit_group "
    # Goes on to the listener's filter, which is stricter.
    "execve"
).split()


def enter_domain(program: Program) -> None:
    """Nothing writable, nothing readable but the program's libraries, and only the program may be executed."""
    if landlock.abi() < landlock.MINIMUM_ABI:
        raise OSError(errno.ENOSYS, "this kernel has no Landlock of version 3 (Linux 6.2)")
    landlock.restrict(program.readable, (), (), program.executable)


def limit_model() -> None:
    """Hard and soft alike. Time and processes are limited by PID 1, on the broker, and inherited."""
    for kind, value in (
        (resource.RLIMIT_FSIZE, MAXIMUM_CSV),
        (resource.RLIMIT_NOFILE, 32),
        (resource.RLIMIT_CORE, 1),  # as in rlimits.py
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (value, value))


def listener_filter() -> bytes:
    """Execve asks; everything else is for the filter that comes next."""
    _, numbers = table()
    program = seccomp.Program()
    program.add(seccomp.LOAD, seccomp.NUMBER)
    program.when(numbers["execve"], seccomp.verdict(USER_NOTIFICATION))
    program.add(seccomp.RETURN, seccomp.ALLOW)
    return program.bytes()


def model_filter(own_pid: int) -> bytes:
    """The allow-list. Calls that take a process id accept only the model's own."""
    program = seccomp.Program.for_this_machine()
    _, numbers = table()
    denied = seccomp.refuse(errno.EPERM)
    program.when(numbers["mmap"], seccomp.MAPPING)
    program.when(numbers["fcntl"], seccomp.one_of(1, seccomp.FCNTL_COMMANDS, denied))
    program.when(numbers["ioctl"], seccomp.one_of(1, seccomp.IOCTL_REQUESTS, denied))
    program.when(numbers["tgkill"], seccomp.one_of(0, (own_pid,), denied))
    program.when(numbers["prlimit64"], seccomp.own_limits(own_pid))
    for name in MODEL:
        if name in numbers and name != "mmap":
            program.when(numbers[name], seccomp.verdict(seccomp.ALLOW))
    program.when(numbers["clone3"], seccomp.verdict(seccomp.refuse(errno.ENOSYS)))
    program.add(seccomp.RETURN, denied)
    return program.bytes()
