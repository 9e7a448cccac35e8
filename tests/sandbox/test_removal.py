"""What a box has had is removed, however it was left."""

from __future__ import annotations

import os
from pathlib import Path

from launcher.removal import remove_tree


def nest(folder: Path, depth: int) -> None:
    """Folders in folders, made from inside: no path reaches the last of them."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)


def test_a_tree_that_no_recursion_reaches_is_removed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    nest(top, 5_000)
    remove_tree(str(top))
    assert not top.exists()


def test_folders_without_rights_and_files_with_odd_names_are_removed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    (top / "a" / "b").mkdir(parents=True)
    (top / ".removed-0").write_text("x", "utf-8")
    (top / "a" / "b" / "c").write_text("x", "utf-8")
    (top / "a" / "b").chmod(0)
    (top / "a").chmod(0)
    remove_tree(str(top))
    assert not top.exists()


def test_what_a_link_points_to_stays(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("x", "utf-8")
    top = tmp_path / "top"
    top.mkdir()
    (top / "link").symlink_to(kept)
    remove_tree(str(top))
    assert not top.exists() and (kept / "file").exists()
    (tmp_path / "to").symlink_to(kept)
    remove_tree(str(tmp_path / "to"))
    assert (kept / "file").exists()


def test_what_is_not_there_is_no_error(tmp_path: Path) -> None:
    remove_tree(str(tmp_path / "nothing"))
