"""Facts of the syntax tree: what the code names, sets and passes on, never what it did."""

from __future__ import annotations

from .facts import read_solution
from .newer_apis import with_errors

__all__ = ["read_solution", "with_errors"]
