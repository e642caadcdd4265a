"""Links sign in once, and looking does not use them up."""

from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from submissions.errors import LinkUsed
from submissions.people import durations
from submissions.people.access import sign_in_links
from submissions.storage.database import Database
from submissions.tables import Person, SignInLink


def create(database: Database, person: Person, now: datetime) -> str:
    with database.begin() as session:
        return sign_in_links.create(session, person.id, now=now)


def use(database: Database, secret: str, now: datetime) -> str:
    with database.begin() as session:
        return sign_in_links.use(session, secret, now=now).login


def test_a_link_signs_in_once(database: Database, ada: Person, now: datetime) -> None:
    secret = create(database, ada, now)

    assert use(database, secret, now) == "ada"
    with pytest.raises(LinkUsed):
        use(database, secret, now)


def test_looking_does_not_use_it_up(database: Database, ada: Person, now: datetime) -> None:
    secret = create(database, ada, now)

    with database.read() as session:
        for _ in range(3):
            assert sign_in_links.person_of(session, secret, now=now).login == "ada"
    assert use(database, secret, now) == "ada"


def test_it_expires(database: Database, ada: Person, now: datetime) -> None:
    secret = create(database, ada, now)

    with pytest.raises(LinkUsed):
        use(database, secret, now + durations.SIGN_IN_LINK)


def test_it_is_not_kept(database: Database, ada: Person, now: datetime) -> None:
    secret = create(database, ada, now)

    with database.read() as session:
        kept = session.scalars(select(SignInLink)).one()
    assert secret not in {str(value) for value in vars(kept).values()}


def test_a_disabled_person_has_none(database: Database, ada: Person, now: datetime) -> None:
    secret = create(database, ada, now)

    with database.begin() as session:
        session.get_one(Person, ada.id).disabled_at = now
    with pytest.raises(LinkUsed):
        use(database, secret, now)


def test_with_one_used_all_of_the_person_are(
    database: Database, ada: Person, bob: Person, now: datetime
) -> None:
    first, second, others = (create(database, each, now) for each in (ada, ada, bob))

    use(database, second, now)

    with pytest.raises(LinkUsed):
        use(database, first, now)
    assert use(database, others, now) == "bob"


def test_what_was_used_is_remembered_and_what_expired_is_not(
    database: Database, ada: Person, bob: Person, now: datetime
) -> None:
    use(database, create(database, ada, now), now)
    create(database, bob, now)

    with database.begin() as session:
        sign_in_links.forget(session, now=now + timedelta(days=60))
        assert sign_in_links.was_used(session, ada.id)
        assert not sign_in_links.was_used(session, bob.id)
        assert len(session.scalars(select(SignInLink)).all()) == 1
