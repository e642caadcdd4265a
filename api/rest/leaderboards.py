"""The leaderboard of a fault hunt: who joined it, under which name, and how far they came."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field

from api.rest._model import Given
from api.rest._visit import Visit
from submissions.people.access.policy import Action
from submissions.teaching.gradebook import leaderboard
from submissions.teaching.gradebook.leaderboard import LONGEST_NAME, Leaderboard

router = APIRouter(tags=["assignments"])


class LeaderboardNameChosen(Given, json_schema_extra={"examples": [{"name": "Blue heron"}]}):
    """Your name on the leaderboard. Staff see who you are, students do not."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    """No name of a person of the course."""


@router.get("/assignments/{assignment_id}/leaderboard")
def get_leaderboard(visit: Visit, assignment_id: UUID) -> Leaderboard:
    """The leaderboard of a fault hunt: most points first, then fewest nodes. Only who chose to is on it."""
    with visit.reading(assignment_id, Action.SEE_OWN_SUBMISSION) as (session, assignment):
        return leaderboard.leaderboard(session, visit.caller, assignment, now=visit.now())


@router.put("/assignments/{assignment_id}/leaderboard/name", status_code=204)
def join_leaderboard(visit: Visit, assignment_id: UUID, chosen: LeaderboardNameChosen) -> None:
    """Join the leaderboard under a name, or change your name there. For students."""
    with visit.changing(assignment_id, Action.SUBMIT) as (session, assignment):
        leaderboard.join(session, visit.caller, assignment, chosen.name, now=visit.now())


@router.delete("/assignments/{assignment_id}/leaderboard/name", status_code=204)
def leave_leaderboard(visit: Visit, assignment_id: UUID) -> None:
    """Leave the leaderboard."""
    with visit.changing(assignment_id, Action.SUBMIT) as (session, assignment):
        leaderboard.leave(session, visit.caller, assignment)


@router.delete("/assignments/{assignment_id}/leaderboard/people/{person_id}", status_code=204)
def remove_leaderboard_name(visit: Visit, assignment_id: UUID, person_id: UUID) -> None:
    """Take a student off the leaderboard whose name cannot stay. They can choose another."""
    with visit.changing(assignment_id, Action.EDIT_PEOPLE) as (session, assignment):
        leaderboard.remove(session, visit.caller, assignment, person_id, now=visit.now())
