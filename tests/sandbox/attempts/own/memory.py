"""X16 to X24: memory that a count of resident pages does not see, and floods of things that the kernel keeps."""

from __future__ import annotations

from attempts.attempt import L4, Attempt, Outcome, nothing_worked

MEGABYTE = 1 << 20
SMALL = {"memory_bytes": 150 * MEGABYTE, "tmp_bytes": 256 * MEGABYTE}


def out_of_memory(outcome: Outcome) -> bool:
    return outcome.status == "out_of_memory" and not outcome.worked


def finished(outcome: Outcome) -> bool:
    return outcome.status == "finished" and outcome.exit_code == 0


ATTEMPTS = [
    Attempt(
        "X16",
        "thousands of descriptors: pipes, events, watchers of watchers",
        "import select\ndef many(make):\n    held = []\n    for _ in range(2_000):\n        held.append(make())\n    return 2_000\n"
        "attempt('epoll', lambda: many(select.epoll))\nattempt('events', lambda: many(lambda: os.eventfd(0)))\n"
        "attempt('pipes', lambda: many(os.pipe))",
        lambda outcome: nothing_worked(outcome) and outcome.out.count("REFUSED") == 3,
        "an ordinary user's own limit decides there",
    ),
    Attempt(
        "X17",
        "a million locks on bytes of files (kernel memory that no counter of pages sees)",
        "import fcntl, struct\nf = open(TMP + '/locked', 'w+')\ndef flood(command):\n    for n in range(1_000):\n"
        "        fcntl.fcntl(f, command, struct.pack('hhqqi4x', fcntl.F_WRLCK, 0, n * 2, 1, 0))\n    return 'a thousand'\n"
        "for command in (fcntl.F_SETLK, fcntl.F_SETLKW, 37, 38):\n    attempt(command, lambda: flood(command))\n"
        "attempt('flock', lambda: fcntl.flock(f, fcntl.LOCK_EX))",
    ),
    Attempt(
        "X18",
        "a file without a name (O_TMPFILE) as hidden memory",
        "def hide():\n    fd = os.open(TMP, os.O_TMPFILE | os.O_RDWR)\n    for _ in range(200):\n        os.write(fd, b'x' * 1_048_576)\n"
        "    __import__('time').sleep(0.5)\n    return '200 MB'\nattempt('hide', hide)",
        out_of_memory,
        limits=SMALL,
        not_promised=L4,
    ),
    Attempt(
        "X19",
        "a mapped file that is deleted and whose pages are given back to the kernel",
        "import mmap\ndef hide():\n    fd = os.open(TMP + '/m', os.O_CREAT | os.O_RDWR)\n    os.ftruncate(fd, 200 << 20)\n    os.unlink(TMP + '/m')\n"
        "    m = mmap.mmap(fd, 200 << 20)\n    os.close(fd)\n    for at in range(0, 200 << 20, 4096):\n        m[at] = 1\n"
        "        if at % (1 << 20) == 0:\n            m.madvise(mmap.MADV_DONTNEED)\n    __import__('time').sleep(0.5)\n    return '200 MB'\n"
        "attempt('hide', hide)",
        out_of_memory,
        limits=SMALL,
        not_promised=L4,
    ),
    Attempt(
        "X20",
        "space set aside and never written (fallocate)",
        "def hide():\n    fd = os.open(TMP + '/f', os.O_CREAT | os.O_RDWR)\n    os.posix_fallocate(fd, 0, 200 << 20)\n    os.unlink(TMP + '/f')\n"
        "    __import__('time').sleep(0.5)\n    return '200 MB'\nattempt('hide', hide)",
        out_of_memory,
        limits=SMALL,
        not_promised=L4,
    ),
    Attempt(
        "X21",
        "extended attributes as memory",
        "open(TMP + '/a', 'w').close()\nattempt('set', lambda: os.setxattr(TMP + '/a', 'user.x', b'x' * 60_000))\n"
        "attempt('list', lambda: os.listxattr(TMP + '/a'))",
        nothing_worked,
    ),
    Attempt(
        "X22",
        "60,000 pieces of address space (kernel memory of the map)",
        "import mmap\nsize = 61_000 * 8192\nm = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)\n"
        "start = ctypes.addressof(ctypes.c_char.from_buffer(m))\nmade = 0\nfor n in range(61_000):\n"
        "    made += libc.mprotect(ctypes.c_void_p(start + n * 8192), 4096, 1) == 0\nprint('pieces', made)",
        # At most 65,530 by the kernel's own rule, about 13 MB; the run goes on.
        finished,
        finished,
    ),
    Attempt(
        "X23",
        "names of 255 bytes, as many as there is room for",
        "def flood():\n    for number in range(21_000):\n        os.close(os.open(f'{TMP}/{number:0255d}', os.O_CREAT))\n    return 21_000\n"
        "attempt('names', flood)",
        limits={"inodes": 20_000},
        not_promised=L4,
    ),
    Attempt(
        "X24",
        "pages of a file held by a pipe after the file is gone (sendfile)",
        "def hide():\n    held = []\n    for n in range(2_000):\n        fd = os.open(TMP + '/s', os.O_CREAT | os.O_RDWR | os.O_TRUNC)\n"
        "        os.write(fd, b'x' * 65_536)\n        r, w = os.pipe()\n        os.sendfile(w, fd, 0, 65_536)\n        os.ftruncate(fd, 0)\n"
        "        os.close(fd)\n        held.append((r, w))\n    return '130 MB'\nattempt('hide', hide)",
        # 256 pipes of 64 KB are all that 512 descriptors allow.
        lambda outcome: nothing_worked(outcome) and "Errno 24" in outcome.out,
        "an ordinary user's own limit of descriptors decides there",
    ),
]
