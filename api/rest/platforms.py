"""Learning platforms, for who runs the installation."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field
from sqlalchemy.orm import Session

from api.rest._model import Answer, Given, Items, Line
from api.rest._visit import Visit
from api.web.idempotency import Repeatable
from submissions.connect.lms import platforms
from submissions.connect.lms.platforms import PlatformDraft
from submissions.tables import LmsPlatform, PlatformState

router = APIRouter(tags=["learning platforms"])

_Identifier = Annotated[str, Field(min_length=1, max_length=255)]
_Address = Annotated[str, Field(min_length=1, max_length=2000)]


class Platform(Answer):
    """A platform that sends people here by LTI 1.3."""

    id: UUID
    name: str
    product: str
    """Its product family as it names it itself; empty where it did not yet."""
    issuer: str
    client_id: str
    state: PlatformState
    deployments: list[str]
    """The ids of those that are approved."""
    scopes: list[str]
    """The scopes that it granted."""
    trouble: str
    """The id of why its services do not work; empty where they do."""
    launched_at: datetime | None
    graded_at: datetime | None
    """When it took a grade last."""
    created_at: datetime


class PlatformList(Items[Platform]):
    """All platforms, by name."""


class NewPlatform(
    Given,
    json_schema_extra={
        "examples": [
            {
                "name": "Moodle",
                "issuer": "https://moodle.example.edu",
                "client_id": "aBcDeF",
                "authorization_url": "https://moodle.example.edu/mod/lti/auth.php",
                "token_url": "https://moodle.example.edu/mod/lti/token.php",
                "jwks_url": "https://moodle.example.edu/mod/lti/certs.php",
                "deployment_id": "1",
            }
        ]
    },
):
    """A platform to be registered; it may send people here at once."""

    name: Line
    issuer: _Identifier
    client_id: _Identifier
    authorization_url: _Address
    token_url: _Address
    jwks_url: _Address
    deployment_id: Annotated[str, Field(max_length=255)] = ""
    """The deployment; without one, the first launch decides."""
    audience: Annotated[str, Field(max_length=2000)] = ""
    """The audience of requests for tokens, where it is not the address of the tokens."""
    origins: Annotated[list[_Address], Field(max_length=10, default_factory=list)]
    """Sites that may show Backgrade in a frame, besides those of the addresses."""


class PlatformChange(Given, json_schema_extra={"examples": [{"state": "active"}]}):
    """Whether it may send people here."""

    state: Annotated[PlatformState, Field(strict=False)]


@router.get("/platforms")
def list_platforms(visit: Visit) -> PlatformList:
    """All learning platforms."""
    with visit.database.read() as session:
        found = platforms.listed(session, visit.caller)
        approved = platforms.approved(session, found)
    return PlatformList(items=[_document(each, approved[each.id]) for each in found])


@router.post("/platforms", operation_id="create-platform", status_code=201, response_model=Platform)
def register_platform(visit: Visit, once: Repeatable, new: NewPlatform) -> Response:
    """Register a platform by hand."""
    private = visit.service.settings.private_platforms

    def make(session: Session) -> Platform:
        draft = PlatformDraft(**{**new.model_dump(), "origins": tuple(new.origins)})
        made = platforms.register(session, visit.caller, draft, private=private, now=visit.now())
        return _with_deployments(session, made)

    return once.answer(new, make)


@router.get("/platforms/{platform_id}")
def get_platform(visit: Visit, platform_id: UUID) -> Platform:
    """One platform."""
    with visit.database.read() as session:
        return _with_deployments(session, platforms.get(session, visit.caller, platform_id))


@router.patch("/platforms/{platform_id}")
def change_platform(visit: Visit, platform_id: UUID, change: PlatformChange) -> Platform:
    """Approve or disable it. The first approval is also one of the deployment that it registered with."""
    with visit.database.begin() as session:
        found = platforms.set_state(session, visit.caller, platform_id, change.state, now=visit.now())
        return _with_deployments(session, found)


def _with_deployments(session: Session, platform: LmsPlatform) -> Platform:
    return _document(platform, platforms.approved(session, [platform])[platform.id])


def _document(platform: LmsPlatform, deployments: list[str]) -> Platform:
    return Platform.of(platform, deployments=deployments)
