"""In the agent's process: what graphviz says where it would start its program. The kernel refuses that anyway."""

from __future__ import annotations

import errno
from types import ModuleType
from typing import NoReturn

_SENTENCE = (
    "graphviz draws by a program (dot), and programs are switched off in this sandbox; "
    "keep .source or .save(REPORT_DIR + '/graph.gv'), which is drawn outside, or draw with matplotlib"
)


def change(module: ModuleType) -> None:
    """`graphviz.backend.execute`, after its import."""

    def run_check(*_arguments: object, **_options: object) -> NoReturn:
        raise PermissionError(errno.EACCES, _SENTENCE)

    module.run_check = run_check  # type: ignore[attr-defined]
