import pytest

from api.spreadsheets.roster import NoLogins, students
from submissions.courses.courses.roster_import import RosterLine


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            "Name,E-Mail,Section,Student number\r\nAda,ada@x.edu, Lab 1 ,7\r\n",
            RosterLine(2, "ada@x.edu", "Ada", "Lab 1", "7"),
        ),
        (
            'Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible\n"Lovelace, Ada",1,S1,ada,A\n',
            RosterLine(3, "ada", "Ada Lovelace", "A", "S1"),
        ),
        (
            "\ufeffNombre;Apellido(s);Dirección de correo;Grupos\nAda;Lovelace;ada@x.edu;\n",
            RosterLine(2, "ada@x.edu", "Ada Lovelace", "", None),
        ),
        (
            "OrgDefinedId,Username,End-of-Line Indicator\n#S1,#ada,#\n",
            RosterLine(2, "ada", "", None, "S1"),
        ),
    ],
    ids=["own", "canvas", "moodle", "brightspace"],
)
def test_students_are_read_whoever_wrote_the_list(content: str, expected: RosterLine) -> None:
    assert students(content.encode()) == [expected]


def test_a_list_without_logins_is_refused() -> None:
    with pytest.raises(NoLogins):
        students(b"Name,Section\nAda,1\n")
