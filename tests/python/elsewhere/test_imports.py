"""What runs on Windows and macOS imports nothing that is missing there."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest
from conftest import SANDBOX

#: Not on Windows; the first of them on neither.
MISSING = ("_posixsubprocess", "fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "posix")


@pytest.mark.parametrize("module", ["elsewhere.supervisor", "elsewhere.worker", "elsewhere.windows.calls", "policy"])
def test_a_module_is_imported_without_what_windows_lacks(module: str) -> None:
    code = (
        "import sys\n"
        f"sys.path.insert(0, {str(SANDBOX)!r})\n"
        f"class Barred:\n"
        f"    def find_spec(self, name, *rest):\n"
        f"        if name in {MISSING!r}: raise ImportError('not on this system: ' + name)\n"
        "import subprocess, tempfile, shutil, os, pathlib, glob, socket, signal, threading, platform\n"  # theirs is another file there
        f"for name in {MISSING!r}: sys.modules.pop(name, None)\n"
        "sys.meta_path.insert(0, Barred())\n"
        f"import launcher.{module}\n"
        "assert 'launcher.libc' not in sys.modules\n"  # ctypes.CDLL(None) fails on Windows
    )
    done = subprocess.run([sys.executable, "-I", "-B", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_same_code_is_staged_as_on_linux() -> None:
    from launcher.elsewhere.rooms import STAGED_CODE

    tree = ast.parse((SANDBOX / "launcher" / "staged_code.py").read_text("utf-8"))
    theirs = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "STAGED_CODE"
    )
    assert theirs == STAGED_CODE
