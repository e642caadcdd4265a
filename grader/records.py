"""Records: the frozen data that replies, findings and reports consist of, and their JSON.

What is written has every field. What is read is taken as it is: no value is converted, no name passed over.
"""

import json
from typing import Any, TypeVar, dataclass_transform

import msgspec
from msgspec.structs import asdict, replace


class UnreadableRecord(ValueError):
    """The data or the JSON is not that of such a record."""


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Frozen(msgspec.Struct, frozen=True):
    """Frozen data of the service, with named fields: not checked, and not written as JSON."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Frozen data with named fields.

    Reading checks types and bounds; those of records that we make are the type checker's.
    """


_Record = TypeVar("_Record", bound=Record)


def to_json(record: Record, *, indent: int = 0) -> str:
    """Return the JSON of a record, on one line or indented; infinities and NaN become null."""
    text = msgspec.json.encode(record).decode()
    return indented(text, indent) if indent else text


def indented(text: str, indent: int = 2) -> str:
    """Return a JSON text with a line for each value, as `json` writes it in four times the time."""
    try:
        return msgspec.json.format(text, indent=indent)
    except msgspec.DecodeError:  # it refuses half of a surrogate pair, which may be in a hostile text
        return json.dumps(json.loads(text), indent=indent)


def to_data(record: Record) -> dict[str, Any]:
    """Return a record as the data that its JSON consists of."""
    data: dict[str, Any] = msgspec.to_builtins(record)
    return data


def from_json(kind: type[_Record], text: str | bytes) -> _Record:
    """Return the record of a JSON text.

    Raises `UnreadableRecord` if it is not that of one.
    """
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableRecord(str(error)) from error


def from_data(kind: type[_Record], data: object) -> _Record:
    """Return the record of the data that its JSON consists of.

    Raises `UnreadableRecord` if it is not that of one.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise UnreadableRecord(str(error)) from error
