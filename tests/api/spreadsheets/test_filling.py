from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

import pytest

from api.spreadsheets import filling
from api.spreadsheets.filling import CannotFill, Filling, NotFilled
from api.spreadsheets.matching import Unmatched, matched
from api.spreadsheets.platforms import Identity
from grader.records import replace
from submissions.courses.grades.cells import Column, GradeCell
from submissions.tables import Assignment
from submissions.tables.identity import new_id
from submissions.teaching.gradebook.gradebook import GradebookRow
from tests.offenders import for_each

_ASSIGNMENT = Assignment(id=new_id(), title="Backprop", created_at=datetime(2026, 1, 1, tzinfo=UTC))
_COLUMN = Column(_ASSIGNMENT, new_id(), Decimal(100))

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Essay (7),Backprop (8),Quiz (9),Current Score\r\n"
    ",,,,,,Manual Posting,,(read only)\r\n"
    '    Points Possible,,,,,10.00,50.00,"(read only)",(read only)\r\n'
    '"Lovelace, Ada",101,S1,ada,"A and ""B""",9.00,,3,\r\n'
    '"Turing, Alan",102,S2,alan,A,8.00,EX,3,\r\n'
    '"Nobody, Here",103,S9,nobody,A,=1+1,4.00,3,\r\n'
    '"Student, Test",104,,,A,,,,\r\n'
)
MOODLE = (
    '\ufeff"First name","Last name","ID number","Email address","External tool: Backprop (Real)",'
    '"External tool: Backprop (Feedback)","Course total (Real)","Last downloaded from this course"\n'
    'Ada,Lovelace,S1,ADA@uni.edu,-,"Well, ""done""",-,1763890000\n'
    "Alan,Turing,,alan@uni.edu,12.00,,-,1763890000\n"
    "Nobody,Here,S9,nobody@uni.edu,-,,-,1763890000\n"
)
GERMAN = (
    '\ufeffVorname;Nachname;ID-Nummer;E-Mail-Adresse;"Aufgabe: Essay (Punkte)";'
    '"Aufgabe:\u00a0Backprop (Punkte)";"Aufgabe: Backprop (Feedback)";'
    '"Übungen gesamt (Punkte)";"Kurs gesamt (Punkte)";'
    '"Letzter Download aus diesem Kurs"\r\n'
    'Ada;Lovelace;S1;ADA@uni.edu;7,50;-;"Gut; ""sehr""";-;-;1763890000\r\n'
    "Alan;Turing;12.345;alan@uni.edu;-;40,50;;-;-;1763890000\r\n"
    "Niemand;Hier;S9;nobody@uni.edu;-;1,00;;-;-;1763890000\r\n"
)
"""What is exported with semicolons; the second number looks like one with a decimal point, and is an id."""
GERMAN_WORKSHEET = (
    'ID;"Vollständiger Name";E-Mail-Adresse;Status;Bewertung;Bestwertung;"Bewertung kann geändert werden";'
    '"Zuletzt geändert (Bewertung)";"Feedback als Kommentar"\n'
    '"Teilnehmer/in 41";"Ada Lovelace";ada@uni.edu;"Zur Bewertung abgegeben";;50,00;Ja;-;\n'
    '"Teilnehmer/in 42";"Alan Turing";alan@uni.edu;"Keine Abgabe";3,00;50,00;Ja;-;\n'
    '"Teilnehmer/in 43";"Niemand Hier";S9;"Keine Abgabe";;50,00;Ja;-;\n'
)
BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Total [Total Pts: 100 Score] |1"\t'
    '"Backprop [Total Pts: 50 Score] |12"\r\n'
    '"Lovelace"\t"Ada"\t"ada"\t"S1"\t""\t""\r\n'
    '"Turing"\t"Alan"\t"alan"\t"S2"\t""\t"20.50"\r\n'
    '"Here"\t"Nobody"\t"nobody"\t"S9"\t""\t"1"\r\n'
)
BRIGHTSPACE = (
    "OrgDefinedId,Username,Last Name,First Name,Email,"
    "Backprop Points Grade <Numeric MaxPoints:50 Weight:10>,Subtotal Points Grade,End-of-Line Indicator\r\n"
    "#S1,#ada,Lovelace,Ada,ada@uni.edu,,,#\r\n"
    "#S2,#alan,Turing,Alan,alan@uni.edu,3,,#\r\n"
    "#S9,#nobody,Here,Nobody,nobody@uni.edu,4,,#\r\n"
)


def _student(login: str, sis_id: str, points: str | None) -> GradebookRow:
    cells = {} if points is None else {_ASSIGNMENT.id: GradeCell(Decimal(points), Decimal(100), None)}
    return GradebookRow(new_id(), login.title(), login, cells, "", sis_id)


_CLASS = (
    _student("ada@uni.edu", "S1", "85"),
    _student("alan@uni.edu", "", "41"),
    _student("grace@uni.edu", "S3", "99"),
)


def _filled(content: bytes) -> Filling:
    file = filling.opened(content)
    return filling.filled(file, file.like("Backprop").index, _COLUMN, _CLASS, scale=True)


@pytest.mark.parametrize(
    ("platform", "content", "changes", "kept"),
    [
        ("Canvas", CANVAS.encode(), [("9.00,,3", "9.00,42.5,3")], ["alan@uni.edu"]),
        ("Moodle", MOODLE.encode(), [("edu,-,", "edu,85,"), ("12.00", "41")], []),
        ("Moodle", GERMAN.encode(), [("50;-;", "50;85;"), ("-;40,50;", "-;41;")], []),
        ("Moodle", GERMAN.encode("utf-8")[3:], [("50;-;", "50;85;"), ("-;40,50;", "-;41;")], []),
        ("Moodle", GERMAN_WORKSHEET.encode("cp1252"), [('";;', '";42,5;'), (";3,00;", ";20,5;")], []),
        (
            "Blackboard",
            ("\ufeff" + BLACKBOARD).encode("utf-16-le"),
            [('"S1"\t""\t""', '"S1"\t""\t"42.5"')],
            [],
        ),
        ("Brightspace", BRIGHTSPACE.encode(), [("edu,,,#", "edu,42.5,,#"), ("edu,3,,", "edu,20.5,,")], []),
    ],
    ids=["canvas", "moodle", "german", "german-plain", "german-worksheet", "blackboard", "brightspace"],
)
def test_a_file_comes_back_with_our_points_and_no_other_byte_changed(
    platform: str, content: bytes, changes: list[tuple[str, str]], kept: list[str]
) -> None:
    encoding = "utf-16-le" if platform == "Blackboard" else "utf-8"
    expected = content
    for before, after in changes:
        expected = expected.replace(before.encode(encoding), after.encode(encoding), 1)
    found = _filled(content)

    assert filling.opened(content).platform.name == platform
    assert found.content == expected
    assert [each.login for each in found.kept] == kept
    assert [each.login for each in found.matches.absent] == ["grace@uni.edu"]
    assert [(each.ids[0], each.why) for each in found.matches.unmatched] == [("S9", Unmatched.UNKNOWN)]
    assert found.same == (platform == "Blackboard")  # 20.50 is 20.5


def test_where_no_column_has_the_title_the_emptiest_is_filled_and_nothing_is_lost() -> None:
    files = (CANVAS.replace("Essay (7),Backprop (8)", "Essay (7),Lab (8)"), MOODLE.replace("Backprop", "Lab"))
    titles = [filling.opened(each.encode()).like("Value class").title for each in files]

    assert titles == ["Lab (8)", "External tool: Lab"]


def test_points_that_are_replaced_are_counted() -> None:
    assert (_filled(CANVAS.encode()).changed, _filled(CANVAS.encode()).replaced) == (1, 0)
    assert (_filled(MOODLE.encode()).changed, _filled(MOODLE.encode()).replaced) == (2, 1)


def test_points_are_written_as_the_file_writes_numbers() -> None:
    content = b"Student;ID;SIS Login ID;Section;Essay (7);Backprop (8)\nx;1;ada;A;7,5;\n"

    assert _filled(content).content.endswith(b";7,5;85\n")
    assert _filled(content.replace(b"A;7,5", b'A;"7,5"')).changed == 1


def test_a_german_file_without_decimals_gets_a_comma_and_an_id_says_nothing_of_numbers() -> None:
    empty = GERMAN.replace("7,50", "-").replace("40,50", "-").replace("1,00", "-")
    half = replace(_CLASS[0], cells={_ASSIGNMENT.id: GradeCell(Decimal("85.5"), Decimal(100), None)})
    file = filling.opened(empty.encode())
    found = filling.filled(file, file.like("Backprop").index, _COLUMN, (half, *_CLASS[1:]), scale=True)

    assert "ADA@uni.edu;-;85,5;" in found.content.decode()


@pytest.mark.parametrize("content", [GERMAN, MOODLE.replace("Course total", "Homework total")])
def test_totals_of_categories_are_no_columns(content: str) -> None:
    titles = [each.title for each in filling.opened(content.encode()).columns]

    assert not [each for each in titles if each.endswith(("gesamt", "total"))]
    assert titles


def test_a_column_of_ones_own_may_be_called_total_where_it_is_the_only_one() -> None:
    assert filling.opened(b"Email address,Lab total (Real)\nx@y,1\n").columns[0].title == "Lab total"


def test_a_row_of_two_people_and_two_rows_of_one_are_nobodys() -> None:
    header = "Student,ID,SIS User ID,SIS Login ID,Section,Backprop (8)\n"
    two_people = _filled((header + "x,1,S1,alan,A,\n").encode())
    two_rows = _filled((header + "x,1,S1,,A,\ny,2,S1,ada,A,\n").encode())

    assert [each.why for each in two_people.matches.unmatched] == [Unmatched.AMBIGUOUS]
    assert [each.why for each in two_rows.matches.unmatched] == [Unmatched.AMBIGUOUS] * 2
    assert two_people.changed == two_rows.changed == 0


def test_the_part_before_the_at_is_no_id_where_addresses_are_of_two_domains() -> None:
    file = filling.opened(BRIGHTSPACE.replace("alan@uni.edu", "").encode())
    abroad = (*_CLASS, _student("eve@other.edu", "", "1"))
    found = filling.filled(file, file.columns[0].index, _COLUMN, abroad, scale=False)

    assert [each.login for each in found.matches.by_row.values()] == ["ada@uni.edu"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"a,b\n1,2\n", NotFilled.UNKNOWN_FORMAT),
        (b"Email address,Course total (Real)\nx@y,1\n", NotFilled.NO_COLUMN),
        (b"Email address,Backprop (Real)\n", NotFilled.NOBODY),
    ],
)
def test_a_file_that_is_no_gradebook_is_refused(content: bytes, why: NotFilled) -> None:
    with pytest.raises(CannotFill) as refused:
        _filled(content)

    assert refused.value.why is why


def test_ids_are_not_mistaken_for_columns() -> None:
    with pytest.raises(CannotFill):
        filling.filled(filling.opened(CANVAS.encode()), 2, _COLUMN, _CLASS, scale=True)

    assert UUID(str(_ASSIGNMENT.id)) == _COLUMN.assignment.id


def test_a_file_with_every_student_many_times_costs_a_look_at_each_row() -> None:
    looks = 0

    class Counted(UUID):
        def __hash__(self) -> int:
            nonlocal looks
            looks += 1
            return super().__hash__()

    class_ = [replace(_student(f"s{n}", f"{n}", "1"), person_id=Counted(int=n)) for n in range(100)]
    rows = [(row, Identity("", f"{row % 100}", (f"s{row % 100}",))) for row in range(1000)]

    assert len(matched(rows, class_).by_row) == 1000
    assert looks < 20 * (len(rows) + len(class_))


_LONG = 1 << 20
_HOSTILE_TITLES = {
    "blackboard": "[" * _LONG,
    "blackboard numbers": "[" + "1" * _LONG,
    "blackboard end": "a [1]" + " " * _LONG + "|",
    "brightspace": " Points Grade <" * (_LONG // 15),
    "moodle": "a" + " " * _LONG + "(Real",
    "moodle brackets": "(" * _LONG + "(Real)",
}


@for_each("title", _HOSTILE_TITLES.values(), ids=_HOSTILE_TITLES.keys())
@for_each(
    "header",
    [
        "Username,Student ID,{}",
        "OrgDefinedId,Username,{},End-of-Line Indicator",
        "Email address,{}",
        "Student,ID,Section,{}",
    ],
    ids=["blackboard", "brightspace", "moodle", "canvas"],
)
def test_a_title_of_any_length_is_read_at_once(header: str, title: str) -> None:
    """Were one read in time by the square of its length, this would take hours."""
    with suppress(CannotFill):
        filling.opened(f"{header.format(title)}\nada,1,2,3\n".encode())


def test_many_rows_beside_many_columns_are_looked_at_cell_by_cell() -> None:
    titles = ",".join(f"Task {number} (Real)" for number in range(900))
    content = f"Email address,{titles}\n" + "ada@uni.edu,7,5\n" * 19_000
    file = filling.opened(content.encode())

    assert file.like("Backprop").title == "Task 2"
    assert not file.has_decimal_comma


@pytest.mark.parametrize("points", ["1e999999", "9" * 5000, "Infinity", "NaN", "-1"])
def test_a_column_is_out_of_a_number_that_people_write(points: str) -> None:
    content = CANVAS.replace("50.00", points, 1)

    assert filling.opened(content.encode()).like("Backprop").possible is None


@for_each("out_of", ["12.5", "50", "100", "250", "3"])
@for_each("points", ["85", "0.07", "33.33333", "100"])
def test_points_are_those_of_the_column_whoever_says_what_it_is_out_of(out_of: str, points: str) -> None:
    ada = replace(_CLASS[0], cells={_ASSIGNMENT.id: GradeCell(Decimal(points), Decimal(100), None)})
    file = filling.opened(MOODLE.encode())
    index = file.like("Backprop").index
    found = filling.filled(file, index, _COLUMN, [ada], scale=True, out_of=Decimal(out_of))
    written = Decimal(filling.opened(found.content).table.text(1, index))

    assert abs(written - Decimal(points) * Decimal(out_of) / 100) <= Decimal("0.000005")


@pytest.mark.parametrize(
    ("there", "changed", "replaced", "fallen"),
    [
        ("100.00", 1, 1, 1),
        ("15.63", 1, 1, 1),
        ("15.62", 1, 1, 0),
        ("7.80", 1, 1, 0),
        ("7.81", 0, 0, 0),
        ("7.8125", 0, 0, 0),
        ("8", 1, 1, 0),
        ("-", 1, 0, 0),
    ],
)
def test_grades_that_fall_far_are_counted_and_a_shorter_number_is_the_same(
    there: str, changed: int, replaced: int, fallen: int
) -> None:
    file = filling.opened(MOODLE.replace("12.00", there).encode())
    alan = replace(_CLASS[1], cells={_ASSIGNMENT.id: GradeCell(Decimal("62.5"), Decimal(100), None)})
    index = file.like("Backprop").index
    found = filling.filled(file, index, _COLUMN, [alan], scale=True, out_of=Decimal("12.5"))

    assert (found.changed, found.replaced, found.fallen) == (changed, replaced, fallen)
    assert "alan@uni.edu,7.8125," in found.content.decode()


def _launched(name: str) -> GradebookRow:
    """Somebody who came by a platform: of them we have no id that a file has."""
    cells = {_ASSIGNMENT.id: GradeCell(Decimal(50), Decimal(100), None)}
    return GradebookRow(new_id(), name, f"lms-{new_id().hex[:12]}", cells)


@pytest.mark.parametrize(
    ("students", "likely"),
    [
        ([_launched("Ada Lovelace")], 1),
        ([_launched("  ADA   lovelace ")], 1),
        ([_launched("Ada Lovelace"), _launched("Ada Lovelace")], 0),
        ([_launched("Ada Lovelace"), replace(_student("other@uni.edu", "", "9"), name="ada lovelace")], 0),
        ([replace(_launched("Ada Lovelace"), sis_id="S7")], 0),
        ([replace(_student("another@uni.edu", "", "9"), name="Ada Lovelace")], 0),
        ([_launched("Ada")], 0),
    ],
)
def test_a_full_name_is_likely_and_filled_only_if_somebody_says_so(
    students: list[GradebookRow], likely: int
) -> None:
    file = filling.opened(MOODLE.encode())
    index = file.like("Backprop").index
    as_asked = {
        by_name: filling.filled(file, index, _COLUMN, students, scale=True, by_name=by_name)
        for by_name in (False, True)
    }
    assert as_asked[False].content == MOODLE.encode()
    assert as_asked[True].content.count(b"edu,50,") == as_asked[True].changed == likely
    for by_name, found in as_asked.items():
        assert len(found.matches.likely) == likely
        why = [each.why for each in found.matches.unmatched]
        assert why.count(Unmatched.LIKELY) == (0 if by_name else likely)


def test_a_name_that_two_rows_have_is_nobodys() -> None:
    twice = MOODLE + "Ada,Lovelace,S8,ada2@uni.edu,-,,-,1763890000\n"
    file = filling.opened(twice.encode())
    index = file.like("Backprop").index
    found = filling.filled(file, index, _COLUMN, [_launched("Ada Lovelace")], scale=True, by_name=True)
    assert (found.changed, found.matches.likely) == (0, {})


def test_a_number_that_a_platform_says_of_somebody_finds_their_row() -> None:
    ada, alan = _launched("A. King"), _launched("Alan Turing")
    file = filling.opened(CANVAS.encode())
    index = file.like("Backprop").index

    def found(ids: dict[UUID, str], *, students: list[GradebookRow]) -> Filling:
        said = {person_id: frozenset({id_}) for person_id, id_ in ids.items()}
        return filling.filled(file, index, _COLUMN, students, scale=True, sourced_ids=said)

    known = found({ada.person_id: "s1"}, students=[ada, alan]).matches
    assert [each.person_id for each in known.by_row.values()] == [ada.person_id]
    assert [each.why for each in known.unmatched if each.ids[0] == "S2"] == [Unmatched.UNKNOWN]
    both = found({ada.person_id: "S1"}, students=[ada, _student("x@uni.edu", "S1", "9")])
    assert [each.why for each in both.matches.unmatched if each.ids[0] == "S1"] == [Unmatched.AMBIGUOUS]
    assert found({alan.person_id: "S7"}, students=[alan]).matches.likely == {}
