"""`backgrade demo`: what it prints leads to people worth being."""

import re
from contextlib import closing

import pytest
from sqlalchemy import select

from api.command import main
from submissions.access import sign_in_links
from submissions.operating.service import utc_now
from submissions.storage.database import Database
from submissions.tables import Enrolment, Person, Role


def test_each_link_signs_in_somebody_with_a_reason(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", sqlite_url)

    assert main(["demo", "--students", "3"]) == 0
    printed = capsys.readouterr()
    links = re.findall(
        r"^    (\S.*)\n      http://127\.0\.0\.1:8000/sign-in/(\w+)$", printed.out, re.MULTILINE
    )
    with closing(Database(sqlite_url)) as database, database.begin() as session:
        people = [sign_in_links.use(session, secret, now=utc_now()) for _, secret in links]
        roles = {
            person_id: role
            for person_id, role in session.execute(select(Enrolment.person_id, Enrolment.role))
        }

        assert [roles[person.id] for person in people[:2]] == [Role.OWNER, Role.ASSISTANT]
        assert all(roles[person.id] is Role.STUDENT for person in people[2:])
        assert [why for why, _ in links[:2]] == ["the instructor", "an assistant"]
        for (why, _), person in zip(links[2:], people[2:], strict=True):
            assert why.startswith(f"{person.name}, ")
        assert session.scalar(select(Person.name).where(Person.login == "demo-instructor")) == "Helena Brandt"
    assert "3 students" in printed.out
    assert "files are graded. They are stored now." in printed.err


@pytest.mark.parametrize("number", ["0", "-1", "many", "5001"])
def test_a_class_has_a_size(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["demo", "--students", number])

    assert stopped.value.code == 2
    assert "from 1 to 5000" in capsys.readouterr().err
