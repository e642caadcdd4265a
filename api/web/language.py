"""Answers every request in a language: the one of the account, else of a cookie, else of the browser."""

import re

from fastapi import Response
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.i18n import LANGUAGES, Language, current, negotiated, speaking
from api.web import durations

_COOKIE = "backgrade-language"
"""The cookie's name, without the prefix of our others: it is read before we know if https was asked for."""
_CHOSEN = re.compile(rf"(?:^|;) ?{_COOKIE}=({'|'.join(LANGUAGES)})(?:;|$)")
"""Searched for, since nothing has bounded the head yet: to parse all its cookies may take a second."""
_WRITTEN = ("text/html", "application/problem+json")
"""The types of content that are written for a reader, and so in their language."""


class RequestLanguage:
    """Chooses by cookie and `Accept-Language`; whoever reads the account may `choose` another meanwhile."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer in the language that the browser asks for, and say which it is."""

        async def labelled(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if headers.get("content-type", "").startswith(_WRITTEN):
                    headers["Content-Language"] = current()
                    headers.add_vary_header("Accept-Language")
                    headers.add_vary_header("Cookie")
            await send(message)

        with speaking(_requested_language(HTTPConnection(scope))):
            await self._app(scope, receive, labelled)


def remember(answer: Response, language: Language, *, secure: bool) -> None:
    """Have a browser ask for that language from now on."""
    answer.set_cookie(
        _COOKIE,
        language,
        max_age=int(durations.LANGUAGE.total_seconds()),
        secure=secure,
        httponly=True,
        samesite="lax",
    )


def _requested_language(connection: HTTPConnection) -> Language:
    chosen = _CHOSEN.search("; ".join(connection.headers.getlist("cookie")))
    return chosen[1] if chosen else negotiated(connection.headers.get("accept-language", ""))
