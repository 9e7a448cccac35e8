"""The model's folder: three links to descriptors, because the program opens its files by names with endings.

Made outside in the staged code, where nobody in a box can change it. The descriptors are memory files that only the
broker and the model have.
"""

from __future__ import annotations

import os

from launcher.broker.request import DATA, INIT, OUTPUT

FOLDER = "model"
#: Numbers of the model's descriptors, in this order.
NAMES = (DATA, INIT, OUTPUT)
FIRST_DESCRIPTOR = 3


def stage(code: str) -> None:
    """Make the folder in the staged code."""
    folder = os.path.join(code, FOLDER)
    os.mkdir(folder, 0o755)
    for number, name in enumerate(NAMES, FIRST_DESCRIPTOR):
        os.symlink(f"/proc/self/fd/{number}", os.path.join(folder, name))


def folder() -> str:
    """Where the model finds it: beside the launcher that is running."""
    return os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), FOLDER)
