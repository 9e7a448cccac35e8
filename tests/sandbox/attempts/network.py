"""N: the network and every other way to talk to somebody. PORT, SOCKET, ABSTRACT are the host's listeners."""

from __future__ import annotations

from attempts.attempt import L4, Attempt, Outcome, nothing_worked


def permission(outcome: Outcome) -> bool:
    return nothing_worked(outcome) and "PermissionError" in outcome.out


ATTEMPTS = [
    Attempt(
        "N1",
        "TCP to a listener of the host",
        "import socket\nattempt('tcp', lambda: socket.create_connection(('127.0.0.1', PORT), 1))",
        permission,
    ),
    Attempt(
        "N2",
        "UDP, raw, ICMPv6, netlink, vsock and packet sockets",
        "import socket\nfor family, kind in ((2, 2), (2, 3), (10, 1), (10, 3), (16, 3), (40, 1), (17, 3)):\n"
        "    attempt(f'{family}/{kind}', lambda: socket.socket(family, kind))",
        lambda outcome: permission(outcome) and len(outcome.refused) == 7,
    ),
    Attempt(
        "N3",
        "a name lookup",
        "import socket\nattempt('localhost', lambda: socket.getaddrinfo('localhost', 80))\n"
        "attempt('name', lambda: socket.getaddrinfo('example.invalid', 80))",
    ),
    Attempt(
        "N4",
        "an abstract Unix socket of the host",
        "import socket\ndef act():\n    s = socket.socket(socket.AF_UNIX)\n    s.connect('\\0' + ABSTRACT)\n    return 'connected'\n"
        "attempt('abstract', act)",
        permission,
    ),
    Attempt(
        "N5",
        "a Unix socket of the host by its path",
        "import socket\ndef act():\n    s = socket.socket(socket.AF_UNIX)\n    s.connect(SOCKET)\n    return 'connected'\n"
        "attempt('path', act)\nattempt('open', lambda: os.open(SOCKET, os.O_RDWR))",
        lambda outcome: nothing_worked(outcome) and len(outcome.refused) == 2,
    ),
    Attempt(
        "N6",
        "the sockets of system services",
        "attempt('folders', lambda: [p for p in ('/run', '/var/run', '/sys/fs/cgroup', os.path.join('/proc/1/root', 'run')) if"
        " os.path.exists(p)], lambda r: r == [])",
        not_promised=L4,
    ),
    Attempt(
        "N11",
        "look into the folders of system services",
        "for path in ('/run', '/var/run', '/sys/fs/cgroup', os.path.join('/proc/1/root', 'run'), '/run/user'):\n"
        "    attempt(path, lambda: os.scandir(path).close())",
    ),
    Attempt(
        "N12",
        "see that a socket of the host is there",
        "attempt('see it', lambda: os.stat(SOCKET).st_mode)",
        not_promised=L4,
    ),
    Attempt(
        "N7",
        "io_uring, whose requests pass no filter",
        "attempt('io_uring', lambda: (libc.syscall(425, 8, ctypes.create_string_buffer(120)), ctypes.get_errno()),"
        " lambda r: r == (-1, 38))",
    ),
    Attempt(
        "N8",
        "urllib",
        "import urllib.request\nattempt('http', lambda: urllib.request.urlopen(f'http://127.0.0.1:{PORT}', timeout=1).read())",
        nothing_worked,
        # The listener accepts and never answers: a timeout is a connection that was made.
        lambda outcome: "timed out" in outcome.out,
    ),
    Attempt(
        "N9",
        "System V memory, message queues and the keyring",
        "attempt('shmget', lambda: libc.shmget(0, 4096, 0o1600), minus)\n"
        "attempt('msgget', lambda: libc.msgget(0, 0o1600), minus)\n"
        "attempt('mq_open', lambda: libc.syscall(240, b'mlewb', 0o102, 0o600, 0), minus)\n"
        "attempt('add_key', lambda: libc.syscall(248, b'user', b'k', b'v', 1, -3), minus)",
    ),
    Attempt(
        "N10",
        "a pair of connected sockets",
        "import socket\nattempt('pair', lambda: socket.socketpair())",
        permission,
    ),
]
