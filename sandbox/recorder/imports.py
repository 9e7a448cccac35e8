"""Patches libraries right after they are imported, whoever imports them."""

from __future__ import annotations

import sys
from typing import Any, Callable, Sequence

from . import boosters, estimators, helper_calls, row_loops, tables
from .events import fault

def _pandas(module: Any) -> None:
    row_loops.patch(module)
    tables.patch(module)


PATCHES: dict[str, Callable[[Any], None]] = {
    "pandas": _pandas,
    "sklearn.base": estimators.hook_base,
    "lightgbm": boosters.patch_lightgbm,
    "xgboost": boosters.patch_xgboost,
    "prophet": boosters.patch_prophet,
    "statsmodels.tsa.arima.model": boosters.patch_arima,
    "psutil": lambda module: helper_calls.patch_lookups(module, helper_calls.PSUTIL),
    "resource": lambda module: helper_calls.patch_lookups(module, helper_calls.RESOURCE),
}


def patch_of(name: str) -> Callable[[Any], None] | None:
    if name == "mle_bench" or name.startswith("mle_bench."):
        return helper_calls.patch_helper
    return PATCHES.get(name)


def patched(name: str, module: Any) -> None:
    """Apply a library's patch; a library that looks other than expected is left as it is."""
    patch = patch_of(name)
    if patch is None:
        return
    try:
        patch(module)
    except Exception as error:  # another version of the library: less evidence, never a broken import
        fault(f"patch {name}", error)


class Finder:
    """First on sys.meta_path: lets the other finders find, then patches after the module's code has run."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> Any:
        if patch_of(name) is None:
            return None
        for finder in sys.meta_path:
            if finder is self or not hasattr(finder, "find_spec"):
                continue
            spec = finder.find_spec(name, path, target)
            if spec is None:
                continue
            if spec.loader is not None and hasattr(spec.loader, "exec_module"):
                self._follow(spec.loader, name)
            return spec
        return None

    @staticmethod
    def _follow(loader: Any, name: str) -> None:
        execute = loader.exec_module

        def exec_module(module: Any) -> None:
            execute(module)
            patched(name, module)

        try:
            loader.exec_module = exec_module
        except AttributeError:
            pass  # a built-in module's loader is a class: patched at install where it is already there
