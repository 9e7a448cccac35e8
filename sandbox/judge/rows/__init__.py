"""Which rows of the raw tables a matrix was made of: by index, by a row_id column, by a known order, by content."""

from __future__ import annotations

from .link import Link, borrowed, contained, link_rows

__all__ = ["Link", "borrowed", "contained", "link_rows"]
