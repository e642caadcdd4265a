"""Trying files without an account: what is said, what is limited, and when all of it is gone."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import force_setattr
from sqlalchemy import select

from api.pages import _browser_check
from api.pages.try_it import GRADED_ON, STAGES
from grader.assignment import CHOICES
from grader.records import replace, to_json
from grader.sandbox.replies import Note
from submissions.operating.settings import Settings
from submissions.tables import StoredReport, Submission
from tests.world import classroom
from tests.world.browser import Browser
from tests.world.desk import SOURCE, Desk, overwritten
from tests.world.pages import Page


@pytest.fixture
def anybody(desk: Desk) -> Browser:
    return desk.browser(None)


def tried(anybody: Browser, code: str = SOURCE, **typed: str) -> Page:
    page = anybody.open("/try")
    return anybody.submit(page, page.form("Try this code"), {"how": "code", "code": code, **typed})


def test_it_is_said_plainly_that_nothing_is_kept(anybody: Browser) -> None:
    assert "Your file and its result are deleted within one hour" in anybody.open("/try").text
    assert "deleted in 59 minutes" in tried(anybody).text or "deleted in 1 hour" in tried(anybody).text


def test_every_stage_of_the_engine_can_be_tried_and_is_named_above_its_result() -> None:
    assert GRADED_ON.keys() == STAGES.keys() == CHOICES.keys()


def test_a_result_is_shown_to_whoever_has_the_key(desk: Desk, anybody: Browser) -> None:
    waiting = tried(anybody)
    with desk.service.database.begin() as session:
        submission = session.scalars(select(Submission)).one()
        assert submission.grading_id is not None
        content = to_json(overwritten())
        session.add(StoredReport(grading_id=submission.grading_id, content=content))
        classroom.graded(session, submission, "25", ["overwritten_gradient"])

    shown = desk.browser(None).open(waiting.url)

    assert "Your file is next." in waiting.text
    assert "Gradient overwritten instead of accumulated" in shown.text
    assert desk.browser(None).client.get(f"{waiting.url}/file").content == SOURCE.encode()


def test_after_the_hour_the_key_leads_nowhere(desk: Desk, anybody: Browser) -> None:
    url = tried(anybody).url
    desk.clock.now += timedelta(hours=1)

    assert {anybody.client.get(url + path).status_code for path in ("", "/file", "/events")} == {404}
    assert "Files tried without an account are deleted within one hour." in anybody.open(url).text


def test_so_many_in_an_hour_and_what_was_typed_is_kept(
    desk: Desk, anybody: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_browser_check, "is_there", lambda: True)
    for number in range(3):
        assert tried(anybody, f"x = {number}").status == 200

    refused = tried(anybody, "the fourth")

    assert refused.status == 429
    assert "There were too many tries in a short time." in refused.text
    assert "You can try again after " in refused.text
    assert "“Check on this computer” has no such limit." in refused.text
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert refused.form("Try this code").values["code"] == "the fourth"
    desk.clock.now += timedelta(hours=1)
    assert tried(anybody, "the fifth").status == 200


def test_where_it_is_switched_off_there_is_no_form(desk: Desk, tmp_path: Path) -> None:
    service = desk.service
    off = Settings(data_dir=tmp_path, trials_per_hour=0)
    force_setattr(service, "settings", off)

    page = desk.browser(None).open("/try")

    assert "you cannot try files without an account" in page.text
    assert not [form for form in page.forms if "code" in form.values]


def test_the_stage_is_chosen_and_one_that_does_not_exist_is_said(anybody: Browser) -> None:
    assert "Graded on operations" in tried(anybody, stage="operations").text
    assert tried(anybody, stage="nothing").status == 422


def test_the_example_is_put_into_the_editor(anybody: Browser) -> None:
    page = anybody.open("/try?example=on")

    assert page.form("Try this code").values["code"].startswith("# A class for numbers")


def test_a_text_that_is_too_long_is_said_to_be_and_kept(anybody: Browser) -> None:
    long = "x = 1\n" * 200_000

    refused = tried(anybody, long)

    assert refused.status == 422
    assert "the limit is 1 MiB" in refused.text
    assert refused.form("Try this code").values["code"].strip() == long.strip()


def test_line_ends_of_a_form_do_not_make_a_text_too_long(anybody: Browser) -> None:
    assert tried(anybody, "x = 1\r\n" * 170_000).status == 200


def test_a_script_that_asks_for_the_address_alone_is_not_led_there(anybody: Browser) -> None:
    page = anybody.open("/try")
    form = {**page.form("Try this code").values, "how": "code", "code": SOURCE}
    answer = anybody.client.post("/try", data=form, headers={"Prefer": "return=minimal"})

    assert (answer.status_code, answer.content) == (201, b"")
    assert anybody.open(answer.headers["Location"]).status == 200


def test_a_class_is_named_and_another_one_offered_where_the_result_is_read(
    desk: Desk, anybody: Browser
) -> None:
    waiting = tried(anybody, class_name=" Other ")
    with desk.service.database.begin() as session:
        submission = session.scalars(select(Submission)).one()
        assert submission.class_name == "Other"
        assert submission.grading_id is not None
        submission.class_name = ""
        note = Note(kind="other-class", name="Second")
        report = replace(overwritten(), notes=(note,))
        session.add(StoredReport(grading_id=submission.grading_id, content=to_json(report)))
        classroom.graded(session, submission, "25", ["overwritten_gradient"])
    shown = anybody.open(waiting.url)
    again = anybody.submit(shown, shown.form("Grade this class"), {"class_name": "Second"})

    assert "We could also grade the class `Second`" in shown.text.replace("\n", " ") or "Second" in shown.text
    assert again.status == 200
    with desk.service.database.read() as session:
        assert {each.class_name for each in session.scalars(select(Submission))} == {"", "Second"}


def test_a_name_that_no_class_can_have_is_refused_and_kept(anybody: Browser) -> None:
    refused = tried(anybody, class_name="two words")

    assert "This is not the name of a class." in refused.text
    assert refused.form("Try this code").values["class_name"] == "two words"
