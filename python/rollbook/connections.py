"""HTTP connections to one service, which are kept open between requests. Each attempt has one deadline."""

import base64
import io
import selectors
import socket
import ssl
import time
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from typing import NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from .response_body import MAX_ANSWER_BYTES, TooLongError, read_body

# Of an answer as it is sent: with its head, and compressed or not.
_MAX_SENT_BYTES = MAX_ANSWER_BYTES + 1024 * 1024
# Servers and proxies close connections that are idle for longer than a few seconds.
_MAX_IDLE_SECONDS = 4.0


class NoConnectionError(Exception):
    """Nothing was sent."""


class Response(NamedTuple):
    """A whole response."""

    status: int
    headers: HTTPMessage
    body: bytes | None
    """None if it is too long: no more of it is read, and its connection is closed."""


class ConnectionPool:
    """May be used by several threads at once, each of which gets a connection of its own."""

    def __init__(self, address: SplitResult, ssl_context: ssl.SSLContext | None) -> None:
        self._address = address
        self._ssl_context = ssl_context
        self._proxy = _find_proxy(address)
        self._idle: list[tuple[float, HTTPConnection]] = []

    def request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Response:
        """Raises NoConnectionError, or OSError or HTTPException once the request may have been sent."""
        deadline = time.monotonic() + timeout
        connection = self._take_idle() or self._connect(timeout)
        try:
            connection.sock = _BoundedSocket(connection.sock, deadline)
            is_forwarded = self._proxy is not None and self._address.scheme == "http"
            connection.request(
                method,
                f"{self._address.scheme}://{self._address.netloc}{path}" if is_forwarded else path,
                body,
                {**headers, **(_proxy_headers(self._proxy) if is_forwarded else {})},
            )
            response = _receive(connection)
        except BaseException:
            connection.close()
            raise
        if response.body is None:
            connection.close()
        elif connection.sock is not None:
            connection.sock = connection.sock.inner
            self._idle.append((time.monotonic(), connection))
        return response

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[1].close()

    def _take_idle(self) -> HTTPConnection | None:
        while True:
            try:
                idle_since, connection = self._idle.pop()
            except IndexError:
                return None
            if time.monotonic() - idle_since < _MAX_IDLE_SECONDS and not _is_closed(connection.sock):
                return connection
            connection.close()

    def _connect(self, timeout: float) -> HTTPConnection:
        address = self._proxy or self._address
        host = address.hostname or ""
        connection: HTTPConnection
        if self._address.scheme == "http":
            connection = HTTPConnection(host, address.port, timeout)
        else:
            self._ssl_context = self._ssl_context or ssl.create_default_context()
            connection = HTTPSConnection(host, address.port, timeout=timeout, context=self._ssl_context)
            if self._proxy is not None:
                target = self._address.hostname or ""
                connection.set_tunnel(target, self._address.port or 443, _proxy_headers(self._proxy))
        try:
            connection.connect()
        except (OSError, HTTPException) as error:
            connection.close()
            raise NoConnectionError from error
        return connection


def _find_proxy(address: SplitResult) -> SplitResult | None:
    """That of the environment or the system, as urllib finds it."""
    proxy = getproxies().get(address.scheme)
    if not proxy or proxy_bypass(address.netloc):
        return None
    return urlsplit(proxy if "://" in proxy else f"http://{proxy}")


def _proxy_headers(proxy: SplitResult | None) -> dict[str, str]:
    if proxy is None or proxy.username is None:
        return {}
    credentials = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {base64.b64encode(credentials.encode()).decode()}"}


def _receive(connection: HTTPConnection) -> Response:
    try:
        with connection.getresponse() as received:
            try:
                body = read_body(received)
            except TooLongError:
                body = None
    except ValueError as error:
        # A chunk of negative length, for example.
        raise HTTPException("the answer is not HTTP") from error
    return Response(received.status, received.headers, body)


def _is_closed(sock: socket.socket) -> bool:
    """Whether an idle connection has something to read, which is its end."""
    with selectors.DefaultSelector() as selector:
        selector.register(sock, selectors.EVENT_READ)
        return bool(selector.select(0))


class _BoundedSocket:
    """A socket whose reads and writes end at a deadline: its own timeout would begin anew with each of them."""

    def __init__(self, inner: socket.socket, deadline: float) -> None:
        self.inner = inner
        self._deadline = deadline

    def sendall(self, data: bytes) -> None:
        self.set_timeout()
        self.inner.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(_BoundedReader(self))

    def close(self) -> None:
        self.inner.close()

    def set_timeout(self) -> None:
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise TimeoutError
        self.inner.settimeout(remaining)


class _BoundedReader(io.RawIOBase):
    """Keeps the socket open until the response is read, also if the connection is closed before."""

    def __init__(self, sock: _BoundedSocket) -> None:
        self._sock = sock
        self._left = _MAX_SENT_BYTES
        self._raw = sock.inner.makefile("rb", buffering=0)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int | None:  # type: ignore[override]
        self._sock.set_timeout()
        count = self._raw.readinto(buffer)
        self._left -= count or 0
        if self._left < 0:
            raise TooLongError("the answer is too long")
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()
