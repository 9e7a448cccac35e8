"""Outside: the supervisor's operations on sessions.

`session.open {job}` answers `{session, level, python, left}` once the walls are up; `session.call {session, code,
seconds}` sends `resources` and answers what became of the cell; `session.interrupt {session}` answers `{found}`, and
the call answers as it ends; `session.reset {session}` answers as open does; `session.close {session, collect}` answers
the end and the sums.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from launcher.job import JobError
from launcher.problems import Unavailable
from launcher.session import Reply, Session
from launcher.session_job import SessionJob, parse_call, parse_session

if TYPE_CHECKING:
    from launcher.workshop import Workshop


#: Each keeps a box with its memory; between two calls it takes no processor.
MOST_OPEN = 8
#: Sessions whose box has ended, and that nobody has closed. The oldest are forgotten.
MOST_ENDED = 64


class SessionRequests:
    """Asked by the supervisor's main thread only; answers come from the boxes' threads too."""

    OPERATIONS = ("session.open", "session.call", "session.interrupt", "session.reset", "session.close")

    def __init__(self, workshop: Workshop, write: Callable[[dict[str, Any]], None]) -> None:
        self._workshop = workshop
        self._write = write
        self._sessions: dict[str, tuple[Session, SessionJob]] = {}

    def handle(self, identity: str, operation: str, message: dict[str, Any]) -> None:
        reply = self._reply(identity)
        try:
            if operation == "session.open":
                self._open(identity, message, reply)
                return
            name = str(message.get("session"))
            if name not in self._sessions:
                raise Unavailable("not_found", "There is no such session; it was closed, or never opened.", "Open one.")
            session, job = self._sessions[name]
            if operation == "session.call":
                code, seconds = parse_call(message, job.terms)
                session.call(code, seconds, reply, lambda event: self._write({"id": identity, **event}))
            elif operation == "session.interrupt":
                reply({"found": session.interrupt()})
            elif operation == "session.reset":
                self._make_room(besides=session)
                session.reset(reply)
            else:
                del self._sessions[name]
                session.close(message.get("collect") is not False, reply)
        except JobError as error:
            reply(Unavailable("invalid_params", str(error), ""))
        except Unavailable as error:
            reply(error)

    def _open(self, identity: str, message: dict[str, Any], reply: Reply) -> None:
        job = parse_session(message.get("job"))
        self._make_room()
        session = Session(self._workshop, job)

        def opened(answer: dict[str, Any] | Unavailable) -> None:
            if isinstance(answer, Unavailable):
                self._sessions.pop(identity, None)
                reply(answer)
            else:
                reply({"session": identity, **answer})

        self._sessions[identity] = (session, job)
        try:
            session.open(opened)
        except Unavailable:
            self._sessions.pop(identity, None)
            raise

    def _make_room(self, besides: Session | None = None) -> None:
        """Raises Unavailable where as many sessions have a box as may."""
        others = {name: session for name, (session, _) in list(self._sessions.items()) if session is not besides}
        ended = [name for name, session in others.items() if not session.has_box()]
        if len(others) - len(ended) >= MOST_OPEN:
            raise Unavailable(
                "conflict",
                f"{MOST_OPEN} sessions are open, and there may be no more at a time.",
                "Close one of them; a session that nobody calls is closed after its idle time.",
            )
        for name in ended[: max(len(ended) - MOST_ENDED, 0)]:
            self._sessions.pop(name, None)

    def _reply(self, identity: str) -> Reply:
        def reply(answer: dict[str, Any] | Unavailable) -> None:
            if isinstance(answer, Unavailable):
                error = {"code": answer.code, "message": answer.message, "hint": answer.hint}
                self._write({"id": identity, "event": "error", **error})
            else:
                self._write({"id": identity, "event": "done", "result": answer})

        return reply
