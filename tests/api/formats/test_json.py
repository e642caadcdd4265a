"""The report as JSON: the model itself."""

import json

from api import formats
from api.report_view.outcome import NotGraded
from grader.records import from_data, from_json
from grader.report import Report
from submissions.courses.assignments.hints import Rung
from tests.api.formats.reading import diagnosed


def test_json_of_one_file_is_its_report(mixed: Report) -> None:
    text = formats.load("json").render([mixed], {})

    assert from_json(Report, text) == mixed


def test_json_of_several_files_is_a_list_in_their_order(mixed: Report, refused: NotGraded) -> None:
    documents = json.loads(formats.load("json").render([refused, mixed], {}))

    assert from_data(Report, documents[1]) == mixed
    assert documents[0] == {
        "name": "big.py",
        "not_graded": {"kind": "too-large", "seen": "the file has 3 MiB", "advice": "take a smaller one"},
    }


def test_json_of_a_hostile_report_is_ascii_safe(hostile: Report) -> None:
    text = formats.load("json").render([hostile], {})

    assert text.isascii()
    assert "\x1b" not in text


def test_json_has_the_whole_diagnosis(mixed: Report) -> None:
    report = diagnosed(mixed)

    told = formats.load("json").render([report], {}, hints=Rung.REPAIR)
    assert from_json(Report, told) == report


def test_json_keeps_the_repaired_code_to_itself_unless_it_is_asked_for(mixed: Report) -> None:
    report = diagnosed(mixed)

    told = json.loads(formats.load("json").render([report], {}))
    assert told["diagnosis"]["findings"]
    assert not any("repair" in finding for finding in told["diagnosis"]["findings"])
