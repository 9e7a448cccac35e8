"""Outside: waits for the supervisor's end, however it ends, and clears away what is left. Started by it.

`python janitor.py FOLDER`, with a pipe from the supervisor as stdin.
"""

from __future__ import annotations

import os
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from launcher import fixed_paths  # noqa: E402
from launcher.removal import remove_tree  # noqa: E402

ATTEMPTS = 40


def main() -> None:
    folder = sys.argv[1]
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 4096):
        pass
    for _ in range(ATTEMPTS):
        left = boxes_of(folder)
        for pid in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        fixed_paths.remove_links_into(folder)
        # The mounts of a box that is just ending may hold the folder for a moment.
        remove_tree(folder)
        if not left and not os.path.exists(folder):
            return
        time.sleep(0.05)


def boxes_of(folder: str) -> list[int]:
    """Processes of bubblewrap that name the folder.

    They die with the supervisor, but for one case: killed in the moment between making the namespaces and waiting
    for their owner, the inner one would wait for ever.
    """
    found = []
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as line:
                arguments = line.read()
        except OSError:
            continue
        if folder.encode() in arguments and b"bwrap" in arguments.split(b"\0", 1)[0]:
            found.append(int(name))
    return found


if __name__ == "__main__":
    main()
