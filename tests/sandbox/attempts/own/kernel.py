"""X1 to X15: calls of the kernel that no solution needs. Numbers are those of x86-64."""

from __future__ import annotations

from attempts.attempt import Attempt, nothing_worked, something_worked

#: Raw calls by (name, number, arguments); each must fail.
CALLS = '''
buffer = ctypes.create_string_buffer(4096)
def calls(*wanted):
    for name, number, *arguments in wanted:
        values = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
        attempt(name, lambda: (libc.syscall(number, *values), ctypes.get_errno()), lambda r: r[0] == -1)
'''
#: PermissionError or "function not implemented", and nothing that the kernel only says after it looked.
FILTERED = '''
def calls(*wanted):
    for name, number, *arguments in wanted:
        values = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
        attempt(name, lambda: (libc.syscall(number, *values), ctypes.get_errno()), lambda r: r in ((-1, 1), (-1, 13), (-1, 38)))
buffer = ctypes.create_string_buffer(4096)
'''

ATTEMPTS = [
    Attempt(
        "X1",
        "prctl: be traced, be dumpable, move its memory map, adopt orphans, filter itself, gain capabilities",
        "for option in (1, 4, 8, 22, 26, 28, 31, 33, 35, 36, 38, 41, 43, 45, 47, 50, 53, 59, 62, 65, 0x59616D61):\n"
        "    attempt(option, lambda: (libc.prctl(option, 1, 0, 0, 0), ctypes.get_errno()), lambda r: r == (-1, 1))",
    ),
    Attempt(
        "X2",
        "personality: executable reads, no random addresses",
        FILTERED + "calls(('read implies exec', 135, 0x0400000), ('no random', 135, 0x0040000), ('ask', 135, 0xFFFFFFFF))",
    ),
    Attempt(
        "X3",
        "userfaultfd, bpf, perf events, watching of files, comparing of processes",
        FILTERED + "calls(('userfaultfd', 323, 1), ('bpf', 321, 0, buffer, 72), ('perf', 298, buffer, 0, -1, -1, 0),"
        " ('inotify', 294, 0), ('old inotify', 253), ('fanotify', 300, 0, 0), ('kcmp', 312, os.getpid(), os.getpid(), 0, 0, 0),"
        " ('process_madvise', 440, 0, buffer, 1, 4, 0), ('process_mrelease', 448, 0, 0))",
    ),
    Attempt(
        "X4",
        "keys and keyrings of the session",
        FILTERED + "calls(('add_key', 248, b'user', b'k', b'v', 1, -3), ('request_key', 249, b'user', b'k', 0, -3),"
        " ('keyctl session', 250, 1, 0), ('keyctl id', 250, 0, -3, 1))",
    ),
    Attempt(
        "X5",
        "a better place in the scheduler, for itself and for the disk",
        FILTERED + "calls(('fifo', 144, 0, 1, buffer), ('setattr', 314, 0, buffer, 0), ('setparam', 142, 0, buffer),"
        " ('nice', 141, 0, 0, -20), ('nicer', 141, 0, 0, 19), ('ioprio', 251, 1, 0, 0x2000), ('affinity', 203, 0, 8, buffer))",
    ),
    Attempt(
        "X6",
        "swap, quotas, accounting, restart, kernel modules, kernel log, names, ports, clock of the machine",
        FILTERED + "calls(('quotactl', 179, 0, 0, 0, 0), ('swapon', 167, b'/tmp/x', 0), ('swapoff', 168, b'/tmp/x'),"
        " ('acct', 163, 0), ('reboot', 169, 0, 0, 0, 0), ('kexec', 246, 0, 0, 0, 0), ('init_module', 175, buffer, 1, b''),"
        " ('finit_module', 313, 0, b'', 0), ('delete_module', 176, b'x', 0), ('syslog', 103, 10, 0, 0), ('hostname', 170, b'x', 1),"
        " ('domain', 171, b'x', 1), ('iopl', 172, 3), ('ioperm', 173, 0, 1, 1), ('modify_ldt', 154, 0, buffer, 16),"
        " ('settimeofday', 164, buffer, 0), ('clock_adjtime', 305, 0, buffer), ('vhangup', 153))",
    ),
    Attempt(
        "X7",
        "mounts by the young calls, handles of files, another root",
        FILTERED + "calls(('name_to_handle', 303, -100, b'/', buffer, buffer, 0), ('fsopen', 430, b'tmpfs', 0), ('fsconfig', 431, 0, 0, 0, 0, 0),"
        " ('fsmount', 432, 0, 0, 0), ('fspick', 433, -100, b'/', 0), ('move_mount', 429, 0, b'', 0, b'', 0),"
        " ('mount_setattr', 442, -100, b'/', 0, buffer, 32), ('pivot_root', 155, b'/', b'/'), ('statmount', 457, buffer, buffer, 4096, 0),"
        " ('listmount', 458, buffer, buffer, 8, 0))",
    ),
    Attempt(
        "X8",
        "a filter and a domain of its own, to judge or to confuse the ones that are there",
        FILTERED + "calls(('seccomp', 317, 1, 0, buffer), ('notify', 317, 1, 8, buffer), ('actions', 317, 2, 0, buffer),"
        " ('ruleset', 444, 0, 0, 1), ('restrict', 446, 0, 0))",
    ),
    Attempt(
        "X9",
        "where memory lies: policies and moves between nodes",
        FILTERED + "calls(('set_mempolicy', 238, 0, 0, 0), ('get_mempolicy', 239, 0, 0, 0, 0, 0), ('mbind', 237, 0, 4096, 0, 0, 0, 0),"
        " ('migrate_pages', 256, 0, 1, buffer, buffer), ('move_pages', 279, 0, 0, 0, 0, 0, 0))",
    ),
    Attempt(
        "X10",
        "its own process by a descriptor, by another one's memory, by single threads",
        FILTERED + "calls(('pidfd', 434, os.getpid(), 0), ('pidfd signal', 424, 0, 0, 0, 0), ('writev', 311, os.getpid(), 0, 0, 0, 0, 0),"
        " ('readv', 310, os.getpid(), 0, 0, 0, 0, 0), ('seize', 101, 0x4206, 1, 0, 0), ('tkill', 200, os.getpid(), 0),"
        " ('queue', 129, os.getpid(), 0, buffer), ('tgqueue', 297, os.getpid(), os.getpid(), 0, buffer))",
    ),
    Attempt(
        "X11",
        "descriptors that hold kernel memory: timers, signals, notices, secret memory",
        FILTERED + "calls(('timerfd', 283, 1, 0), ('signalfd', 289, -1, buffer, 8, 0), ('old signalfd', 282, -1, buffer, 8),"
        " ('timer', 222, 1, 0, buffer), ('secret', 447, 0), ('memfd', 319, b'x', 0), ('mq', 240, b'x', 0o102, 0o600, 0), ('watch', 294, 0))",
    ),
    Attempt(
        "X12",
        "memory that may not leave the machine's own, or that is shared: locks, segments, remapped files",
        FILTERED + "calls(('mlock', 149, buffer, 4096), ('mlockall', 151, 1), ('mlock2', 325, buffer, 4096, 1), ('shmget', 29, 0, 4096, 0o1600),"
        " ('shmat', 30, 0, 0, 0), ('semget', 64, 0, 1, 0o1600), ('remap_file_pages', 216, 0, 0, 0, 0, 0))",
    ),
    Attempt(
        "X13",
        "threads that are not quite threads: clone with other flags, in new namespaces, without its own files",
        CALLS + "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\ndef clone(flags):\n"
        "    pid = libc.syscall(56, flags, 0, 0, 0, 0)\n    if pid == 0:\n        libc._exit(0)\n    return pid, ctypes.get_errno()\n"
        "for flags in (0x3D0F00 & ~0x400, 0x3D0F00 & ~0x200, 17 | 0x100, 0x40000000 | 17, 0x80 | 17, 0x8000 | 17, 0x2000 | 17):\n"
        "    attempt(hex(flags), lambda: clone(flags), lambda r: r == (-1, 13))",
        # The first kinds share memory and stack, where both halves return: a crash is the thread that was made.
        unwalled=lambda outcome: something_worked(outcome) or outcome.signal == "SIGSEGV",
    ),
    Attempt(
        "X14",
        "waking, sending and moving data past the counters: splice, vmsplice, tee",
        FILTERED + "r, w = os.pipe()\nr2, w2 = os.pipe()\nos.write(w, b'xx')\n"
        "calls(('splice', 275, r, 0, w2, 0, 1, 0), ('tee', 276, r, w2, 1, 0), ('vmsplice', 278, w, buffer, 0, 0),"
        " ('membarrier', 324, 1, 0, 0))",
    ),
    Attempt(
        "X15",
        "a terminal: new ones, the console's, its keyboard",
        "import fcntl\nfor path in ('/dev/ptmx', '/dev/pts/ptmx', '/dev/pts/0', '/dev/tty0', '/dev/console'):\n"
        "    attempt(path, lambda: os.open(path, os.O_RDWR | os.O_NOCTTY))\n"
        "for request in (0x541C, 0x540E, 0x4B32, 0x5401 + 1, 0x5422):\n"
        "    attempt(hex(request), lambda: fcntl.ioctl(0, request, b'\\0' * 64))",
        nothing_worked,
    ),
]
