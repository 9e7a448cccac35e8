"""Outside: one box as a process, from start to the record that its PID 1 is ready, and its end."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

from launcher import box, fake_files, landlock, python_home
from launcher.cgroup import Group
from launcher.frames import Decoder, Frame, FrameError
from launcher.problems import explain_no_box, no_bubblewrap, not_this_platform
from launcher.staging import Staging

READY_SECONDS = 60.0
_DIAGNOSTICS = 65_536
#: Numeric users without an account on Debian and its kin, one for each box of a supervisor that runs as root.
FIRST_USER, USERS = 60_001, 1_000


class BoxProcess:
    """Must be made by the thread that stays with it: the box dies with that thread (parent-death signal)."""

    def __init__(
        self,
        spec: box.BoxSpec,
        staging: Staging,
        code: str,
        number: int,
        data: str | None = None,
        group: Group | None = None,
    ) -> None:
        """`data`: the original folder where it is too large to copy; else a staged one is bound and filled later.

        Raises Unavailable when there is no bubblewrap, no Python, or another system.
        """
        if not sys.platform.startswith("linux"):
            raise not_this_platform(sys.platform)
        bwrap = box.find_bubblewrap()
        if bwrap is None:
            raise no_bubblewrap()
        self.spec = spec
        self.group = group
        self.user = FIRST_USER + (os.getpid() * 7 + number) % USERS if os.geteuid() == 0 else None
        self._staging = staging.folder()
        self.folders = box.BoxFolders(
            solution=self._make("solution"),
            data=data if data is not None else self._make("data"),
            meminfo=os.path.join(self._staging, "meminfo"),
            online=os.path.join(self._staging, "online"),
            code=code,
        )
        fake_files.rewrite(self.folders.meminfo, fake_files.meminfo(2_000_000_000, 0))
        fake_files.rewrite(self.folders.online, b"")
        python = self.python = python_home.find(spec.python_prefix)
        frames_read, frames_write = os.pipe()
        events_read, events_write = os.pipe() if spec.recorder != "off" else (None, None)
        given = [frames_write] if events_write is None else [frames_write, events_write]
        argv = box.arguments(
            bwrap,
            spec,
            python,
            self.folders,
            user=self.user,
            frames=frames_write,
            events=events_write,
            solution_writable_mount=landlock.abi() >= landlock.MINIMUM_ABI and "landlock" not in spec.disarm,
        )
        try:
            self._process = subprocess.Popen(
                argv if group is None else group.entering(argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=given,
                env={},
                cwd="/",
                start_new_session=True,
            )
        finally:
            for descriptor in given:
                os.close(descriptor)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self.frames = frames_read
        self.events = events_read
        self.stdin = self._process.stdin.fileno()
        self.stdout = self._process.stdout.fileno()
        self.stderr = self._process.stderr.fileno()
        self._decoder = Decoder()
        self._waiting: list[Frame] = []
        self.diagnostics = bytearray()
        for descriptor in (self.frames, self.stdout, self.stderr, self.events):
            if descriptor is not None:
                os.set_blocking(descriptor, False)

    def _make(self, name: str) -> str:
        path = os.path.join(self._staging, name)
        os.mkdir(path, 0o755)
        os.chmod(path, 0o755)
        return path

    def wait_ready(self) -> Frame:
        """The `ready` record. Raises Unavailable with what bubblewrap or PID 1 said when it does not come."""
        deadline = time.monotonic() + READY_SECONDS
        while True:
            try:
                for frame in self.read_frames():
                    if frame.kind == "ready":
                        self.drain_diagnostics()
                        return frame
                    raise explain_no_box(str(frame.header.get("message", frame.kind)))
                ended = False
            except EOFError:
                ended = True
            except FrameError as error:
                raise explain_no_box(str(error)) from None
            self.drain_diagnostics()
            if ended or time.monotonic() > deadline:
                self.kill()
                self.drain_diagnostics()
                raise explain_no_box(self.diagnostics.decode("utf-8", "replace"))
            select.select([self.frames, self.stdout, self.stderr], [], [], 0.5)

    def read_frames(self) -> Iterator[Frame]:
        """Records that are there now. Raises EOFError at the end of the pipe, FrameError when one is malformed."""
        data = read_now(self.frames)
        if data == b"":
            self._decoder.finish()
            raise EOFError
        if data is not None:
            yield from self._decoder.feed(data)

    def drain_diagnostics(self) -> None:
        """Take what was printed before the agent's code started (bubblewrap's errors, warnings of the preload)."""
        for descriptor in (self.stdout, self.stderr):
            while data := read_now(descriptor):
                self.diagnostics += data[: _DIAGNOSTICS - len(self.diagnostics)]

    def send(self, line: bytes) -> bool:
        """Write to PID 1; False when it is gone."""
        try:
            view = memoryview(line)
            while view:
                view = view[os.write(self.stdin, view) :]
        except OSError:
            return False
        return True

    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """Everything in the box is dead when this returns: PID 1 goes with bubblewrap, the rest with PID 1.

        PID 1 is killed by its own number too: until it runs our program it is a bubblewrap that waits for the outer
        one, and would wait for ever.
        """
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGSTOP)  # no further child between the look and the kill
            inner = _children(self._process.pid)
            self._process.kill()
            for pid in inner:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        self._process.wait()

    def wait(self, seconds: float) -> bool:
        """True when the box ended by itself in this time."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """Kill, close the pipes and remove the staged folders."""
        import shutil

        self.kill()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        os.close(self.frames)
        if self.events is not None:
            os.close(self.events)
        if self.group is not None:
            self.group.remove()
        shutil.rmtree(self._staging, ignore_errors=True)


def _children(pid: int) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as children:
            return [int(child) for child in children.read().split()]
    except OSError:
        return []


def read_now(descriptor: int) -> bytes | None:
    """Up to 256 KB that are there; None when nothing is, empty at the end."""
    try:
        return os.read(descriptor, 262_144)
    except BlockingIOError:
        return None
