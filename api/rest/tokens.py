"""Tokens: each is shown once, and lives no longer than a year."""

from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field

from api.rest._model import Answer, Given, Id, Items, Line
from api.rest._visit import Visit
from api.web.openapi import answers
from submissions import tables
from submissions.people import durations
from submissions.people.access import tokens
from submissions.people.access.policy import Scope
from submissions.people.access.tokens import TokenRequest

router = APIRouter(tags=["tokens"])


class Token(Answer):
    """The facts that are known of a token."""

    id: UUID
    name: str
    ending: str
    """Its last characters, by which you recognise it."""
    scopes: list[Scope]
    course_id: UUID | None
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None


class CreatedToken(Token):
    """A new token."""

    token: str
    """The token itself. It is shown now and never again."""


class TokenList(Items[Token]):
    """All your tokens."""


class NewToken(
    Given,
    json_schema_extra={"examples": [{"name": "laptop", "scopes": ["submissions:write", "submissions:read"]}]},
):
    """A token to be made."""

    name: Line
    scopes: Annotated[list[Annotated[Scope, Field(strict=False)]], Field(min_length=1, max_length=len(Scope))]
    course_id: Id | None = None
    days: Annotated[int, Field(ge=1, le=durations.TOKEN_LONGEST.days)] | None = None
    """How long it lives; without, 90 days, or as long as the token it is asked for with."""


@router.get("/tokens")
def list_tokens(visit: Visit) -> TokenList:
    """Your tokens that are good, the newest first."""
    with visit.database.read() as session:
        issued = tokens.listed(session, visit.caller.known, now=visit.now())
    return TokenList(items=[Token(**_document(token)) for token in issued])


@router.post("/tokens", status_code=201, responses=answers(404))
def create_token(visit: Visit, new: NewToken, response: Response) -> CreatedToken:
    """Make a token, which can do no more than the one it is asked for with.

    It takes no Idempotency-Key: an answer that could be given again would have to be kept.
    """
    now = visit.now()
    with visit.database.begin() as session:
        lasts = timedelta(days=new.days) if new.days else tokens.usual_life(session, visit.caller, now=now)
        wanted = TokenRequest(new.name, frozenset(new.scopes), lasts, new.course_id)
        token = tokens.create(session, visit.caller, wanted, now=now)
    response.headers["Location"] = f"/api/v1/tokens/{token.token.id}"
    return CreatedToken(**_document(token.token), token=token.text)


@router.delete("/tokens/{token_id}", status_code=204)
def revoke_token(visit: Visit, token_id: UUID) -> None:
    """Make a token of yours good for nothing, at once."""
    with visit.database.begin() as session:
        tokens.revoke(session, visit.caller.known, token_id, now=visit.now())


def _document(token: tables.ApiToken) -> dict[str, Any]:
    return {name: getattr(token, name) for name in Token.model_fields}
