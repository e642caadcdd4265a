"""Failures of ours. None of them costs a submission anything."""

from api.words import Message
from grader.errors import (
    GraderError,
    HarnessProtocolError,
    OracleDisagreement,
    OracleUnavailable,
    SandboxUnavailable,
    SelfTestFailed,
)

_TWO_WAYS = "run it on Linux or in Docker; or, for a file of your own, add --trust-this-file"

_ADVICE: dict[type[GraderError], str] = {
    HarnessProtocolError: "this says nothing about the file; try again, and `backgrade doctor` checks the sandbox",
    OracleDisagreement: "do not use this suite until the two agree",
    OracleUnavailable: "in a checkout: make oracle",
    SandboxUnavailable: _TWO_WAYS,
    SelfTestFailed: f"`backgrade doctor` shows what holds; {_TWO_WAYS}",
}


def failure(error: GraderError) -> Message:
    """What was seen and what to try."""
    return Message(str(error), _ADVICE.get(type(error), ""))
