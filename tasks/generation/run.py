"""Runs one generator: ``run.py GENERATOR --variant N --out FOLDER``. FOLDER must not exist yet.

A generator is a module with ``build(variant: int, out: Path)``. It may write below ``out`` only, and may neither open
a socket nor start a program: a mistake there ends with a sentence instead of files in odd places. This is no wall
against a hostile generator; generators are the workbench's own code.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod"}
BARRED = ("socket.", "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "ctypes.dlopen")


class Refused(Exception):
    """The generator did what no generator may do."""


def watch(out: Path) -> None:
    """From now on, refuses writes outside ``out``, sockets and programs."""
    inside = os.path.realpath(out)

    def within(path: Any) -> bool:
        if isinstance(path, int):
            return True
        real = os.path.realpath(os.fsdecode(path))
        return real == inside or real.startswith(inside + os.sep)

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = arguments
            if isinstance(flags, int) and flags & WRITING and path is not None and not within(path):
                raise Refused(f"the generator writes outside its folder: {os.fsdecode(path)}")
        elif event in CHANGES:
            for path in arguments[:2]:
                if isinstance(path, (str, bytes, os.PathLike)) and not within(path):
                    raise Refused(f"the generator changes what is outside its folder: {os.fsdecode(path)}")
        elif event.startswith(BARRED):
            raise Refused(f"the generator calls {event}")

    sys.addaudithook(hook)


def main() -> int:
    """Exit 0 when the variant is written; else 1 with one sentence on stderr as the last line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("generator", type=Path)
    parser.add_argument("--variant", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    # numpy loads its libraries before the watch begins.
    from generation import draws, variant_files  # noqa: F401

    spec = importlib.util.spec_from_file_location("generator", arguments.generator)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["generator"] = module
    out = arguments.out.resolve()
    watch(out)
    try:
        spec.loader.exec_module(module)
        out.mkdir(parents=False)
        module.build(arguments.variant, out)
    except Refused as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
