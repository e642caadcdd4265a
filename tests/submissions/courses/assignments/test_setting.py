"""A setting of an assignment is declared once; its column, checks and versions follow."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import SETTINGS, Draft, problems
from submissions.courses.assignments.setting import Setting
from submissions.storage.database import Database
from submissions.tables import Assignment, AssignmentVersion
from tests.offenders import for_each
from tests.world import classroom
from tests.world.clock import NOW

_LIMITED = {name: setting for name, setting in SETTINGS.items() if setting.range and name != "weights"}
_DUE = {"due_at": NOW}
"""What some settings need beside them."""


def _why(name: str, value: Any) -> list[tuple[str, str]]:
    settings: dict[str, Any] = {"title": "T", **_DUE, name: value}
    return [(each.field, each.why) for each in problems(Draft(**settings))]


def test_every_field_is_a_setting_with_its_default() -> None:
    defaults = {name: setting.default for name, setting in SETTINGS.items() if not setting.is_required}

    assert list(SETTINGS) == [field.name for field in fields(Draft)]
    assert Draft(title="T") == Draft(title="T", **defaults)
    assert SETTINGS["title"].default is MISSING


@for_each(("name", "setting"), SETTINGS.items())
def test_every_setting_has_a_column_of_the_same_kind_and_no_other_default(
    name: str, setting: Setting
) -> None:
    table = AssignmentVersion if setting.is_versioned else Assignment
    column = table.__table__.columns[name]

    assert column.default is None
    assert column.server_default is None
    assert column.nullable == setting.is_optional


@for_each(("name", "setting"), _LIMITED.items())
def test_bounds_are_checked_from_the_declaration(name: str, setting: Setting) -> None:
    assert setting.range is not None
    least = setting.range.least + int(setting.range.excludes_least)

    assert _why(name, setting.type(least)) == []
    assert _why(name, setting.type(setting.range.most)) == []
    assert _why(name, setting.type(least - 1)) == [(name, "out-of-range")]
    assert _why(name, setting.type(setting.range.most + 1)) == [(name, "out-of-range")]


def test_an_error_names_the_bounds() -> None:
    (error,) = problems(Draft(title="T", points=Decimal(0)))
    assert error.limits == {"above": 0, "most": 10_000}


def _another(setting: Setting, draft: Draft) -> Any:
    """A value of a setting other than the one it has."""
    value = getattr(draft, setting.name)
    if setting.type is tuple:
        return setting.names[:1]
    if setting.names:
        return setting.loaded(next(name for name in setting.names if name != value))
    if setting.type is bool:
        return not value
    if setting.type is str:
        return "another"
    if issubclass(setting.type, Mapping):
        return {"diamond": 7}
    return (
        NOW + timedelta(days=1 + 2 * (setting.name == "closes_at"))
        if setting.range is None
        else setting.type(setting.range.least + 1)
    )


@pytest.mark.parametrize(("name", "setting"), SETTINGS.items())
def test_what_is_set_is_read_back_and_decides_whether_there_is_another_version(
    database: Database, name: str, setting: Setting
) -> None:
    with database.begin() as session:
        course, _ = classroom.course(session)
        made = assignments.create(
            session, classroom.OPERATOR, course.id, Draft(title="T", due_at=NOW + timedelta(days=2)), now=NOW
        )
        before = assignments.draft_of(session, made)
        value = _another(setting, before)
        values = {each: getattr(before, each) for each in SETTINGS}
        draft = Draft(**{**values, name: value})
        assignments.change(session, classroom.OPERATOR, made, draft, revision=1, now=NOW)

    with database.read() as session:
        after = assignments.draft_of(session, session.get_one(Assignment, made.id))
        number = session.get_one(Assignment, made.id).version_number
    assert getattr(after, name) == value
    assert number == (2 if setting.is_versioned else 1)
