"""The server's connections: no address has so many that others find none."""

from collections.abc import Callable
from operator import attrgetter
from socket import socket
from typing import Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

# A browser opens six to one server; a whole table may share an address.
MOST_EACH = 64
# All together; each takes a file of this process, which has some 1,000.
MOST = 400
# An idle connection is closed after so long, at the latest with the next look at all of them.
IDLE_S = 60
LOOK_S = 10


class FairServer(TcpWSGIServer):  # type: ignore[misc]
    """Listens on *listening*; who opens too many connections loses their own idle ones."""

    def __init__(
        self, app: Callable[..., Any], listening: socket, threads: int, **settings: Any
    ) -> None:
        adjustments = Adjustments(
            sockets=[listening],
            threads=threads,
            connection_limit=MOST,
            channel_timeout=IDLE_S,
            cleanup_interval=LOOK_S,
            asyncore_use_poll=True,
            ident="",
            **settings,
        )
        # Through the proxy everybody comes from one address.
        self._proxy = adjustments.trusted_proxy
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(adjustments.threads)
        super().__init__(
            app,
            {},
            True,
            listening,
            dispatcher=dispatcher,
            adj=adjustments,
            bind_socket=False,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
        )

    def handle_accept(self) -> None:
        """Take the next connection; close what its address has too many of."""
        before = set(self.active_channels.values())
        super().handle_accept()
        for channel in set(self.active_channels.values()) - before:
            self._make_room(channel.addr[0])

    def _make_room(self, address: str) -> None:
        if address == self._proxy:
            return
        theirs = [one for one in self.active_channels.values() if one.addr[0] == address]
        # First those that were never or not wholly asked anything, the oldest before all others.
        idle = [one for one in theirs if not one.requests and not one.total_outbufs_len]
        newest = max(theirs, key=attrgetter("creation_time"), default=None)
        for channel in sorted(idle, key=attrgetter("last_activity"))[: len(theirs) - MOST_EACH]:
            theirs.remove(channel)
            channel.handle_close()
        if newest and len(theirs) > MOST_EACH and newest in theirs:
            newest.handle_close()
