"""Receipts: who has one can show what was handed in, and when."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter
from pydantic import Field, JsonValue

from api.rest._model import Answer, Given, Id, Moment
from api.rest._visit import Known
from api.web.dependencies import Ours
from submissions.grading.intake import receipts

router = APIRouter(tags=["submissions"])

_DIGITS = Field(min_length=64, max_length=64, pattern="^[0-9a-f]{64}$")
_EXAMPLE: dict[str, JsonValue] = {
    "submission_id": "019301c0-5b7e-7c1a-9f7e-0d9b6f2f3a10",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "received_at": "2026-11-30T12:00:00.123456Z",
    "signature": "60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752",
}


class Receipt(Answer):
    """A statement that these bytes were taken in at that time."""

    submission_id: UUID
    sha256: str
    received_at: datetime
    signature: str


class GivenReceipt(Given, json_schema_extra={"examples": [_EXAMPLE]}):
    """A receipt to be looked at, as it was given out."""

    submission_id: Id
    sha256: Annotated[str, _DIGITS]
    received_at: Moment
    signature: Annotated[str, _DIGITS]


class Verified(Answer):
    """The result of verifying a receipt."""

    genuine: bool
    """Whether it was given out here, for exactly this."""


@router.post("/receipts/verify")
def verify_receipt(ours: Ours, _: Known, given: GivenReceipt) -> Verified:
    """Whether a receipt was given out by this installation."""
    with ours.database.read() as session:
        receipt = receipts.Receipt(given.submission_id, given.sha256, given.received_at)
        return Verified(genuine=receipts.verify(session, receipt, given.signature))
