"""The document of the interface is whole, and the one that is committed."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from api import rest
from api.rest._model import Given
from docs.describe import DOCUMENT, described
from tests.offenders import for_each

WHOLE: dict[str, Any] = json.loads(DOCUMENT.read_text(encoding="utf-8"))
_VERBS = {
    "add", "admit", "answer", "apply", "archive", "change", "check", "continue", "copy", "create", "delete",
    "discard", "erase", "export", "fill", "get", "import", "join", "leave", "list", "read", "regrade",
    "remove", "resend", "restore", "retry", "revert", "revoke", "rotate", "start", "submit", "switch", "test",
    "use", "verify", "watch", "withdraw",
}  # fmt: skip


def operations() -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in WHOLE["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


OPERATIONS = dict(operations())
OURS = {name: each for name, each in OPERATIONS.items() if "/api/" in name}


def test_the_committed_document_is_what_the_service_says() -> None:
    assert described() == DOCUMENT.read_text(encoding="utf-8"), "run: .venv/bin/python docs/describe.py"


def test_it_is_openapi_3_1_with_its_house_in_order() -> None:
    assert WHOLE["openapi"].startswith("3.1")
    assert {"title", "version", "summary", "description", "license"} <= set(WHOLE["info"])
    assert WHOLE["servers"]
    assert all(each["description"] for each in WHOLE["tags"])
    assert WHOLE["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_every_operation_has_a_short_name_of_its_own() -> None:
    names = [each["operationId"] for each in OURS.values()]

    assert len(names) == len(set(names))
    assert [each for each in names if not re.fullmatch(r"[a-z]+(-[a-z]+){0,3}", each)] == []
    assert [each for each in names if each.partition("-")[0] not in _VERBS] == []


@for_each("name", OPERATIONS)
def test_every_operation_is_described(name: str) -> None:
    operation = OPERATIONS[name]

    assert operation["summary"]
    assert operation["description"]
    assert set(operation["tags"]) <= {each["name"] for each in WHOLE["tags"]}


@for_each("name", OPERATIONS)
def test_whatever_is_not_a_success_is_a_problem(name: str) -> None:
    for status, answer in OPERATIONS[name]["responses"].items():
        if int(status) >= 400:
            name_of_answer = answer["$ref"].removeprefix("#/components/responses/")
            content = WHOLE["components"]["responses"][name_of_answer]["content"]
            assert set(content) == {"application/problem+json"}, status


@for_each("name", OURS)
def test_every_operation_says_what_follows_from_what_it_takes(name: str) -> None:
    operation = OURS[name]
    statuses = set(operation["responses"])
    parameters = {each["name"] for each in operation.get("parameters", ())}

    assert {"500", "503"} <= statuses
    assert ("security" in operation) == ({"401", "403", "429"} <= statuses)
    assert "{" not in name or "404" in statuses
    assert "Idempotency-Key" not in parameters or "409" in statuses
    assert "requestBody" not in operation or {"400", "413", "422"} <= statuses
    assert "If-Match" not in parameters or {"412", "428"} <= statuses
    assert "If-None-Match" not in parameters or "304" in statuses
    in_address = {each["in"] for each in operation.get("parameters", ())} & {"path", "query"}
    assert bool(in_address) == ("414" in statuses)


def test_only_what_everybody_may_read_needs_no_token() -> None:
    open_to_all = {name.removeprefix("GET /api/v1") for name, each in OURS.items() if "security" not in each}

    assert open_to_all == {"/suites", "/suites/{slug}", "/faults", "/faults/{slug}"}


def test_whatever_creates_something_can_be_repeated() -> None:
    makers = {name: each for name, each in OURS.items() if {"201", "202"} & set(each["responses"])}
    without = {
        each["operationId"]
        for each in makers.values()
        if "Idempotency-Key" not in {parameter["name"] for parameter in each.get("parameters", ())}
    }

    # Their answers hold a secret that is kept nowhere, so it cannot be shown again.
    assert without == {"create-token", "create-webhook", "create-sign-in-link", "create-sign-in-links"}


def test_every_reference_leads_somewhere() -> None:
    found = set(re.findall(r'"\$ref": "#/components/(\w+/\w+)"', json.dumps(WHOLE)))
    there = {f"{kind}/{name}" for kind, those in WHOLE["components"].items() for name in those}

    assert found - there == set()


def given() -> Iterator[type[BaseModel]]:
    """All documents that are sent to us, and their parts; what begins with `_` is only inherited from."""
    for module in (import_module(f"api.rest.{each.name}") for each in iter_modules(rest.__path__)):
        for name, each in vars(module).items():
            is_given = isinstance(each, type) and issubclass(each, Given)
            if is_given and each.__module__ == module.__name__ and not name.startswith("_"):
                yield each


def is_whole(model: type[BaseModel]) -> bool:
    """Whether it is a document, and not a part of one."""
    return f'/{model.__name__}"' in json.dumps([each.get("requestBody") for each in OURS.values()])


@for_each("model", [each for each in given() if is_whole(each)], ids=lambda model: model.__name__)
def test_every_document_that_is_sent_has_an_example_that_is_taken(model: type[BaseModel]) -> None:
    examples = model.model_json_schema()["examples"]

    assert examples
    for each in examples:
        model.model_validate(each)


@for_each("model", list(given()), ids=lambda model: model.__name__)
def test_documents_that_are_sent_are_strict_and_bounded(model: type[BaseModel]) -> None:
    schema = model.model_json_schema()

    assert schema["additionalProperties"] is False
    assert list(unbounded(schema["properties"])) == []


@for_each("model", list(given()), ids=lambda model: model.__name__)
def test_a_number_is_not_taken_from_a_text(model: type[BaseModel]) -> None:
    schema = model.model_json_schema()
    numbers = {
        name
        for name, each in schema["properties"].items()
        if {one.get("type") for one in each.get("anyOf", [each])} <= {"number", "integer", "null"}
    }

    for name in numbers:
        with pytest.raises(ValidationError) as refused:
            model.model_validate_json(json.dumps({name: "1"}))
        assert (name,) in {error["loc"] for error in refused.value.errors()}


def unbounded(properties: dict[str, Any]) -> Iterator[str]:
    """Texts and lists that may be as long as one likes, numbers as large."""
    limits = {"string": ("maxLength", "format", "enum"), "array": ("maxItems",), "integer": ("maximum",),
              "number": ("maximum",), "object": ("maxProperties",)}  # fmt: skip
    for name, schema in properties.items():
        kinds = schema.get("anyOf", [schema])
        if "number" in {each.get("type") for each in kinds}:  # a text beside it is that number, written out
            kinds = [each for each in kinds if each["type"] == "number"]
        for each in kinds:
            if each.get("type") in limits and not any(limit in each for limit in limits[each["type"]]):
                yield name
