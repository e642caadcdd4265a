"""`backgrade demo`: what it prints leads to people worth being."""

import re
from contextlib import closing
from uuid import UUID

import pytest
from sqlalchemy import select

from api.command import main
from submissions.operating.service import utc_now
from submissions.people.access import sign_in_links
from submissions.storage.database import Database
from submissions.tables import Enrolment, Person, Role, Submission

ADDRESS = r"http://127\.0\.0\.1:8000"


def test_each_link_signs_in_somebody_with_a_reason(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", sqlite_url)

    assert main(["demo", "--students", "3"]) == 0
    printed = capsys.readouterr()
    links = re.findall(rf"^    (\S.*)\n      {ADDRESS}/sign-in/(\w+)$", printed.out, re.MULTILINE)
    pages = re.findall(rf"^      {ADDRESS}/(?:teach/courses|submissions)/([\w-]+)", printed.out, re.MULTILINE)
    with closing(Database(sqlite_url)) as database, database.begin() as session:
        people = [sign_in_links.use(session, secret, now=utc_now()) for _, secret in links]
        roles = {each.person_id: each.role for each in session.scalars(select(Enrolment))}

        assert [roles[person.id] for person in people[:2]] == [Role.OWNER, Role.ASSISTANT]
        assert all(roles[person.id] == Role.STUDENT for person in people[2:])
        assert [why for why, _ in links[:2]] == ["the instructor", "an assistant"]
        for (why, _), person, page in zip(links[2:], people[2:], pages[2:], strict=True):
            assert why.startswith(f"{person.name}, ")
            assert session.get_one(Submission, UUID(page)).person_id == person.id
        assert session.scalar(select(Person.name).where(Person.login == "demo-instructor")) == "Helena Brandt"
    assert "3 students" in printed.out
    assert "graded" not in printed.err


def test_all_files_are_graded_again_where_somebody_asks_for_it(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", sqlite_url)

    assert main(["demo", "--students", "1", "--grade"]) == 0
    assert "files are graded. They are stored now." in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-1", "many", "5001"])
def test_a_class_has_a_size(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["demo", "--students", number])

    assert stopped.value.code == 2
    assert "from 1 to 5000" in capsys.readouterr().err
