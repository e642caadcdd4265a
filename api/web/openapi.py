"""The OpenAPI document: what FastAPI knows of the routes, and what they have in common."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from api.problems import rate_limit
from api.problems.kinds import MEDIA_TYPE, Kind
from api.web.scopes import NEEDED

_SCHEMA = "ProblemDetails"

_STATUSES = {
    400: Kind.MALFORMED,
    401: Kind.NOT_SIGNED_IN,
    403: Kind.NOT_ALLOWED,
    404: Kind.NOT_FOUND,
    409: Kind.ALREADY_THERE,
    410: Kind.DELETED,
    412: Kind.STALE,
    413: Kind.TOO_LARGE,
    414: Kind.TOO_LARGE,
    415: Kind.UNSUPPORTED_MEDIA_TYPE,
    422: Kind.UNUSABLE,
    428: Kind.PRECONDITION_REQUIRED,
    429: Kind.TOO_SOON,
    500: Kind.INTERNAL,
    502: Kind.PLATFORM_FAILED,
    503: Kind.UNAVAILABLE,
    507: Kind.NOT_STORED,
}
"""The kind that is the example of each status that is an error."""


def _header(what: str, kind: str = "string") -> dict[str, Any]:
    return {"description": what, "schema": {"type": kind}}


RATE_LIMIT = {
    rate_limit.POLICY: _header("the limit, where there is one: `q` in `w` seconds, or at a time"),
    rate_limit.STATE: _header("what is left of it (`r`), and the seconds until it is there again (`t`)"),
}
_RETRY = {"Retry-After": _header("after how many seconds to try again", "integer")}
_HEADERS = {
    401: {"WWW-Authenticate": _header("what is missing or wrong, as RFC 6750 says")},
    429: {**_RETRY, **RATE_LIMIT},
    503: _RETRY,
    507: _RETRY,
}

_PRECONDITION = "If-Match"
_ETAG = {"ETag": {"description": "the tag of what is sent", "schema": {"type": "string"}}}
TAGGED: dict[str, Any] = {"headers": _ETAG}
NOT_MODIFIED: dict[str, Any] = {"description": "what you have is what there is", "headers": _ETAG}

_DESCRIPTION = """
Hand in a scalar autograd class and learn what is wrong with it, where, and why.

* Ask with a token: `Authorization: Bearer bg_pat_...`. Cookies are not accepted here. `security` lists the
  scopes that a token needs.
* Every answer that is not a success is a problem document (RFC 9457). Its `type` never changes.
* Times are in UTC, RFC 3339. Points are numbers beside what there was to earn.
* Lists come in parts: follow `next_cursor`, or `Link: <...>; rel="next"`.
* Requests that create something take an `Idempotency-Key`, so that they can be repeated.
* Grading takes a moment: a submission is answered with 202. Ask again, or follow its events.
"""

_TAGS = {
    "submissions": "Submissions, from their receipt to their result.",
    "assignments": "What is graded, until when, and how much of a result students see.",
    "courses": "Courses and what belongs to them.",
    "people": "The people of a course.",
    "webhooks": "Messages about a course to other systems, and what became of each.",
    "groups": "Groups of students who submit an assignment together.",
    "join codes": "Codes with which students join a course.",
    "grades": "The grades of a course.",
    "figures": "Figures of a class: turnout, points, causes, suites and time.",
    "learning platforms": "Learning platforms that use LTI 1.3, and the state of the grades sent to them.",
    "suites": "The suites: graphs that test one property.",
    "faults": "The known faults, a page each.",
    "tokens": "Tokens for programs.",
    "me": "The account that asks.",
    "operations": "Probes, metrics and jobs for those who watch over the service.",
}
"""The tags in the order of the document."""


def answers(
    *problems: int, successes: dict[int | str, dict[str, Any]] | None = None
) -> dict[int | str, dict[str, Any]]:
    """The problems an operation can answer with beside those that all have, and more on its successes."""
    return {**{status: {"description": _STATUSES[status].slug} for status in problems}, **(successes or {})}


def operation_id(route: APIRoute) -> str:
    """Return the id of an operation that says none: the name of its function."""
    return route.name.replace("_", "-")


def install(app: FastAPI) -> None:
    """Have the application describe itself by this document."""
    kept: dict[str, Any] = {}

    def openapi() -> dict[str, Any]:
        if not kept:
            kept.update(document(app))
        return kept

    app.openapi = openapi  # type: ignore[method-assign] # the way FastAPI documents


def document(app: FastAPI) -> dict[str, Any]:
    """The whole document."""
    whole = get_openapi(
        title="Backgrade",
        version=app.version,
        summary="An autograder for backprop assignments",
        description=_DESCRIPTION.strip(),
        routes=app.routes,
        tags=[{"name": name, "description": what} for name, what in _TAGS.items()],
        servers=[{"url": "/", "description": "this installation"}],
        license_info={"name": "MIT", "identifier": "MIT"},
    )
    schemas = whole["components"]["schemas"]
    for theirs in ("HTTPValidationError", "ValidationError"):
        schemas.pop(theirs, None)
    assert _SCHEMA not in schemas, "a document of a route has this name too"
    schemas[_SCHEMA] = _schema()
    whole["components"]["responses"] = {_name(status): _problem(status) for status in _STATUSES}
    for path in whole["paths"].values():
        for operation in path.values():
            _complete(operation)
    return whole


def _complete(operation: dict[str, Any]) -> None:
    """Declare the scopes of an operation, and the problems that follow from what it takes."""
    scopes = NEEDED.get(operation["operationId"])
    if scopes:
        operation["security"] = [{"token": list(scopes)}]
    responses = operation["responses"]
    responses.pop("422", None)  # FastAPI's own form of it
    for parameter in operation.get("parameters", ()):
        parameter["schema"] = _without_null(parameter["schema"])
        if parameter["name"] == _PRECONDITION:
            parameter["required"] = (
                True  # not so in the code, which has a status of its own for what is missing
            )
    for status in _common(operation):
        responses.setdefault(str(status), {})
    for status in responses:
        if int(status) in _STATUSES:
            responses[status] = {"$ref": f"#/components/responses/{_name(int(status))}"}
    operation["responses"] = dict(sorted(responses.items()))


def _name(status: int) -> str:
    """Return the document's name of a problem; with the status where its kind has another, too."""
    kind = _STATUSES[status]
    name = "".join(word.capitalize() for word in kind.slug.split("-"))
    return name if kind.value.status == status else f"{name}{status}"


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a parameter's schema without null, which cannot be written in an address or a header."""
    kinds = [kind for kind in schema.get("anyOf", ()) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    return {**{name: value for name, value in schema.items() if name != "anyOf"}, **kinds[0]}


def _common(operation: Mapping[str, Any]) -> list[int]:
    parameters = operation.get("parameters", ())
    codes = [500, 503, 507]
    if "security" in operation:
        codes += [401, 403, 429]
    places = {parameter["in"] for parameter in parameters}
    if "path" in places:
        codes += [404]
    if places & {"path", "query"}:
        codes += [414]
    if any(parameter["name"] == "Idempotency-Key" for parameter in parameters):
        codes += [409]
    if "requestBody" in operation:
        codes += [400, 413]
    if parameters or "requestBody" in operation:
        codes += [422]
    return codes


def _problem(status: int) -> dict[str, Any]:
    kind = _STATUSES[status]
    problem = kind.value
    example = {
        "type": f"/problems/{kind.slug}",
        "title": problem.title,
        "status": status,
        "detail": problem.detail,
        "instance": "urn:request:8c6e6f0f9d3b4a1e9b1d5a7c3f2e1d0c",
        "advice": problem.advice,
    }
    answer: dict[str, Any] = {
        "description": problem.title,
        "content": {MEDIA_TYPE: {"schema": {"$ref": f"#/components/schemas/{_SCHEMA}"}, "example": example}},
    }
    if status in _HEADERS:
        answer["headers"] = _HEADERS[status]
    return answer


def _schema() -> dict[str, Any]:
    """A problem document."""

    def text(what: str, **more: str) -> dict[str, str]:
        return {"type": "string", "description": what, **more}

    wrong = {
        "type": "object",
        "required": ["in", "pointer", "detail"],
        "properties": {
            "in": text("the part of the request: `body`, `query`, `path` or `header`"),
            "pointer": text("where in it, as a JSON Pointer"),
            "detail": text("what is wrong with the value"),
        },
    }
    return {
        "title": _SCHEMA,
        "description": "Why a request was not carried out (RFC 9457).",
        "type": "object",
        "required": ["type", "title", "status", "detail", "instance"],
        "properties": {
            "type": text("the kind; the address has a page about it", format="uri-reference"),
            "title": text("the kind in words"),
            "status": {"type": "integer", "description": "the status of the answer"},
            "detail": text("what was seen"),
            "instance": text("the number of the request, for whoever runs the service", format="uri"),
            "advice": text("what to try"),
            "errors": {"type": "array", "items": wrong, "description": "the values that cannot be used"},
        },
    }
