"""JSON: the report as it is, ids and data; a list where there are several files."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from api.hints import DEFAULT, Rung
from api.outcome import NotGraded, Outcome


def render(
    outcomes: Sequence[Outcome],
    _: Mapping[str, bytes],
    *,
    hints: Rung = DEFAULT,  # noqa: ARG001 - for programs: it has all there is
) -> str:
    """One document, in ASCII: an object for one file, else a list in the order of the files."""
    documents = [_document(outcome) for outcome in outcomes]
    whole = documents[0] if len(documents) == 1 else documents
    return json.dumps(whole, indent=2, allow_nan=False) + "\n"


def _document(outcome: Outcome) -> dict[str, Any]:
    if isinstance(outcome, NotGraded):
        seen, advice = outcome.why
        return {"name": outcome.name, "not_graded": {"kind": outcome.kind, "seen": seen, "advice": advice}}
    return outcome.model_dump(mode="json")
