"""In the box: the system call filter of the agent's process, an allow-list with checked arguments.

What is not listed is refused with EPERM (the young calls with ENOSYS, so that libraries fall back). The list was made from what the pinned libraries use; each special rule says which attempt it stops.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import struct
from dataclasses import dataclass

from launcher.libc import syscall
from launcher.syscalls import FIRST_YOUNG, table

SECCOMP = {"x86_64": 317, "aarch64": 277}
SET_MODE_FILTER = 1

LOAD, JUMP_EQUAL, JUMP_GREATER_EQUAL, JUMP_SET, AND, RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
X32_BIT = 0x40000000
NUMBER, ARCHITECTURE = 0, 4

Instruction = tuple[int, int, int, int]

PLAIN = (
    # files; where they may lie is decided by mounts and Landlock
    "read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 open openat creat close close_range "
    "stat fstat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat getdents64 getcwd chdir "
    "fchdir rename renameat renameat2 mkdir mkdirat rmdir unlink unlinkat link linkat symlink symlinkat chmod "
    "fchmod fchmodat truncate ftruncate fallocate fsync fdatasync statfs fstatfs utime utimes utimensat umask lseek "
    "dup dup2 dup3 sendfile copy_file_range fadvise64 readahead msync "
    # waiting
    "pipe pipe2 poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 "
    "eventfd eventfd2 pause nanosleep clock_nanosleep alarm getitimer setitimer wait4 waitid restart_syscall "
    # memory and threads
    "brk munmap mprotect mremap mincore madvise futex set_robust_list rseq sched_yield exit exit_group "
    # asking
    "getpid gettid getppid getpgrp getpgid getsid getuid geteuid getgid getegid getgroups getresuid getresgid "
    "getrlimit getrusage getpriority sched_getaffinity sched_getparam sched_getscheduler "
    "sched_get_priority_max sched_get_priority_min getcpu sysinfo uname times time gettimeofday clock_gettime "
    "clock_getres getrandom "
    # signals of its own
    "rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend sigaltstack"
).split()

#: Refused with EACCES, so that Python raises PermissionError: the words an agent's author understands.
NO_ACCESS = (
    "socket socketpair connect bind listen accept accept4 sendto sendmsg sendmmsg recvfrom recvmsg shutdown "
    "getsockname getpeername setsockopt getsockopt execve execveat fork vfork"
).split()

#: shutil.copy2 takes ENOTSUP for "no extended attributes here"; they would be kernel memory nobody counts.
NOT_SUPPORTED = (
    "setxattr lsetxattr fsetxattr getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr removexattr "
    "lremovexattr fremovexattr"
).split()

#: glibc falls back from clone3 to clone, whose flags can be seen; io_uring acts without passing this filter.
NO_SUCH_CALL = ("clone3", "io_uring_setup", "io_uring_enter", "io_uring_register")

#: Modes and times of files are not covered by Landlock: where the host's files can be named, they could be changed.
OF_OTHERS_FILES = ("chmod", "fchmod", "fchmodat", "utime", "utimes", "utimensat")
#: Only where the job allows processes.
OF_PROCESSES = ("setsid", "setpgid")
#: Exactly what glibc asks for a process: CHILD_CLEARTID CHILD_SETTID SIGCHLD.
FORK_FLAGS = 0x1200011
#: Exactly what glibc asks for a thread: VM FS FILES SIGHAND THREAD SYSVSEM SETTLS PARENT_SETTID CHILD_CLEARTID.
THREAD_FLAGS = 0x3D0F00
#: With either pair, memory would not appear in the process's resident size after it is unmapped.
SHARED_ANONYMOUS = 0x21
HUGE_PAGES = 0x40000
#: No owner or signal may be set (a signal to PID 1), no lease, no notification, no larger pipe. No lock either, nor by
#: flock: each is kernel memory that nobody counts, and on a file that other boxes see it would be a word to them.
FCNTL_COMMANDS = (0, 1, 2, 3, 4, 5, 1030, 1032)
#: The limit of core files stays at what rlimits.py set; 0 would start the host's own handler of crashes, as root.
LIMIT_CORE = 4
#: TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX. Not TIOCSTI, TIOCLINUX, FIOSETOWN.
IOCTL_REQUESTS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
#: PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_CAPBSET_READ, PR_GET_NO_NEW_PRIVS, PR_SET_VMA.
PRCTL_OPTIONS = (3, 15, 16, 23, 39, 0x53564D41)


def refuse(number: int) -> int:
    """Filter verdict: the call fails with this errno."""
    return 0x00050000 | number


def _argument(index: int) -> int:
    """Offset of the low 32 bits of an argument (both architectures are little-endian)."""
    return 16 + 8 * index


class Program:
    """A filter in the making. Falls through from call to call; the last instruction must be RETURN."""

    def __init__(self) -> None:
        self.code: list[Instruction] = []

    @staticmethod
    def for_this_machine() -> Program:
        """Begun: another architecture's calls kill the process, and the number of the call is loaded."""
        architecture, _ = table()
        program = Program()
        program.add(LOAD, ARCHITECTURE)
        program.add(JUMP_EQUAL, architecture, 1, 0)
        program.add(RETURN, KILL_PROCESS)
        program.add(LOAD, NUMBER)
        if architecture == 0xC000003E:
            program.add(JUMP_GREATER_EQUAL, X32_BIT, 0, 1)
            program.add(RETURN, KILL_PROCESS)
        return program

    def bytes(self) -> bytes:
        return b"".join(struct.pack("HBBI", *instruction) for instruction in self.code)

    def add(self, operation: int, value: int, if_true: int = 0, if_false: int = 0) -> None:
        self.code.append((operation, if_true, if_false, value))

    def when(self, number: int, body: list[Instruction]) -> None:
        """Run `body` (which must end in RETURN) for this call, else go on behind it."""
        self.add(JUMP_EQUAL, number, 0, len(body))
        self.code.extend(body)


def verdict(value: int) -> list[Instruction]:
    return [(RETURN, 0, 0, value)]


def one_of(index: int, values: tuple[int, ...], otherwise: int) -> list[Instruction]:
    """ALLOW when the argument is one of the values."""
    body: list[Instruction] = [(LOAD, 0, 0, _argument(index))]
    for position, value in enumerate(values):
        body.append((JUMP_EQUAL, len(values) - position, 0, value))
    return [*body, (RETURN, 0, 0, otherwise), (RETURN, 0, 0, ALLOW)]


#: Memory that would not be seen is refused.
MAPPING: list[Instruction] = [
    (LOAD, 0, 0, _argument(3)),
    (JUMP_SET, 3, 0, HUGE_PAGES),
    (AND, 0, 0, SHARED_ANONYMOUS),
    (JUMP_EQUAL, 1, 0, SHARED_ANONYMOUS),
    (RETURN, 0, 0, ALLOW),
    (RETURN, 0, 0, refuse(errno.EPERM)),
]


def own_limits(own_pid: int) -> list[Instruction]:
    """prlimit64 on oneself; the limit of core files may only be asked (both halves of the new value's address are 0)."""
    return [
        (LOAD, 0, 0, _argument(0)),
        (JUMP_EQUAL, 2, 0, 0),
        (JUMP_EQUAL, 1, 0, own_pid),
        (RETURN, 0, 0, refuse(errno.EPERM)),
        (LOAD, 0, 0, _argument(1)),
        (JUMP_EQUAL, 1, 0, LIMIT_CORE),
        (RETURN, 0, 0, ALLOW),
        (LOAD, 0, 0, _argument(2)),
        (JUMP_EQUAL, 0, 2, 0),
        (LOAD, 0, 0, _argument(2) + 4),
        (JUMP_EQUAL, 1, 0, 0),
        (RETURN, 0, 0, refuse(errno.EPERM)),
        (RETURN, 0, 0, ALLOW),
    ]


def _all_but(index: int, value: int, otherwise: int) -> list[Instruction]:
    """ALLOW unless the argument is this."""
    return [
        (LOAD, 0, 0, _argument(index)),
        (JUMP_EQUAL, 0, 1, value),
        (RETURN, 0, 0, otherwise),
        (RETURN, 0, 0, ALLOW),
    ]


@dataclass(frozen=True)
class Kind:
    """`processes`: fork is allowed (never a program). `namespaces`: the host's files and processes are out of reach."""

    processes: bool = False
    namespaces: bool = True


def build(own_pid: int, kind: Kind = Kind()) -> bytes:
    """The filter for a process whose id in its own namespace is `own_pid`.

    Calls that take a process id accept only that one (or 0 for prlimit64): PID 1 and others cannot be reached. Where
    there may be more processes, and no others than the box's can be named, they may signal each other.
    """
    _, numbers = table()
    program = Program.for_this_machine()
    denied = refuse(errno.EPERM)
    for names, answer in (
        ((), denied) if kind.namespaces else (OF_OTHERS_FILES, denied),
        (OF_PROCESSES if kind.processes else (), ALLOW),
        (PLAIN, ALLOW),
        (NO_ACCESS, refuse(errno.EACCES)),
        (NOT_SUPPORTED, refuse(errno.ENOTSUP)),
        (NO_SUCH_CALL, refuse(errno.ENOSYS)),
    ):
        for name in names:
            if name in numbers:  # arm64 has no open, fork, pipe and the like
                program.when(numbers[name], verdict(answer))
    flags = (THREAD_FLAGS, FORK_FLAGS) if kind.processes else (THREAD_FLAGS,)
    program.when(numbers["clone"], one_of(0, flags, refuse(errno.EACCES)))
    program.when(numbers["mmap"], MAPPING)
    program.when(numbers["fcntl"], one_of(1, FCNTL_COMMANDS, denied))
    program.when(numbers["ioctl"], one_of(1, IOCTL_REQUESTS, denied))
    program.when(numbers["prctl"], one_of(0, PRCTL_OPTIONS, denied))
    reachable = _all_but(0, 1, denied) if kind.processes and kind.namespaces else one_of(0, (own_pid,), denied)
    program.when(numbers["kill"], reachable)
    program.when(numbers["tgkill"], reachable)
    program.when(numbers["prlimit64"], own_limits(own_pid))
    if "setrlimit" in numbers:
        program.when(numbers["setrlimit"], [(LOAD, 0, 0, _argument(0)), (JUMP_EQUAL, 0, 1, LIMIT_CORE), *verdict(denied), *verdict(ALLOW)])
    program.add(JUMP_GREATER_EQUAL, FIRST_YOUNG, 0, 1)
    program.add(RETURN, refuse(errno.ENOSYS))
    program.add(RETURN, denied)
    return program.bytes()


#: Accepts everything. Only the tests install it, to see that the doctor notices.
TOOTHLESS = struct.pack("HBBI", RETURN, 0, 0, ALLOW)


class _FilterProgram(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_void_p)]


def install(program: bytes, flags: int = 0) -> int:
    """Put the filter on the calling thread; needs no_new_privs. Returns what the kernel answers (a descriptor where
    `flags` ask for a listener). Raises OSError."""
    import platform

    buffer = ctypes.create_string_buffer(program, len(program))
    structure = _FilterProgram(len(program) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    number = SECCOMP[platform.machine()]
    return syscall(number, ctypes.c_uint(SET_MODE_FILTER), ctypes.c_uint(flags), ctypes.byref(structure))


def digest(kind: Kind = Kind()) -> str:
    """sha256 of the filter with a fixed process id: belongs to the record of a run."""
    return hashlib.sha256(build(2, kind)).hexdigest()
