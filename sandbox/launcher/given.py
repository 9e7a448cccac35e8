"""Outside: a job and the box that has it."""

from __future__ import annotations

from collections.abc import Callable

from launcher.box_thread import Answer, BoxThread, Ended, MakeWork
from launcher.job import Job
from launcher.problems import Unavailable


class Given:
    """A job and the box that has it. A waiting box that dies before the job's first line is replaced once."""

    def __init__(
        self, thread: BoxThread, fresh: Callable[[], BoxThread] | None, job: Job, make: MakeWork, ended: Ended
    ) -> None:
        self._thread = thread
        self._fresh = fresh
        self._job, self._make, self._ended = job, make, ended
        self._stopped = False
        thread.give(job, make, self._end)

    def begin(self) -> None:
        self._thread.begin()

    def cancel(self) -> None:
        self._stopped = True
        self._thread.cancel()

    def kill(self) -> None:
        self._stopped = True
        self._thread.kill()

    def _end(self, answer: Answer) -> None:
        fresh, self._fresh = self._fresh, None
        if fresh is None or self._stopped or self._thread.begun() or not _is_ours(answer):
            self._ended(answer)
            return
        try:
            thread = fresh()
        except Unavailable as error:
            self._ended(error)
            return
        self._thread = thread
        thread.give(self._job, self._make, self._ended)
        if self._stopped:  # just now
            thread.cancel()
        thread.begin()


def _is_ours(answer: Answer) -> bool:
    """The box failed, not the job."""
    if isinstance(answer, Unavailable):
        return answer.code in ("sandbox_unavailable", "interrupted")
    return "infrastructure" in (answer.get("status"), answer.get("cause"))
