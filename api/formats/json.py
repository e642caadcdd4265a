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
    hints: Rung = DEFAULT,
) -> str:
    """One document, in ASCII: an object for one file, else a list in the order of the files.

    It has all there is, but for repairs where they are not to be told.
    """
    documents = [_document(outcome, hints) for outcome in outcomes]
    whole = documents[0] if len(documents) == 1 else documents
    return json.dumps(whole, indent=2, allow_nan=False) + "\n"


def _document(outcome: Outcome, hints: Rung) -> dict[str, Any]:
    if isinstance(outcome, NotGraded):
        seen, advice = outcome.why
        return {"name": outcome.name, "not_graded": {"kind": outcome.kind, "seen": seen, "advice": advice}}
    told = hints >= Rung.REPAIR
    exclude = None if told else {"diagnosis": {"findings": {"__all__": {"repair"}}}}
    return outcome.model_dump(mode="json", exclude=exclude)
