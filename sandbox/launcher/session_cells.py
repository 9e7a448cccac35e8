"""In the box, the walled child of a session: runs one cell after another in one main module.

A cell comes as a record on one pipe, what became of it goes back on another; PID 1 is at the other ends and believes
nothing of it but the words themselves: clock, memory, processor time and the end are seen from outside.
"""

from __future__ import annotations

import ast
import builtins
import json
import linecache
import os
import signal
import sys
import time
import traceback
import types
from collections.abc import Callable
from typing import Any

from launcher import frames
from launcher.libc import LIBC
from launcher.tracebacks import own_frames

#: Bytes kept of a value's text and of a traceback.
KEPT_BYTES = 65_536
KEPT_MESSAGE = 4_096


def program(cells: int, answers: int, terms: dict[str, Any]) -> Callable[[types.ModuleType], None]:
    """What the child does instead of running a file: answer cells until the pipe ends."""

    def work(main: types.ModuleType) -> None:
        Session(main, answers, terms).serve(cells)

    return work


class Session:
    def __init__(self, main: types.ModuleType, answers: int, terms: dict[str, Any]) -> None:
        self._main = main
        self._answers = answers
        self._limits = terms["shown_limits"]
        self._running = False
        # Taken now: the agent's code may replace them, which is its own loss but need not be a riddle.
        self._read, self._write = os.read, os.write
        signal.signal(signal.SIGINT, self._interrupt)

    def serve(self, cells: int) -> None:
        """Returns at the end of the pipe. SystemExit of a cell goes through: it ends the session."""
        decoder = frames.Decoder()
        while data := self._read(cells, 65_536):
            for frame in decoder.feed(data):
                self._cell(int(frame.header["call"]), float(frame.header["seconds"]), frame.payload)

    def _interrupt(self, _number: int, _frame: types.FrameType | None) -> None:
        if self._running:
            raise KeyboardInterrupt

    def _cell(self, call: int, seconds: float, source: bytes) -> None:
        value: str | None = None
        failure: BaseException | None = None
        try:
            try:
                self._running = True
                value = self._evaluate(call, seconds, source)
            finally:
                self._running = False
        except SystemExit:
            raise
        except BaseException as error:
            failure = error
        self._flush()
        self._answer(call, value, failure)

    def _evaluate(self, call: int, seconds: float, source: bytes) -> str | None:
        """Run the cell; the text of its last line where that is an expression with a value."""
        # A path of the agent's own folder: policy and recorder know the agent's frames by it.
        name = os.path.join(os.path.dirname(str(self._main.__file__)), f"cell_{call}.py")
        text = source.decode("utf-8")
        linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
        os.environ["MLE_LIMITS"] = json.dumps({**self._limits, "timeout_sec": seconds, "started_monotonic": time.monotonic()})
        tree = ast.parse(text, name)
        last = tree.body[-1] if tree.body else None
        echoed = isinstance(last, ast.Expr) and not text.rstrip().endswith(";")
        if echoed:
            tree.body.pop()
        exec(compile(tree, name, "exec", dont_inherit=True), self._main.__dict__)
        if not echoed:
            return None
        assert isinstance(last, ast.Expr)
        value = eval(compile(ast.Expression(last.value), name, "eval", dont_inherit=True), self._main.__dict__)
        if value is None:
            return None
        builtins._ = value  # type: ignore[attr-defined]  # as at Python's own prompt
        return repr(value)

    def _flush(self) -> None:
        """What the cell printed is in the pipes before its answer is."""
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BaseException:
                pass
        try:
            LIBC.fflush(None)
        except BaseException:
            pass

    def _answer(self, call: int, value: str | None, failure: BaseException | None) -> None:
        header: dict[str, Any] = {"call": call, "outcome": "ok", "bytes": None, "type": None, "message": None}
        text = value
        if failure is not None:
            header["outcome"] = "error"
            header["type"] = _short(type(failure).__name__, 200)
            header["message"] = _short(_message(failure), KEPT_MESSAGE)
            text = _traceback(failure)
        payload = b""
        if text is not None:
            whole = text.encode("utf-8", "backslashreplace")
            header["bytes"] = len(whole)
            # Of a traceback the end says most, of a value the beginning.
            payload = whole[-KEPT_BYTES:] if failure is not None else whole[:KEPT_BYTES]
        view = memoryview(frames.encode("answer", header, payload))
        while view:
            view = view[self._write(self._answers, view) :]


def _message(error: BaseException) -> str:
    try:
        return str(error)
    except BaseException as another:
        return f"<the message could not be shown: {type(another).__name__}>"


def _traceback(error: BaseException) -> str:
    try:
        return "".join(traceback.format_exception(type(error), error, own_frames(error)))
    except BaseException as another:
        return f"{type(error).__name__}: <the traceback could not be shown: {type(another).__name__}>\n"


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."
