"""Pages that need answers of other machines: they wait for them without holding a thread."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from grader.records import Frozen
from submissions.errors import OutwardBusy
from submissions.outward.openid.outward import Conversation, Outward, OutwardRequest, Unreachable
from submissions.outward.openid.outward_pool import Lane, OutwardPool

_Result = TypeVar("_Result")


class _Finished(Frozen, Generic[_Result]):
    """The result that came out: the end of a generator passes no future as it is."""

    result: _Result


async def converse(
    request: Request, conversation: Conversation[_Result], *, lane: Lane | None = None
) -> _Result:
    """Carry a conversation out: its own steps in threads of pages, its requests in those of the pool.

    Raises `OutwardBusy` if too many requests wait.
    """
    outward: Outward = request.app.state.outward
    pool: OutwardPool = request.app.state.outward_pool
    step: Callable[[], OutwardRequest] = partial(next, conversation)
    while True:
        reached = await run_in_threadpool(_taken, step)
        if isinstance(reached, _Finished):
            result: _Result = reached.result
            return result
        try:
            # Whoever goes away does not take the answer from others who wait for the same.
            answer = await asyncio.shield(asyncio.wrap_future(pool.send(outward, reached, lane)))
        except (Unreachable, OutwardBusy) as error:
            step = partial(conversation.throw, type(error)(*error.args))
        else:
            step = partial(conversation.send, answer)


def _taken(step: Callable[[], OutwardRequest]) -> OutwardRequest | _Finished[Any]:
    try:
        return step()
    except StopIteration as end:
        return _Finished(end.value)
