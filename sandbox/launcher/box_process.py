"""Outside: one box as a process, from start to the record that its PID 1 is ready, and its end."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator

from launcher import box, descendants, fake_files, masked, numeric_users, python_home, watch
from launcher.cgroup import Group
from launcher.engine import BoxRequest, Engine
from launcher.frames import Decoder, Frame, FrameError
from launcher.problems import explain_no_box
from launcher.removal import remove_tree
from launcher.patience import patient
from launcher.staging import Staging

READY_SECONDS = 60.0
_DIAGNOSTICS = 65_536


class BoxProcess:
    """Must be made by the thread that stays with it: the box dies with that thread (parent-death signal)."""

    def __init__(
        self,
        engine: Engine,
        spec: box.BoxSpec,
        staging: Staging,
        code: str,
        number: int,
        data: str | None = None,
        group: Group | None = None,
        stop: Callable[[], bool] = lambda: False,
        for_session: bool = False,
    ) -> None:
        """`data`: the original folder where it is too large to copy; else a staged one is bound and filled later.

        `stop`: asked while the engine waits for its turn. `for_session`: it may be kept for long.
        Raises Unavailable when the engine cannot build it, or there is no Python.
        """
        engine.require()
        self.engine = engine
        self.spec = spec
        self.group = group
        self.user = numeric_users.of_box(number)
        if engine.shares_paths and self.user is not None:
            data = None  # the numeric user may not be able to reach the original
        self._staging = staging.folder()
        self.folders = box.BoxFolders(
            solution=self._make("solution"),
            data=data if data is not None else self._make("data"),
            meminfo=os.path.join(self._staging, "meminfo"),
            online=os.path.join(self._staging, "online"),
            cpuinfo=os.path.join(self._staging, "cpuinfo"),
            code=code,
            stubs=self._make("stubs"),
        )
        masked.write_stubs(self.folders.stubs)
        fake_files.rewrite(self.folders.meminfo, fake_files.meminfo(2_000_000_000, 0))
        fake_files.rewrite(self.folders.online, b"")
        fake_files.rewrite(self.folders.cpuinfo, b"")
        python = self.python = python_home.find(spec.python_prefix)
        self._release = engine.prepare(self.folders, self.user, stop, for_session)
        try:
            self._start(engine, python, group)
        except BaseException:
            self._release()
            raise

    def _start(self, engine: Engine, python: python_home.PythonHome, group: Group | None) -> None:
        spec = self.spec
        frames_read, frames_write = os.pipe()
        events_read, events_write = os.pipe() if spec.recorder != "off" else (None, None)
        given = [frames_write] if events_write is None else [frames_write, events_write]
        request = BoxRequest(spec, python, self.folders, self.user, frames_write, events_write)
        self.layout = engine.layout(request)
        try:
            launch = engine.launch(request)
            self._process = subprocess.Popen(
                launch.argv if group is None else group.entering(launch.argv),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=given,
                env=launch.environment,
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
        """The `ready` record. Raises Unavailable with what the engine or PID 1 said when it does not come."""
        deadline = time.monotonic() + patient(READY_SECONDS)
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
        """Take what was printed before the agent's code started (the engine's errors, warnings of the preload)."""
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

    def private_bytes(self) -> int:
        """Of everything in the box: resident pages that are no file's."""
        return sum(watch.private_bytes(pid) for pid in descendants.below(self._process.pid))

    def kill(self) -> None:
        """Everything in the box is dead when this returns."""
        if self.group is not None:
            self.group.kill()
        self.engine.kill(self._process)

    def wait(self, seconds: float) -> bool:
        """True when the box ended by itself in this time."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        """Kill, close the pipes and remove the staged folders."""
        self.kill()
        self._release()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()
        os.close(self.frames)
        if self.events is not None:
            os.close(self.events)
        if self.group is not None:
            self.group.remove()
        remove_tree(self._staging)


def read_now(descriptor: int) -> bytes | None:
    """Up to 256 KB that are there; None when nothing is, empty at the end."""
    try:
        return os.read(descriptor, 262_144)
    except BlockingIOError:
        return None
