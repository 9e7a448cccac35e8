"""The network. Each call is really made; what is added to the kernel's refusal is the sentence."""

from __future__ import annotations

import errno
import socket
from typing import Any

NO_NETWORK = "there is no network in this sandbox: no socket can be opened; read the files in DATA_DIR"
NO_PAIRS = "no pair of sockets can be made in this sandbox: use os.pipe, or threads (queue.Queue)"


def install() -> None:
    real_init, real_pair, real_connection = socket.socket.__init__, socket.socketpair, socket.create_connection
    real_lookup = socket.getaddrinfo

    def opened(self: Any, *args: Any, **settings: Any) -> None:
        try:
            real_init(self, *args, **settings)
        except PermissionError as error:
            raise PermissionError(error.errno, NO_NETWORK) from None

    def pair(*args: Any, **settings: Any) -> Any:
        try:
            return real_pair(*args, **settings)
        except PermissionError as error:
            raise PermissionError(error.errno, NO_PAIRS) from None

    def connection(*args: Any, **settings: Any) -> Any:
        try:
            return real_connection(*args, **settings)
        except (PermissionError, socket.gaierror):  # for a name the look-up fails first
            raise PermissionError(errno.EACCES, NO_NETWORK) from None

    def lookup(*args: Any, **settings: Any) -> Any:
        try:
            return real_lookup(*args, **settings)
        except socket.gaierror as error:
            raise socket.gaierror(error.errno, f"names do not resolve: {NO_NETWORK}") from None

    socket.socket.__init__ = opened  # type: ignore[method-assign]
    socket.socketpair = pair
    socket.create_connection = connection
    socket.getaddrinfo = lookup
