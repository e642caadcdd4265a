"""Lists come in parts that belong together, whatever happens in between."""

import re

import pytest

from submissions.teaching.results.ordering import OF_STAFF, SubmissionColumn
from tests.api.rest.interface import API, Interface


def test_following_the_cursor_gives_everything_once(api: Interface) -> None:
    student = api.student()
    ids = [api.submit(student, f"x = {number}")["id"] for number in range(5)]
    found, cursor = [], None
    while True:
        parameters = {"limit": 2, **({"cursor": cursor} if cursor else {})}
        part = student.get(f"{api.assignment}/submissions", params=parameters).json()
        found += [each["id"] for each in part["items"]]
        cursor = part["next_cursor"]
        if cursor is None:
            break

    assert found == ids[::-1]


def test_following_the_link_gives_the_same(api: Interface) -> None:
    owner = api.owner()
    names = {api.student().person_id for _ in range(3)}
    found, path = [], f"{api.course}/people?limit=2"
    while path:
        answer = owner.get(path)
        found += [each["id"] for each in answer.json()["items"]]
        link = re.fullmatch(rf'<{API}(.+)>; rel="next"', answer.headers.get("Link", ""))
        path = link[1] if link else ""

    assert len(found) == len(set(found)) == len(names) + 2


def test_the_last_part_has_no_next(api: Interface) -> None:
    answer = api.student().get("/courses", params={"limit": 1})

    assert answer.json()["next_cursor"] is None
    assert "Link" not in answer.headers


def test_what_comes_in_between_does_not_move_the_parts(api: Interface) -> None:
    student = api.student()
    ids = [api.submit(student, f"x = {number}")["id"] for number in range(3)]
    path = f"{api.assignment}/submissions"
    first = student.get(path, params={"limit": 2}).json()
    api.submit(student, "x = 'new'")
    second = student.get(path, params={"limit": 2, "cursor": first["next_cursor"]}).json()

    assert [each["id"] for each in second["items"]] == [ids[0]]


@pytest.mark.parametrize("limit", ["0", "101", "many", "-1"])
def test_a_part_has_from_one_to_a_hundred(api: Interface, limit: str) -> None:
    assert api.student().get("/courses", params={"limit": limit}).status_code == 422


@pytest.mark.parametrize(
    "cursor",
    ["nonsense", "", "0" * 31, "0" * 33, "A" * 32, "ñ" * 32, "0" * 32 + "\n", "0" * 32 + "-", "x" * 5000],
)
@pytest.mark.parametrize("path", ["/courses", "people"])
def test_a_cursor_of_no_list_of_ours_is_told_so(api: Interface, path: str, cursor: str) -> None:
    where = path if path.startswith("/") else f"{api.course}/{path}"
    answer = api.owner().get(where, params={"cursor": cursor})

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/cursor"


@pytest.mark.parametrize("name", ["00", "ff", "eda080", "f4908080", "61" * 800], ids=lambda name: name[:8])
def test_every_cursor_of_the_form_in_the_document_is_a_place(api: Interface, name: str) -> None:
    owner = api.owner()

    assert owner.get("/courses", params={"cursor": "f" * 32}).status_code == 200
    assert owner.get(f"{api.course}/people", params={"cursor": f"{'f' * 32}-{name}"}).status_code == 200


def test_the_gradebook_comes_in_parts_by_name(api: Interface) -> None:
    students = [api.student() for _ in range(3)]
    for each in students:
        api.submit(each)
    api.school.grade_all()
    owner = api.owner()
    first = owner.get(f"{api.course}/gradebook", params={"limit": 2}).json()
    second = owner.get(f"{api.course}/gradebook", params={"limit": 2, "cursor": first["next_cursor"]}).json()

    assert (len(first["items"]), len(second["items"]), second["next_cursor"]) == (2, 1, None)
    assert first["assignments"] == second["assignments"]
    assert [grade["points"] for each in second["items"] for grade in each["grades"]] == [100.0]


@pytest.mark.parametrize("order", ["asc", "desc"])
@pytest.mark.parametrize("sort", SubmissionColumn)
def test_a_sorted_list_comes_in_parts_that_make_the_whole(api: Interface, sort: str, order: str) -> None:
    ids = {api.submit(api.student(), f"x = {number}")["id"] for number in range(3)}
    whole, found, cursor = {"sort": sort, "order": order}, [], None
    every = api.owner().get(f"{api.assignment}/submissions", params=whole).json()["items"]
    while True:
        asked = {**whole, "limit": 2, **({"cursor": cursor} if cursor else {})}
        part = api.owner().get(f"{api.assignment}/submissions", params=asked).json()
        found += [each["id"] for each in part["items"]]
        cursor = part["next_cursor"]
        if cursor is None:
            break

    assert found == [each["id"] for each in every]
    assert set(found) == ids


def test_a_sorted_list_does_not_go_on_after_what_is_not_in_it(api: Interface) -> None:
    asked = {"sort": "points", "cursor": "f" * 32}

    assert api.owner().get(f"{api.assignment}/submissions", params=asked).status_code == 404


@pytest.mark.parametrize("sort", SubmissionColumn)
def test_students_sort_by_nothing_that_their_results_may_hide(api: Interface, sort: SubmissionColumn) -> None:
    student = api.student()
    api.submit(student, "x = 1")
    answer = student.get(f"{api.assignment}/submissions", params={"sort": sort, "order": "asc"})

    assert answer.status_code == (403 if sort in OF_STAFF else 200)
