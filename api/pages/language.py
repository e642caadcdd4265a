"""The language of a browser that nobody signed in with."""

from fastapi import APIRouter, Request, Response

from api.i18n import LANGUAGES
from api.pages._fields import NextAsked
from api.problems.way_back import way_back
from api.web.language import remember
from api.web.see_other import see_other
from submissions.errors import NotFound

router = APIRouter()


@router.get("/language/{language}")
def choose(request: Request, language: str, to: NextAsked = "/") -> Response:
    """Remember the language in a cookie, and go back to the page.

    A link is enough: another site can change the language of a visitor with it, and nothing else.
    """
    if language not in LANGUAGES:
        raise NotFound
    answer = see_other(way_back(to))
    remember(answer, language, secure=request.url.scheme == "https")
    return answer
