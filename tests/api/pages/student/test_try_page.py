"""Trying files without an account: what is said, what is limited, and when all of it is gone."""

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from submissions.operating.settings import Settings
from submissions.tables import StoredReport, Submission
from tests import classroom
from tests.api.pages.student.conftest import SOURCE, Desk, overwritten
from tests.api.pages.teach.browsing import Page, SignedInBrowser


@pytest.fixture
def anybody(desk: Desk) -> SignedInBrowser:
    return desk.browser(None)


def tried(anybody: SignedInBrowser, code: str = SOURCE, **typed: str) -> Page:
    page = anybody.open("/try")
    return anybody.send(page, page.form("Try this code"), {"how": "code", "code": code, **typed})


def test_it_is_said_plainly_that_nothing_is_kept(anybody: SignedInBrowser) -> None:
    assert "Your file and its result are deleted within one hour" in anybody.open("/try").text
    assert "deleted in 59 minutes" in tried(anybody).text or "deleted in 1 hour" in tried(anybody).text


def test_a_result_is_shown_to_whoever_has_the_key(desk: Desk, anybody: SignedInBrowser) -> None:
    waiting = tried(anybody)
    with desk.service.database.begin() as session:
        submission = session.scalars(select(Submission)).one()
        assert submission.grading_id is not None
        content = overwritten().model_dump_json()
        session.add(StoredReport(grading_id=submission.grading_id, content=content))
        classroom.graded(session, submission, "25", ["overwritten_gradient"])

    shown = desk.browser(None).open(waiting.url)

    assert "Your file is next." in waiting.text
    assert "Gradient overwritten instead of accumulated" in shown.text
    assert desk.browser(None).answer(f"{waiting.url}/file").content == SOURCE.encode()


def test_after_the_hour_the_key_leads_nowhere(desk: Desk, anybody: SignedInBrowser) -> None:
    url = tried(anybody).url
    desk.now[0] += timedelta(hours=1)

    assert {anybody.answer(url + path).status_code for path in ("", "/file", "/events")} == {404}
    assert "Files tried without an account are deleted within one hour." in anybody.open(url).text


def test_so_many_in_an_hour_and_what_was_typed_is_kept(desk: Desk, anybody: SignedInBrowser) -> None:
    for number in range(3):
        assert tried(anybody, f"x = {number}").status == 200

    refused = tried(anybody, "the fourth")

    assert refused.status == 429
    assert "There were too many tries in a short time." in refused.text
    assert refused.form("Try this code").values["code"] == "the fourth"
    desk.now[0] += timedelta(hours=1)
    assert tried(anybody, "the fifth").status == 200


def test_where_it_is_switched_off_there_is_no_form(desk: Desk, tmp_path: Path) -> None:
    service = desk.service
    off = Settings(data_dir=tmp_path, trials_per_hour=0)
    object.__setattr__(service, "settings", off)

    page = desk.browser(None).open("/try")

    assert "you cannot try files without an account" in page.text
    assert not [form for form in page.forms if "code" in form.values]


def test_the_stage_is_chosen_and_one_that_does_not_exist_is_said(anybody: SignedInBrowser) -> None:
    assert "Graded on operations" in tried(anybody, stage="operations").text
    assert tried(anybody, stage="nothing").status == 422


def test_the_example_is_put_into_the_editor(anybody: SignedInBrowser) -> None:
    page = anybody.open("/try?example=on")

    assert page.form("Try this code").values["code"].startswith("# A class for numbers")


def test_a_text_that_is_too_long_is_said_to_be_and_kept(anybody: SignedInBrowser) -> None:
    long = "x = 1\n" * 200_000

    refused = tried(anybody, long)

    assert refused.status == 422
    assert "the limit is 1 MiB" in refused.text
    assert refused.form("Try this code").values["code"].strip() == long.strip()


def test_line_ends_of_a_form_do_not_make_a_text_too_long(anybody: SignedInBrowser) -> None:
    assert tried(anybody, "x = 1\r\n" * 170_000).status == 200
