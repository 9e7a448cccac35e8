"""What a run must not reach: listeners, a secret file and a folder that everyone may write."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import tempfile
import threading
from pathlib import Path


class Host:
    """Counts who connects. The folder is outside /tmp, because the control run has a /tmp of its own."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir="/var/tmp", prefix="mlewb-host-"))
        self.folder.chmod(0o755)
        self.outside = self.folder / "outside"
        self.outside.mkdir()
        self.outside.chmod(0o777)
        self.secret = self.folder / "labels.csv"
        self.secret.write_text("row_id,label\n1,1\n")
        self.secret.chmod(0o644)
        self.touched = 0
        self.abstract = f"mlewb-test-{os.getpid()}-{self.folder.name}"
        self._listeners = [socket.create_server(("127.0.0.1", 0))]
        for address in ("\0" + self.abstract, str(self.folder / "socket")):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(address)
            listener.listen()
            self._listeners.append(listener)
        (self.folder / "socket").chmod(0o777)
        for listener in self._listeners:
            threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def constants(self) -> str:
        """Python lines that name all this to an attempt."""
        port = self._listeners[0].getsockname()[1]
        return (
            f"PORT = {port}\nSOCKET = {str(self.folder / 'socket')!r}\nABSTRACT = {self.abstract!r}\n"
            f"SECRET = {str(self.secret)!r}\nOUTSIDE = {str(self.outside)!r}\n"
        )

    def _accept(self, listener: socket.socket) -> None:
        held = []
        with contextlib.suppress(OSError):
            while True:
                held.append(listener.accept())
                self.touched += 1

    def close(self) -> None:
        for listener in self._listeners:
            listener.close()
        shutil.rmtree(self.folder, ignore_errors=True)
