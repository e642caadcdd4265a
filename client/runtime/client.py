"""A service and a token: asks, waits where it is asked to wait, and raises what is refused."""

from http import HTTPStatus
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import httpx2

from .models.problem_details import ProblemDetails
from .patience import Patience

_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})


class Refused(Exception):
    """a request was not carried out."""

    def __init__(self, status: int, problem: ProblemDetails | None) -> None:
        super().__init__(f"{problem.detail} ({problem.type_})" if problem else f"status {status}")
        self.status = status
        self.problem = problem
        """None where the answer did not come from Backgrade."""


class Backgrade:
    """A service, and a token that is shown to it alone. Requests share connections: close it at the end."""

    def __init__(self, server: str, token: str = "", *, timeout: float = 30.0) -> None:
        """The service at an address such as `https://grader.example.edu`.

        Raises:
            ValueError: if the token would be sent to another machine without encryption.
        """
        parts = urlsplit(server)
        if token and parts.scheme != "https" and parts.hostname not in _LOCAL:
            raise ValueError(f"the connection to {server} is not encrypted, so the token is not sent")
        self._http = httpx2.Client(
            base_url=server.rstrip("/"),
            headers={"Authorization": f"Bearer {token}"} if token else {},
            timeout=timeout,
            transport=Patience(httpx2.HTTPTransport()),
            follow_redirects=False,
        )

    def request(self, method: str, url: str, **options: Any) -> httpx2.Response:  # noqa: ANN401 - httpx2's own
        """The answer to a request, which was carried out.

        Raises:
            Refused: if it was not.
            httpx2.TransportError: if the service cannot be reached.
        """
        response = self._http.request(method, url, **options)
        if not response.is_success:
            raise Refused(response.status_code, _problem(response))
        return response

    def close(self) -> None:
        """End all connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _problem(response: httpx2.Response) -> ProblemDetails | None:
    if response.status_code < HTTPStatus.BAD_REQUEST:
        return None
    try:
        return ProblemDetails.from_dict(response.json())
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
