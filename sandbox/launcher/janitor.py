"""Outside: waits for the supervisor's end, however it ends, and removes its staging folder. Started by it."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    while os.read(0, 4096):
        pass
    # The boxes die with the supervisor; their mounts may hold the folder for a moment.
    for _ in range(20):
        shutil.rmtree(sys.argv[1], ignore_errors=True)
        if not os.path.exists(sys.argv[1]):
            return
        time.sleep(0.1)


if __name__ == "__main__":
    main()
