"""What a setting of an assignment is: name, type, default and bounds, read from the fields of a dataclass."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from decimal import Decimal
from enum import Enum, StrEnum, auto
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from grader.records import Frozen

VERSIONED = "versioned"
"""Marks what decides points: another value is another version of the assignment."""

CLASS_NAME = "class name"
"""Marks the name of a class of a file, which may be empty."""

_PLACES = 4


class Unit(Enum):
    """The unit of a number."""

    NONE = auto()
    PERCENT = auto()
    SECONDS = auto()


class NumberRange(Frozen):
    """The numbers that are allowed."""

    least: int
    most: int
    excludes_least: bool = False
    unit: Unit = Unit.NONE

    def problem(self, number: int | Decimal) -> str | None:
        """The id of the reason why this number cannot be used."""
        if not Decimal(number).is_finite() or not self.least <= number <= self.most:
            return "out-of-range"
        if self.excludes_least and number == self.least:
            return "out-of-range"
        if number != round(number, _PLACES):
            return "too-many-places"
        return None

    @property
    def limits(self) -> dict[str, int]:
        """The limits, as an error names them."""
        if self.unit is Unit.SECONDS:
            return {"seconds": self.most}
        return {"above" if self.excludes_least else "least": self.least, "most": self.most}


class TextLimit(Frozen):
    """A text of several lines, and how long it may be."""

    longest: int
    is_code: bool = False


class OneOf(Frozen):
    """Names that are known while the program runs."""

    names: tuple[str, ...]


class SomeOf(Frozen):
    """Any number of names that are known while the program runs."""

    names: tuple[str, ...]


class Setting(Frozen):
    """A setting of an assignment."""

    name: str
    type: type[Any]
    """`str`, `bool`, `int`, `Decimal`, `datetime`, `Mapping`, `tuple` or a StrEnum."""
    default: Any
    """MISSING where it has to be given."""
    is_optional: bool
    """Whether None can be set."""
    is_versioned: bool
    range: NumberRange | None = None
    text: TextLimit | None = None
    """None of a text of one line."""
    is_class_name: bool = False
    names: tuple[str, ...] = ()
    """All that can be chosen."""

    @property
    def is_required(self) -> bool:
        """Whether it has no default."""
        return self.default is MISSING

    def loaded(self, value: Any) -> Any:  # noqa: ANN401 - of the type of the setting
        """Return the value of its column as a value of the setting's type."""
        if issubclass(self.type, StrEnum):
            return self.type(value)
        if self.type is tuple:
            return tuple(value)
        return dict(value) if isinstance(value, Mapping) else value

    def stored(self, value: Any) -> Any:  # noqa: ANN401 - of the type of the setting
        """A value of its type as its column has it: names once, in their usual order."""
        return [name for name in self.names if name in value] if self.type is tuple else value


def settings_of(declaration: type[Any]) -> dict[str, Setting]:
    """The settings that the fields of a dataclass declare, by name."""
    hints = get_type_hints(declaration, include_extras=True)
    defaults = {
        field.name: field.default if field.default_factory is MISSING else field.default_factory()
        for field in fields(declaration)
    }
    return {name: _setting(name, hints[name], default) for name, default in defaults.items()}


def _setting(name: str, hint: Any, default: object) -> Setting:  # noqa: ANN401 - an annotation
    plain, *markers = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    is_optional = get_origin(plain) is UnionType
    of = (
        next(argument for argument in get_args(plain) if argument is not type(None)) if is_optional else plain
    )
    kind = get_origin(of) or of
    names = next((marker.names for marker in markers if isinstance(marker, OneOf | SomeOf)), ())
    return Setting(
        name=name,
        type=kind,
        default=default,
        is_optional=is_optional,
        is_versioned=VERSIONED in markers,
        is_class_name=CLASS_NAME in markers,
        range=next((marker for marker in markers if isinstance(marker, NumberRange)), None),
        text=next((marker for marker in markers if isinstance(marker, TextLimit)), None),
        names=names or (tuple(kind) if issubclass(kind, StrEnum) else ()),
    )
