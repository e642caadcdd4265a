"""Records in answers: pydantic, which describes the interface, reads a model off each."""

from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Meta
from msgspec.structs import fields
from pydantic import BaseModel, ConfigDict, Field, GetPydanticSchema, create_model

from grader.records import Record, to_data


@cache
def model_of(kind: type[Record]) -> type[BaseModel]:
    """Return a model with the fields of a record."""
    hints = get_type_hints(kind, include_extras=True)
    described: dict[str, Any] = {
        each.name: (_hint(hints[each.name]), _default(each.default)) for each in fields(kind)
    }
    config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)
    return create_model(kind.__name__, __config__=config, __doc__=kind.__doc__, **described)


def _default(value: object) -> object:
    if isinstance(value, Record):
        return model_of(type(value)).model_validate(to_data(value))
    return ... if value is NODEFAULT else value


def _hint(hint: Any) -> Any:  # noqa: ANN401 - a type, or what `typing` makes of types
    """Return the type with models in place of records, and bounds as pydantic states them."""
    if isinstance(hint, Meta):
        return Field(ge=hint.ge, le=hint.le, max_length=hint.max_length)
    if isinstance(hint, type) and issubclass(hint, Record):
        return model_of(hint)
    origin, parts = get_origin(hint), tuple(map(_hint, get_args(hint)))
    if origin in (Union, UnionType):
        return reduce(or_, parts)
    if origin in (Annotated, tuple):
        return origin[parts]
    return hint


AS_MODEL = GetPydanticSchema(lambda kind, handler: handler(model_of(kind)))
"""The annotation of a record that is a field of an answer."""
