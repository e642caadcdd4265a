"""After a form was saved, the next page says so: its address names what was saved."""

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.words.done import DONE

PARAMETER = "done"

_SEE_OTHER = 303


class DoneNamed:
    """Names the function that answers a form by leading on, in the address that it leads to."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the application does, with that name added."""

        async def send_named(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == _SEE_OTHER:
                name = _name(scope)
                headers = MutableHeaders(scope=message)
                if name in DONE and _is_next(headers["Location"]):
                    headers["Location"] = with_done(headers["Location"], name)
            await send(message)

        await self._app(scope, receive, send_named if scope.get("method") == "POST" else send)


def with_done(address: str, name: str) -> str:
    """The address with the name of what was saved; one that has such a name keeps it."""
    parts = urlsplit(address)
    query = parse_qsl(parts.query, keep_blank_values=True)
    if any(key == PARAMETER for key, _ in query):
        return address
    return urlunsplit(parts._replace(query=urlencode([*query, (PARAMETER, name)])))


def _is_next(address: str) -> bool:
    """Whether an address is a page of ours: not a platform's, and not where somebody has to sign in first."""
    return address.startswith("/") and not address.startswith(("//", "/sign-in"))


def _name(scope: Scope) -> str:
    """Name the function that answers: `teach_settings.change`."""
    endpoint = scope.get("endpoint")
    return f"{endpoint.__module__.rpartition('.')[2]}.{endpoint.__name__}" if endpoint else ""
