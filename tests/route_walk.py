"""Every route of the application, and what it takes to ask for it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from api.app import API
from api.web.application import routers
from tests.world.application import document
from tests.world.pages import Page

Ids = Mapping[str, str]

READ = "GET"

_PLAIN = {
    "figure": "causes",
    "key": "no-such-key",
    "deployment_id": "00000000-0000-0000-0000-000000000001",
    "digest": "x",
    "kind": "not-found",
    "language": "en",
    "name": "base.css",
    "platform_id": "00000000-0000-0000-0000-000000000002",
    "secret": "no-such-secret",
    "slug": "diamond",
    "version": "x",
}
"""What to put where a route asks for something that belongs to no course."""

_PARAMETER = re.compile(r"\{(\w+)(?::\w+)?\}")
_FILE = ("value.py", b"class Value: ...")


@dataclass(frozen=True)
class Route:
    """One method of one path."""

    method: str
    path: str
    query: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    """Of its form, for a page."""
    document: Mapping[str, Any] | None = None
    """An example of the body, for the REST interface."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def is_page(self) -> bool:
        return not self.path.startswith(API)

    def asks_for(self, ids: Ids) -> tuple[str, ...]:
        """The names of its parameters that belong to a course or a person."""
        names = tuple(_PARAMETER.findall(self.path))
        unknown = [name for name in names if name not in ids and name not in _PLAIN]
        assert not unknown, f"{self}: say what {unknown} are, here or in tests/world/two_courses.py"
        return tuple(name for name in names if name in ids)

    def filled(self, ids: Ids) -> str:
        """Its path with these ids."""
        return _PARAMETER.sub(lambda name: ids.get(name[1]) or _PLAIN[name[1]], self.path)

    def body(self, ids: Ids, forms: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
        """What to send: a document with these ids in it, or a form as somebody who may send it would."""
        if self.method == READ:
            return {}
        if not self.is_page:
            return {"json": {name: ids.get(name, value) for name, value in (self.document or {}).items()}}
        fields = {**dict.fromkeys(self.fields, "1"), **forms.get(self.filled(ids), {})}
        return {"data": fields, "files": {"file": _FILE} if "file" in self.fields else None}


@cache
def every_route() -> tuple[Route, ...]:
    """All there are: of the REST interface, of machines, of people."""
    documents = dict(_documents())
    found = [
        *_routes("api.rest", API, documents),
        *_routes("api.ops", "", documents),
        *_routes("api.pages", "", documents),
    ]
    return tuple(sorted(found, key=lambda route: (route.method != READ, route.path, route.method)))


def _routes(package: str, prefix: str, documents: Mapping[tuple[str, str], Any]) -> Iterator[Route]:
    for router in routers(package):
        for route in router.routes:
            assert isinstance(route, APIRoute)
            path = f"{prefix}{router.prefix}{route.path}"
            for method in sorted((route.methods or set()) - {"HEAD"}):
                yield Route(
                    method,
                    path,
                    tuple(_names(route.dependant, "query_params")),
                    tuple(_names(route.dependant, "body_params")),
                    documents.get((method, path)),
                )


def _names(of: Dependant, kind: str) -> Iterator[str]:
    yield from (each.alias for each in getattr(of, kind))
    for inner in of.dependencies:
        yield from _names(inner, kind)


def _documents() -> Iterator[tuple[tuple[str, str], Any]]:
    """The first example of each body in the OpenAPI document."""
    whole = document()
    for path, methods in whole["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            schema = content.get("schema", {})
            if "$ref" in schema:
                schema = whole["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
            yield (method.upper(), path), next(iter(schema.get("examples", [])), None)


def posted(path: str, source: str) -> dict[str, dict[str, str]]:
    """The forms of a page: by where they are sent, all that somebody could send."""
    found: dict[str, dict[str, str]] = {}
    for form in Page(source).forms:
        if form.method == "post":
            found.setdefault(form.action or path, {}).update(form.choices)
    return found
