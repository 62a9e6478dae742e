"""A proxy that speaks https for a server of many processes, as one does on a public host."""

import asyncio
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

from scorer.web.serving.certificates import Authority


class Proxy:
    """Hands what comes to *port* by https to the http server on *plain_port*.

    Parameters
    ----------
    folder : Path
        Keeps the authority that vouches for it, as the app keeps its own at home.
    """

    def __init__(self, folder: Path, port: int, plain_port: int) -> None:
        authority = Authority(folder)
        self.root = authority.root
        self._context, self._plain_port = authority.context("127.0.0.1"), plain_port
        self._port, self._ready = port, Event()
        self._thread = Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(10)

    def close(self) -> None:
        """Hand on nothing any more."""
        self._loop.call_soon_threadsafe(self._closed.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop, self._closed = asyncio.get_running_loop(), asyncio.Event()
        server = await asyncio.start_server(self._join, "127.0.0.1", self._port, ssl=self._context)
        self._ready.set()
        await self._closed.wait()
        server.close()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            there = await asyncio.open_connection("127.0.0.1", self._plain_port)
        except OSError:
            writer.close()
            return
        there_reader, there_writer = there
        await asyncio.gather(_pass_on(reader, there_writer), _pass_on(there_reader, writer))


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    # What a browser that closes leaves behind is no news.
    with suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()
