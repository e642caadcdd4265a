"""Grading again over REST: what we failed to grade, and a dry run that was interrupted."""

from uuid import uuid4

from sqlalchemy import select

from submissions.tables import Role, State, Submission
from tests.api.rest.interface import Interface
from tests.world import classroom


def _fail(api: Interface) -> None:
    api.submit(api.student())
    with api.school.database.begin() as session:
        classroom.failed(session, session.scalars(select(Submission)).one())


def _state(api: Interface) -> str:
    with api.school.database.read() as session:
        return session.scalars(select(Submission)).one().state


def test_what_we_failed_to_grade_is_graded_again_and_once(api: Interface) -> None:
    _fail(api)
    owner = api.owner()
    assert _state(api) == State.INTERNAL_ERROR

    assert owner.post(f"{api.assignment}/regrade-failed").json() == {"queued": 1}
    assert owner.post(f"{api.assignment}/regrade-failed").json() == {"queued": 0}


def test_who_may_not_change_grades_has_nothing_graded_again(api: Interface) -> None:
    _fail(api)
    for asking in (api.student(), api.member(Role.OBSERVER)):
        assert asking.post(f"{api.assignment}/regrade-failed").status_code == 403
    assert api.stranger().post(f"{api.assignment}/regrade-failed").status_code == 404


def test_a_dry_run_goes_on_where_it_was_interrupted(api: Interface) -> None:
    owner = api.owner()
    run = owner.post(f"{api.assignment}/regrades", json={"scope": "all"}).json()

    assert owner.post(f"/regrades/{run['id']}/continue").status_code == 204
    assert owner.get(f"/regrades/{run['id']}").json()["attempts"] == run["attempts"]
    assert api.student().post(f"/regrades/{run['id']}/continue").status_code in (403, 404)


def test_a_dry_run_is_of_all_attempts_as_on_the_page(api: Interface) -> None:
    assert api.owner().post(f"{api.assignment}/regrades", json={}).json()["scope"] == "all"


def test_students_are_named_only_where_some_are_chosen(api: Interface) -> None:
    owner = api.owner()
    run = owner.post(f"{api.assignment}/regrades", json={}).json()
    wanted = {"people": [str(uuid4())], "reason": "A suite was added."}

    answer = owner.post(f"/regrades/{run['id']}/apply", json=wanted)

    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/people"
