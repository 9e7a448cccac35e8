"""Outside: remove a folder that a box has had, whatever rights were given to its parts."""

from __future__ import annotations

import os
import shutil


def remove_tree(folder: str) -> None:
    """Never raises; what cannot be removed stays.

    A run may change the modes of the staged files that its user owns (Landlock does not speak of modes), and a folder
    without rights could not be emptied. No link is followed; whoever could have made one is dead.
    """
    shutil.rmtree(folder, ignore_errors=True)
    if not os.path.lexists(folder):
        return
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        try:
            os.chmod(path, 0o700)
            with os.scandir(path) as entries:
                waiting += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]
        except OSError:
            continue
    shutil.rmtree(folder, ignore_errors=True)
