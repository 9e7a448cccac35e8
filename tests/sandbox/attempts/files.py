"""F: files of the host, of the harness and of other processes. SECRET is a readable file of the host."""

from __future__ import annotations

from attempts.attempt import L4, Attempt, Outcome, nothing_worked

KERNEL = "an ordinary user may not do this anywhere"


def private_home(outcome: Outcome) -> bool:
    return "WORKED write" in outcome.out and "REFUSED again FileNotFoundError" in outcome.out


ATTEMPTS = [
    Attempt("F1", "hidden labels by their path", "attempt('labels', lambda: open(SECRET).read())"),
    Attempt(
        "F2",
        "accounts and keys of the host",
        "for path in ('/etc/passwd', '/etc/shadow', '/root', '/etc/hostname', '/home', '/var', '/boot'):\n"
        "    attempt(path, lambda: os.stat(path).st_mode)",
        lambda outcome: nothing_worked(outcome) and outcome.out.count("FileNotFoundError") == 7,
        not_promised=L4,
    ),
    Attempt(
        "F20",
        "read accounts and keys of the host, list its folders",
        "for path in ('/etc/passwd', '/etc/group', '/etc/hostname', '/boot'):\n"
        "    attempt(path, lambda: os.open(path, os.O_RDONLY))\n"
        "def names(path):\n    return [n for n in os.listdir(os.open(path, os.O_RDONLY)) if n.startswith(('passwd', 'home', 'labels'))]\n"
        "for path in ('/root', '/home', '/var', '/boot', '/etc', '/', '/proc', os.path.dirname(SECRET)):\n"
        "    attempt('list ' + path, lambda: names(path), lambda r: r == [])",
    ),
    Attempt(
        "F21",
        "change modes and times of what it may only read",
        "for path in ('/tmp/mle_data/data.csv', '/tmp/mle_data', os.__file__, SECRET):\n"
        "    attempt('mode ' + path, lambda: os.chmod(path, 0o777))\n"
        "    attempt('times ' + path, lambda: os.utime(path))",
    ),
    Attempt(
        "F3",
        "change the data",
        "D = '/tmp/mle_data'\nattempt('append', lambda: open(D + '/data.csv', 'a').write('x'))\n"
        "attempt('chmod', lambda: os.chmod(D + '/data.csv', 0o777))\n"
        "attempt('truncate', lambda: os.truncate(D + '/data.csv', 0))\n"
        "attempt('rename', lambda: os.rename(D + '/data.csv', D + '/other.csv'))\n"
        "attempt('unlink', lambda: os.unlink(D + '/data.csv'))\nattempt('create', lambda: open(D + '/new', 'w'))\n"
        "attempt('rename folder', lambda: os.rename(D, '/tmp/elsewhere'))",
    ),
    Attempt(
        "F4",
        "change the Python, the launcher and the solution",
        "for path in ('/usr/lib/python3/dist-packages/evil.pth', '/usr/lib/python3.11/sitecustomize.py',"
        " '/venv/evil.pth', '/sbx/launcher/init.py', '/sbx/lib/evil.py', '/mle/solution/evil.py'):\n"
        "    attempt(path, lambda: open(path, 'w'))\n"
        "attempt('own file', lambda: open(__file__, 'a').write('x'))\n"
        "attempt('truncate own file', lambda: os.truncate(__file__, 0))\n"
        "attempt('unlink own file', lambda: os.unlink(__file__))",
    ),
    Attempt(
        "F5",
        "a start file in HOME for the next run",
        "import site\nfolder = site.getusersitepackages()\nos.makedirs(folder, exist_ok=True)\n"
        "attempt('write', lambda: open(folder + '/evil.pth', 'w').write('import os'))\n"
        "attempt('outside', lambda: folder if folder.startswith('/tmp/') else 1/0, lambda r: True)\n",
        lambda outcome: "WORKED write" in outcome.out and "REFUSED outside '/tmp/" in outcome.out,
        "HOME is private in the control run too; that the next run finds nothing is a test of its own",
    ),
    Attempt(
        "F6",
        "the insides of PID 1",
        "for pid in (1, os.getppid()):\n    for name in ('environ', 'mem', 'maps', 'auxv', 'syscall', 'stack'):\n"
        "        attempt(name, lambda: open(f'/proc/{pid}/{name}', 'rb').read(20))\n"
        "    for name in ('root', 'cwd'):\n        attempt(name, lambda: os.listdir(f'/proc/{pid}/{name}/'))\n"
        "    attempt('fd 0', lambda: os.open(f'/proc/{pid}/fd/0', os.O_RDONLY))\n"
        "    attempt('write mem', lambda: open(f'/proc/{pid}/mem', 'r+b'))",
    ),
    Attempt(
        "F7",
        "patch its own memory (allowed: the process is not the boundary)",
        "attempt('own', lambda: open('/proc/self/mem', 'rb').close())",
        lambda outcome: outcome.status == "finished",
    ),
    Attempt(
        "F8",
        "trace or read the parent",
        "for pid in (1, os.getppid()):\n    attempt('ptrace', lambda: libc.ptrace(16, pid, 0, 0), minus)\n"
        "    attempt('readv', lambda: libc.syscall(310, pid, 0, 0, 0, 0, 0), minus)\n"
        "attempt('self', lambda: libc.ptrace(0, 0, 0, 0), minus)",
    ),
    Attempt(
        "F9",
        "kernel settings",
        "for path in ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/proc/sys/vm/drop_caches',"
        " '/proc/self/oom_score_adj', '/proc/self/coredump_filter'):\n"
        "    attempt(path, lambda: open(path, 'w').write('0'))",
    ),
    Attempt(
        "F10",
        "raise its own limits",
        "import resource as R\nfor kind in (R.RLIMIT_NPROC, R.RLIMIT_NOFILE, R.RLIMIT_FSIZE, R.RLIMIT_CORE, R.RLIMIT_CPU):\n"
        "    attempt(kind, lambda: R.setrlimit(kind, (R.RLIM_INFINITY, R.RLIM_INFINITY)))",
    ),
    Attempt(
        "F11",
        "mounts and namespaces",
        "attempt('unshare', lambda: libc.unshare(0x10000000), minus)\n"
        "attempt('unshare nothing', lambda: libc.unshare(0), minus)\n"
        "attempt('mount', lambda: libc.mount(b'none', b'/tmp', b'tmpfs', 0, 0), minus)\n"
        "attempt('umount', lambda: libc.umount2(b'/tmp/mle_data', 2), minus)\n"
        "attempt('chroot', lambda: libc.chroot(b'/'), minus)\n"
        "attempt('open_tree', lambda: libc.syscall(428, -100, b'/', 1), minus)",
    ),
    Attempt(
        "F12",
        "a user namespace to regain capabilities",
        "def act():\n    pid = libc.syscall(56, 0x10000000 | 17, 0, 0, 0, 0)\n    if pid == 0:\n        libc._exit(0)\n    return pid\n"
        "attempt('clone', act, minus)",
    ),
    Attempt(
        "F13",
        "open_by_handle_at",
        "attempt('handle', lambda: libc.syscall(304, 3, b'\\0' * 32, 0), minus)\n"
        "attempt('name', lambda: (libc.syscall(303, -100, b'/', ctypes.create_string_buffer(b'\\x40\\0\\0\\0', 200),"
        " ctypes.create_string_buffer(8), 0)), minus)",
    ),
    Attempt(
        "F14",
        "inherited descriptors",
        "import fcntl\nfound = []\nfor fd in range(3, 1024):\n    try:\n        fcntl.fcntl(fd, 1)\n        found.append(fd)\n"
        "    except OSError:\n        pass\nattempt('descriptors', lambda: found, lambda r: r == [])",
        # No broker here: where Prophet is, exactly its two pipes are open (test_broker_protocol.py).
        unwalled="a program that was started with none inherits none; the recorder's pipe is a test of its own",
    ),
    Attempt(
        "F15",
        "a key in the environment",
        "attempt('variable', lambda: os.environ['SECRET_TOKEN'])\n"
        "attempt('names', lambda: [n for n in os.environ if 'TOKEN' in n or 'KEY' in n], lambda r: r == [])",
    ),
    Attempt(
        "F16",
        "write anywhere else",
        "for path in ('/newfile', '/dev/newfile', '/etc/newfile', '/var/newfile', '/sbx/newfile', '/mle/newfile',"
        " '/usr/newfile', '/sys/newfile', OUTSIDE + '/newfile'):\n"
        "    attempt(path, lambda: open(path, 'w').write('x'))",
    ),
    Attempt(
        "F17",
        "devices and pipes with names",
        "R = '/tmp/mle_report'\nattempt('device', lambda: os.mknod(R + '/dev', 0o600 | 0o020000, os.makedev(1, 3)))\n"
        "attempt('fifo', lambda: os.mkfifo(R + '/fifo'))",
    ),
    Attempt(
        "F18",
        "devices that are not needed",
        "for path in ('/dev/zero', '/dev/tty', '/dev/ptmx', '/dev/full', '/dev/fuse', '/dev/kvm'):\n"
        "    attempt(path, lambda: os.open(path, os.O_RDWR))",
    ),
    Attempt(
        "F19",
        "the machine's own description",
        "attempt('boot line', lambda: open('/proc/cmdline').read(), lambda r: r == '')\n"
        "attempt('keys', lambda: open('/proc/keys').read(), lambda r: r == '')",
    ),
]
