"""A file tried without an account: the form, and its result under a key that nobody else has."""

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from api.hints import Rung
from api.pages._handed import USUAL_NAME, Handed, Handing
from api.pages._page import render
from api.pages._result import result
from api.pages._static import text
from api.pages._download import download
from api.web import events
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.words import Message
from api.words.en import hand_in as hand_in_words
from api.words.en import try_it as words
from api.words.en.moment import from_now
from grader.assignment import CHOICES
from submissions import assignments, submitted, throttle, trials
from submissions.errors import NotFound
from submissions.service import Service

router = APIRouter()

_USUAL_STAGE = "core"
_REFUSED = 422
