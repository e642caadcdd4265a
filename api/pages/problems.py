"""What each kind of problem is: where the `type` of a problem document leads."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from api.words.en.request import KINDS
from submissions.errors import NotFound

router = APIRouter()


@router.get("/problems/{kind}")
def problem(kind: str) -> PlainTextResponse:
    """A few lines of text, for whoever follows the address."""
    told = KINDS.get(kind)
    if told is None:
        raise NotFound
    lines = (kind, told.title, "", told.message.seen, told.message.advice)
    return PlainTextResponse("\n".join(lines).rstrip() + "\n")
