"""A file that comes as a form, as it is, or in a JSON document."""

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from pydantic import Field, ValidationError
from starlette.datastructures import UploadFile

from api.problems.errors import BodyTooLarge, UnknownType
from api.rest._model import Given
from api.rest._visit import Known
from grader.sandbox.plays import Source
from submissions.errors import Unusable
from submissions.grading.intake.source import LIMITS_WITH_GRAPHS, from_bytes
from submissions.texts.class_name import LONGEST, PATTERN, class_name

_LONGEST_NAME = 200
_MOST_JSON = 2 * 1024 * 1024
"""Bytes of a document, which is read whole; a larger notebook comes as a form, or as it is."""
_NAME = r"[^.]\.(?:[pP][yY]|[iI][pP][yY][nN][bB]|[tT][xX][tT])$"
"""The form of names that the document states: they end in .py, .ipynb or .txt."""
_PYTHON, _NOTEBOOK = "value.py", "value.ipynb"
_USUAL_NAMES = {
    "text/x-python": _PYTHON,
    "text/plain": _PYTHON,
    "application/octet-stream": _PYTHON,
    "application/x-ipynb+json": _NOTEBOOK,
}
"""The names of files that come without one."""
_NAME_HEADER = "X-File-Name"
_CLASS_NAME = "class_name"
_MOST_FIELDS = 8


class FileAsJson(
    Given, json_schema_extra={"examples": [{"name": "value.py", "content": "class Value:\n    ...\n"}]}
):
    """A file as text."""

    name: Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME, json_schema_extra={"pattern": _NAME})]
    content: Annotated[str, Field(min_length=1, max_length=_MOST_JSON, pattern=r"[^\s\ufeff]")]


async def _upload(request: Request, _: Known) -> Source:
    """The file, whichever way it came; read only when it is known who asks.

    Raises:
        UnknownType: if it came as something else.
        Refused: if it is too large, of another type, or empty.
    """
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    name = _class_name(request)
    source = await _READERS.get(media_type, _unknown)(request)
    return source._replace(class_name=name)


Upload = Annotated[Source, Depends(_upload)]


async def _form(request: Request) -> Source:
    async with request.form(max_files=1, max_fields=_MOST_FIELDS) as form:
        file = form.get("file")
        if not isinstance(file, UploadFile):
            raise _wrong("body", "/file", "missing")
        name = _checked(file.filename or "", "body", "/file")
        return from_bytes(await file.read(), name, LIMITS_WITH_GRAPHS)


async def _json(request: Request) -> Source:
    body = await request.body()
    if len(body) > _MOST_JSON:
        raise BodyTooLarge(_MOST_JSON)
    try:
        given = FileAsJson.model_validate_json(body)
    except ValidationError as error:
        wrong = [{**part, "loc": ("body", *part["loc"])} for part in error.errors(include_input=False)]
        raise RequestValidationError(wrong) from None
    name = _checked(given.name, "body", "/name")
    return from_bytes(given.content.encode(), name, LIMITS_WITH_GRAPHS)


async def _raw(request: Request) -> Source:
    media_type = request.headers["content-type"].partition(";")[0].strip().lower()
    name = request.query_params.get("name") or request.headers.get(_NAME_HEADER)
    name = name or _USUAL_NAMES[media_type]
    return from_bytes(await request.body(), _checked(name, "query", "/name"), LIMITS_WITH_GRAPHS)


async def _unknown(_: Request) -> Source:
    raise UnknownType


_READERS: dict[str, Callable[[Request], Coroutine[Any, Any, Source]]] = {
    "multipart/form-data": _form,
    "application/json": _json,
    **dict.fromkeys(_USUAL_NAMES, _raw),
}


def _class_name(request: Request) -> str:
    try:
        return class_name(_CLASS_NAME, request.query_params.get(_CLASS_NAME, ""))
    except Unusable as error:
        raise _wrong("query", f"/{_CLASS_NAME}", error.why) from None


def _checked(name: str, part: str, pointer: str) -> str:
    if not name.strip():
        raise _wrong(part, pointer, "missing")
    if len(name) > _LONGEST_NAME:
        raise _wrong(part, pointer, "too-long")
    return name


def _wrong(part: str, pointer: str, kind: str) -> RequestValidationError:
    return RequestValidationError([{"type": kind, "loc": (part, pointer.removeprefix("/"))}])


BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "One .py file of at most 1 MiB, or one notebook of at most 10 MiB; for a fault hunt, "
        "one .txt file of graphs of at most 80 KiB. Its name says which; without an ending it has to be "
        "text. A document has at most 2 MiB.",
        "content": {
            "multipart/form-data": {
                "schema": {
                    "title": "FileForm",
                    "description": "A file as a form.",
                    "type": "object",
                    "required": ["file"],
                    "properties": {"file": {"type": "string", "format": "binary"}},
                }
            },
            "application/json": {"schema": FileAsJson.model_json_schema()},
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
        },
    },
    "parameters": [
        {
            "name": "name",
            "in": "query",
            "required": False,
            "description": "the name of a file that comes as it is; without one, its type says what it is",
            "schema": {"type": "string", "maxLength": _LONGEST_NAME, "pattern": _NAME},
        },
        {
            "name": _NAME_HEADER,
            "in": "header",
            "required": False,
            "description": "the same, for who cannot change the address",
            "schema": {"type": "string", "maxLength": _LONGEST_NAME, "pattern": _NAME},
        },
        {
            "name": _CLASS_NAME,
            "in": "query",
            "required": False,
            "description": "the class to grade, of a file that has several; without it, the likeliest. The "
            "name that an assignment sets comes first",
            "schema": {"type": "string", "maxLength": LONGEST, "pattern": PATTERN},
        },
    ],
}
"""How FastAPI, which does not read this body, describes it."""
