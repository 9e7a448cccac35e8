"""Outside, trusted: stands between the supervisor and the first process of a run that shares the host's processes.

`python -I -S -B guard.py PLAN(JSON)`. It is what the process namespace is elsewhere: when the first process ends,
however it ends, or the supervisor does, or SIGTERM comes, everything below is killed, and only then does it end.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import NoReturn

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from launcher import descendants, privileges  # noqa: E402
from launcher.libc import prctl  # noqa: E402

ENDING = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}


def main() -> NoReturn:
    plan = json.loads(sys.argv[1])
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING | {signal.SIGCHLD})
    prctl(privileges.PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != plan["parent"]:
        os._exit(1)
    privileges.adopt_orphans()
    own = os.getpid()
    pid = os.fork()
    if pid == 0:
        _become(plan, own)
    null = os.open("/dev/null", os.O_RDWR)
    for standard in (0, 1):
        os.dup2(null, standard)
    os.closerange(3, 1 << 16)
    code = _wait(pid)
    # Not as the run's user: where that is the supervisor's own, its other programs must live.
    descendants.end_all(plan["user"])
    os._exit(code)


def _wait(pid: int) -> int:
    """Exit code of the first process; 143 where we were told to end."""
    while True:
        if signal.sigwait(ENDING | {signal.SIGCHLD}) in ENDING:
            return 128 + signal.SIGTERM
        while True:
            try:
                ended, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return 1
            if ended == pid:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else 128 - code
            if ended == 0:
                break


def _become(plan: dict[str, list[str]], guard: int) -> NoReturn:
    try:
        prctl(privileges.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != guard:
            os._exit(1)
        os.setsid()
        signal.pthread_sigmask(signal.SIG_SETMASK, set())
        program: list[str] = plan["program"]
        os.execve(program[0], program, plan["environment"])  # type: ignore[arg-type]
    except BaseException as error:
        os.write(2, f"guard: {type(error).__name__}: {error}\n".encode())
    os._exit(1)


if __name__ == "__main__":
    main()
