"""Tokens: what they are good for, and that nothing of them can be found in the database."""

import re
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import select

from submissions.errors import NotAllowed, NotFound, NotSignedIn, ScopeMissing, TokenInvalid, Unusable
from submissions.people.access import tokens
from submissions.people.access.policy import Caller, Scope
from submissions.people.access.tokens import IssuedToken, TokenRequest
from submissions.storage.database import Database
from submissions.tables import ApiToken, AuditEvent, Course, Person

READ = frozenset({Scope.COURSES_READ})
ADMIN = frozenset({Scope.ADMIN, Scope.COURSES_READ})
DAY = timedelta(days=1)


def create(database: Database, caller: Caller, wanted: TokenRequest, now: datetime) -> IssuedToken:
    with database.begin() as session:
        return tokens.create(session, caller, wanted, now=now)


def caller_of(database: Database, text: str, now: datetime) -> Caller:
    with database.read() as session:
        return tokens.find(session, text, now=now).caller


def test_a_token_brings_its_person_with_its_scopes(database: Database, ada: Person, now: datetime) -> None:
    made = create(database, Caller(ada.id), TokenRequest("laptop", READ), now)

    assert caller_of(database, made.text, now) == Caller(ada.id, scopes=READ, token_id=made.token.id)


def test_it_can_be_known_by_its_form(database: Database, ada: Person, now: datetime) -> None:
    made = create(database, Caller(ada.id), TokenRequest("laptop", READ), now)

    assert re.fullmatch(r"bg_pat_[0-9a-f]{32}_[A-Za-z0-9]{43}[0-9a-f]{8}", made.text)
    assert made.text.endswith(made.token.ending)


def test_it_is_not_kept(database: Database, ada: Person, now: datetime) -> None:
    made = create(database, Caller(ada.id), TokenRequest("laptop", READ), now)

    secret = made.text.rpartition("_")[2]
    with database.read() as session:
        kept = " ".join(str(value) for value in vars(session.scalars(select(ApiToken)).one()).values())
    assert secret not in kept
    assert secret[:43] not in kept


@pytest.mark.parametrize("place", range(7, 91, 6))
def test_one_wrong_letter_is_one_too_many(database: Database, ada: Person, now: datetime, place: int) -> None:
    text = create(database, Caller(ada.id), TokenRequest("laptop", READ), now).text
    other = "1" if text[place] == "0" else "0"

    with pytest.raises(TokenInvalid):
        caller_of(database, text[:place] + other + text[place + 1 :], now)


@pytest.mark.parametrize("text", ["", "bg_pat_", "x" * 91, "bg_pat_" + "é" * 84, "bg_pat_\x00"])
def test_what_is_no_token_is_none(database: Database, now: datetime, text: str) -> None:
    with pytest.raises(TokenInvalid):
        caller_of(database, text, now)


def test_another_secret_with_the_right_checksum_is_none(
    database: Database, ada: Person, bob: Person, now: datetime
) -> None:
    ones = create(database, Caller(ada.id), TokenRequest("laptop", READ), now).text
    others = create(database, Caller(bob.id), TokenRequest("laptop", READ), now).text
    mixed = tokens._with_checksum(ones.rpartition("_")[0] + "_" + others.rpartition("_")[2][:43])

    with pytest.raises(TokenInvalid):
        caller_of(database, mixed, now)


def test_it_expires(database: Database, ada: Person, now: datetime) -> None:
    text = create(database, Caller(ada.id), TokenRequest("laptop", READ, lasts=DAY), now).text

    caller_of(database, text, now + DAY - timedelta(seconds=1))
    with pytest.raises(TokenInvalid):
        caller_of(database, text, now + DAY)


def test_by_default_it_lives_ninety_days(database: Database, ada: Person, now: datetime) -> None:
    made = create(database, Caller(ada.id), TokenRequest("laptop", READ), now)

    assert made.token.expires_at == now + timedelta(days=90)


@pytest.mark.parametrize("lasts", [timedelta(days=366), timedelta(0), -DAY])
def test_no_token_lives_longer_than_a_year_or_not_at_all(
    database: Database, ada: Person, now: datetime, lasts: timedelta
) -> None:
    with pytest.raises(Unusable):
        create(database, Caller(ada.id), TokenRequest("laptop", READ, lasts=lasts), now)


def test_a_revoked_one_is_none_at_once(database: Database, ada: Person, now: datetime) -> None:
    made = create(database, Caller(ada.id), TokenRequest("laptop", READ), now)

    with database.begin() as session:
        tokens.revoke(session, ada.id, made.token.id, now=now)
        assert tokens.listed(session, ada.id, now=now) == []
    with pytest.raises(TokenInvalid):
        caller_of(database, made.text, now)


def test_all_of_a_person_can_be_revoked(database: Database, ada: Person, bob: Person, now: datetime) -> None:
    ones = create(database, Caller(ada.id), TokenRequest("laptop", READ), now).text
    others = create(database, Caller(bob.id), TokenRequest("laptop", READ), now).text

    with database.begin() as session:
        tokens.revoke_all(session, ada.id, now=now)

    with pytest.raises(TokenInvalid):
        caller_of(database, ones, now)
    assert caller_of(database, others, now).person_id == bob.id


def test_nobody_revokes_the_token_of_another(
    database: Database, ada: Person, bob: Person, now: datetime
) -> None:
    made = create(database, Caller(ada.id), TokenRequest("laptop", READ), now)

    with database.begin() as session, pytest.raises(NotFound):
        tokens.revoke(session, bob.id, made.token.id, now=now)
    caller_of(database, made.text, now)


def test_a_disabled_person_has_none(database: Database, ada: Person, now: datetime) -> None:
    text = create(database, Caller(ada.id), TokenRequest("laptop", READ), now).text

    with database.begin() as session:
        session.get_one(Person, ada.id).disabled_at = now
    with pytest.raises(TokenInvalid):
        caller_of(database, text, now)


def test_an_operators_token_is_one_only_with_that_scope(
    database: Database, ada: Person, now: datetime
) -> None:
    with database.begin() as session:
        session.get_one(Person, ada.id).operator = True
    asks = Caller(ada.id, operator=True)

    plain = create(database, asks, TokenRequest("plain", READ), now).text
    admin = create(database, asks, TokenRequest("admin", ADMIN), now).text

    assert not caller_of(database, plain, now).operator
    assert caller_of(database, admin, now).operator


def test_who_is_no_operator_makes_no_operators_token(database: Database, ada: Person, now: datetime) -> None:
    with pytest.raises(NotAllowed):
        create(database, Caller(ada.id), TokenRequest("admin", ADMIN), now)


def test_who_is_not_in_a_course_makes_no_token_for_it(
    database: Database, ada: Person, bob: Person, course: Course, now: datetime
) -> None:
    wanted = TokenRequest("course", READ, course_id=course.id)

    made = create(database, Caller(bob.id), wanted, now)

    assert caller_of(database, made.text, now).course_id == course.id
    with pytest.raises(NotFound):
        create(database, Caller(ada.id), wanted, now)
    with pytest.raises(NotFound):
        create(database, Caller(ada.id, operator=True), TokenRequest("none", READ, course_id=uuid4()), now)


def test_a_token_makes_none_that_can_do_more(
    database: Database, bob: Person, course: Course, now: datetime
) -> None:
    first = create(database, Caller(bob.id), TokenRequest("first", READ, DAY, course.id), now)
    asks = caller_of(database, first.text, now)

    create(database, asks, TokenRequest("same", READ, DAY, course.id), now)
    with pytest.raises(ScopeMissing):
        create(database, asks, TokenRequest("wider", READ | {Scope.GRADES_READ}, DAY, course.id), now)
    with pytest.raises(NotAllowed):
        create(database, asks, TokenRequest("everywhere", READ, DAY), now)
    with pytest.raises(Unusable):
        create(database, asks, TokenRequest("longer", READ, 2 * DAY, course.id), now)


@pytest.mark.parametrize(
    "wanted", [TokenRequest("", READ), TokenRequest("a\x00b", READ), TokenRequest("nothing", frozenset())]
)
def test_what_cannot_be_made_is_refused(
    database: Database, ada: Person, now: datetime, wanted: TokenRequest
) -> None:
    with pytest.raises(Unusable):
        create(database, Caller(ada.id), wanted, now)


def test_what_becomes_of_it_is_written_down(database: Database, ada: Person, now: datetime) -> None:
    made = create(database, Caller(ada.id), TokenRequest("laptop", READ), now)
    for _ in range(2):
        with database.begin() as session:
            tokens.revoke(session, ada.id, made.token.id, now=now)

    with database.read() as session:
        events = session.scalars(select(AuditEvent).where(AuditEvent.subject_id == made.token.id)).all()
    assert sorted(each.action for each in events) == ["token-made", "token-revoked"]


def test_nobody_makes_none(database: Database, now: datetime) -> None:
    with pytest.raises(NotSignedIn):
        create(database, Caller(), TokenRequest("laptop", READ), now)


def test_a_person_has_a_bounded_number(
    database: Database, ada: Person, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokens, "MOST", 2)
    for name in ("one", "two"):
        create(database, Caller(ada.id), TokenRequest(name, READ), now)

    with pytest.raises(Unusable):
        create(database, Caller(ada.id), TokenRequest("three", READ), now)


def test_when_it_was_used_is_noted_now_and_then(database: Database, ada: Person, now: datetime) -> None:
    made = create(database, Caller(ada.id), TokenRequest("laptop", READ), now)

    with database.begin() as session:
        assert tokens.find(session, made.text, now=now).unseen
        tokens.used(session, made.token.id, now=now)
    with database.read() as session:
        assert not tokens.find(session, made.text, now=now).unseen
        assert tokens.find(session, made.text, now=now + timedelta(minutes=2)).unseen
