"""News over server-sent events: of a submission for those who wait, of an assignment for those who teach."""

import asyncio
from collections.abc import AsyncIterator

from fastapi import Request, Response
from fastapi.sse import KEEPALIVE_COMMENT, EventSourceResponse, format_sse_event
from pydantic import BaseModel, ConfigDict, Field
from starlette.types import Receive, Scope, Send

from api.web import durations
from api.web.caller import visitor_of
from api.web.news_feed import Listener, News, NewsFeed
from api.web.signing_in import whom
from submissions.people.access.policy import Caller
from submissions.tables import State
from submissions.teaching.figures.pulse import Pulse
from submissions.teaching.results.statuses import Status
from submissions.teaching.results.subscriptions import Subject, Subscriber

_NO_CONTENT = 204
_HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class StateEvent(BaseModel):
    """The data of an event of a submission."""

    model_config = ConfigDict(frozen=True)

    state: State
    revision: int = Field(description="counts the changes of the state")
    ahead: int | None = Field(description="how many are graded before it; null where it does not wait")


class CountsEvent(BaseModel):
    """The data of an event of an assignment."""

    model_config = ConfigDict(frozen=True)

    submissions: dict[State, int] = Field(description="how many submissions are in each state")
    results: int = Field(description="how many attempts the figures of the class are counted from")


class _Stream(EventSourceResponse):
    """Events as they come; its place is given back however it ends."""

    def __init__(self, feed: NewsFeed, listener: Listener, events: AsyncIterator[bytes]) -> None:
        limit = feed.limit(listener.subscriber)
        super().__init__(events, headers={**_HEADERS, **limit.headers})
        self._feed = feed
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the client leaves or the stream ends, then stop listening."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._feed.leave(self._listener)


async def stream(request: Request, subject: Subject, caller: Caller) -> Response:
    """The events of what the caller may see, from where they stopped listening.

    Raises:
        NotFound: if it is gone.
        TooManyStreams, NoStreamFree: if they listen to too many, or too many listen.
    """
    feed: NewsFeed = request.app.state.news_feed
    known = await feed.look(subject)
    heard = request.headers.get("last-event-id") == _event_id(known)
    if heard and known.final:
        return Response(status_code=_NO_CONTENT)  # what tells a browser not to come back
    listener = feed.admit(_subscriber(request, subject, caller))
    return _Stream(feed, listener, _events(feed, listener, known, heard=heard))


def _subscriber(request: Request, subject: Subject, caller: Caller) -> Subscriber:
    visitor = visitor_of(request) if caller.person_id else None
    return Subscriber(subject, caller, visitor.session_id if visitor else None, whom(request))


async def _events(feed: NewsFeed, listener: Listener, known: News, *, heard: bool) -> AsyncIterator[bytes]:
    yield format_sse_event(retry=durations.STREAM_PAUSE_MILLISECONDS)
    if not heard:
        yield _event(known)
    until = asyncio.get_running_loop().time() + durations.STREAM
    async for news in feed.follow(listener, known):
        yield _event(news) if news else KEEPALIVE_COMMENT
        if asyncio.get_running_loop().time() > until:
            return


def _event(news: News) -> bytes:
    match news:
        case Status():
            state = StateEvent(state=news.state, revision=news.revision, ahead=news.ahead)
            return format_sse_event(event="state", id=_event_id(news), data_str=state.model_dump_json())
        case Pulse():
            counts = CountsEvent(submissions=dict(news.by_state), results=news.results)
            return format_sse_event(event="counts", id=_event_id(news), data_str=counts.model_dump_json())


def _event_id(news: News) -> str:
    if isinstance(news, Pulse):
        return str(news)
    return f"{news.revision}" if news.ahead is None else f"{news.revision}-{news.ahead}"
