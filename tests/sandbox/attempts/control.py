"""C: the harness itself: PID 1, the result channel, the end of the run."""

from __future__ import annotations

from attempts.attempt import Attempt, Outcome, nothing_worked
from launcher.patience import patient


def finished(outcome: Outcome) -> bool:
    return outcome.status == "finished" and outcome.exit_code == 0


ATTEMPTS = [
    Attempt(
        "C1",
        "signal PID 1, the parent and everyone",
        "import signal\nfor pid in (1, os.getppid(), -1, 0):\n"
        "    for number in (0, signal.SIGINT, signal.SIGTERM, signal.SIGUSR1, 40):\n"
        "        attempt(f'{pid}/{number}', lambda: os.kill(pid, number))\n"
        "P = os.getppid()\n"
        "attempt('queue', lambda: libc.syscall(129, P, 15, ctypes.create_string_buffer(128)), minus)\n"
        "attempt('tgkill', lambda: libc.syscall(234, P, P, 15), minus)\n"
        "attempt('tkill', lambda: libc.syscall(200, P, 15), minus)",
        lambda outcome: nothing_worked(outcome) and finished(outcome),
    ),
    Attempt(
        "C2",
        "forge a result",
        "frame = b'\\0\\0\\0\\x1f\\0\\0\\0\\0{\"kind\":\"result\",\"exit\":0}'\nfor fd in range(3, 64):\n"
        "    attempt(fd, lambda: os.write(fd, frame))\nprint('{\"id\":\"r1\",\"event\":\"done\",\"result\":{\"status\":\"finished\"}}')\n"
        "sys.stdout.flush()\nos._exit(7)",
        lambda outcome: nothing_worked(outcome) and outcome.status == "failed" and outcome.exit_code == 7,
        lambda outcome: outcome.exit_code == 7,
    ),
    Attempt(
        "C3",
        "open the result channel through /proc",
        "for pid in (1, os.getppid()):\n    for fd in range(0, 16):\n"
        "        attempt(fd, lambda: os.open(f'/proc/{pid}/fd/{fd}', os.O_WRONLY))",
    ),
    Attempt(
        "C4",
        "take a descriptor of PID 1",
        "attempt('pidfd_open', lambda: libc.syscall(434, os.getppid(), 0), minus)\n"
        "attempt('getfd', lambda: (libc.syscall(438, 0, 0, 0), ctypes.get_errno()), lambda r: r == (-1, 38))",
    ),
    Attempt(
        "C5",
        "an exit handler and a thread that outlive the program",
        "import atexit, threading, time\natexit.register(lambda: time.sleep(100))\n"
        "threading.Thread(target=time.sleep, args=(100,)).start()",
        finished,
        lambda outcome: outcome.status == "timeout",
        {"wall_seconds": patient(6.0)},
    ),
    Attempt("C6", "leave before the work is done", "os._exit(0)", finished, finished),
    Attempt(
        "C7",
        "break what the program shares with the launcher",
        "import builtins, json\njson.dumps = lambda *a, **k: '{}'\nbuiltins.open = None\nos._exit = None\nos.write = None\n"
        "sys.modules['os'] = None\nsys.stdout = None\nsys.excepthook = None\nbuiltins.print = None",
        # os._exit is gone, so the launcher's own end fails; what counts is that a result came and names no success it
        # did not see.
        lambda outcome: outcome.status in ("finished", "failed"),
        lambda outcome: outcome.status in ("finished", "failed"),
    ),
    Attempt(
        "C8",
        "patch the launcher through the frames",
        "frame = sys._getframe()\nwhile frame.f_back:\n    frame = frame.f_back\n"
        "names = frame.f_globals\nfor name in ('frames', 'collect', 'watch'):\n    names[name] = None\n"
        "for module in list(sys.modules.values()):\n"
        "    if getattr(module, '__name__', '').startswith('launcher.frames'):\n        module.send = lambda *a, **k: None\n"
        "open('/tmp/mle_report/there.txt', 'w').write('x')",
        lambda outcome: finished(outcome) and outcome.artifacts == {"there.txt": b"x"},
        "there is no launcher in the control run",
    ),
    Attempt(
        "C9",
        "an artifact that runs code when it is unpickled",
        "import pickle\nclass Evil:\n    def __reduce__(self):\n        return (eval, ('1+1',))\n"
        "open('/tmp/mle_report/model.pkl', 'wb').write(pickle.dumps(Evil()))",
        lambda outcome: outcome.artifacts["model.pkl"].startswith(b"\x80"),
        "the host only copies bytes",
    ),
    Attempt(
        "C10",
        "terminal sequences in the output",
        "sys.stdout.write('\\x1b]52;c;ZXZpbA==\\x07\\x1b[2J\\rPASS')",
        lambda outcome: outcome.out == "\x1b]52;c;ZXZpbA==\x07\x1b[2J\rPASS",
        lambda outcome: "\x1b]52" in outcome.out,
    ),
    Attempt(
        "C11",
        "push characters into a terminal",
        "import fcntl\nfor fd in (0, 1, 2):\n    attempt(fd, lambda: fcntl.ioctl(fd, 0x5412, b'x'))\n"
        "attempt('tty', lambda: os.open('/dev/tty', os.O_RDWR))",
        lambda outcome: nothing_worked(outcome) and outcome.out.count("PermissionError") >= 3,
        "the control run has no terminal either; there the kernel says ENOTTY",
    ),
    Attempt(
        "C12",
        "change the clock",
        "import time\nattempt('settime', lambda: time.clock_settime(0, time.time()))\n"
        "attempt('adjtimex', lambda: libc.syscall(159, ctypes.create_string_buffer(256)), minus)",
    ),
    Attempt(
        "C13",
        "a thread that rewrites an artifact while the run ends",
        "import threading, time\ndef rewrite():\n    while True:\n        with open('/tmp/mle_report/r.csv', 'w') as f:\n"
        "            f.write('0' * 10_000)\nthreading.Thread(target=rewrite, daemon=True).start()\ntime.sleep(0.2)\nos._exit(0)",
        lambda outcome: finished(outcome) and set(outcome.artifacts["r.csv"]) <= set(b"0"),
        finished,
    ),
    Attempt(
        "C14",
        "change priority, affinity, scheduling and limits of PID 1",
        "P = os.getppid()\nattempt('nice', lambda: os.setpriority(os.PRIO_PROCESS, P, 19))\n"
        "attempt('affinity', lambda: os.sched_setaffinity(P, {0}))\n"
        "attempt('limits', lambda: __import__('resource').prlimit(P, 7))\n"
        "attempt('ioprio', lambda: libc.syscall(251, 1, P, 0x6000), minus)\n"
        "attempt('owner', lambda: __import__('fcntl').fcntl(0, 8, P))\n"
        "attempt('move pages', lambda: libc.syscall(279, P, 0, 0, 0, 0, 0), minus)",
    ),
]
