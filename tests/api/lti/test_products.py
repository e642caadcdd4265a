"""Each learning platform is driven the whole way; after each step its gradebook says what ours says."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select

from api.words import lms as words
from api.words.platform_setup import lacking
from submissions.connect.lms import platforms
from submissions.connect.lms.vocabulary import CLAIM, GRADES, REVIEW, ROSTER
from submissions.tables import (
    LmsPlatform,
)
from tests.world.campus import campus_of
from tests.world.classroom import OPERATOR
from tests.world.lms import PRODUCTS
from tests.world.lms.blackboard import BLACKBOARD
from tests.world.lms.brightspace import BRIGHTSPACE
from tests.world.lms.moodle import MOODLE
from tests.world.lms.quirks import Quirks
from tests.world.pages import Page
from tests.world.platform_course import NEW, CourseOfPlatform

_SITES = [urlsplit(each.site).netloc for each in PRODUCTS]
_NAMES = {
    "moodle": "In Moodle",
    "canvas": "In Canvas",
    "blackboard": "In Blackboard",
    "desire2learn": "In Brightspace",
}
_NO_ROSTER = "The platform does not let Backgrade read rosters."


@pytest.fixture
def quirks() -> Quirks:
    return Quirks()


@pytest.fixture
def way(quirks: Quirks, sqlite_url: str, tmp_path: Path) -> Iterator[CourseOfPlatform]:
    with campus_of(quirks, sqlite_url, tmp_path) as campus:
        yield CourseOfPlatform(campus, quirks)


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("quirks", PRODUCTS, ids=_SITES)
def test_a_product_is_driven_the_whole_way(way: CourseOfPlatform) -> None:
    way.register()
    (first,) = way.lacks()
    assert "Nobody has come" in first
    way.connect()
    way.choose()
    assert way.lacks() == ([] if way.quirks.has_roster else [_NO_ROSTER])
    for sub in (way.first, way.second):
        page = way.come(sub)
        assert (NEW in page.text, page.language) == (True, way.quirks.locale[:2])
        assert ("Ada Lovelace" in page.text) == (way.quirks.sends_names and sub == way.first)
    somebody_enrols(way)
    grades_change_here(way)
    a_teacher_overrides_there(way)
    a_grade_is_locked(way)
    a_column_vanishes(way)
    somebody_is_unenrolled(way)
    if way.quirks.extensions:
        assert way.gradebook.attempts[way.first] == 1
    if way.quirks.reviews:
        review = {f"{CLAIM}message_type": REVIEW, f"{CLAIM}for_user": {"user_id": way.first}}
        page = way.teach(**way.link, **review)
        assert page.url.endswith(f"/people/{way.person(way.first)}")


@pytest.mark.parametrize("quirks", [MOODLE, BRIGHTSPACE], ids=["moodle", "brightspace"])
def test_a_second_registration_is_an_update_or_refused(way: CourseOfPlatform) -> None:
    way.register()
    page = way.registration()
    assert page.status == (200 if way.quirks.takes_updates else 502)
    assert "Two steps are left" not in page.text
    assert ("Nothing is left to do here" in page.text) == way.quirks.takes_updates
    again = Page.of(way.campus.login(way.staff))
    assert "not approved" not in again.text
    with way.campus.service.database.read() as session:
        assert len(session.scalars(select(LmsPlatform)).all()) == 1


@pytest.mark.sampled(one_in=6)
@pytest.mark.parametrize("quirks", PRODUCTS, ids=_SITES)
def test_a_product_that_grants_nothing_is_told_where_to_allow_it(way: CourseOfPlatform) -> None:
    way.register()
    way.teach(**{GRADES: None, ROSTER: None})
    assert way.lacks() == ["The platform does not let Backgrade send grades.", _NO_ROSTER]
    with way.campus.service.database.read() as session:
        found = session.scalars(select(LmsPlatform)).one()
        advice = [each.advice for each in lacking(found, [])]
    named = next((name for name in _NAMES if name in str(found.product).lower()), "")
    assert all(_NAMES.get(named, "On the platform") in each for each in advice)


@pytest.mark.parametrize("quirks", [BLACKBOARD], ids=["blackboard"])
def test_another_institution_waits_for_an_operator_and_links_its_course_itself(way: CourseOfPlatform) -> None:
    way.register()
    way.connect()
    way.platform.deployment_id = "another"
    waits = Page.of(way.campus.launch(way.staff, {"sub": way.teacher}))
    assert (waits.status, "part of the learning platform is not approved" in waits.text) == (403, True)
    with way.campus.service.database.begin() as session:
        (platform,) = platforms.listed(session, OPERATOR)
        known = platforms.deployments(session, platform.id)
        assert [each.approved for each in known] == [True, False]
        platforms.approve_deployment(session, OPERATOR, platform.id, known[1].id, now=way.campus.clock())
    assert way.lacks() == []
    way.connect()


def somebody_enrols(way: CourseOfPlatform) -> None:
    way.platform.students.add(way.late)
    page = way.compare_roster()
    if not way.quirks.has_roster:
        assert "does not give the roster" in page.text
        return
    assert "New: 1" in page.text
    assert ("Eve" in page.text) == way.quirks.sends_names
    way.apply_roster(page)


def grades_change_here(way: CourseOfPlatform) -> None:
    given = way.submit(way.first, passes=True)
    assert way.is_same()
    assert way.shares() == {way.first: 1}
    way.regrade(given, passes=False)
    assert way.is_same()
    assert way.shares() == {way.first: 0}
    way.override(way.first, "7.25")
    way.override(way.second, "4.1")
    assert way.is_same()
    assert way.state(way.first) == ("sent", "")


def a_teacher_overrides_there(way: CourseOfPlatform) -> None:
    way.platform.by_hand[way.first] = 5
    way.override(way.first, "8")
    assert not way.is_same()
    assert way.state(way.first) == ("overridden", "")
    del way.platform.by_hand[way.first]
    way.send_again()
    assert way.is_same()
    assert way.state(way.first) == ("sent", "")


def a_grade_is_locked(way: CourseOfPlatform) -> None:
    way.gradebook.is_locked = True
    way.override(way.first, "9")
    state, reason = way.send_until_settled(way.first)
    assert state in {"refused", "not-enrolled"}
    assert "locked" in words.reason(reason)
    assert not way.is_same()
    way.gradebook.is_locked = False
    way.send_again()
    assert way.is_same()


def a_column_vanishes(way: CourseOfPlatform) -> None:
    way.gradebook.vanish(way.link[GRADES]["lineitem"])
    way.send_again()
    assert way.send_until_settled(way.first) == ("sent", "")
    assert way.send_until_settled(way.second) == ("sent", "")
    assert way.is_same()
    way.forget_column()  # found again, and not made twice
    way.send_again()
    assert way.is_same()
    assert [item["resourceId"] for item in way.platform.columns] == [str(way.assignment_id)]


def somebody_is_unenrolled(way: CourseOfPlatform) -> None:
    way.platform.students.discard(way.second)
    way.override(way.second, "1")
    assert way.send_until_settled(way.second) == ("not-enrolled", "not-enrolled")
    assert way.is_same()
    if way.quirks.has_roster:
        page = way.compare_roster()
        assert "No longer on the platform: 1" in page.text
        way.apply_roster(page)
