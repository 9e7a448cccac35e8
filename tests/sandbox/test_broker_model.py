"""A model that has been taken over: a Python in the program's place tries what hostile code would try."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attempts.attempt import PREAMBLE, Outcome
from broker_boxes import Boxes
from conftest import BOXES
from supervised import run_without_walls

ACTS = {
    "start another program": (
        "attempt('itself', lambda: os.execv(sys.executable, ['x', '-c', 'print(\"WORKED exec\")']))\n"
        "attempt('the loader', lambda: os.execv(os.path.realpath('/lib64/ld-linux-x86-64.so.2'), ['x', '--version']))\n"
        "attempt('a shell', lambda: os.execv('/bin/sh', ['sh', '-c', 'true']))\n"
        "attempt('execveat', lambda: libc.syscall(322, -100, sys.executable.encode(), 0, 0, 0), minus)\n"
        "attempt('posix_spawn', lambda: os.posix_spawn(sys.executable, ['x', '-c', ''], {}))\n"
    ),
    "be several": (
        "import threading, _thread\n"
        "def leave(pid):\n    if pid == 0:\n        os._exit(0)\n    return pid\n"
        "attempt('fork', lambda: leave(os.fork()))\n"
        "attempt('clone', lambda: leave(libc.syscall(56, 17, 0, 0, 0, 0)), minus)\n"
        "attempt('vfork', lambda: leave(libc.syscall(57)), minus)\n"
        "attempt('a thread', lambda: _thread.start_new_thread(print, ()))\n"
    ),
    "reach a network": (
        "import socket\n"
        "attempt('tcp', socket.socket)\nattempt('a pair', socket.socketpair)\n"
        "attempt('unix', lambda: socket.socket(socket.AF_UNIX))\n"
    ),
    "read": (
        "for path in ('/tmp/mle_data/data.csv', '/proc/self/environ', '/proc/self/maps', '/proc/1/status', f'/proc/{os.getppid()}/status',"
        " '/proc/meminfo', '/sys/devices/system/cpu/online'):\n    attempt(path, lambda: open(path, 'rb').read(9))\n"
        "for path in ('/', '/tmp', '/proc', '/tmp/mle_data', '/dev', '.'):\n    attempt(path, lambda: os.listdir(path))\n"
    ),
    "write": (
        "for path in ('/tmp/x', '/dev/shm/x', '/tmp/mle_report/x', 'new.csv'):\n    attempt(path, lambda: open(path, 'w').write('x'))\n"
        "attempt('mkdir', lambda: os.mkdir('/tmp/folder'))\nattempt('symlink', lambda: os.symlink('/tmp', '/tmp/link'))\n"
        "attempt('fifo', lambda: os.mkfifo('/tmp/fifo'))\nattempt('chmod', lambda: os.chmod('/tmp', 0o777))\n"
        "open('/tmp/removed', 'w') if UNWALLED else None\nattempt('unlink', lambda: os.unlink('/tmp/removed'))\n"
    ),
    "reach other processes": (
        "for pid in (1, os.getppid()):\n"
        "    attempt(f'signal {pid}', lambda: os.kill(pid, 0))\n"
        "    attempt(f'memory {pid}', lambda: open(f'/proc/{pid}/mem', 'rb'))\n"
        "    attempt(f'limits {pid}', lambda: libc.syscall(302, pid, 7, 0, ctypes.create_string_buffer(16)), minus)\n"
        "    attempt(f'handle {pid}', lambda: os.pidfd_open(pid))\n"
        "attempt('its group', lambda: os.kill(0, 0))\n"
        "attempt('trace', lambda: libc.ptrace(0, 0, 0, 0), minus)\n"
    ),
    "leave its limits": (
        "import resource, mmap\n"
        "attempt('processors', lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)))\n"
        "attempt('outlive the broker', lambda: libc.prctl(1, 0, 0, 0, 0), minus)\n"
        "attempt('a listener of its own', lambda: libc.syscall(317, 1, 8, ctypes.create_string_buffer(16)), minus)\n"
        "attempt('memory without a name', lambda: os.memfd_create('x'))\n"
        "attempt('memory that is shared', lambda: mmap.mmap(-1, 4096))\n"
        "attempt('shmget', lambda: libc.shmget(0, 4096, 0o1600), minus)\n"
        "attempt('a namespace', lambda: libc.unshare(0), minus)\n"
        "attempt('a pipe', os.pipe)\n"
    ),
    "find what was left open": (
        "import fcntl\ndef found():\n    left = []\n    for fd in range(6, 1024):\n        try:\n            fcntl.fcntl(fd, 1)\n"
        "            left.append(fd)\n        except OSError:\n            pass\n    return left\n"
        "attempt('descriptors', found, lambda r: r == [])\n"
        "attempt('variables', lambda: sorted(os.environ), lambda r: r == ['LC_ALL', 'OMP_NUM_THREADS', 'PATH', 'STAN_NUM_THREADS'])\n"
    ),
}
#: What does not work without walls either: a filter that is no filter, and nothing was left open.
HELD_WITHOUT_WALLS = {"a listener of its own", "descriptors"}


@pytest.fixture(scope="module", params=BOXES, ids=" as ".join)
def told(request: pytest.FixtureRequest, broker_boxes: dict[tuple[str, str], Boxes]) -> dict[str, list[str]]:
    """What every act's model printed; all in one box, each act in a model of its own."""
    code = "".join(
        f"answer, printed, table = fit({('UNWALLED = False' + PREAMBLE + act).encode()!r})\nprint('#', answer, table)\nprint(printed, end='')\n"
        for act in ACTS.values()
    )
    outcome = broker_boxes[request.param].run(code)
    assert outcome.status == "finished", outcome.err
    parts = outcome.out.split("# ")[1:]
    return {name: part.splitlines() for name, part in zip(ACTS, parts, strict=True)}


@pytest.mark.parametrize("act", ACTS)
def test_a_hostile_model_is_refused(act: str, told: dict[str, list[str]]) -> None:
    answer, *lines = told[act]
    assert answer.startswith("{'code': 0, ")
    assert lines and all(line.startswith("REFUSED ") for line in lines), lines
    assert len(lines) == unwalled_lines(act)


def unwalled_lines(act: str) -> int:
    """How many acts there are: loops count as often as they turn."""
    turns = {"read": 7 + 6, "write": 4 + 5, "reach other processes": 2 * 4 + 2}
    return turns.get(act, ACTS[act].count("attempt("))


def test_a_second_program_is_no_call_at_all(told: dict[str, list[str]]) -> None:
    """The one execve that was let through is spent; the kernel answers as if there were none."""
    refused = [line for line in told["start another program"] if "itself" in line or "loader" in line or "shell" in line]
    assert len(refused) == 3
    assert all(" OSError 38 " in line for line in refused)


@pytest.mark.parametrize("act", ACTS)
def test_without_walls_the_acts_work(act: str, room: Path) -> None:
    outcome = run_without_walls("UNWALLED = True" + PREAMBLE + ACTS[act], room, {})
    refused = [line for line in outcome.out.splitlines() if line.startswith("REFUSED")]
    assert "WORKED" in outcome.out, outcome.err
    assert [line for line in refused if not any(line[8:].startswith(name) for name in HELD_WITHOUT_WALLS)] == []


#: In the solution, while a model runs.
REACHING = """
for pid in VICTIMS:
    for name in ('mem', 'environ', 'maps', 'auxv', 'fd/0', 'fd/1', 'fd/3', 'fd/5'):
        attempt(f'{pid} {name}', lambda: os.open(f'/proc/{pid}/{name}', os.O_RDONLY))
    for name in ('root', 'cwd', 'exe', 'fd/5'):
        attempt(f'{pid} link {name}', lambda: os.readlink(f'/proc/{pid}/{name}'))
    attempt(f'{pid} signal', lambda: os.kill(pid, 0))
    attempt(f'{pid} handle', lambda: os.pidfd_open(pid))
    attempt(f'{pid} trace', lambda: libc.ptrace(16, pid, 0, 0), minus)
    attempt(f'{pid} limits', lambda: libc.syscall(302, pid, 7, 0, ctypes.create_string_buffer(16)), minus)
    attempt(f'{pid} processors', lambda: os.sched_setaffinity(pid, os.sched_getaffinity(0)))
"""


def test_the_solution_does_not_reach_the_broker_or_a_running_model(boxes: Boxes) -> None:
    code = "broker = int(fit(b'import os; print(os.getppid())')[1])\n"
    code += "begin(b'import os, sys, time; print(os.getpid()); sys.stdout.flush(); time.sleep(60)')\ntime.sleep(0.5)\n"
    # The model's number is not told before its end; it is the next or one of the next.
    code += "near = {os.getppid(), broker, *range(os.getpid() + 1, os.getpid() + 200)}\n"
    code += "VICTIMS = [pid for pid in sorted(near) if os.path.exists(f'/proc/{pid}')]\n"
    code += REACHING + "folder = os.path.dirname(os.path.dirname(sys.modules['launcher'].__file__)) + '/model'\n"
    code += "attempt('the folder', lambda: os.open(folder, os.O_RDONLY))\n"
    code += "attempt('a file in it', lambda: open(folder + '/data.json').read())\n"
    code += "say({'stop': True})\nprint(os.getppid(), broker, int(finish()[1]), VICTIMS)"
    outcome = boxes.run(code)
    *lines, last = outcome.out.splitlines()
    *reached, victims = last.split(" ", 3)
    assert {int(pid) for pid in reached} <= set(json.loads(victims))
    assert [line for line in lines if not line.startswith("REFUSED ")] == []
    assert len(lines) == len(json.loads(victims)) * 17 + 2


def test_without_walls_a_process_of_the_same_user_is_reached(room: Path) -> None:
    victim = "import subprocess\nvictim = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'], pass_fds=())\nVICTIMS = [victim.pid]\n"
    outcome: Outcome = run_without_walls(PREAMBLE + victim + REACHING + "victim.kill()", room, {})
    worked = [line for line in outcome.out.splitlines() if line.startswith("WORKED")]
    assert len(worked) >= 12, outcome.out
