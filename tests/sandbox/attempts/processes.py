"""P: new processes and programs. P14 and P15 are in a box that allows processes."""

from __future__ import annotations

from attempts.attempt import Attempt, Outcome, nothing_worked
from launcher.patience import patient

DIES = "the kernel kills the process whose call has another architecture; without a filter it is only a bad call"


def killed_by_filter(outcome: Outcome) -> bool:
    return outcome.signal == "SIGSYS" and "calling" in outcome.out and not outcome.worked


def plain_sentence(outcome: Outcome) -> bool:
    return nothing_worked(outcome) and "switched off in this sandbox" in outcome.out


def without_fork(outcome: Outcome) -> bool:
    return nothing_worked(outcome) and "PermissionError" in outcome.out


def survivor_ended(outcome: Outcome) -> bool:
    """The run ended at once and its report was read when nobody wrote any more."""
    return "WORKED survivor" in outcome.out and outcome.status == "finished" and outcome.seconds < patient(15)


ATTEMPTS = [
    Attempt("P1", "os.system", "attempt('system', lambda: os.system('true'))", plain_sentence),
    Attempt(
        "P2",
        "subprocess.run",
        "import subprocess\nattempt('run', lambda: subprocess.run(['/bin/true'], capture_output=True).returncode)",
        plain_sentence,
    ),
    Attempt(
        "P3",
        "system() of the C library",
        "attempt('system', lambda: libc.system(f'echo ran > {TMP}/ran'.encode()))\n"
        "attempt('trace', lambda: open(TMP + '/ran').read())",
        lambda outcome: "WORKED system 32512" in outcome.out and "REFUSED trace FileNotFoundError" in outcome.out,
    ),
    Attempt(
        "P4",
        "_posixsubprocess.fork_exec, which raises no audit event",
        "import _posixsubprocess as p\nr, w = os.pipe()\n"
        "attempt('fork_exec', lambda: p.fork_exec([b'/bin/true'], [b'/bin/true'], True, (w,), None, None, -1, -1, -1,"
        " -1, -1, -1, r, w, False, False, -1, None, None, None, -1, None, False))",
        without_fork,
    ),
    Attempt(
        "P5",
        "os.fork",
        "def act():\n    pid = os.fork()\n    if pid == 0:\n        os._exit(0)\n    return pid\nattempt('fork', act)",
        without_fork,
    ),
    Attempt(
        "P6",
        "raw fork, vfork and clone3",
        "import signal\nsignal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "def raw(number, *arguments):\n"
        "    result = libc.syscall(number, *arguments)\n"
        "    if result == 0:\n        libc._exit(0)\n"
        "    return result\n"
        "args = ctypes.create_string_buffer(88)\nctypes.c_uint64.from_buffer(args, 32).value = 17\n"
        "attempt('fork', lambda: raw(57), minus)\n"
        "attempt('clone', lambda: raw(56, 17, 0, 0, 0, 0), minus)\n"
        "attempt('clone3', lambda: (raw(435, args, 88), ctypes.get_errno()), lambda r: r == (-1, 38))",
    ),
    Attempt(
        "P7",
        "posix_spawn and pty.fork",
        "import pty\nattempt('spawn', lambda: os.posix_spawn('/bin/true', ['true'], {}))\n"
        "def act():\n    pid, fd = pty.fork()\n    if pid == 0:\n        os._exit(0)\n    return pid\n"
        "attempt('pty', act)",
    ),
    Attempt(
        "P8",
        "memfd_create and execveat: a program without a file",
        "attempt('memfd', lambda: libc.syscall(319, b'x', 0), minus)\n"
        "attempt('execveat', lambda: (libc.syscall(322, -100, b'/nowhere', 0, 0, 0), ctypes.get_errno()),"
        " lambda r: r == (-1, 13))",
    ),
    Attempt(
        "P9",
        "a program copied to /tmp",
        "import shutil\nos.close(os.open(TMP + '/x', os.O_CREAT, 0o755))\n"
        "shutil.copyfile(os.path.realpath(sys.executable), TMP + '/x')\n"
        "attempt('exec', lambda: os.execv(TMP + '/x', ['x', '-I', '-S', '-c', 'print(\"WORKED exec\")']))",
        without_fork,
    ),
    Attempt(
        "P10",
        "multiprocessing",
        "import multiprocessing as m\nattempt('fork', lambda: m.get_context('fork').Process(target=print).start())\n"
        "attempt('spawn', lambda: m.get_context('spawn').Process(target=print).start())",
    ),
    Attempt(
        "P11",
        "machine code in writable executable memory",
        "import mmap\nmemory = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)\n"
        # fork by raw code; the child leaves at once by exit_group
        "memory.write(bytes.fromhex('b8390000000f0585c07509b8e700000031ff0f05c3'))\n"
        "call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))\n"
        "attempt('fork', call, lambda r: r == -13)",
    ),
    Attempt(
        "P12",
        "the 32-bit system call gate",
        "import mmap\nmemory = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)\n"
        "memory.write(bytes.fromhex('b814000000cd80c3'))\n"  # getpid of the 32-bit table
        "call = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(memory)))\n"
        "print('calling', flush=True)\nattempt('int80', call)",
        killed_by_filter,
        lambda outcome: outcome.signal != "SIGSYS",
    ),
    Attempt(
        "P13",
        "the x32 bit of a system call number",
        "print('calling', flush=True)\nattempt('x32', lambda: libc.syscall(0x40000000 | 39), minus)",
        killed_by_filter,
        lambda outcome: outcome.signal != "SIGSYS",
    ),
    Attempt(
        "P14",
        "a child in a session of its own that outlives the program (processes allowed)",
        "import signal, time\ndef survive():\n    r, w = os.pipe()\n    if os.fork() == 0:\n        os.setsid()\n"
        "        if os.fork() == 0:\n            for number in signal.valid_signals() - {9, 19}:\n"
        "                signal.signal(number, signal.SIG_IGN)\n"
        "            os.write(w, str(os.getpid()).encode())\n"
        "            while True:\n                open('/tmp/mle_report/beat.txt', 'a').write('.')\n"
        "                time.sleep(0.01)\n        os._exit(0)\n    return os.read(r, 16).decode()\n"
        "attempt('survivor', survive)\ntime.sleep(0.1)",
        survivor_ended,
        lambda outcome: "WORKED survivor" in outcome.out,
        limits={"processes": 4},
    ),
    Attempt(
        "P15",
        "a fork bomb (processes allowed)",
        "import time\ndef bomb():\n    for number in range(400):\n        if os.fork() == 0:\n            time.sleep(20)\n"
        "            os._exit(0)\n    return number\nattempt('bomb', bomb)",
        lambda outcome: "BlockingIOError" in outcome.out and not outcome.worked and outcome.status == "finished",
        limits={"processes": 8, "threads": 16},
    ),
    Attempt(
        "P17",
        "a program, where processes are allowed",
        "import subprocess, _posixsubprocess\nattempt('run', lambda: subprocess.run(['/bin/true']).returncode)\n"
        "pid = os.fork()\nif pid == 0:\n    attempt('exec in a child', lambda: os.execv('/bin/true', ['true']))\n    os._exit(0)\n"
        "os.waitpid(pid, 0)\nattempt('vfork', lambda: libc.syscall(58), minus)\n"
        "attempt('namespaces', lambda: libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0), minus)\n"
        "attempt('parent', lambda: libc.syscall(56, 0x8000 | 17, 0, 0, 0, 0), minus)",
        lambda outcome: nothing_worked(outcome) and len(outcome.refused) == 5,
        lambda outcome: "WORKED run" in outcome.out,
        limits={"processes": 4},
    ),
    Attempt(
        "P18",
        "memory spread over many processes",
        "import time\ndef spread():\n    for _ in range(6):\n        if os.fork() == 0:\n            held = bytearray(60_000_000)\n"
        f"            time.sleep({patient(5)})\n            os._exit(0)\n    time.sleep({patient(4)})\n"
        "    return 'held 360 MB'\nattempt('spread', spread)",
        lambda outcome: outcome.status == "out_of_memory" and not outcome.worked,
        limits={"processes": 8, "memory_bytes": 200_000_000},
    ),
    Attempt(
        "P16",
        "200 threads where 32 are allowed",
        "import threading, time\ndef flood():\n"
        "    for number in range(200):\n        threading.Thread(target=time.sleep, args=(20,), daemon=True).start()\n"
        "    return number\nattempt('threads', flood)",
        lambda outcome: "RuntimeError" in outcome.out and not outcome.worked,
        limits={"threads": 32},
    ),
]
