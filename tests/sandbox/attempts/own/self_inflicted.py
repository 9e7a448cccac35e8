"""X25 to X35: what a process does to itself, to end otherwise than it is seen to end."""

from __future__ import annotations

from attempts.attempt import Attempt, Outcome, nothing_worked

KERNEL = "an ordinary user may not do this anywhere"


def finished(outcome: Outcome) -> bool:
    return outcome.status == "finished" and outcome.exit_code == 0


def timed_out(outcome: Outcome) -> bool:
    return outcome.status == "timeout" and outcome.exit_code is None


def killed_itself(outcome: Outcome) -> bool:
    return outcome.status == "failed" and outcome.signal == "SIGKILL"


ATTEMPTS = [
    Attempt(
        "X25",
        "a death by SIGKILL that looks like the memory wall",
        "import signal\nos.kill(os.getpid(), signal.SIGKILL)",
        killed_itself,
        killed_itself,
    ),
    Attempt(
        "X26",
        "stop itself, so that nobody sees it end",
        "import signal\nos.kill(os.getpid(), signal.SIGSTOP)",
        timed_out,
        "the control's own supervisor stops with it",
        {"wall_seconds": 1.0},
    ),
    Attempt(
        "X27",
        "the exit code by which the harness says that the walls were not raised",
        "os._exit(199)",
        lambda outcome: outcome.status == "failed" and outcome.exit_code == 199,
        lambda outcome: outcome.status == "failed",
    ),
    Attempt(
        "X28",
        "an exit code that is an object and lies, raises and prints when it is used",
        "class Code(int):\n    def __and__(self, other):\n        raise SystemExit(0)\n    __rand__ = __index__ = __int__ = __bool__ = __eq__ = __and__\n"
        "raise SystemExit(Code(3))",
        lambda outcome: outcome.status == "failed" and outcome.exit_code == 3,
        "the interpreter's own end reads the number without asking the object",
    ),
    Attempt(
        "X29",
        "an exception that hangs and lies while it is shown",
        "class Evil(BaseException):\n    def __str__(self):\n        raise SystemExit(0)\n    __repr__ = __str__\n"
        "def hook(*_):\n    os.write(1, b'hooked')\n    raise SystemExit(0)\nsys.excepthook = hook\nraise Evil()",
        lambda outcome: outcome.status == "failed" and outcome.exit_code == 1,
        "the interpreter believes the hook there",
    ),
    Attempt(
        "X30",
        "finalizers, a thread and an exit handler that act after the end",
        "import atexit, threading, time\nclass Late:\n    def __del__(self):\n        os.write(1, b'late')\nkept = Late()\n"
        "atexit.register(os.write, 1, b'late')\nthreading.Thread(target=lambda: (time.sleep(0.5), os.write(1, b'late')), daemon=True).start()\n"
        "os.write(1, b'done')",
        lambda outcome: finished(outcome) and outcome.out == "done",
        lambda outcome: "late" in outcome.out,
    ),
    Attempt(
        "X31",
        "a storm of faults that it handles itself",
        "import faulthandler, signal\nhandler = ctypes.CFUNCTYPE(None, ctypes.c_int)(lambda n: None)\n"
        "libc.signal(11, handler)\nctypes.string_at(0)",
        lambda outcome: timed_out(outcome) or outcome.signal == "SIGSEGV",
        lambda outcome: timed_out(outcome) or outcome.signal == "SIGSEGV",
        {"wall_seconds": 1.5},
    ),
    Attempt(
        "X32",
        "its own limits at zero, so that the harness cannot work in its place",
        "import resource as R\nopen('/tmp/mle_report/there.txt', 'w').write('x')\n"
        "for kind in (R.RLIMIT_FSIZE, R.RLIMIT_NOFILE, R.RLIMIT_NPROC, R.RLIMIT_STACK, R.RLIMIT_CPU):\n"
        "    try:\n        R.setrlimit(kind, (0 if kind != R.RLIMIT_CPU else 1, 0 if kind != R.RLIMIT_CPU else 1))\n    except OSError:\n        pass",
        lambda outcome: finished(outcome) and outcome.artifacts == {"there.txt": b"x"},
        finished,
    ),
    Attempt(
        "X33",
        "more than 256 signals that wait for it (kernel memory)",
        # Taken one by one: the count in /proc is of all processes of its user, also those outside.
        "import signal\nkinds = range(34, 54)\nsignal.pthread_sigmask(signal.SIG_BLOCK, kinds)\n"
        "for n in range(10_000):\n    os.kill(os.getpid(), 34 + n % 20)\n"
        "def waiting():\n    taken = 0\n    while signal.sigtimedwait(kinds, 0):\n        taken += 1\n    return taken\n"
        "attempt('waiting', waiting, lambda r: 20 <= r <= 256)",
        nothing_worked,
        "an ordinary user's own limit decides there",
    ),
    Attempt(
        "X34",
        "its standing with the kernel: who is killed first, clocks, maps of users, its label, its name at audit",
        "for name in ('oom_score_adj', 'oom_adj', 'timens_offsets', 'uid_map', 'gid_map', 'setgroups', 'attr/current', 'attr/exec',"
        " 'loginuid', 'sessionid', 'autogroup', 'clear_refs', 'comm', 'coredump_filter', 'make-it-fail', 'projid_map'):\n"
        "    attempt(name, lambda: open('/proc/self/' + name, 'r+').write('0'))",
    ),
    Attempt(
        "X35",
        "the crash handler of the host, by the limit of core files",
        "import resource as R\nattempt('lower', lambda: R.setrlimit(R.RLIMIT_CORE, (0, 0)))\n"
        "attempt('soft', lambda: R.setrlimit(R.RLIMIT_CORE, (0, R.getrlimit(R.RLIMIT_CORE)[1])))\n"
        "attempt('raw', lambda: libc.syscall(160, 4, ctypes.create_string_buffer(16)), minus)\n"
        "class New(ctypes.Structure):\n    _fields_ = [('soft', ctypes.c_uint64), ('hard', ctypes.c_uint64)]\n"
        "page = libc.mmap\npage.restype = ctypes.c_void_p\n"
        # A value whose address has 32 zero bits at its end.
        "at = page(ctypes.c_void_p(1 << 32), 4096, 3, 0x100022, -1, 0)\n"
        "attempt('half an address', lambda: libc.syscall(302, 0, 4, ctypes.c_void_p(1 << 32), 0), minus)\n"
        "attempt('in force', lambda: R.getrlimit(R.RLIMIT_CORE), lambda r: r[0] in (0, 1) and r[0] == r[1])",
    ),
]
