"""In the box, forked by the broker: one run of the model program, from its walls to its single execve."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import socket
import struct
from dataclasses import dataclass

from launcher import privileges, seccomp
from launcher.broker import walls
from launcher.broker.links import FIRST_DESCRIPTOR, NAMES
from launcher.broker.program import Program
from launcher.libc import prctl
from launcher.syscalls import table

#: Generous: the machine may be busy, and a model that does not get this far harms nobody but its own run.
START_SECONDS = 20.0
SETUP_FAILED = 199
TOO_OLD = "this kernel cannot let one program start and no other (seccomp user notification, Linux 5.5)"
ENVIRONMENT = {"PATH": "", "LC_ALL": "C", "STAN_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_NOTIFICATION, _ANSWER = struct.Struct("=QIIi"), struct.Struct("=QqiI")
_NOTIFICATION_BYTES = 80
_CONTINUE = 1
_SOCKET = FIRST_DESCRIPTOR + len(NAMES)


class NotStarted(RuntimeError):
    """The program could not be started; the message says why."""


@dataclass(frozen=True)
class Model:
    """A running program. `log`: what it prints. `ended`: readable when it is dead."""

    pid: int
    log: int
    ended: int


def start(program: Program, words: list[str], files: tuple[int, ...], null: int, folder: str) -> Model:
    """Run the program with these words. Raises NotStarted."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    log_read, log_write = os.pipe()
    try:
        pid = os.fork()
    except OSError as error:
        for descriptor in (log_read, log_write):
            os.close(descriptor)
        ours.close()
        theirs.close()
        raise NotStarted(f"no process is left for it within the limit of threads ({error.strerror})") from None
    if pid == 0:
        try:
            _become(program, words, [null, log_write, log_write, *files, theirs.fileno()], folder)
        finally:
            os._exit(SETUP_FAILED)
    theirs.close()
    os.close(log_write)
    try:
        _admit(ours, pid)
    except (NotStarted, OSError) as error:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(log_read)
        raise NotStarted(str(error)) from None
    finally:
        ours.close()
    return Model(pid, log_read, os.pidfd_open(pid))


def _become(program: Program, words: list[str], descriptors: list[int], folder: str) -> None:
    """In the child. Returns only when something is missing; what it is goes to the broker by the socket."""
    try:
        prctl(privileges.PR_SET_PDEATHSIG, signal.SIGKILL)
        os.setsid()
        os.chdir(folder)
        _arrange(descriptors)
        walls.limit_model()
        listener = _listener()
        with socket.socket(fileno=_SOCKET) as there:
            socket.send_fds(there, [b"L"], [listener])
            os.close(listener)
            there.detach()
        strict = walls.model_filter(os.getpid())
        os.close(_SOCKET)
        seccomp.install(strict)
        os.execve(program.command[0], [*program.command, *words], ENVIRONMENT)
    except BaseException as error:
        said = str(error) if isinstance(error, NotStarted) else f"{type(error).__name__}: {error}"
        text = said.encode("utf-8", "replace")
        for descriptor in (_SOCKET, 2):
            try:
                os.write(descriptor, text[:200])
            except OSError:
                pass


def _listener() -> int:
    try:
        return seccomp.install(walls.listener_filter(), walls.NEW_LISTENER)
    except OSError as error:
        raise NotStarted(TOO_OLD) from error


def _arrange(descriptors: list[int]) -> None:
    """Descriptors 0, 1, 2, ... are these, in this order; nothing else stays open, and the last closes at execve."""
    moved = [fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 64) for descriptor in descriptors]
    last = len(moved) - 1
    for number, descriptor in enumerate(moved):
        os.dup2(descriptor, number, inheritable=number != last)
    os.closerange(len(moved), 1 << 20)


def _admit(ours: socket.socket, pid: int) -> None:
    """Take the listener, let one execve through, close it: no other can ever succeed. Raises NotStarted, OSError."""
    ours.settimeout(START_SECONDS)
    try:
        said, listeners, _, _ = socket.recv_fds(ours, 256, 1)
    except TimeoutError:
        raise NotStarted("it did not get ready in time") from None
    if not listeners:
        raise NotStarted(said.decode("utf-8", "replace") or "it ended before it was ready")
    listener = listeners[0]
    try:
        waiting = select.poll()
        waiting.register(listener, select.POLLIN)
        if not waiting.poll(START_SECONDS * 1000):
            raise NotStarted("it did not ask to be executed")
        notification = bytearray(_NOTIFICATION_BYTES)
        fcntl.ioctl(listener, _RECEIVE, notification)
        identity, asker, _, number = _NOTIFICATION.unpack_from(notification)
        if (asker, number) != (pid, table()[1]["execve"]):
            raise NotStarted("something else than its start was asked for")
        # The asker runs our code, alone, with our arguments: nobody can change them behind this answer.
        answer = _ANSWER.pack(identity, 0, 0, _CONTINUE)
        try:
            fcntl.ioctl(listener, _SEND, answer)
        except OSError as error:
            raise NotStarted(TOO_OLD) from error
    finally:
        os.close(listener)
