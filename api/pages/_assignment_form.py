"""The form of an assignment: filled from its settings, and read back with all that cannot be used."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

import suites
from api.i18n import gettext as _
from api.pages._reader import FormReader, exact, shown
from api.words.assignment_settings import TEXTS, SettingGroup
from api.words.unusable import unusable
from grader.records import Frozen
from submissions.courses.assignments.draft import SETTINGS, Draft, problems
from submissions.courses.assignments.points import usual_weights
from submissions.courses.assignments.setting import Setting, Unit
from submissions.errors import Unusable
from submissions.texts.single_line import LONGEST
from suites import Suite

WEIGHT = "weight-"
"""The beginning of the name of a suite's field, before its slug."""
GRADED, HAD = "graded-", "had-"
"""The beginnings, too, of the names of a suite's box, and of whether the form showed it ticked."""
HUNTED = "hunted-"
"""The beginning of the names of the boxes of hunted faults."""
FILLED = "filled"
"""The stage whose suites the fields were filled with."""

_MINUTE = Decimal(60)
_SWITCHED_ON = "on"
_WEIGHT = re.compile(r"[0-9]{1,9}")


class Widget(StrEnum):
    """How a setting is entered."""

    LINE = "line"
    AREA = "area"
    SELECT = "select"
    CHECKBOX = "checkbox"
    SUITES = "suites"
    NAMES = "names"


class FormField(Frozen):
    """The field of a setting."""

    setting: Setting

    @property
    def name(self) -> str:
        """Return its name in the form, which has minutes where the setting has seconds."""
        return self.setting.name.replace("_seconds", "_minutes") if self._is_duration else self.setting.name

    @property
    def label(self) -> str:
        """The label of the setting."""
        return _(TEXTS[self.setting.name].label)

    @property
    def help(self) -> str:
        """The text that says what the setting does; empty where the label says it."""
        text = TEXTS[self.setting.name].help
        return _(text) if text else ""

    @property
    def options(self) -> list[tuple[str, str]]:
        """The values that can be chosen, and their names."""
        return [(value, _(text)) for value, text in TEXTS[self.setting.name].options.items()]

    @property
    def widget(self) -> Widget:
        """How the setting is entered."""
        if TEXTS[self.setting.name].options:
            return Widget.SELECT
        if self.setting.text is not None:
            return Widget.AREA
        widgets = {bool: Widget.CHECKBOX, Mapping: Widget.SUITES, tuple: Widget.NAMES}
        return widgets.get(self.setting.type, Widget.LINE)

    @property
    def attributes(self) -> dict[str, object]:
        """Further attributes of its element."""
        if self.setting.type is datetime:
            return {"type": "datetime-local"}
        if self.setting.text is not None:
            return {"class": "code", "spellcheck": "false"} if self.setting.text.is_code else {}
        if self.setting.type is str:
            return {"required": self.setting.is_required, "maxlength": LONGEST, "autocomplete": "off"}
        is_whole = self.setting.type is int and not self._is_duration
        return {"inputmode": "numeric" if is_whole else "decimal", "autocomplete": "off"}

    def box(self, name: str) -> str:
        """The name of the box of one of the names that can be chosen."""
        return f"{self.name}-{name}"

    def written(self, value: Any, zone: str) -> str:  # noqa: ANN401 - of the type of the setting
        """A value as the field has it."""
        if isinstance(value, bool):
            return _SWITCHED_ON if value else ""
        if isinstance(value, datetime):
            return shown(value, zone)
        if self._is_duration:
            return exact(Decimal(value) / _MINUTE)
        if isinstance(value, Decimal):
            return exact(value)
        return "" if value is None else str(value)

    def typed(self, reader: FormReader, before: Draft) -> Any:  # noqa: ANN401 - of the type of the setting
        """Read what was typed, as a value of the setting; what cannot be read is a problem of the reader."""
        earlier = getattr(before, self.setting.name)
        if self.setting.type is bool:
            return reader.ticked(self.name)
        if self.setting.type is tuple:
            return tuple(name for name in self.setting.names if reader.ticked(self.box(name)))
        if self.setting.type is str:
            return reader.text(self.name) if self.setting.text else reader.line(self.name)
        if self.setting.type is datetime:
            return reader.moment(self.name, earlier, end=self.name != "opens_at")
        if issubclass(self.setting.type, StrEnum):
            return reader.choice(self.name, self.setting.type, earlier)
        return self._number(reader)

    def described(self, value: str) -> str:
        """Return the text of the field, as a person reads it."""
        if self.setting.type is bool:
            return _("Yes") if value else _("No")
        return dict(self.options).get(value, value)

    def _number(self, reader: FormReader) -> int | Decimal | None:
        if not reader.line(self.name):
            if self.setting.range and self.setting.range.excludes_least:
                reader.problems.append(Unusable(self.name, "empty"))
            default: int | Decimal | None = self.setting.default
            return default
        if self._is_duration:
            return int(reader.number(self.name, Decimal(0)) * _MINUTE)
        if self.setting.type is int:
            return reader.whole(self.name, 0)
        return reader.number(self.name, Decimal(0))

    @property
    def _is_duration(self) -> bool:
        return self.setting.range is not None and self.setting.range.unit is Unit.SECONDS


FIELDS = {name: FormField(setting) for name, setting in SETTINGS.items()}
"""The fields by the name of the setting."""


class AssignmentForm(Frozen):
    """The form as it is shown."""

    values: Mapping[str, str]
    """The text in each field, by name."""
    errors: Mapping[str, str]
    """The errors of the fields, by name."""

    def fields(self, group: str) -> list[FormField]:
        """The fields of a part of the form."""
        return [FIELDS[name] for name, text in TEXTS.items() if text.group == SettingGroup(group)]

    def has_error(self, *groups: str) -> bool:
        """Whether something is wrong in one of these parts."""
        return any(field.name in self.errors for group in groups for field in self.fields(group))

    def is_graded(self, slug: str) -> bool:
        """Whether the box of a suite is ticked."""
        return GRADED + slug in self.values

    def weight(self, slug: str) -> str:
        """Return the weight that stands beside a suite."""
        return self.values.get(WEIGHT + slug, "")

    @property
    def is_hunt(self) -> bool:
        """Whether some fault is ticked."""
        return any(name.startswith(HUNTED) for name in self.values)

    @property
    def total(self) -> int:
        """The sum of the weights that can be read."""
        weights = (text for name, text in self.values.items() if name.startswith(WEIGHT))
        return sum(int(text) for text in weights if _WEIGHT.fullmatch(text))


class SubmittedForm(Frozen):
    """The form as it was typed: a draft, or errors by field."""

    draft: Draft
    errors: Mapping[str, str]
    values: Mapping[str, str]
    """The fields for the form, where it is shown again."""


def filled(draft: Draft, zone: str) -> dict[str, str]:
    """The fields for a draft."""
    values = {
        field.name: field.written(getattr(draft, name), zone)
        for name, field in FIELDS.items()
        if field.widget not in (Widget.SUITES, Widget.NAMES)
    }
    unticked = {field.name for field in FIELDS.values() if field.widget is Widget.CHECKBOX}
    values = {name: value for name, value in values.items() if value or name not in unticked}
    weights = _weight_fields(draft.chosen)
    ticked = {
        field.box(each): _SWITCHED_ON
        for name, field in FIELDS.items()
        if field.widget is Widget.NAMES
        for each in getattr(draft, name)
    }
    return values | weights | ticked | {FILLED: draft.stage}


def refilled(typed: Mapping[str, str]) -> dict[str, str]:
    """Return the typed values, with the suites of the chosen stage."""
    kept = {name: value for name, value in typed.items() if not name.startswith((WEIGHT, GRADED, HAD))}
    stage = typed.get("stage", "")
    weights = usual_weights(stage) if stage in SETTINGS["stage"].names else {}
    return kept | _weight_fields(weights) | {FILLED: stage}


def _weight_fields(weights: Mapping[str, int]) -> dict[str, str]:
    """The fields of suites that are graded with these weights."""
    ticked = {GRADED + slug: _SWITCHED_ON for slug in weights}
    had = {HAD + slug: _SWITCHED_ON for slug in weights}
    return {WEIGHT + slug: str(weight) for slug, weight in weights.items()} | ticked | had


def read(typed: Mapping[str, str], zone: str, before: Draft) -> SubmittedForm:
    """The draft that was typed; `before` is what stood in the form at first."""
    reader, values = FormReader(typed, zone), dict(typed)
    settings = {
        name: field.typed(reader, before)
        for name, field in FIELDS.items()
        if field.widget is not Widget.SUITES
    }
    weights = dict(_weights(reader))
    if _has_another_stage(settings["stage"], typed):
        if weights == usual_weights(typed[FILLED]):
            weights = usual_weights(settings["stage"])
        else:
            reader.problems.append(Unusable("stage", "suites-are-your-own"))
            values[FILLED] = settings["stage"]  # reported once: who saves again means it
    if not weights and not settings["hunted"]:
        reader.problems.append(Unusable("weights", "no-suite"))
    draft = Draft(**settings, weights=weights)
    errors: dict[str, str] = {}
    for problem in (*reader.problems, *problems(draft)):
        errors.setdefault(_field_name(problem), unusable(problem))
    return SubmittedForm(draft, errors, values)


def stages_of(suite: Suite) -> str:
    """The choices that a suite belongs to, with spaces between."""
    return " ".join(choice for choice in SETTINGS["stage"].names if suite.slug in usual_weights(choice))


def _weights(reader: FormReader) -> Iterator[tuple[str, int]]:
    for slug, suite in suites.all_suites().items():
        ticked, had, has_weight = (
            reader.ticked(GRADED + slug), reader.ticked(HAD + slug), bool(reader.line(WEIGHT + slug))
        )  # fmt: skip
        # Who unticks a suite or empties its weight takes it out; who ticks one or gives it a weight adds it.
        if (ticked and has_weight) if had else (ticked or has_weight):
            yield slug, reader.whole(WEIGHT + slug, suite.points)


def _has_another_stage(stage: str, typed: Mapping[str, str]) -> bool:
    """Whether another stage was chosen, and its suites not taken."""
    return stage != typed.get(FILLED) and {stage, typed.get(FILLED)} <= set(SETTINGS["stage"].names)


def _field_name(problem: Unusable) -> str:
    """The name of the field in the form."""
    if problem.field.startswith(WEIGHT):
        return "weights"
    return FIELDS[problem.field].name if problem.field in FIELDS else problem.field
