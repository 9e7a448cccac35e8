"""Texts that Windows is given: command line, environment, who may read and write what. Pure."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence

CONTAINER = "mle-workbench.sandbox"


def command_line(argv: Sequence[str]) -> str:
    """As the C runtime takes it apart again. Raises ValueError for more than CreateProcessW takes."""
    line = subprocess.list2cmdline(argv)
    if len(line) >= 32_767:
        raise ValueError("the command line is longer than Windows takes")
    return line


def environment_block(variables: Mapping[str, str]) -> str:
    """Sorted without regard to case, as CreateProcessW wants it; each ends with a zero, the block with one more."""
    for name, value in variables.items():
        if "=" in name or not name or "\0" in name + value:
            raise ValueError(f"the variable {name!r} cannot be passed on")
    return "".join(f"{name}={variables[name]}\0" for name in sorted(variables, key=str.upper)) + "\0"


def grants(sid: str, readable: Sequence[str], writable: Sequence[str]) -> list[list[str]]:
    """icacls commands: what a container of this SID may do. Inherited by what is made later in these folders."""
    commands = []
    for rights, paths in (("RX", readable), ("M", writable)):
        for path in paths:
            commands.append(["icacls", path, "/grant", f"*{sid}:(OI)(CI)({rights})", "/Q"])
    return commands

