"""The allow-list of imports, for the agent's own code. What a library imports, at whatever time, passes."""

from __future__ import annotations

import builtins
import importlib
import importlib.util
import os
import sys
from importlib.machinery import PathFinder
from typing import Any

from launcher.policy.callers import is_own, is_own_file, solution
from launcher.policy.catalogue import OFFERED, sentence

#: Parts of the standard library that import on behalf of their caller.
THROUGH = ("/importlib/__init__.py", "/importlib/util.py", "/pkgutil.py", "/runpy.py", "/pydoc.py", "/timeit.py")


def install() -> None:
    _guard_statements()
    _guard_functions()


def _guard_statements() -> None:
    real_import = builtins.__import__

    def guarded(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        if level == 0 and name.partition(".")[0] not in OFFERED and not _by_compiled_code(globals, locals, fromlist):
            _check(name, sys._getframe(1))
        return real_import(name, globals, locals, fromlist, level)

    builtins.__import__ = guarded


def _guard_functions() -> None:
    real_import_module, real_import, real_find = importlib.import_module, importlib.__import__, importlib.util.find_spec

    def import_module(name: str, package: str | None = None) -> Any:
        _check(name, sys._getframe(1))
        return real_import_module(name, package)

    def import_(name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0) -> Any:
        if level == 0:
            _check(name, sys._getframe(1))
        return real_import(name, globals, locals, fromlist, level)

    def find_spec(name: str, package: str | None = None) -> Any:
        """None, as for a module that is not installed: that is the question."""
        try:
            _check(name, sys._getframe(1))
        except ModuleNotFoundError:
            return None
        return real_find(name, package)

    importlib.import_module = import_module
    importlib.__import__ = import_
    importlib.util.find_spec = find_spec


def _by_compiled_code(globals: Any, locals: Any, fromlist: Any) -> bool:
    """True for PyImport_Import, by which compiled code imports (pickle, for the class of what it loads).

    It shows no frame of its own; an import statement passes None or a tuple where it passes an empty list.
    """
    return type(fromlist) is list and not fromlist and locals is globals


def _check(name: Any, caller: Any) -> None:
    """Raises ModuleNotFoundError where the agent's code asks for what is neither offered nor its own."""
    if not isinstance(name, str) or name.startswith("."):
        return
    top = name.partition(".")[0]
    if top in OFFERED or not is_own(caller, THROUGH) or _is_own_module(top):
        return
    raise ModuleNotFoundError(f"No module named {top!r}: {_sentence(top)}", name=top)


def _sentence(top: str) -> str:
    beside = os.path.join(solution(), top)
    if os.path.exists(beside + ".py") or os.path.isdir(beside):
        return (
            f"{top} lies beside your program, and the current folder is not searched for modules; "
            "put it on the path first: sys.path.insert(0, os.path.dirname(__file__))"
        )
    return sentence(top)


def _is_own_module(top: str) -> bool:
    """A module that the agent wrote: in its folder or in /tmp and put on the path, or made by hand."""
    module = sys.modules.get(top)
    if module is not None:
        places = [getattr(module, "__file__", None) or "", *map(str, getattr(module, "__path__", ()))]
        made_by_hand = getattr(module, "__spec__", None) is None and not any(places)
        return made_by_hand or any(is_own_file(place + "/") for place in places)
    searched = [os.path.abspath(entry or ".") for entry in sys.path if isinstance(entry, str)]
    own = [folder for folder in searched if is_own_file(folder + "/")]
    return bool(own) and PathFinder.find_spec(top, own) is not None
