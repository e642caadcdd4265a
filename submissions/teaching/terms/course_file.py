"""A course as a file: settings and assignments, without people. Versioned, and parsed strictly."""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any, NoReturn
from uuid import UUID

from sqlalchemy.orm import Session

from submissions.courses.assignments import copying
from submissions.courses.assignments.copying import AssignmentCopy
from submissions.courses.assignments.draft import SETTINGS, Draft, problems
from submissions.courses.assignments.own_graph import OwnGraph
from submissions.courses.assignments.own_graphs import loaded, stored
from submissions.courses.assignments.setting import Setting
from submissions.courses.courses import courses
from submissions.errors import Unusable
from submissions.people.access.policy import Action, Caller
from submissions.tables import YEARS, Course
from submissions.teaching.gradebook.grade_weights import WEIGHTS
from submissions.teaching.terms import preparations
from submissions.teaching.terms.preparations import Preparations, SavedComment
from submissions.teaching.watch.watch_thresholds import Thresholds

FORMAT, VERSION = "backgrade-course", 1
MOST_BYTES = 4 * 1024 * 1024
_MOST_ASSIGNMENTS = 200
_LONGEST_NUMBER = 30
_OWN_GRAPHS = "own_graphs"
_MOST_GRAPHS = 200
"""The most graphs of all assignments together: each is computed and confirmed before it is kept."""
_OWN_GRAPH = {"title": str, "text": str, "inputs": list, "points": int, "rtol": float, "hidden": bool}
_COURSE = {"format", "version", "title", "zone", "late_days", "assignments"}
_PREPARED = "prepared"
"""The key of preparations. Older files have none, and no weights in the total."""
_GRADE_WEIGHT = "grade_weight"


class _NotAFileOfOurs(ValueError):
    """Something stands where something else has to stand."""


def export(session: Session, caller: Caller, course_id: UUID) -> bytes:
    """The file of a course, in UTF-8."""
    course = courses.get(session, caller, course_id, Action.EXPORT_COURSE)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "title": course.title,
        "zone": course.zone,
        "late_days": course.late_days,
        _PREPARED: asdict(preparations.of(session, course)),
        "assignments": [_written(copy) for copy in copying.copies_of(session, caller, course_id)],
    }
    return json.dumps(document, ensure_ascii=False, indent=2).encode() + b"\n"


def import_(session: Session, caller: Caller, content: bytes, *, now: datetime) -> Course:
    """A new course of the caller's from a file; its assignments are drafts.

    Raises `Unusable` if it is no such file, or something in it cannot be used.
    """
    courses.require_may_create(session, caller)
    document = _document(content)
    prepared = _preparations(document.get(_PREPARED, {}))
    copies = [_copy(each, number) for number, each in enumerate(document["assignments"], 1)]
    if sum(len(copy.own_graphs) for copy in copies) > _MOST_GRAPHS:
        raise Unusable("file", "too-many-graphs-in-file", most=_MOST_GRAPHS)
    course = courses.create(
        session, caller, document["title"], document["zone"], late_days=document["late_days"], now=now
    )
    _keep(session, course, prepared, now)
    for copy in copies:
        copying.create(session, caller, course.id, copy, now=now)
    return course


def _keep(session: Session, course: Course, prepared: Preparations, now: datetime) -> None:
    try:
        preparations.keep(session, course, prepared, now=now)
    except Unusable as error:
        raise Unusable("file", "not-a-course-file") from error


def _written(copy: AssignmentCopy) -> dict[str, Any]:
    settings = {name: _plain(getattr(copy.draft, name)) for name in SETTINGS}
    graphs = [stored(own) for own in copy.own_graphs]
    return settings | {_OWN_GRAPHS: graphs, _GRADE_WEIGHT: _plain(copy.grade_weight)}


def _plain(value: Any) -> Any:  # noqa: ANN401 - of the type of any setting
    """A value as JSON has it; numbers with decimals are text, so that they stay exact."""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, tuple):
        return list(value)
    return dict(value) if isinstance(value, Mapping) else value


def _document(content: bytes) -> dict[str, Any]:
    if len(content) > MOST_BYTES:
        raise Unusable("file", "file-too-large", mebibytes=MOST_BYTES // 1024**2)
    try:
        found = json.loads(content, object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise Unusable("file", "not-a-course-file") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Unusable("file", "not-a-course-file")
    if found.get("version") != VERSION:
        raise Unusable("file", "another-version")
    # The form is checked once and whole, so that all that follows can read fields by their names.
    if set(found) - {_PREPARED} != _COURSE or not _has_its_types(found):
        raise Unusable("file", "not-a-course-file")
    return found


def _has_its_types(course: Mapping[str, object]) -> bool:
    assignments = course["assignments"]
    if not isinstance(assignments, list) or len(assignments) > _MOST_ASSIGNMENTS:
        return False
    return (type(course["title"]), type(course["zone"]), type(course["late_days"])) == (str, str, int)


def _preparations(given: object) -> Preparations:
    if not isinstance(given, dict) or not set(given) <= {each.name for each in fields(Preparations)}:
        raise Unusable("file", "not-a-course-file")
    try:
        return Preparations(
            _days(given.get("keep_files_days")),
            _days(given.get("keep_reports_days")),
            _thresholds(given.get("thresholds", {})),
            tuple(map(_saved_comment, _list(given.get("saved_comments", [])))),
        )
    except _NotAFileOfOurs as error:
        raise Unusable("file", "not-a-course-file") from error


def _days(given: object) -> int | None:
    return given if given is None or type(given) is int else _refuse(given)


def _thresholds(given: object) -> Thresholds:
    if not isinstance(given, dict) or not set(given) <= {each.name for each in fields(Thresholds)}:
        raise _NotAFileOfOurs
    return Thresholds(**_weights(given))


def _saved_comment(given: object) -> SavedComment:
    if not isinstance(given, dict) or set(given) != {each.name for each in fields(SavedComment)}:
        raise _NotAFileOfOurs
    return SavedComment(_text(given["title"]), _text(given["text"]))


def _list(given: object) -> list[Any]:
    return given if isinstance(given, list) else _refuse(given)


def _copy(given: object, number: int) -> AssignmentCopy:
    try:
        values, graphs = _values(given)
        weight = _grade_weight(given)
        draft = replace(Draft(**{"title": "", **values}), published=False)
    except (_NotAFileOfOurs, ValueError, InvalidOperation) as error:
        raise Unusable("file", "not-a-course-file", assignment=number) from error
    for problem in problems(draft):
        raise Unusable(f"assignments[{number - 1}].{problem.field}", problem.why, **problem.limits)
    return AssignmentCopy(draft, graphs, weight)


def _values(given: object) -> tuple[dict[str, Any], tuple[OwnGraph, ...]]:
    if not isinstance(given, dict) or not set(given) <= {*SETTINGS, _OWN_GRAPHS, _GRADE_WEIGHT}:
        raise _NotAFileOfOurs
    settings = {name: _value(SETTINGS[name], value) for name, value in given.items() if name in SETTINGS}
    graphs = _list(given.get(_OWN_GRAPHS, []))
    return settings, tuple(_own_graph(each) for each in graphs)


def _grade_weight(given: object) -> Decimal | None:
    """Return the weight in the total of the course; None where it is the assignment's points."""
    weight = given.get(_GRADE_WEIGHT) if isinstance(given, dict) else None
    if weight is None:
        return None
    number = Decimal(_text(weight)[: _LONGEST_NUMBER + 1])
    return number if len(weight) <= _LONGEST_NUMBER and not WEIGHTS.problem(number) else _refuse(weight)


def _own_graph(given: object) -> OwnGraph:
    """Return a graph of the right form; whether it can be graded is checked when it is stored."""
    if not isinstance(given, dict) or {name: type(value) for name, value in given.items()} != _OWN_GRAPH:
        raise _NotAFileOfOurs
    for each in given["inputs"]:
        if not isinstance(each, list) or [type(value) for value in each] != [str, float, float]:
            raise _NotAFileOfOurs
    return loaded(given)


def _value(setting: Setting, given: object) -> Any:  # noqa: ANN401 - of the type of the setting
    """A value of the setting's type; its bounds are checked with the whole draft."""
    if given is None and setting.is_optional:
        return None
    if setting.type in (bool, int):
        return given if type(given) is setting.type else _refuse(given)
    if setting.type is tuple:
        return tuple(map(_text, given)) if isinstance(given, list) else _refuse(given)
    if setting.type is Mapping:
        return _weights(given)
    return _from_text(setting, _text(given))


def _from_text(setting: Setting, text: str) -> Any:  # noqa: ANN401 - of the type of the setting
    if setting.type is Decimal:
        return Decimal(text) if len(text) <= _LONGEST_NUMBER else _refuse(text)
    if setting.type is datetime:
        at = datetime.fromisoformat(text)
        return at.astimezone(UTC) if at.tzinfo and at.year in YEARS else _refuse(text)
    return setting.type(text) if issubclass(setting.type, StrEnum) else text


def _weights(given: object) -> dict[str, int]:
    if not isinstance(given, dict) or any(type(weight) is not int for weight in given.values()):
        raise _NotAFileOfOurs
    return given


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise _NotAFileOfOurs
    return given


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no name stands twice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _NotAFileOfOurs
    return found


def _refuse(given: object) -> NoReturn:
    raise _NotAFileOfOurs(str(given)[:_LONGEST_NUMBER])
