"""Lengths first: whatever is read of a request has its limit, and it is declared where the field is."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from annotated_types import MaxLen
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.params import Body, Form, Header, Query
from fastapi.routing import APIRoute

from api.web.application import routers
from api.web.body_limit import SMALL
from tests.world.browser import Browser

_PACKAGES = ("api.rest", "api.ops", "api.pages")


def fields(dependant: Dependant) -> Iterator[tuple[str, Any, Any]]:
    """Every field of query, header, cookie and form that an endpoint asks for: name, declaration and type."""
    for each in (*dependant.query_params, *dependant.header_params, *dependant.cookie_params):
        yield each.name, each.field_info, each.field_info.annotation
    for each in dependant.body_params:
        if isinstance(each.field_info, Form):
            yield each.name, each.field_info, each.field_info.annotation
    for other in dependant.dependencies:
        yield from fields(other)


def test_every_text_of_every_route_has_a_limit_where_it_is_declared(app: FastAPI) -> None:
    assert app.routes
    without = []
    for package in _PACKAGES:
        for router in routers(package):
            for route in router.routes:
                assert isinstance(route, APIRoute)
                for name, info, kind in fields(route.dependant):
                    assert isinstance(info, Query | Header | Form | Body)
                    is_text = re.search(r"\bstr\b", str(kind)) and "UploadFile" not in str(kind)
                    if is_text and not any(isinstance(each, MaxLen) for each in info.metadata):
                        without.append(f"{route.path}: {name}")

    assert without == []


@pytest.mark.parametrize("to", ["/sign-in", "/join"])
def test_a_form_without_a_file_is_small(here: Browser, to: str) -> None:
    refused = here.send("/sign-in", to, login="a" * SMALL)

    assert refused.status == 413
    assert "The request is too large (the limit is 64 KiB)" in refused.text


def test_a_field_that_is_too_long_is_named(here: Browser) -> None:
    refused = here.send("/sign-in", login="a" * 2000)

    assert refused.status == 422
    assert "login: Maximum number of characters: 1000" in refused.text
    assert len(refused.source) < 20_000


@pytest.mark.parametrize("login", ["a" * 201, "\u0301" * 900])
def test_a_login_that_is_none_is_not_said_back(here: Browser, login: str) -> None:
    refused = here.sign_in(login, "x")

    assert refused.status == 401
    assert login[:201] not in refused.source


def test_a_form_has_so_many_fields_and_one_file(here: Browser) -> None:
    many = {f"field-{number}": "x" for number in range(300)}
    assert here.send("/sign-in", **many).status == 400

    files = [("file", ("value.py", b"x = 1"))] * 2
    assert here.send("/try", stage="full", how="file", files=files).status == 400


def test_addresses_and_headers_are_no_longer_than_any_of_ours(here: Browser) -> None:
    assert here.open("/" + "a" * 9000).status == 414
    assert here.open(f"/join?code={'a' * 9000}").status == 414
    assert here.open("/", **{"X-Anything": "a" * 17_000}).status == 431
    assert here.open("/", **{f"X-{number}": "a" for number in range(101)}).status == 431
    assert here.open("/", **{"Content-Type": "a;" * 200}).status == 431


def test_cookies_of_others_are_passed_over(here: Browser) -> None:
    """The library that unquotes cookies takes the square of their length."""
    hostile = "a=" + '"' + "\\\\" * 4000 + '"'

    assert here.open("/sign-in", Cookie=hostile).status == 200
