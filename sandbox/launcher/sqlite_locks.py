"""In the agent's process: sqlite3 without locks on its files. No wall.

The filter refuses every lock on a file (kernel memory without a bound, and a word to other boxes), and a box has one
process: a database in it needs none.
"""

from __future__ import annotations

import functools
import os
from types import ModuleType
from typing import Any
from urllib.parse import quote

#: SQLite's own way of opening files without locking them.
_WITHOUT = "vfs=unix-none"


def change(module: ModuleType) -> None:
    """`module` is sqlite3.dbapi2."""
    connect = module.connect

    @functools.wraps(connect)
    def connected(database: Any, *arguments: Any, **named: Any) -> Any:
        if isinstance(database, (str, bytes, os.PathLike)) and len(arguments) < 7:
            database = os.fsdecode(database)
            if named.get("uri"):
                if database.startswith("file:") and "vfs=" not in database:
                    database += ("&" if "?" in database else "?") + _WITHOUT
            elif database not in ("", ":memory:"):
                database = f"file:{quote(database)}?{_WITHOUT}"
                named["uri"] = True
        return connect(database, *arguments, **named)

    module.connect = connected
