"""Whatever is sent to the interface, the answer is what its document says, and never an error of ours.

Bounded here: all kinds of requests by a student, who may do some things and not others, and one of an
operation by the others; of operations by themselves, a part that each run draws anew. `make full` asks for
all of them; with BACKGRADE_FUZZ_EXAMPLES=100, say, all kinds as everybody, and so many examples each.
"""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import UUID

import pytest
import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import EngineEvent, FatalError, NonFatalError, ScenarioFinished

from submissions.tables import Worker
from tests.api.rest.interface import API, Asking, Interface
from tests.thorough import drawn

EXAMPLES = int(os.environ.get("BACKGRADE_FUZZ_EXAMPLES", "1"))

TRIED_ELSEWHERE = ["revoke-token", "archive-assignment", "readyz"]
"""After the first two all other answers are alike. The last answers 503, rightly, without a worker."""

UNSHOWN_PLANES = "\U000e0000-\U0010ffff"
"""Hypothesis adds up a range of a pattern one by one: two minutes of the processor, and these are 200,000."""

UNSOUND = [400, 401, 403, 404, 405, 409, 412, 413, 414, 415, 422, 428, 429]
SOUND = ["2xx", 304, 401, 403, 404, 409, 412, 414, 415, 422, 429]
"""To what has the right form. A document cannot say that one date comes after another; the answer does."""


DRAWN = 12
"""Operations that a run asks by themselves, of all that the interface has."""

EVERYBODY = ("operator", "student", "nobody")
KINDS = ("fuzzing", "coverage", "stateful")
"""Examples of each operation, of each parameter, and of operations that follow each other. Apart, because
processes that share the tests then end at about the same time."""


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize(
    ("who", "kind"),
    [
        (who, kind)
        for who in EVERYBODY
        for kind in KINDS
        if who == "student" or kind == KINDS[0] or EXAMPLES > 1
    ],
)
def test_every_answer_is_as_documented(api: Interface, who: str, kind: str) -> None:
    asking: dict[str, Callable[[], Asking]] = {
        "operator": api.operator,
        "student": api.student,
        "nobody": lambda: api.nobody,
    }

    failures = list(fuzzed(api, asking[who](), kind))

    assert failures == []


def fuzzed(api: Interface, asking: Asking, kind: str) -> Iterator[str]:
    """What is wrong, a line each."""
    a_worker_is_there(api)
    api.app.state.news_feed.close()  # streams tell what is, and end
    told = document(api)
    config = configuration(api, asking, kind, left_out(told, kind))
    schema = schemathesis.openapi.from_dict(told, config=config)
    schema.app = api.app
    for event in from_schema(schema).execute():
        yield from wrong(event)


def document(api: Interface) -> dict[str, Any]:
    """What the interface says of itself, with the beginning of a long range in place of all of it."""
    text = json.dumps(api.client.get(f"{API}/openapi.json").json(), ensure_ascii=False)
    assert UNSHOWN_PLANES in text
    return dict(json.loads(text.replace(UNSHOWN_PLANES, UNSHOWN_PLANES[:2] + "\U000e0fff")))


def left_out(told: dict[str, Any], kind: str) -> list[str]:
    """The operations that are not asked for."""
    names = [operation["operationId"] for path in told["paths"].values() for operation in path.values()]
    if kind == "stateful":  # one leads to another
        return TRIED_ELSEWHERE
    asked = set(drawn(names, DRAWN))
    return [name for name in names if name in TRIED_ELSEWHERE or name not in asked]


def wrong(event: EngineEvent) -> Iterator[str]:
    match event:
        case ScenarioFinished():
            for checks in event.recorder.checks.values():
                for found in filter(None, (each.failure_info for each in checks)):
                    failure = found.failure
                    yield f"{failure.operation}: {failure.title}: {failure.message}\n{found.code_sample}"
        case NonFatalError():
            yield f"{event.label}: {event.value!r}"
        case FatalError():
            yield repr(event.exception)


def configuration(api: Interface, asking: Asking, kind: str, unasked: Sequence[str]) -> SchemathesisConfig:
    student = asking if asking.person_id in students(api) else api.student()
    known = {
        "course_id": api.school.course_id,
        "assignment_id": api.school.assignment_id,
        "submission_id": api.submit(student)["id"],
        "person_id": student.person_id,
    }
    return SchemathesisConfig.from_dict(
        {
            "base-url": "http://localhost",
            "headers": {"Authorization": f"Bearer {asking.token}"} if asking.token else {},
            "continue-on-failure": True,
            "generation": {"max-examples": EXAMPLES, "database": "none"},
            "phases": {each: {"enabled": each == kind} for each in KINDS},
            "checks": {
                "positive_data_acceptance": {"expected-statuses": SOUND},
                "negative_data_rejection": {"expected-statuses": UNSOUND},
                "missing_required_header": {"expected-statuses": UNSOUND},
            },
            "dictionaries": {name: {"values": [str(value)]} for name, value in known.items()},
            "parameters": {f"path.{name}": {"dictionary": name, "probability": 0.8} for name in known},
            "operations": [{"include-operation-id": each, "enabled": False} for each in unasked],
        }
    )


def students(api: Interface) -> set[UUID]:
    people = api.owner().get(f"{api.course}/people").json()["items"]
    return {UUID(each["id"]) for each in people if each["role"] == "student"}


def a_worker_is_there(api: Interface) -> None:
    """Else the service says, rightly, that it is not ready."""
    now = api.school.clock()
    with api.school.database.begin() as session:
        session.add(Worker(host="here", process=1, slots=1, level="E2", started_at=now, seen_at=now))
