"""Blocked calls: whatever the policy put in place of os.system and the like, its PermissionError is noted and passed on."""

from __future__ import annotations

import functools
import pathlib
import sys
from types import FrameType
from typing import Any

from .callers import is_user, place
from .events import emit, quietly
from .state import STATE

WATCHED = {
    "os": "system popen listdir scandir walk fork forkpty posix_spawn posix_spawnp execv execve execvp spawnv kill".split(),
    "subprocess": "run call check_call check_output getoutput Popen".split(),
    "socket": "socket create_connection".split(),
    "shutil": "rmtree".split(),
    "glob": "glob iglob".split(),
}
METHODS = {"glob", "rglob"}
"""Of pathlib.Path: they would swallow the refusal of the listing beneath them, so the policy refuses them themselves."""

OWN_FILES = tuple(
    f"/{name}.py"
    for name in (
        "os subprocess socket shutil glob pathlib refusals http/client urllib/request "
        "multiprocessing/process multiprocessing/context multiprocessing/popen_fork"
    ).split()
)


def watch() -> None:
    """Wrap after the policy is in place and before the solution runs."""
    for module_name, names in WATCHED.items():
        module = sys.modules.get(module_name)
        if module is None:
            continue
        for name in names:
            target = getattr(module, name, None)
            if target is None:
                continue
            if isinstance(target, type):
                try:
                    target.__init__ = _wrapped(target.__init__, f"{module_name}.{name}")  # type: ignore[misc]
                except TypeError:
                    continue  # an immutable class: the exception still shows in full mode
            elif callable(target):
                setattr(module, name, _wrapped(target, f"{module_name}.{name}"))
    for name in METHODS:
        setattr(pathlib.Path, name, _wrapped(getattr(pathlib.Path, name), f"pathlib.Path.{name}"))


def _wrapped(original: Any, name: str) -> Any:
    @functools.wraps(original)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if not STATE.on:
            return original(*args, **kwargs)
        try:
            return original(*args, **kwargs)  # the policy asks whose code is calling, and looks through our frames
        except PermissionError as error:
            _note(name, error, _asking(sys._getframe(1)))
            raise

    return wrapper


def _asking(frame: FrameType | None) -> FrameType | None:
    """The solution's frame that asked, straight or through the standard library's own files for such calls.

    A library that tries to start a program while it is imported (matplotlib looks for fonts) is not the solution's try.
    """
    while frame is not None and not is_user(frame.f_code.co_filename):
        if not frame.f_code.co_filename.endswith(OWN_FILES):
            return None
        frame = frame.f_back
    return frame


@quietly
def _note(name: str, error: PermissionError, frame: FrameType | None) -> None:
    """One refusal, one event: the error passes several wrapped calls on its way out of subprocess."""
    if frame is None or getattr(error, "_noted", False):
        return
    try:
        error._noted = True  # type: ignore[attr-defined]
    except AttributeError:
        pass
    emit("blocked", call=name, message=str(error)[:300], **place(frame))
