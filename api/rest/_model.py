"""What the documents of the interface are made of: strict ones that come in, frozen ones that go out."""

import re
from datetime import UTC, datetime
from typing import Annotated, Generic, Self, TypeVar
from uuid import UUID

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from submissions.people.access.accounts import zones
from submissions.tables import YEARS, Role
from submissions.texts.several_lines import LONGEST_PARAGRAPH
from submissions.texts.single_line import LONGEST, PATTERN, SPACES, UNSHOWN

Item = TypeVar("Item", bound=BaseModel)

_MOST_UNKNOWN = 20
_ID = re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d")


class Given(BaseModel):
    """A document that is sent to us: nothing is converted, nothing unknown is passed over."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _has_few_members(cls, value: object) -> object:
        """Refuse a document with very many unknown names, each of which would be an error to be told."""
        if isinstance(value, dict) and len(value) > len(cls.model_fields) + _MOST_UNKNOWN:
            raise PydanticCustomError("extra_forbidden", "too many names")
        return value


class Answer(BaseModel):
    """A document that we send.

    A field that is called otherwise below the edge says so by `validation_alias`.
    """

    model_config = ConfigDict(
        frozen=True, use_attribute_docstrings=True, from_attributes=True, validate_by_name=True
    )

    @classmethod
    def of(cls, source: object, **others: object) -> Self:
        """Return the document of an object: what it has by the names of fields, and `others`."""
        assert others.keys() <= cls.model_fields.keys()
        own = {name: each for name, each in cls.model_fields.items() if name not in others}
        given = {name: getattr(source, str(each.validation_alias or name)) for name, each in own.items()}
        return cls.model_validate({**given, **others})


class Items(Answer, Generic[Item]):
    """A whole list."""

    # Of each kind of item, Pydantic would look for a docstring of the field in every frame of the stack.
    model_config = ConfigDict(use_attribute_docstrings=False)

    items: list[Item]


OR_NULL = BeforeValidator(lambda value: value or None)
"""Null in a document, where something is empty or 0 below the edge."""


def documents(*kinds: type) -> None:
    """Let dataclasses be documents that we send as they are: their docstrings describe the fields."""
    for kind in kinds:
        kind.__pydantic_config__ = ConfigDict(use_attribute_docstrings=True)  # type: ignore[attr-defined]


def _only_text(value: object) -> object:
    """Refuse numbers, which would be taken as seconds since 1970."""
    if isinstance(value, datetime) or (isinstance(value, str) and _MOMENT.match(value)):
        return value
    raise PydanticCustomError("datetime_parsing", "not a time")


def _in_our_time(value: datetime) -> datetime:
    """Return the time in UTC."""
    if value.year not in YEARS:
        raise PydanticCustomError("datetime_parsing", "not in our time")
    return value.astimezone(UTC)


def _known_zone(name: str) -> str:
    if name not in zones():
        raise PydanticCustomError("zone", "not a zone")
    return name


ZONE_PATTERN = "^[A-Za-z]([A-Za-z0-9_+/-]*[A-Za-z0-9])?$"
"""All names of the IANA database are of this form."""

Moment = Annotated[
    AwareDatetime,
    BeforeValidator(_only_text),
    AfterValidator(_in_our_time),
    Field(strict=False, examples=["2026-11-30T12:00:00Z"]),
]
"""A point in time with its zone, as RFC 3339 writes it."""

Line = Annotated[str, Field(min_length=1, max_length=LONGEST, pattern=PATTERN)]
"""A name or a title."""

Paragraph = Annotated[
    str,
    Field(
        min_length=1,
        max_length=LONGEST_PARAGRAPH,
        pattern=f"^[^{UNSHOWN}]*[^{UNSHOWN}{SPACES}][^{UNSHOWN}]*$",
    ),
]
"""A comment, a note or a message: there is a word in it."""

Login = Annotated[
    str, Field(min_length=1, max_length=LONGEST, pattern=f"^[{SPACES}]*[^{UNSHOWN}{SPACES}]+[{SPACES}]*$")
]
"""The login that somebody signs in with: one word."""

NewLogin = Annotated[
    str, Field(max_length=LONGEST, pattern=f"^[{SPACES}]*[A-Za-z0-9][A-Za-z0-9._+'@-]*[{SPACES}]*$")
]
"""The login of somebody new: letters that look like no others."""

Zone = Annotated[
    str,
    Field(max_length=LONGEST),
    AfterValidator(_known_zone),
    WithJsonSchema(
        {
            "type": "string",
            "description": "A time zone, as the IANA database names it.",
            "pattern": ZONE_PATTERN,
            "maxLength": LONGEST,
            "examples": ["Europe/Madrid", "UTC"],
        }
    ),
]
"""A time zone, as the IANA database names it. The document gives the form: the names are six hundred."""

RoleGiven = Annotated[Role, Field(strict=False)]
"""The name of a role; strict documents would only take the object."""


def _text_of_id(value: object) -> object:
    """No bytes, no numbers."""
    if isinstance(value, UUID) or (isinstance(value, str) and _ID.fullmatch(value)):
        return value
    raise PydanticCustomError("uuid_parsing", "not an id")


Id = Annotated[UUID, BeforeValidator(_text_of_id), Field(strict=False)]
"""An id, as a text."""
