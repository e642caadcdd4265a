"""The document says what is refused: whatever has the form it asks for is taken, and nothing else is."""

import re
import sys
from typing import Any

import pytest
from hypothesis import given, strategies as st

from submissions.errors import Unusable
from submissions.people.access.accounts import zones
from submissions.texts.single_line import LONGEST, PATTERN, single_line
from tests.api.rest.interface import Interface
from tests.thorough import at_length


def document(api: Interface) -> dict[str, Any]:
    return api.app.openapi()


def parameter(api: Interface, path: str, method: str, name: str) -> dict[str, Any]:
    operation = document(api)["paths"][f"/api/v1{path}"][method]
    found: dict[str, Any] = next(each for each in operation["parameters"] if each["name"] == name)
    return found


@at_length
@given(st.from_regex(PATTERN, fullmatch=True).filter(lambda text: len(text) <= LONGEST))
def test_every_line_of_the_form_in_the_document_is_taken(text: str) -> None:
    assert single_line("name", text)


@at_length
def test_every_character_that_is_refused_is_refused_by_the_document_too() -> None:
    for number in range(sys.maxunicode + 1):
        letter = chr(number)
        is_surrogate = 0xD800 <= number <= 0xDFFF  # never in a JSON document that can be read
        assert is_surrogate or (re.search(PATTERN, f"a{letter}b") is not None) == is_taken(f"a{letter}b")


def is_taken(text: str) -> bool:
    try:
        single_line("name", text)
    except Unusable:
        return False
    return True


@pytest.mark.parametrize("letter", ["\u200b", "\u202e", "\x00", "\ufeff", "\U000e0041", "\ue000"])
def test_a_title_with_what_cannot_be_seen_is_refused(api: Interface, letter: str) -> None:
    refused = api.operator().post("/courses", json={"title": f"Back{letter}prop"})

    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == "/title"


def test_every_zone_has_the_form_in_the_document_and_no_other_name_is_taken(api: Interface) -> None:
    wanted = document(api)["components"]["schemas"]["NewCourse"]["properties"]["zone"]
    operator = api.operator()

    assert {"UTC", "Europe/Madrid"} <= zones()
    assert [each for each in zones() if not re.search(wanted["pattern"], each)] == []
    for name in (
        "localtime",
        "Europe/Atlantis",
        "utc",
        "Europe/",
        "../UTC",
        "Europe/Madrid\n",
        "UTC\x00",
        "",
    ):
        refused = operator.post("/courses", json={"title": "a", "zone": name})
        assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/zone"), name


def test_a_change_of_an_assignment_needs_a_tag_of_the_form_in_the_document(api: Interface) -> None:
    asked = parameter(api, "/assignments/{assignment_id}", "patch", "If-Match")
    owner = api.owner()

    assert asked["required"] is True
    assert re.search(asked["schema"]["pattern"], '"1", W/"2"')
    for tag, status in (("*", 200), ('"99", W/"98"', 412), ("1", 422), ('"', 422)):
        changed = owner.patch(api.assignment, json={"points": 10}, headers={"If-Match": tag})
        assert changed.status_code == status
    assert owner.patch(api.assignment, json={"points": 10}).status_code == 428


@pytest.mark.parametrize(
    "media_type", ["text/x-python", "text/plain", "application/octet-stream", "application/x-ipynb+json"]
)
def test_a_file_of_a_type_in_the_document_needs_no_name(api: Interface, media_type: str) -> None:
    taken = api.student().post(
        f"{api.assignment}/submissions", content=b"x = 1", headers={"Content-Type": media_type}
    )

    assert taken.status_code == 202


@pytest.mark.parametrize("name", ["value.rst", "value", ".py", "py"])
def test_the_document_says_how_names_of_files_end(api: Interface, name: str) -> None:
    pattern = parameter(api, "/assignments/{assignment_id}/submissions", "post", "name")["schema"]["pattern"]

    assert re.search(pattern, "value.PY")
    assert re.search(pattern, "graphs.txt")
    assert not re.search(pattern, name)
