"""The Seatbelt profile of a run, in SBPL. Pure.

Everything is denied that is not named: no network, no process, no program, no other file. Paths must be real ones:
/tmp is a link to /private/tmp there, and a rule on the link matches nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

#: What any Python needs of the system itself.
SYSTEM_FOLDERS = (
    "/System/Library", "/System/Volumes/Preboot/Cryptexes", "/usr/lib", "/usr/share", "/Library/Fonts",
    "/private/var/db/timezone", "/private/var/db/dyld", "/private/etc/localtime",
)  # fmt: skip
SYSTEM_FILES = ("/", "/dev/null", "/dev/urandom", "/dev/random", "/dev/autofs_nowait", "/usr/share/locale")


def text(readable: Sequence[str], writable: Sequence[str], programs: Sequence[str] = ()) -> str:
    """`programs`: folders whose programs may be executed. With sandbox-exec the walls stand before Python does.

    A framework's python starts itself once more from its Python.app, so its whole prefix is named there.
    """
    folders = [_subpath(path) for path in (*SYSTEM_FOLDERS, *readable)]
    files = [_literal(path) for path in SYSTEM_FILES]
    lines = [
        "(version 1)",
        "(deny default)",
        "(allow process-info* (target self))",
        "(allow signal (target self))",
        "(allow sysctl-read)",
        # Needed to resolve any path. It tells that a file is there, never what is in it.
        "(allow file-read-metadata)",
        f"(allow file-read* {' '.join([*folders, *files])})",
        f"(allow file-map-executable {' '.join(folders)})",
        f"(allow file-read* file-write* {' '.join(_subpath(path) for path in writable)} {_literal('/dev/null')})",
    ]
    if programs:
        lines.append(f"(allow process-exec {' '.join(_subpath(path) for path in programs)})")
    # Named once more, so that no later line can allow them by accident.
    lines += ["(deny network*)", "(deny process-fork)", "(deny file-link)"]
    return "\n".join(lines) + "\n"


def _subpath(path: str) -> str:
    return f"(subpath {quoted(path)})"


def _literal(path: str) -> str:
    return f"(literal {quoted(path)})"


def quoted(path: str) -> str:
    """An SBPL string. Raises ValueError for a path that cannot be written in one."""
    if any(ord(character) < 32 for character in path):
        raise ValueError(f"a path with a control character cannot be named in a profile: {path!r}")
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'
