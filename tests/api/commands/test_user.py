"""People from the command line."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from api.command import main
from submissions.operating.service import utc_now
from submissions.operating.settings import read_settings
from submissions.operating.startup import opened
from submissions.people.access import sessions, sign_in_links
from submissions.storage.database import Database
from submissions.tables import AuditEvent, Person

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def database(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", sqlite_url)
    with closing(Database(sqlite_url)) as made:
        yield made


def person(database: Database, login: str = "ada") -> Person:
    with database.read() as session:
        return session.scalars(select(Person).where(Person.login == login)).one()


def signs_in(database: Database, printed: str) -> str | None:
    """Whom a printed link signs in."""
    (secret,) = re.findall(r"^http://127\.0\.0\.1:8000/sign-in/(\w+)$", printed, re.MULTILINE)
    with database.begin() as session:
        return sign_in_links.use(session, secret, now=utc_now()).login


def test_an_account_comes_with_a_link(database: Database, capsys: Capture) -> None:
    assert main(["user", "add", "Ada", "--name", "Ada Lovelace"]) == 0

    assert signs_in(database, capsys.readouterr().out) == "ada"
    assert (person(database).name, person(database).operator) == ("Ada Lovelace", False)


def test_it_can_be_an_operators(database: Database) -> None:
    assert main(["user", "add", "ada", "--operator"]) == 0

    assert person(database).operator


@pytest.mark.usefixtures("database")
def test_the_link_leads_where_people_reach_the_service(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKGRADE_PUBLIC_URL", "https://grader.example.edu/")

    main(["user", "add", "ada"])

    assert capsys.readouterr().out.startswith("https://grader.example.edu/sign-in/")


def test_the_link_leads_to_the_port_on_which_the_service_beside_it_runs(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path))
    with opened(read_settings(), copied=print, address="http://127.0.0.1:8311"):
        main(["user", "add", "ada"])
    main(["user", "link", "ada"])

    while_it_ran, afterwards = capsys.readouterr().out.split()
    assert while_it_ran.startswith("http://127.0.0.1:8311/sign-in/")
    assert afterwards.startswith("http://127.0.0.1:8000/sign-in/")


def test_another_link_can_be_made(database: Database, capsys: Capture) -> None:
    main(["user", "add", "ada"])
    capsys.readouterr()

    assert main(["user", "link", "ada", "--hours", "2"]) == 0
    assert signs_in(database, capsys.readouterr().out) == "ada"


@pytest.mark.usefixtures("database")
def test_everybody_is_listed(capsys: Capture) -> None:
    main(["user", "add", "bob", "--operator"])
    main(["user", "add", "ada", "--name", "Ada Lovelace"])
    main(["user", "disable", "ada"])
    capsys.readouterr()

    assert main(["user", "list"]) == 0

    assert capsys.readouterr().out == (
        "ada  Ada Lovelace, no password, disabled\nbob  bob, operator, no password\n2 accounts\n"
    )


def test_who_is_disabled_is_out_at_once(database: Database, capsys: Capture) -> None:
    main(["user", "add", "ada"])
    with database.begin() as session:
        ada = session.scalars(select(Person)).one()
        secret = sessions.start(session, ada.id, browser="", now=utc_now())

    assert main(["user", "disable", "ada"]) == 0
    with database.read() as session:
        assert sessions.find(session, secret, now=utc_now()) is None
    assert "disabled" in capsys.readouterr().out

    assert main(["user", "disable", "ada", "--undo"]) == 0
    assert person(database).disabled_at is None


def test_the_last_operator_stays(database: Database, capsys: Capture) -> None:
    main(["user", "add", "ada", "--operator"])

    for arguments in (["disable", "ada"], ["operator", "ada", "--undo"]):
        assert main(["user", *arguments]) == 2
        assert "This is the only operator" in capsys.readouterr().err
    main(["user", "add", "bob"])
    assert main(["user", "operator", "bob"]) == 0
    assert main(["user", "operator", "ada", "--undo"]) == 0
    assert not person(database).operator


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["add", "a b"], "A login cannot contain spaces"),
        (["add", ""], "This field is required."),
        (["link", "nobody"], "Nobody has this login"),
        (["disable", "nobody"], "Nobody has this login"),
    ],
)
def test_what_cannot_be_done_is_told(arguments: list[str], told: str, capsys: Capture) -> None:
    assert main(["user", *arguments]) == 2

    assert told in capsys.readouterr().err


@pytest.mark.usefixtures("database")
def test_a_login_is_given_once(capsys: Capture) -> None:
    main(["user", "add", "ada"])

    assert main(["user", "add", "ADA"]) == 2
    assert "The login `ada` is already taken." in capsys.readouterr().err


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("hours", ["0", "721", "x"])
def test_no_link_is_good_for_ever(hours: str) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["user", "add", "ada", "--hours", hours])

    assert stop.value.code == 2


def test_what_was_done_is_written_down(database: Database) -> None:
    main(["user", "add", "ada", "--operator"])

    with database.read() as session:
        assert {"operator-made", "link-made"} <= set(session.scalars(select(AuditEvent.action)))


def test_before_the_first_start_there_can_be_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path / "new"))

    assert main(["user", "add", "ada", "--operator"]) == 0

    assert main(["user", "list"]) == 0
    assert "ada" in capsys.readouterr().out


def test_tables_of_another_version_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (tmp_path / "backgrade.db").touch()
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path))

    assert main(["user", "list"]) == 2

    assert "migrate" in capsys.readouterr().err
