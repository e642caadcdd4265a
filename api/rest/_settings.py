"""The fields of REST documents for the settings of an assignment, made from their declaration."""

from collections.abc import Callable, Mapping
from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from api.rest._model import Line, Moment
from api.words.assignment_settings import description
from submissions.courses.assignments.draft import SETTINGS
from submissions.courses.assignments.setting import NumberRange, Setting
from submissions.texts.class_name import LONGEST, PATTERN

_MOST_SUITES = 100
_MOST_NAMES = 100
_LONGEST_SLUG = 40
_NO_NUL = r"^[^\x00]*$"

FieldDefinitions = dict[str, Any]
"""The type and the `Field` of each name, as `pydantic.create_model` takes them."""


def given_fields() -> FieldDefinitions:
    """The fields of a document that is sent to us, with bounds and defaults."""
    return {name: (_given(setting), _field(setting)) for name, setting in SETTINGS.items()}


def answer_fields() -> FieldDefinitions:
    """The fields of a document that we send."""
    return {
        name: (_answered(setting), Field(description=description(name))) for name, setting in SETTINGS.items()
    }


def exact(value: object) -> object:
    """A number as it was written, not as the nearest one to it in binary; names as a setting has them."""
    if isinstance(value, list):
        return tuple(value)
    return Decimal(str(value)) if isinstance(value, float) else value


def plain(value: object) -> object:
    """A number or names as JSON has them."""
    if isinstance(value, tuple):
        return list(value)
    return float(value) if isinstance(value, Decimal) else value


def _field(setting: Setting) -> Any:  # noqa: ANN401 - what `Field` returns depends on its arguments
    text = description(setting.name)
    if setting.is_required:
        return Field(description=text)
    if isinstance(setting.default, Mapping):
        return Field(default_factory=dict, description=text)
    if setting.type is tuple:
        return Field(default_factory=list, description=text)
    return Field(plain(setting.default), description=text)


def _given(setting: Setting) -> Any:  # noqa: ANN401 - an annotation
    kind = _TYPES.get(setting.type, _enum)(setting)
    return kind | None if setting.is_optional else kind


def _answered(setting: Setting) -> Any:  # noqa: ANN401 - an annotation
    kind = {Decimal: float, Mapping: dict[str, int], tuple: list[str]}.get(setting.type, setting.type)
    return kind | None if setting.is_optional else kind


def _text(setting: Setting) -> Any:  # noqa: ANN401 - an annotation
    if setting.names:
        return Annotated[str, _known(setting.names), _enumerated(setting.names)]
    if setting.is_class_name:
        return Annotated[str, Field(max_length=LONGEST, pattern=PATTERN)]
    if setting.text is None:
        return Line
    pattern = _NO_NUL if setting.text.is_code else None
    return Annotated[str, Field(max_length=setting.text.longest, pattern=pattern)]


def _known(names: tuple[str, ...]) -> AfterValidator:
    def known(name: str) -> str:
        if name not in names:
            raise PydanticCustomError("enum", "not a known name", {"expected": ", ".join(names)})
        return name

    return AfterValidator(known)


def _enumerated(names: tuple[str, ...]) -> Any:  # noqa: ANN401 - what `Field` returns depends on its arguments
    return Field(json_schema_extra={"enum": list(names)})


def _decimal(setting: Setting) -> Any:  # noqa: ANN401 - an annotation
    assert setting.range is not None
    return Annotated[float, _bounds(setting.range, allow_inf_nan=False)]


def _whole(setting: Setting) -> Any:  # noqa: ANN401 - an annotation
    assert setting.range is not None
    return Annotated[int, _bounds(setting.range)]


def _weights(setting: Setting) -> Any:  # noqa: ANN401 - an annotation
    assert setting.range is not None
    slug = Annotated[str, Field(max_length=_LONGEST_SLUG)]
    weight = Annotated[int, _bounds(setting.range)]
    return Annotated[dict[slug, weight], Field(max_length=_MOST_SUITES)]


def _names(setting: Setting) -> Any:  # noqa: ANN401 - an annotation
    known, described = _known(setting.names), _enumerated(setting.names)
    return Annotated[list[Annotated[str, known, described]], Field(max_length=_MOST_NAMES)]


def _bounds(of: NumberRange, **options: Any) -> Any:  # noqa: ANN401 - what `Field` takes and returns
    if of.excludes_least:
        return Field(gt=of.least, le=of.most, **options)
    return Field(ge=of.least, le=of.most, **options)


def _enum(setting: Setting) -> Any:  # noqa: ANN401 - an annotation
    assert issubclass(setting.type, StrEnum)
    return Annotated[setting.type, Field(strict=False)]


_TYPES: dict[Any, Callable[[Setting], Any]] = {
    str: _text,
    bool: lambda _: bool,
    int: _whole,
    Decimal: _decimal,
    datetime: lambda _: Moment,
    Mapping: _weights,
    tuple: _names,
}
"""The type of a field by that of its setting. A type that is not here is an enum."""
