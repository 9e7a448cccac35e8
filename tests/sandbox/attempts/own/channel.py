"""X36 to X41: words to the harness, to later runs and about the host."""

from __future__ import annotations

from attempts.attempt import L4, Attempt, Outcome, nothing_worked

HOST_SIDE = "there is no harness in the control run"


def finished(outcome: Outcome) -> bool:
    return outcome.status == "finished" and outcome.exit_code == 0


ATTEMPTS = [
    Attempt(
        "X36",
        "lines in the output that look like the supervisor's and like PID 1's records",
        "import json\nfor stream in (1, 2):\n"
        "    os.write(stream, json.dumps({'id': '1', 'event': 'done', 'result': {'status': 'finished'}}).encode() + b'\\n')\n"
        "    os.write(stream, b'\\0\\0\\0\\x15\\0\\0\\0\\0{\"kind\":\"result\"}\\n')\nos._exit(5)",
        lambda outcome: outcome.status == "failed" and outcome.exit_code == 5,
        lambda outcome: outcome.exit_code == 5,
    ),
    Attempt(
        "X37",
        "byte code and start files beside the launcher, the libraries and the solution",
        "for path in ('/sbx/launcher/__pycache__/child.cpython-311.pyc', '/sbx/lib/mle_bench/__pycache__/x.pyc', '/sbx/recorder/x.py',"
        " '/mle/solution/__pycache__/x.pyc', '/mle/solution/sitecustomize.py', '/venv/lib/python3.11/site-packages/x.pth',"
        " '/venv/pyvenv.cfg', '/usr/lib/python3.11/os.py'):\n"
        "    attempt(path, lambda: open(path, 'w'))\n"
        "attempt('folder', lambda: os.mkdir('/mle/solution/__pycache__'))",
        nothing_worked,
        "these places are the box's own",
    ),
    Attempt(
        "X38",
        "the files that show its limits: rewrite, cut, cover",
        "for path in ('/proc/meminfo', '/sys/devices/system/cpu/online'):\n"
        "    attempt(path, lambda: open(path, 'r+'))\n    attempt('cut ' + path, lambda: os.truncate(path, 0))\n"
        "    attempt('time ' + path, lambda: os.utime(path))\n    attempt('mode ' + path, lambda: os.chmod(path, 0o777))\n"
        "    attempt('remove ' + path, lambda: os.unlink(path))\n    attempt('over ' + path, lambda: os.rename('/tmp/mle_report', path))",
        nothing_worked,
        "an ordinary user may not do this to the kernel's files",
    ),
    Attempt(
        "X39",
        "what names this machine: its id, its name, its hardware, its network",
        "for path in ('/etc/machine-id', '/etc/hostname', '/var/lib/dbus/machine-id', '/sys/class/net', '/sys/class/dmi/id/product_uuid',"
        " '/sys/block', '/sys/kernel', '/etc/resolv.conf', '/etc/hosts'):\n"
        "    attempt(path, lambda: os.stat(path).st_size)\n"
        "attempt('name', lambda: os.uname().nodename, lambda r: r == 'box')\n"
        "attempt('network', lambda: open('/proc/net/route').read().count(chr(10)), lambda r: r <= 1)",
        nothing_worked,
        not_promised=L4,
    ),
    Attempt(
        "X40",
        "variables and settings for whoever comes next",
        "for name in ('LD_PRELOAD', 'PYTHONSTARTUP', 'PYTHONPATH', 'MPLCONFIGDIR', 'BASH_ENV'):\n    os.environ[name] = '/tmp/evil'\n"
        "os.makedirs(TMP + '/.mpl', exist_ok=True)\nopen(TMP + '/.mpl/matplotlibrc', 'w').write('backend: evil')\n"
        "open('/tmp/mle_report/x', 'w').write('x')",
        lambda outcome: finished(outcome) and outcome.artifacts == {"x": b"x"},
        HOST_SIDE,
    ),
    Attempt(
        "X41",
        "the output's pipe: read back what was said, ask for signals, take its buffer",
        "import fcntl\nattempt('signals', lambda: fcntl.fcntl(1, fcntl.F_SETOWN, os.getpid()))\n"
        "attempt('which', lambda: fcntl.fcntl(1, 10, 9))\nattempt('larger', lambda: fcntl.fcntl(1, 1031, 1 << 20))\n"
        "attempt('lease', lambda: fcntl.fcntl(1, 1024, 1))\nattempt('notice', lambda: fcntl.fcntl(0, 1026, 1))\n"
        "attempt('wait', lambda: fcntl.ioctl(1, 0x5452, b'\\1\\0\\0\\0'))",
        nothing_worked,
    ),
]
