"""`GET /healthz`: the process lives. It looks at nothing else, so that nothing else gets it killed."""

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

router = APIRouter(tags=["operations"])


class Alive(BaseModel):
    """The process answers."""

    alive: Literal[True] = True


@router.get("/healthz", operation_id="healthz", summary="Whether the process lives")
async def healthz() -> Alive:
    """Answer the supervisor that restarts a process that hangs."""
    return Alive()
