"""In the agent's process: which libraries are changed so that they work behind the walls. No wall depends on it."""

from __future__ import annotations

from typing import Any

from launcher import after_import, asyncio_pipes, graphviz_words, sqlite_locks
from launcher.broker import client


def install(job: dict[str, Any], pipes: dict[str, int]) -> None:
    """Each is changed when it is imported, and costs nothing before."""
    after_import.install(
        {
            "asyncio.selector_events": asyncio_pipes.change,
            "graphviz.backend.execute": graphviz_words.change,
            "sqlite3.dbapi2": sqlite_locks.change,
            "cmdstanpy.model": client.patch(
                pipes.get("requests"), pipes.get("replies"), job["helpers"]["prophet"]
            ),
        }
    )
