"""Outside: /tmp/mle_data and its like, where a run has no /tmp of its own. One run at a time has them.

They are links into the run's staged folder: what is made and removed in /tmp is never more than a link of our own,
so nothing that lies there is ever overwritten, followed or emptied.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from launcher.layout import DATA, REPORT
from launcher.problems import Unavailable
from launcher.staging import PREFIX

SOLUTION = "/tmp/mle_solution"
SCRATCH = "/tmp/mle_scratch"
ALL = (DATA, REPORT, SOLUTION, SCRATCH)
_POLL_SECONDS = 0.01
#: As `Unavailable.cause`.
SESSION_HAS_THEM = "session_has_paths"
#: Another user's run is waited for; that one cannot be told from what a killed one left.
OTHERS_SECONDS = 60.0


@dataclass(frozen=True)
class Holder:
    """Who has the paths, for whoever comes next. A session may keep them for long: it is not waited for."""

    session: bool = False

    def described(self) -> bytes:
        return json.dumps({"session": self.session, "pid": os.getpid(), "since": int(time.time())}).encode()


A_RUN = Holder()
A_SESSION = Holder(session=True)


class FixedPaths:
    """Held from `take` to `release`."""

    def __init__(self, lock: int, lock_path: str, links: Mapping[str, str]) -> None:
        self._lock = lock
        self._lock_path = lock_path
        self._links = links

    def release(self) -> None:
        """Remove our links and let the next run have the paths."""
        for path, target in self._links.items():
            remove_link(path, target)
        os.unlink(self._lock_path)
        os.close(self._lock)


def take(links: Mapping[str, str], stop: Callable[[], bool], holder: Holder = A_RUN) -> FixedPaths:
    """Wait for the paths and make them links to these folders.

    Raises Unavailable where something that is not ours lies there, where a session has them, or when `stop` says so.
    """
    _check_folder()
    lock_path = f"/tmp/.mlewb-paths-{os.geteuid()}"
    lock = _locked(lock_path, stop)
    os.truncate(lock, 0)
    os.write(lock, holder.described())
    held = FixedPaths(lock, lock_path, links)
    try:
        deadline = time.monotonic() + OTHERS_SECONDS
        for path, target in links.items():
            while not _make(path, target):
                if stop() or time.monotonic() > deadline:
                    raise _foreign(path)
                time.sleep(_POLL_SECONDS)
    except BaseException:
        held.release()
        raise
    return held


def remove_link(path: str, target: str) -> None:
    """Remove it if it is a link to this and nothing else."""
    try:
        if os.readlink(path) == target:
            os.unlink(path)
    except OSError:
        pass


def remove_links_into(folder: str) -> None:
    """Remove those of our links that lead into this staged folder: their supervisor is gone."""
    for path in ALL:
        try:
            if os.readlink(path).startswith(folder + os.sep):
                os.unlink(path)
        except OSError:
            pass


def _check_folder() -> None:
    """Others may make files in /tmp; that they cannot replace ours rests on its sticky bit."""
    state = os.stat("/tmp")
    if state.st_uid not in (0, os.geteuid()) or (state.st_mode & stat.S_IWOTH and not state.st_mode & stat.S_ISVTX):
        raise Unavailable(
            "sandbox_unavailable",
            "/tmp of this machine lets others replace files that are not theirs",
            "sudo chown root /tmp && sudo chmod 1777 /tmp",
        )


def _locked(path: str, stop: Callable[[], bool]) -> int:
    while True:
        try:
            lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise _foreign(path) from error
        state = os.fstat(lock)
        if not stat.S_ISREG(state.st_mode) or state.st_uid != os.geteuid():
            os.close(lock)
            raise _foreign(path)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            named = os.lstat(path)
            if (named.st_dev, named.st_ino) == (state.st_dev, state.st_ino):
                return lock
        except BlockingIOError:
            _refuse_behind_a_session(lock)  # a run ends by itself, so it is waited for
        except FileNotFoundError:
            pass  # it was removed this moment
        os.close(lock)
        if stop():
            raise Unavailable("interrupted", "The run was ended while it waited for another one", "")
        time.sleep(_POLL_SECONDS)


def _refuse_behind_a_session(lock: int) -> None:
    """Raises Unavailable, and closes the lock, where its holder says that it is a session."""
    try:
        told = json.loads(os.pread(lock, 4096, 0))
        if told["session"] is not True:
            return
        pid, since = int(told["pid"]), time.strftime("%H:%M:%S", time.localtime(int(told["since"])))
    except (ValueError, KeyError, TypeError, OverflowError):
        return  # it is being written
    os.close(lock)
    raise Unavailable(
        "conflict",
        f"At this level one at a time has {DATA} and {REPORT}, and a session has them since {since} "
        f"(opened by the supervisor with process id {pid})",
        "Close the session, or wait until it is closed because nobody calls it; with bubblewrap installed every run has "
        "a /tmp of its own.",
        SESSION_HAS_THEM,
    )


def _make(path: str, target: str) -> bool:
    """False where another user's run seems to have it. Raises Unavailable where something else lies there.

    Under the lock a link of ours into a staged folder is one that a killed supervisor left.
    """
    try:
        os.symlink(target, path)
        return True
    except OSError as error:
        if error.errno != errno.EEXIST:
            raise
    try:
        owner = _owner_of_link(path)
    except FileNotFoundError:
        return False  # gone this moment
    if owner is None:
        raise _foreign(path)
    if owner == os.geteuid():
        os.unlink(path)
    return False


def _owner_of_link(path: str) -> int | None:
    """Whose link into a staged folder it is; None for anything else. Raises FileNotFoundError."""
    state = os.lstat(path)
    return state.st_uid if stat.S_ISLNK(state.st_mode) and _staged(os.readlink(path)) else None


def _staged(target: str) -> bool:
    return os.path.isabs(target) and any(part.startswith(PREFIX) for part in target.split("/"))


def _foreign(path: str) -> Unavailable:
    try:
        state = os.lstat(path)
        what = "a link" if stat.S_ISLNK(state.st_mode) else "a folder" if stat.S_ISDIR(state.st_mode) else "a file"
        whose = f"{what} of user {state.st_uid}"
    except OSError:
        whose = "something"
    return Unavailable(
        "sandbox_unavailable",
        f"At this level a run needs {path}, and {whose} that the workbench did not make lies there",
        f"Move it away (mv {path} {path}.old), or wait until the other user's run has ended; with bubblewrap "
        "installed every run has a /tmp of its own.",
    )
