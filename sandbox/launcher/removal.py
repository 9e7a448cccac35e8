"""Outside: remove a folder that a box has had, whatever rights were given to its parts and however deep it is."""

from __future__ import annotations

import os
from itertools import count


def remove_tree(folder: str) -> None:
    """Never raises; what cannot be removed stays.

    A run may change the modes of the staged files that its user owns (Landlock does not speak of modes), and a folder
    without rights could not be emptied. It may also nest folders until no path and no recursion reaches the last one,
    so every folder is moved up before it is emptied. No link is followed; whoever could have made one is dead.
    """
    if os.path.islink(folder) or not os.path.isdir(folder):
        _quietly(os.unlink, folder)
        return
    names = count()
    _open(folder)
    while True:
        inside = _entries(folder)
        folders = [entry.path for entry in inside if entry.is_dir(follow_symlinks=False)]
        for entry in inside:
            if not entry.is_dir(follow_symlinks=False):
                _quietly(os.unlink, entry.path)
        if not any([_empty(path, folder, names) for path in folders]):
            break
    _quietly(os.rmdir, folder)


def _empty(path: str, top: str, names: count[int]) -> bool:
    """Files go, folders move into `top`, the folder itself goes. True when it could be removed."""
    _open(path)
    for entry in _entries(path):
        if not entry.is_dir(follow_symlinks=False):
            _quietly(os.unlink, entry.path)
            continue
        _open(entry.path)  # its entry `..` changes with the move
        _quietly(os.rename, entry.path, _free(top, names))
    return _quietly(os.rmdir, path)


def _free(top: str, names: count[int]) -> str:
    while os.path.lexists(path := os.path.join(top, f".removed-{next(names)}")):
        pass
    return path


def _open(path: str) -> None:
    _quietly(os.chmod, path, 0o700)


def _entries(path: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(path) as entries:
            return list(entries)
    except OSError:
        return []


def _quietly(act: object, *arguments: object) -> bool:
    try:
        act(*arguments)  # type: ignore[operator]
    except OSError:
        return False
    return True
