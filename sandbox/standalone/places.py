"""Where things lie: this checkout, the data folder, the managed Python in it."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUPERVISOR = ROOT / "sandbox" / "launcher" / "supervisor.py"
_NAME = "mle-workbench"


def data_folder(chosen: str | None) -> Path:
    """`--home`, else MLEWB_HOME, else the platform's place for application data: as `mlewb` has it."""
    named = chosen or os.environ.get("MLEWB_HOME")
    if named:
        return Path(named).resolve()
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / _NAME
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local")) / _NAME / "Data"
    return Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / _NAME


def managed_environment(home: Path) -> Path | None:
    """The environment of this checkout's lock, where it is there and whole."""
    lock = (ROOT / "sandbox" / "lock" / "requirements.lock").read_bytes().replace(b"\r\n", b"\n")
    folder = home / "python" / hashlib.sha256(lock).hexdigest()[:16]
    return folder if (folder / "ready.json").is_file() else None


def python_of(environment: Path) -> Path:
    return environment / "Scripts" / "python.exe" if sys.platform == "win32" else environment / "bin" / "python"
