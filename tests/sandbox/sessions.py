"""The tests' own client of a session."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from supervised import Supervised


class Opened:
    """One session; every method waits for its answer. Errors of the supervisor come back as they are."""

    def __init__(
        self, supervised: Supervised, limits: dict[str, Any] | None = None, terms: dict[str, Any] | None = None, **changes: Any
    ) -> None:
        self.supervised = supervised
        self.room: Path = supervised.folder("")
        job = supervised.job(self.room, limits, **{"session": {"call_seconds": 30, **(terms or {})}, **changes})
        self.identity, answer = supervised.ask("session.open", job=job)
        message = answer.result(120)
        assert message["event"] == "done", message
        self.opened: dict[str, Any] = message["result"]

    def start(self, code: str, **body: Any) -> Any:
        """(request's id, future of its message)."""
        return self.supervised.ask("session.call", session=self.opened["session"], code=code, **body)

    def asked(self, operation: str, **body: Any) -> dict[str, Any]:
        """The whole message."""
        _, answer = self.supervised.ask(f"session.{operation}", session=self.opened["session"], **body)
        message: dict[str, Any] = answer.result(120)
        return message

    def call(self, code: str, **body: Any) -> dict[str, Any]:
        """The result of a call that was taken."""
        message = self.asked("call", code=code, **body)
        assert message["event"] == "done", message
        result: dict[str, Any] = message["result"]
        return result

    def out(self, code: str) -> str:
        answer = self.call(code)
        assert answer["outcome"] == "ok", answer
        text: str = answer["stdout"]["text"]
        return text

    def close(self, collect: bool = True) -> dict[str, Any]:
        message = self.asked("close", collect=collect)
        assert message["event"] == "done", message
        result: dict[str, Any] = message["result"]
        return result
