"""Tokens from the command line."""

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import select

from api.command import main
from submissions.errors import TokenInvalid
from submissions.operating.service import utc_now
from submissions.people.access import tokens
from submissions.people.access.policy import Caller, Scope
from submissions.storage.database import Database
from submissions.tables import ApiToken

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def database(sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Iterator[Database]:
    """One with Ada in it."""
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", sqlite_url)
    with closing(Database(sqlite_url)) as made:
        main(["user", "add", "ada"])
        capsys.readouterr()
        yield made


def caller(database: Database, text: str) -> Caller:
    with database.read() as session:
        return tokens.find(session, text, now=utc_now()).caller


def create(capsys: Capture, *more: str) -> str:
    assert main(["token", "create", "ada", "--scope", "courses:read", *more]) == 0
    return capsys.readouterr().out.strip()


def test_a_token_is_all_that_is_printed(database: Database, capsys: Capture) -> None:
    assert main(["token", "create", "ada", "--scope", "courses:read", "--scope", "grades:read"]) == 0

    told = capsys.readouterr()
    assert re.fullmatch(r"bg_pat_\w+\n", told.out)
    assert "shown only once" in told.err
    assert caller(database, told.out.strip()).scopes == frozenset({Scope.COURSES_READ, Scope.GRADES_READ})


def test_it_lives_as_long_as_was_said(database: Database, capsys: Capture) -> None:
    create(capsys, "--days", "7", "--name", "robot")

    with database.read() as session:
        made = session.scalars(select(ApiToken)).one()
    assert made.expires_at - made.created_at == timedelta(days=7)
    assert made.name == "robot"


@pytest.mark.usefixtures("database")
def test_it_is_listed_but_not_shown_again(capsys: Capture) -> None:
    token = create(capsys)

    assert main(["token", "list", "ada"]) == 0

    told = capsys.readouterr().out
    assert token not in told
    assert f"...{token[-4:]}" in told
    assert "courses:read" in told
    assert told.endswith("1 token\n")


def test_it_can_be_revoked(database: Database, capsys: Capture) -> None:
    token = create(capsys)
    with database.read() as session:
        id_ = session.scalars(select(ApiToken.id)).one()

    assert main(["token", "revoke", "ada", str(id_)]) == 0

    with pytest.raises(TokenInvalid):
        caller(database, token)


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["create", "nobody", "--scope", "courses:read"], "Nobody has this login"),
        (["create", "ada"], "at least one scope"),
        (["create", "ada", "--scope", "everything"], "This scope does not exist: 'everything'"),
        (["create", "ada", "--scope", "admin"], "ada is not an operator"),
        (["revoke", "ada", "01a1febc-f75a-75c0-ab69-42600d438927"], "ada does not have a token with this id"),
    ],
)
def test_what_cannot_be_done_is_told(arguments: list[str], told: str, capsys: Capture) -> None:
    assert main(["token", *arguments]) == 2

    assert told in capsys.readouterr().err


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("days", ["0", "366", "x"])
def test_none_is_good_for_ever(days: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["token", "create", "ada", "--scope", "courses:read", "--days", days])

    assert stop.value.code == 2
