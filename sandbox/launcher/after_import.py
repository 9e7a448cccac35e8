"""In the agent's process: what is changed in a library right after it is imported, whoever imports it. No wall."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

Change = Callable[[ModuleType], None]


class Finder:
    """Finds the named modules as Python itself would, and changes each once."""

    def __init__(self, changes: dict[str, Change]) -> None:
        self._changes = changes

    def find_spec(self, name: str, path: Sequence[str] | None = None, _target: object = None) -> ModuleSpec | None:
        change = self._changes.get(name)
        if change is None:
            return None
        spec = PathFinder.find_spec(name, path)
        if spec is not None and spec.loader is not None:
            loader = spec.loader
            execute = loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                change(module)

            loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def install(changes: dict[str, Change]) -> None:
    """For modules to come, and at once for those that are there."""
    sys.meta_path.insert(0, Finder(changes))
    for name, change in changes.items():
        module = sys.modules.get(name)
        if module is not None:
            change(module)
