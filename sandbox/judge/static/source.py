"""The solution's files as syntax trees, each node with its parent. Files are hostile: bounded in number and size."""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass, field
from pathlib import Path

MOST_FILES = 200
LARGEST_FILE = 6_000_000
#: Of the tree: what is read of it takes seconds for so many, and a solution of five hundred lines has some thousand.
MOST_NODES = 200_000


@dataclass
class Source:
    """One parsed file. `parents` maps a node to the node it stands in."""

    file: str
    tree: ast.Module
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for node in ast.walk(self.tree):
            for child in ast.iter_child_nodes(node):
                self.parents[child] = node


@dataclass(frozen=True)
class Unreadable:
    """A file that does not parse; line and column from 1 where the parser knows them."""

    file: str
    line: int | None
    column: int | None
    message: str


def read_sources(folder: Path) -> tuple[list[Source], list[Unreadable]]:
    """All .py files under the folder, in order of their names; links are not followed."""
    sources: list[Source] = []
    errors: list[Unreadable] = []
    paths = [p for p in sorted(folder.rglob("*.py")) if p.is_file() and not p.is_symlink()]
    for path in paths[:MOST_FILES]:
        name = path.relative_to(folder).as_posix()
        try:
            if path.stat().st_size > LARGEST_FILE:
                raise ValueError(f"the file is larger than {LARGEST_FILE // 1_000_000} MB")
            sources.append(Source(name, _parse(path.read_bytes())))
        except SyntaxError as error:
            errors.append(Unreadable(name, error.lineno, error.offset, error.msg))
        except (ValueError, RecursionError, MemoryError, OSError) as error:
            errors.append(Unreadable(name, None, None, str(error) or type(error).__name__))
    return sources, errors


def _parse(text: bytes) -> ast.Module:
    """Raises SyntaxError where it is no Python of this version, ValueError where its tree is too large to be read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
    for number, _ in enumerate(ast.walk(tree)):
        if number == MOST_NODES:
            raise ValueError(f"the file has more than {MOST_NODES:,} names, numbers and operations")
    return tree
