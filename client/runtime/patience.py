"""Sends a request again where the service asks for a pause that is short."""

import time

import httpx2

_TRIES = 4
_LONGEST_PAUSE = 60.0
_TOO_MANY, _UNAVAILABLE = 429, 503
_REPEATABLE = frozenset({"GET", "HEAD", "PUT", "DELETE"})
_MOST_DIGITS = 9


class Patience(httpx2.BaseTransport):
    """A transport around another, which it asks again after `Retry-After` seconds, three times at most.

    A 429 was not carried out, so every request is repeated. A 503 may have been: what creates something is
    repeated only with an `Idempotency-Key`.
    """

    def __init__(self, inner: httpx2.BaseTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """The answer, the last one where all ask for a pause."""
        request.read()
        response = self._inner.handle_request(request)
        for _ in range(_TRIES - 1):
            pause = retry_after(response)
            if not _may_repeat(request, response) or pause is None or pause > _LONGEST_PAUSE:
                break
            response.close()
            time.sleep(pause)
            response = self._inner.handle_request(request)
        return response

    def close(self) -> None:
        """Close the other one."""
        self._inner.close()


def retry_after(response: httpx2.Response) -> float | None:
    """Seconds; None where the answer does not say."""
    text = response.headers.get("Retry-After", "")
    return float(text[:_MOST_DIGITS]) if text.isascii() and text.isdigit() else None


def _may_repeat(request: httpx2.Request, response: httpx2.Response) -> bool:
    if response.status_code == _UNAVAILABLE:
        return request.method in _REPEATABLE or "Idempotency-Key" in request.headers
    return response.status_code == _TOO_MANY
