"""Outside: the code that boxes run, copied to where each of them may read it, and compiled there."""

from __future__ import annotations

import hashlib
import os
import py_compile
import shutil
import threading

from launcher.broker import links
from launcher.staging import Staging

SANDBOX = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
#: In this program's folder, and in the box's. The metadata is for importlib.metadata.
STAGED_CODE = (
    ("launcher", "launcher"),
    ("recorder", "recorder"),
    ("mle_bench", "lib/mle_bench"),
    ("mle_bench.dist-info", "lib/mle_bench.dist-info"),
)


def stage_code(staging: Staging) -> tuple[str, str]:
    """Copy what the box runs to a neutral, readable place; returns (folder, sha256 of the launcher)."""
    code = staging.folder()
    digest = hashlib.sha256()
    for name, target in STAGED_CODE:
        source = os.path.join(SANDBOX, name)
        destination = os.path.join(code, target)
        if os.path.isdir(source):
            shutil.copytree(source, destination, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            os.makedirs(destination)
    for path, folders, names in os.walk(code):
        os.chmod(path, 0o755)
        folders.sort()
        for name in sorted(names):
            file = os.path.join(path, name)
            os.chmod(file, 0o644)
            relative = os.path.relpath(file, code)
            if relative.startswith("launcher/"):
                with open(file, "rb") as reading:
                    digest.update(relative.encode() + b"\0" + reading.read())
    links.stage(code)
    return code, digest.hexdigest()


def compile_code(code: str, stop: threading.Event) -> None:
    """Byte code beside each file, for the boxes to come. Stops between two files when it is told to."""
    for path, _, names in os.walk(code):
        for name in names:
            if stop.is_set():
                return
            if name.endswith(".py"):
                try:
                    py_compile.compile(os.path.join(path, name), quiet=2)
                except OSError:
                    return  # the disk is full; boxes start without
