"""Print, as one JSON object, what kind of Python this is.

Run as ``python -I -B inspect_python.py``. Used before a virtual environment is made from it.
"""

from __future__ import annotations

import encodings
import importlib.util
import json
import os
import sys


def readable_by_others(path: str) -> bool:
    """Whether a user who is neither owner nor in the group may reach and read ``path``."""
    path = os.path.realpath(path)
    wanted = 0o5 if os.path.isdir(path) or os.access(path, os.X_OK) else 0o4
    if os.stat(path).st_mode & wanted != wanted:
        return False
    parent = os.path.dirname(path)
    while True:
        if not os.stat(parent).st_mode & 0o1:
            return False
        if parent == os.path.dirname(parent):
            return True
        parent = os.path.dirname(parent)


def pip_wheel() -> str | None:
    """The pip that comes with this Python, as a wheel file; None where there is none or it is kept otherwise."""
    try:
        import ensurepip

        package = ensurepip._get_packages()["pip"]
        path = package.wheel_path or os.path.join(os.path.dirname(ensurepip.__file__), "_bundled", package.wheel_name)
    except (ImportError, AttributeError, KeyError):
        return None
    return path if os.path.isfile(path) else None


def main() -> None:
    """Describe the running interpreter: version, where it and its standard library lie, what it lacks."""
    executable = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    standard_library = os.path.dirname(os.path.dirname(os.path.realpath(encodings.__file__)))
    # An interpreter that may not read its own folder silently takes another version's standard library.
    own_root = os.path.dirname(os.path.dirname(executable))
    print(
        json.dumps(
            {
                "version": ".".join(map(str, sys.version_info[:3])),
                "implementation": sys.implementation.name,
                "executable": executable,
                "standardLibrary": standard_library,
                "ownLibrary": os.path.commonpath([own_root, standard_library]) == own_root,
                "readableByOthers": readable_by_others(executable) and readable_by_others(standard_library),
                "venv": importlib.util.find_spec("venv") is not None,
                "pipWheel": pip_wheel(),
            }
        )
    )


if __name__ == "__main__":
    main()
