"""Logins: none that looks like another; those from before that was asked keep working."""

from datetime import datetime

import pytest

from submissions.errors import AlreadyThere, Unusable
from submissions.people.access import people, sign_in
from submissions.storage.database import Database
from submissions.tables import Person

KEPT = "$argon2id$"


@pytest.mark.parametrize(
    "login",
    [
        *("a\u200bda", "ada\u200d", "\u0430da", "\uff41da", "ad\u00e4", "\u0131da", "ada\u0301"),
        *("=cmd", "+1", "-x", "@ada", ".ada", "ada/../x", "ada;", "a,b", 'a"b', "<b>", "ada\uff20x.org"),
    ],
)
def test_one_that_could_be_taken_for_another_is_refused(
    database: Database, now: datetime, login: str
) -> None:
    with pytest.raises(Unusable) as refused, database.begin() as session:
        people.add(session, login, "Ada", now=now)

    assert (refused.value.field, refused.value.why) in {("login", "not-a-login"), ("login", "not-printable")}


@pytest.mark.parametrize(
    "login", ["ada", "Ada.Lovelace@Example.edu", "o'brien+101@x.org", "s1234567", "a_b-c"]
)
def test_plain_ones_are_taken_and_kept_in_lower_case(database: Database, now: datetime, login: str) -> None:
    with database.begin() as session:
        assert people.add(session, login, "\u0410\u0434\u0430", now=now).login == login.lower()
    with pytest.raises(AlreadyThere), database.begin() as session:
        people.add(session, login.upper(), "Ada", now=now)


def test_an_account_from_before_still_signs_in_and_is_found(database: Database, now: datetime) -> None:
    with database.begin() as session:
        session.add(Person(login="j\u00f6rg", name="J\u00f6rg", password_hash=KEPT, created_at=now))
    with database.begin() as session:
        assert sign_in.begin(session, "J\u00d6RG", "x", now=now).kept == KEPT
        assert people.by_login(session, "j\u00f6rg") is not None


def test_a_login_of_megabytes_is_too_long_before_it_is_looked_at(database: Database, now: datetime) -> None:
    with pytest.raises(Unusable, match="too-long"):
        people.usual_login("a " * 2_000_000)
    with database.begin() as session:
        assert sign_in.begin(session, "a" * 4_000_000, "x", now=now).login == ""
