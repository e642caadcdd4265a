"""The reference of the REST interface as a page, made from its OpenAPI document."""

import json
from pathlib import Path
from typing import Any

_BEGINNING = """# Reference of the REST interface

Made from the [OpenAPI document](openapi.json), which a running service has at `/api/v1/openapi.json`. Paths
begin with `/api/v1`. [The REST interface](rest.md) explains tokens, errors, pages and events."""
_METHODS = ("get", "post", "put", "patch", "delete")


def reference(document: Path) -> str:
    """The page: every operation, by subject, with what it takes and what it answers."""
    api = json.loads(document.read_text(encoding="utf-8"))
    operations: dict[str, list[str]] = {}
    for path, methods in api["paths"].items():
        for method in filter(methods.__contains__, _METHODS):
            operation = methods[method]
            operations.setdefault(operation["tags"][0], []).append(_operation(method, path, operation))
    parts = [_BEGINNING]
    for tag in sorted(operations):
        parts += [f"## {tag[0].upper()}{tag[1:]}", *operations[tag]]
    return "\n\n".join(parts) + "\n"


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [f"### {operation['summary']}", f"`{method.upper()} {path.removeprefix('/api/v1')}`"]
    if description := operation.get("description"):
        parts.append(_escaped(description))
    if parameters := [each for each in operation.get("parameters", []) if "name" in each]:
        parts.append("\n".join(f"* `{each['name']}` {_about(each)}" for each in parameters))
    said = [f"Scope: {', '.join(f'`{scope}`' for scope in scopes)}." for scopes in _scopes(operation)]
    if body := operation.get("requestBody"):
        said.append(f"Body: {', '.join(f'`{kind}`' for kind in body['content'])}.")
    said.append(f"Answers: {', '.join(operation['responses'])}.")
    return "\n\n".join([*parts, " ".join(said)])


def _about(parameter: dict[str, Any]) -> str:
    """Where a parameter stands, whether it is needed, and what it means."""
    meaning = _escaped(" ".join(parameter.get("description", "").split()))
    place = parameter["in"] + ("" if parameter.get("required") else ", optional")
    return f"({place}): {meaning}" if meaning else f"({place})"


def _scopes(operation: dict[str, Any]) -> list[list[str]]:
    return [scopes for way in operation.get("security", []) for scopes in way.values() if scopes]


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;")
