"""Import every package that a lock names and print one JSON object with what was found.

Run as ``python -I -B probe.py NAME...`` with the environment's Python. Exit code 0 whenever the JSON was printed.
Output: ``{"python": "3.11.2", "packages": [{"name", "version" | null, "modules": [...], "error" | null}]}``.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import sys
import tempfile
import warnings
from contextlib import redirect_stderr, redirect_stdout
from importlib import metadata


def modules_of(name: str) -> list[str]:
    """Top-level names that ``import`` takes for the distribution ``name``, from its list of files."""
    found: set[str] = set()
    for path in metadata.files(name) or []:
        parts = path.parts
        if len(parts) == 2 and parts[1] == "__init__.py":
            found.add(parts[0])
        elif len(parts) == 1 and path.suffix == ".py":
            found.add(path.stem)
    return sorted(module for module in found if module.isidentifier() and module not in {"tests", "test", "examples"})


def examine(name: str) -> dict[str, object]:
    """Import one distribution; every failure of its import, whatever its kind, becomes text."""
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        return {"name": name, "version": None, "modules": [], "error": "not installed"}
    modules = modules_of(name)
    try:
        if not modules:
            raise ImportError("no importable module in its list of files")
        for module in modules:
            importlib.import_module(module)
    except BaseException as error:  # a broken extension may raise anything, SystemExit included
        return {"name": name, "version": version, "modules": modules, "error": f"{type(error).__name__}: {error}"}
    return {"name": name, "version": version, "modules": modules, "error": None}


def main() -> None:
    """Examine each package named on the command line."""
    warnings.simplefilter("ignore")
    os.environ["MPLBACKEND"] = "Agg"
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["MPLCONFIGDIR"] = scratch
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            packages = [examine(name) for name in sys.argv[1:]]
        version = ".".join(map(str, sys.version_info[:3]))
        print(json.dumps({"python": version, "packages": packages}), flush=True)


if __name__ == "__main__":
    main()
