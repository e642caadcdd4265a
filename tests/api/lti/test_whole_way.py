"""From an unknown platform to a grade in its gradebook, as an operator, a teacher and a student see it."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest
from httpx2 import Response
from joserfc import jwt
from joserfc.jwk import KeySet
from sqlalchemy import select

from api.process import logs
from submissions.connect.lms import platforms
from submissions.connect.lms.vocabulary import CHOOSE, CLAIM, DEEP_LINKING, REVIEW
from submissions.courses.assignments.draft import Draft
from submissions.operating.settings import Settings
from submissions.outward import outbox
from submissions.people.access import people, second_factors, sessions, throttle
from submissions.people.access.passwords import hashed
from submissions.tables import (
    Assignment,
    Course,
    LmsAccount,
    LmsLogin,
    LmsPlatform,
    Person,
    PlatformState,
    Submission,
    WebSession,
)
from tests.world import classroom
from tests.world.campus import FRAMED, TEACHER, TOP, Campus, connected, opened, pressed, returning
from tests.world.classroom import OPERATOR
from tests.world.clock import NOW
from tests.world.learning_platform import CLIENT, INSTRUCTOR, ISSUER, ORIGIN
from tests.world.lms.quirks import Quirks
from tests.world.pages import Page


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What operators see."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = StringIO()
    logs.set_up(Settings(log_format="json"), stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    logging.captureWarnings(capture=False)


def test_a_teacher_connects_chooses_and_a_student_gets_a_grade(campus: Campus, log: StringIO) -> None:
    teacher = connected(campus)

    settings = {
        f"{CLAIM}message_type": CHOOSE,
        f"{CLAIM}resource_link": None,
        f"{DEEP_LINKING}deep_linking_settings": {
            "deep_link_return_url": f"{ISSUER}/return?course=2",
            "accept_types": ["ltiResourceLink"],
            "accept_multiple": True,
            "data": "kept",
        },
    }
    page = opened(teacher, campus.launch(teacher, {**TEACHER, **settings}))
    assert "Choose assignments of Networks" in page.text
    made = pressed(teacher, page, "Create assignment", title="Second", stage="core")
    page = opened(teacher, made)
    with campus.service.database.read() as session:
        in_courses = select(Assignment).where(Assignment.course_id.is_not(None))
        both = {each.title: str(each.id) for each in session.scalars(in_courses)}
    answer = pressed(teacher, page, "Add to the platform", assignment=list(both.values()))
    assert f"form-action 'self' {ISSUER};" in answer.headers["Content-Security-Policy"]
    back = Page.of(answer)
    assert back.forms[-1].action == f"{ISSUER}/return?course=2"
    our_keys = KeySet.import_key_set(campus.platform.our_keys())
    claims = jwt.decode(back.forms[-1].values["JWT"], our_keys, algorithms=["RS256"]).claims
    assert (claims["iss"], claims["aud"], claims[f"{DEEP_LINKING}data"]) == (CLIENT, ISSUER, "kept")
    items = claims[f"{DEEP_LINKING}content_items"]
    assert sorted(item["title"] for item in items) == ["Core", "Second"]
    assert {item["lineItem"]["scoreMaximum"] for item in items} == {100}

    student = campus.browser("student")
    launched = campus.launch(student, {f"{CLAIM}custom": {"assignment": both["Core"]}})
    page = opened(student, launched)
    assert (page.status, "Core" in page.text) == (200, True)
    assert f"frame-ancestors 'self' {ISSUER}" in page.headers["Content-Security-Policy"].split("; ")
    with campus.service.database.begin() as session:
        person = session.scalars(select(Person).where(Person.name == "Ada Lovelace")).one()
        assignment = session.scalars(select(Assignment).where(Assignment.title == "Core")).one()
        given = classroom.handed_in(session, assignment, person)
        classroom.graded(session, given, "75")
        outbox.send_grades(session, assignment.id, [person.id], now=NOW)
    campus.send_grades()
    assert campus.platform.scores["student-1"]["scoreGiven"] == 75
    comment = campus.platform.scores["student-1"]["comment"]
    assert comment == "75 of 100 points. Open the activity to see the report."

    course_id = str(assignment.course_id)
    page = teacher.open(f"/teach/courses/{course_id}/lms", **FRAMED)
    assert ["Ada Lovelace", "Homework", "Sent", "75 / 100"] in [row[:4] for row in page.rows]
    campus.platform.by_hand["student-1"] = 12
    assert pressed(teacher, page, "Send the grade of Ada Lovelace again").status_code == 303
    campus.send_grades(after=5)
    page = teacher.open(f"/teach/courses/{course_id}/lms", **FRAMED)
    assert "Somebody entered another grade on the platform" in page.text
    review = {f"{CLAIM}message_type": REVIEW, f"{CLAIM}for_user": {"user_id": "student-1"}}
    assert campus.launch(teacher, {**TEACHER, **review}).headers["Location"].endswith(f"/people/{person.id}")
    other = campus.browser("other")
    campus.launch(other, {"sub": "student-2"})
    secret = ("Lovelace", "Hopper", "student-1", "student-2", "eyJ", comment, *campus.platform.tokens)
    assert [each for each in secret if each in log.getvalue()] == []
    assert "/lti/launch" in log.getvalue()
    assert campus.launch(other, {"sub": "student-2", **review}).status_code == 403


def test_a_launch_keeps_the_number_that_somebody_has_in_the_records(campus: Campus) -> None:
    connected(campus)
    with campus.service.database.read() as session:
        made = session.scalars(select(Assignment).where(Assignment.course_id.is_not(None))).one()
    for said, kept in (("S-12", "S-12"), ("", "S-12"), ("$Person.sourcedId", "S-12"), ("S-13", "S-13")):
        claims = {f"{CLAIM}lis": {"person_sourcedid": said}, f"{CLAIM}custom": {"assignment": str(made.id)}}
        campus.launch(campus.browser("student"), claims)
        with campus.service.database.read() as session:
            account = session.scalars(select(LmsAccount).where(LmsAccount.sub == "student-1")).one()
        assert account.sourced_id == kept


def test_who_was_not_sent_by_us_does_not_come_in(campus: Campus) -> None:
    teacher = connected(campus)
    answer = campus.login(teacher)
    asked = parse_qs(urlsplit(teacher.client.get(answer.headers["Location"]).headers["Location"]).query)
    token = campus.platform.signed(campus.platform.claims(asked["nonce"][0], TEACHER))
    sent = {"state": asked["state"][0], "id_token": token}
    stranger = campus.browser("stranger")
    assert stranger.client.post("/lti/launch", data=sent).status_code == 403
    assert teacher.client.post("/lti/launch", data=sent).status_code == 303
    again = teacher.client.post("/lti/launch", data=sent)
    assert (again.status_code, "used already" in again.text) == (403, True)
    refused = teacher.client.post("/lti/launch", data={"error": "access_denied", "state": "x"})
    assert "refused the sign-in" in refused.text
    unknown = Page.of(campus.login(stranger, iss="https://evil.example.com"))
    assert (unknown.status, "not registered here" in unknown.text) == (403, True)


@pytest.mark.parametrize("several", [False, True])
def test_what_a_teacher_creates_is_chosen_and_nothing_is_no_answer(campus: Campus, *, several: bool) -> None:
    teacher = connected(campus)
    campus.platform.choosing.quirks = Quirks(accepts_several=several)
    page = opened(teacher, campus.launch(teacher, {**TEACHER, **campus.platform.choosing.claims()}))
    nothing = pressed(teacher, page, "Add to the platform")
    assert (nothing.status_code, "Choose at least one assignment" in nothing.text) == (422, True)

    for title in ("Second", "Third"):
        page = opened(teacher, pressed(teacher, page, "Create assignment", title=title, stage="core"))
    labels = {str(each["for"]): each.text.strip() for each in page.soup.select("label[for]")}
    ticked = [labels[str(each["id"])] for each in page.soup.select("[name=assignment][checked]")]
    assert ticked == (["Second", "Third"] if several else ["Third"])
    page = Page.of(pressed(teacher, page, "Create assignment", title="", stage="core"))
    ids = [str(each["value"]) for each in page.soup.select("[name=assignment][checked]")]
    assert Page.of(pressed(teacher, page, "Add to the platform", assignment=ids)).forms[-1].values["JWT"]


def test_who_sets_it_up_reads_what_is_wrong(campus: Campus, log: StringIO) -> None:
    browser = campus.browser("administrator")

    def read(answer: Response) -> str:
        assert answer.status_code == 403
        return Page.of(answer).text

    assert "registered here with another client ID" in read(campus.login(browser, client_id="client-9"))
    assert '"reason": "other-client"' in log.getvalue()
    assert "register this platform" in read(campus.login(browser, iss="https://other.example.edu"))
    refused = {"error": "unauthorized_client", "state": "x"}
    assert "does not know our client ID" in read(browser.client.post("/lti/launch", data=refused))
    for path, seen in (
        ("/lti/register", "paste this address"),
        ("/lti/login", "Learning platforms open this address"),
        ("/lti/launch", "Learning platforms open this address"),
    ):
        assert seen in read(browser.client.get(path))


def test_an_activity_that_leads_to_the_wrong_assignment_is_changed(campus: Campus) -> None:
    teacher = connected(campus)
    with campus.service.database.begin() as session:
        core = session.scalars(select(Assignment).where(Assignment.title == "Core")).one()
        assert core.course_id is not None
        right = classroom.assignment(
            session, session.get_one(Course, core.course_id), Draft(title="Right", published=True)
        )
    page = opened(teacher, campus.launch(teacher, TEACHER))
    assert page.soup.select("[name=assignment][checked]") == []
    assert pressed(teacher, page, "Connect", assignment=str(core.id)).status_code == 303

    page = teacher.open(f"/teach/courses/{core.course_id}/lms", **FRAMED)
    assert ["Homework", "Core"] in [row[:2] for row in page.rows]
    page = teacher.open(page.links["Change"], **FRAMED)
    assert "leads to Core" in page.text
    assert pressed(teacher, page, "Connect", assignment=str(right.id)).status_code == 303
    page = teacher.open(f"/teach/courses/{core.course_id}/lms", **FRAMED)
    assert ["Homework", "Right"] in [row[:2] for row in page.rows]


def test_a_review_of_who_never_came_says_so_to_staff_alone(campus: Campus) -> None:
    teacher = connected(campus)
    with campus.service.database.read() as session:
        assignment = session.scalars(select(Assignment).where(Assignment.title == "Core")).one()
    review = {
        f"{CLAIM}message_type": REVIEW,
        f"{CLAIM}for_user": {"user_id": "student-9"},
        f"{CLAIM}custom": {"assignment": str(assignment.id)},
    }
    assert "has not opened Backgrade yet" in campus.launch(teacher, {**TEACHER, **review}).text
    assert "only your own" in campus.launch(campus.browser("student"), review).text


def test_an_assistant_is_told_that_an_activity_is_not_connected(campus: Campus) -> None:
    connected(campus)
    assistant = f"{INSTRUCTOR.partition('#')[0]}/Instructor#TeachingAssistant"
    as_assistant = {"sub": "assistant", f"{CLAIM}roles": [assistant], "name": "Tim"}
    answer = campus.launch(campus.browser("assistant"), as_assistant)
    assert (answer.status_code, "not connected to an assignment yet" in answer.text) == (403, True)
    owner = {**TEACHER, f"{CLAIM}roles": [assistant]}
    assert opened(campus.browser("teacher"), campus.launch(campus.browser("teacher"), owner)).status == 200


def test_no_browser_comes_in_as_somebody_who_kept_an_answer_for_it(campus: Campus) -> None:
    connected(campus)
    mallory, victim = campus.browser("mallory"), campus.browser("victim")
    on = campus.login(mallory).headers["Location"]
    asked = parse_qs(urlsplit(mallory.client.get(on, headers=FRAMED).headers["Location"]).query)
    token = campus.platform.signed(campus.platform.claims(asked["nonce"][0], {**TEACHER, "sub": "mallory"}))
    kept = {"state": asked["state"][0], "id_token": token}
    foreign = {**TOP, "Sec-Fetch-Site": "cross-site"}

    victim.client.post("/lti/go", data={"state": asked["state"][0]}, headers=foreign)
    assert victim.client.post("/lti/launch", data=kept, headers=foreign).status_code == 403

    stored = Page.of(campus.login(mallory, lti_storage_target="_parent"))
    store = stored.soup.find(id="lti-store")
    assert store is not None
    asked = parse_qs(urlsplit(str(store["data-address"])).query)
    token = campus.platform.signed(campus.platform.claims(asked["nonce"][0], {**TEACHER, "sub": "mallory"}))
    kept = {"state": asked["state"][0], "id_token": token, "proof": str(store["data-value"])}
    assert victim.client.post("/lti/launch", data=kept, headers=foreign).status_code == 403
    ours = {**FRAMED, "Sec-Fetch-Site": "same-origin"}
    assert victim.client.post("/lti/launch", data=kept, headers=ours).status_code == 200


def test_an_address_begins_so_many_launches_and_no_more(
    campus: Campus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "LAUNCHES", (throttle.Limit(3, timedelta(minutes=1)),))
    browser = campus.browser("flood")
    assert [campus.login(browser).status_code for _ in range(5)] == [303, 303, 303, 429, 429]
    with campus.service.database.read() as session:
        assert len(session.scalars(select(LmsLogin)).all()) == 3
    campus.clock.advance(minutes=1)
    assert campus.login(browser).status_code == 303


def test_an_operator_registers_and_approves(campus: Campus) -> None:
    with campus.service.database.begin() as session:
        operator = classroom.person(session, "operator")
        operator.operator = True
        nobody = classroom.person(session, "nobody")
    browser = campus.signed_in(operator)
    assert campus.signed_in(nobody).open("/lms/platforms").status == 403
    page = browser.open("/lms/platforms")
    assert f"{ORIGIN}/lti/register" in page.text
    typed = {
        "name": "Second",
        "issuer": "https://two.example.edu",
        "client_id": "abc",
        "authorization_url": "http://two.example.edu/auth",
        "token_url": "https://two.example.edu/token",
        "jwks_url": "https://two.example.edu/keys",
    }
    wrong = browser.press(page, "Register", **typed)
    assert "starts with https://" in wrong.errors["authorization_url"]
    typed["authorization_url"] = "https://two.example.edu/auth"
    page = browser.press(page, "Register", **typed)
    assert (page.status, "Nobody has come from this platform yet" in page.text) == (200, True)
    page = browser.press(page, "Disable")
    assert "Disabled" in page.text
    assert "Active" in browser.press(page, "Approve").text


def test_who_was_signed_in_by_a_platform_is_signed_out_with_it(campus: Campus) -> None:
    teacher = connected(campus)
    page = opened(teacher, campus.launch(teacher, TEACHER))
    link = Page.of(pressed(teacher, page, "Open in a new tab")).links["Open"]
    with campus.service.database.begin() as session:
        platform = session.scalars(select(LmsPlatform)).one()
        made = session.scalars(select(Person).where(Person.name == "Grace Hopper")).one()
        by_password = sessions.start(session, made.id, browser="", now=campus.clock())
        platforms.set_state(session, OPERATOR, platform.id, PlatformState.DISABLED, now=campus.clock())
        assert [each.is_strong for each in session.scalars(select(WebSession))] == [False]
        assert sessions.find(session, by_password, now=campus.clock()) is not None
    assert teacher.open("/me").status == 303
    assert campus.browser("tab").open(link, **{"Sec-Fetch-Site": "same-origin"}).status == 410


def test_a_teacher_uses_the_account_they_have_here(campus: Campus) -> None:
    with campus.service.database.begin() as session:
        people.add(session, "grace", "Grace", password_hash=hashed("correct horse battery"), now=NOW)
    own = {"login": "grace", "password": "correct horse battery"}
    teacher = campus.browser("teacher")
    course = f"{ISSUER}/course/view.php?id=2"
    page = opened(teacher, campus.launch(teacher, returning(course), TOP), TOP)
    wrong = pressed(teacher, page, "Sign in", **{**own, "password": "wrong"})
    assert wrong.status_code == 401
    page = opened(teacher, pressed(teacher, page, "Sign in", **own), TOP)
    assert (page.status, page.links["Back to your course"]) == (200, course)
    with campus.service.database.read() as session:
        (account,) = session.scalars(select(LmsAccount))
        assert session.get_one(Person, account.person_id).login == "grace"
        assert session.scalars(select(Submission)).all() == []


def test_an_account_with_a_second_factor_is_taken_over_only_with_a_code(campus: Campus) -> None:
    with campus.service.database.begin() as session:
        kept = hashed("correct horse battery")
        own = people.add(session, "grace", "Grace", password_hash=kept, now=NOW)
        second_factors.begin(session, own.id, now=NOW)
        key = second_factors.key_of(session, own.id)
        assert key is not None
        shown = pyotp.TOTP(key.text)
        second_factors.confirm(session, own.id, shown.at(NOW), now=NOW)
    campus.clock.advance(minutes=1)
    teacher = campus.browser("teacher")
    page = opened(teacher, campus.launch(teacher, TEACHER))
    typed = {"login": "grace", "password": "correct horse battery"}

    assert pressed(teacher, page, "Sign in", **typed).status_code == 401
    assert pressed(teacher, page, "Sign in", **typed, code="000000").status_code == 401
    opened(teacher, pressed(teacher, page, "Sign in", **typed, code=shown.at(campus.clock())))
    with campus.service.database.read() as session:
        (account,) = session.scalars(select(LmsAccount))
        assert account.person_id == own.id
