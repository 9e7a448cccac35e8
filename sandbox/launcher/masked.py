"""Outside: files of the environment that a box does not show, because a task asks about what stands in them.

In their place lies a sentence: whoever loads the file gets an exception that holds it.
"""

from __future__ import annotations

import gzip
import os

from launcher import fake_files
from launcher.python_home import VENV

SENTENCE = b"This data set is not available here: the task asks about its rows.\n"
#: numpy reads the compressed files and names the first word that is no number.
ONE_WORD = SENTENCE.replace(b" ", b"_")


def find(prefix: str | None, files: tuple[str, ...]) -> list[tuple[str, str]]:
    """(outside, inside) of the files that are there; `files` are paths below site-packages."""
    if prefix is None:
        return []
    library = os.path.join(prefix, "lib")
    found = []
    for name in sorted(os.listdir(library)) if os.path.isdir(library) else []:
        for file in files:
            relative = f"lib/{name}/site-packages/{file}"
            if os.path.isfile(os.path.join(prefix, relative)):
                found.append((os.path.join(prefix, relative), f"{VENV}/{relative}"))
    return found


def write_stubs(folder: str) -> None:
    """What is shown instead, plain and compressed, in a folder of the box."""
    fake_files.rewrite(_stub(folder, ""), SENTENCE)
    fake_files.rewrite(_stub(folder, ".gz"), gzip.compress(ONE_WORD, mtime=0))


def binds(folder: str, prefix: str | None, files: tuple[str, ...]) -> list[tuple[str, str]]:
    """(stub, path in the box) of every masked file that is there."""
    return [(_stub(folder, ".gz" if inside.endswith(".gz") else ""), inside) for _, inside in find(prefix, files)]


def _stub(folder: str, ending: str) -> str:
    return os.path.join(folder, f"masked{ending}")
