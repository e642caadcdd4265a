"""The numbers of dashboards, in tables and downloads, are what a naive recount of the class says."""

import re
from collections import Counter
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from bs4 import Tag

from api.i18n import number
from api.words import finding as finding_words
from tests import recount, recount_course
from tests.recount import CountedAssignment, Filter
from tests.world.counted_class import NOW
from tests.world.counted_staff import NUMBER, Rows, Staff, as_numbers, figure_table, nearly
from tests.world.pages import Page

_COUNTS = ("Not yet", "Late", "Everything right", "Stuck", "Waiting", "Grading failures")
_VERDICTS = {
    "passed": "passed", "failed": "failed", "missing": "not implemented", "not-run": "not judged",
    "not-applicable": "not applicable",
}  # fmt: skip
_TAUGHT = re.compile(r"([0-9.]+) (?:students?|points lost)")


def test_tables_and_downloads_of_an_assignment_have_these_numbers(staff: Staff) -> None:
    for query, by in staff.filters.items():
        for home, work in staff.pages:
            page = staff.open(f"{home}/dashboard?{query}")
            for figure, expected in _figures(work, by, staff.zone).items():
                told = staff.download(f"{home}/figures/{figure}.csv?{query}")
                assert _numbers(told) == expected, figure
                assert figure_table(page, figure) == [[*map(_shown, row)] for row in told], figure


def test_the_summary_of_an_assignment_has_these_numbers(staff: Staff) -> None:
    for query, by in staff.filters.items():
        for home, work in staff.pages:
            page = staff.open(f"{home}/dashboard?{query}")
            counted, told = work.turnout(by), _terms(page, "#turnout")
            assert told.pop("Submitted") == f"{counted['submitted']} of {counted['students']}"
            assert as_numbers([told.pop("Median").strip("%")]) == nearly([counted["median"]])
            names = "not_yet", "late", "passed", "need_help", "waiting", "failed"
            assert told == {
                label: f"{counted[name]}"
                for label, name in zip(_COUNTS, names, strict=True)
                if counted[name] or name not in {"waiting", "failed"}
            }


def test_what_to_teach_next_has_these_numbers(staff: Staff) -> None:
    for query, by in staff.filters.items():
        for home, work in staff.pages:
            page, causes = staff.open(f"{home}/dashboard?{query}"), work.causes(by)
            students = {
                _cause(fault): each["now_proven"] + each["now_likely"] for fault, each in causes.items()
            }
            lost = {_cause(fault): each["points_lost"] for fault, each in causes.items()}
            told = {
                _first(entry, "strong"): [*map(float, _TAUGHT.findall(entry.get_text().replace(",", "")))]
                for entry in page.soup.select(".teach-next li")
            }
            most = sorted(students.values(), reverse=True)[: len(told)]
            assert [each[0] for each in told.values()] == most
            assert len(told) == min(3, sum(map(bool, students.values())))
            for cause, (number_of, *cost) in told.items():
                assert number_of == students[cause]
                assert cost == ([] if lost[cause] is None else nearly([lost[cause]]))


def test_the_heat_map_of_students_has_these_verdicts(staff: Staff) -> None:
    for query, by in staff.filters.items():
        for home, work in staff.pages:
            rows = staff.download(f"{home}/figures/students.csv?{query}")
            everybody = work.students_by_points(by)
            by_name = sorted(everybody, key=lambda each: (round(each["percent"], 4), each["name"]))
            expected = [each for each in everybody if each in by_name[:40]]
            shown = [slug for slug in work.titles if any(slug in each["suites"] for each in expected)]
            assert [row[0] for row in rows] == [each["name"] for each in expected]
            assert [float(row[1]) for row in rows] == nearly(each["percent"] for each in expected)
            assert [row[2:] for row in rows] == [
                [_VERDICTS[each["suites"][slug]] if slug in each["suites"] else "" for slug in shown]
                for each in expected
            ]
            page = staff.open(f"{home}/dashboard?{query}")
            assert figure_table(page, "students") == [[*map(_shown, row)] for row in rows]


def test_the_attempts_of_which_least_was_asked_have_these_numbers(staff: Staff) -> None:
    seen = 0
    for query, by in staff.filters.items():
        for home, work in staff.pages:
            rows = staff.download(f"{home}/figures/asked.csv?{query}")
            expected = work.partly_asked(by)[:40]
            assert [row[0] for row in rows] == [each["name"] for each in expected]
            for row, each in zip(rows, expected, strict=True):
                assert [float(row[1]), float(row[2])] == nearly([each["asked"], each["percent"]])
            page = staff.open(f"{home}/dashboard?{query}")
            assert figure_table(page, "asked") == [[*map(_shown, row)] for row in rows]
            seen += len(rows)
    assert seen


def test_charts_are_drawn_from_five_students_on_and_a_sentence_stands_in_their_place(staff: Staff) -> None:
    for home, work in staff.pages:
        submitted = work.turnout(Filter())["submitted"]
        page = staff.open(f"{home}/dashboard")
        is_few = "Charts appear from 5 on" in page.text
        assert is_few == (submitted < 5)
        assert not (is_few and page.soup.select(".chart svg"))
        assert not is_few or f"{submitted} student" in page.text


def test_in_spanish_every_number_of_a_page_has_its_comma(staff: Staff) -> None:
    ours = [
        f"{staff.home}{tab}" for tab in ("", "/assignments", "/submissions", "/people", "/grades", "/watch")
    ]
    tabs = ("dashboard", "submissions", "causes", "causes?cause=wrong_sign")
    for address in (*ours, *(f"{home}/{tab}" for home, _ in staff.pages for tab in tabs)):
        page = staff.browser.open(address, **{"Accept-Language": "es"})
        assert page.soup.select_one("html[lang=es]")
        for said in page.soup.select("main :is(th, td, dd, li, p)"):
            assert not re.search(r"[0-9]\.(?![0-9]{3}\b)[0-9]", said.get_text()), (address, said)


def test_every_choice_of_a_filter_says_how_many_it_has(staff: Staff) -> None:
    found = 0
    for address in (f"{staff.home}/watch", *(f"{home}/submissions" for home, _ in staff.pages)):
        page = staff.open(address)
        for option in page.soup.select(".filter option[value!='']"):
            select = option.find_parent("select")
            assert select is not None
            shown = staff.open(f"{address}?{select['name']}={option['value']}").soup
            counted = re.search(r"\(([0-9]+)\)$", option.get_text())
            assert counted is not None
            rows = len(shown.select("main .table tbody tr")) + len(shown.select(".absent li"))
            assert rows == int(counted[1]) > 0, (address, option)
            found += 1
    assert found > 5


def test_the_map_of_what_comes_next_has_these_numbers(staff: Staff) -> None:
    for home, work in staff.pages:
        page = staff.open(f"{home}/dashboard")
        section = page.soup.select_one("section:has(#figure-next)")
        assert section is not None
        targets = [each.get_text() for each in section.select("thead th")][1:]
        after = {
            _cause(fault): {_after(to): n for to, n in each["next"].items()}
            for fault, each in work.overcoming(Filter()).items()
            if each["next"]
        }
        rows = figure_table(page, "next")
        assert len(rows) == min(15, len(after))
        for cause, *cells in rows:
            assert as_numbers(cells) == [after[cause].get(target, 0) for target in targets]


def _after(cause: str | None) -> str:
    if cause == "passed":
        return "Everything right"
    return _cause(cause) if cause else "No known cause"


@pytest.mark.parametrize("attempt", ["", "last", "counts", "first", "best", "all"])
def test_what_to_teach_next_is_what_loses_most_and_the_page_says_so(staff: Staff, attempt: str) -> None:
    for home, work in staff.pages:
        page = staff.open(f"{home}/dashboard?attempt={attempt}")
        card = page.soup.select_one(".teach-next")
        causes = work.causes(Filter(attempt=attempt or "last"))
        now = {
            _cause(fault): each for fault, each in causes.items() if each["now_proven"] + each["now_likely"]
        }
        if card is None:
            assert not now
            continue
        told = [each.get_text() for each in card.select("li strong")]
        by = "students have" if attempt == "all" else "loses the class most points"
        assert by in card.get_text()
        worth = [_weight(now[title]) for title in told]
        assert worth == sorted((_weight(each) for each in now.values()), reverse=True)[: len(worth)]


def _weight(cause: dict[str, Any]) -> float:
    lost = cause["points_lost"]
    return float(cause["now_proven"] + cause["now_likely"] if lost is None else round(lost, 4))


@pytest.mark.parametrize(
    ("attempt", "title"),
    [
        ("", "Have it now"),
        ("last", "Have it now"),
        ("counts", "Have it in the attempt that counts"),
        ("first", "Have it in the first attempt"),
        ("best", "Have it in the best attempt"),
        ("all", "Have it in any attempt"),
    ],
)
def test_only_the_latest_attempt_is_called_now(staff: Staff, attempt: str, title: str) -> None:
    for home, work in staff.pages:
        for name in ("dashboard", "causes"):
            page = staff.open(f"{home}/{name}?attempt={attempt}")
            heads = [each.get_text().rstrip(" ↓↑") for each in page.soup.select("th")]
            assert ("Have it now" in heads) <= (title == "Have it now")
            assert title in heads or not work.causes(Filter(attempt=attempt or "last"))


def test_the_overview_of_a_course_has_these_numbers(staff: Staff) -> None:
    for query, by in staff.filters.items():
        page = staff.open(f"{staff.home}?{query}")
        turnout = staff.download(f"{staff.home}/figures/turnout.csv?{query}")
        causes = staff.download(f"{staff.home}/figures/causes.csv?{query}")
        assert figure_table(page, "turnout") == [[*map(_shown, row)] for row in turnout]
        assert figure_table(page, "causes") == [[*map(_shown, row)] for row in causes]

        names = "submitted", "not_yet", "late", "passed", "need_help", "median"
        published = {id_: work for id_, work in staff.course.work.items() if work.assignment["published"]}
        counted = {work.assignment["title"]: work.turnout(by) for work in published.values()}
        assert _numbers(turnout) == {
            title: nearly(each[name] for name in names) for title, each in counted.items()
        }
        found = recount_course.cause_map(staff.course, by)
        ids = {work.assignment["title"]: id_ for id_, work in published.items()}
        order = [ids[row[0]] for row in turnout]
        per_fault = {fault: [found.get((fault, id_), 0) for id_ in order] for fault, _ in found}
        lost = Counter[str]()
        for work in published.values():
            lost.update(work.lost(by))
        expected = {
            _cause(fault): [*counts, sum(counts), *nearly([None if by.attempt == "all" else lost[fault]])]
            for fault, counts in per_fault.items()
        }
        told = _numbers(causes)
        assert told == {cause: expected[cause] for cause in told}
        assert len(told) == min(15, len(expected))
        assert [row[-2] for row in told.values()] == sorted(
            (each[-2] for each in expected.values()), reverse=True
        )[: len(told)]


def test_the_projector_has_these_numbers(staff: Staff) -> None:
    for home, work in staff.pages:
        page = staff.open(f"{home}/lab")
        counted, told = work.turnout(Filter()), _terms(page, "#lab-counts")
        names = {"Submitted": "submitted", "Everything right": "passed", "Not yet": "not_yet"}
        names |= {"Waiting": "waiting"} if counted["waiting"] else {}
        assert told == {label: f"{counted[name]}" for label, name in names.items()}

        causes = work.causes(Filter())
        now = {_cause(fault): each["now_proven"] + each["now_likely"] for fault, each in causes.items()}
        shown = {
            _first(entry, "span"): int(_first(entry, "strong").split()[0])
            for entry in page.soup.select("#lab-causes li")
        }
        assert shown == {cause: now[cause] for cause in shown}
        assert [*shown.values()] == sorted(filter(None, now.values()), reverse=True)[:5]


def test_the_lecture_has_these_numbers(staff: Staff) -> None:
    counted = {
        _cause(fault): students for fault, students in recount_course.lecture(staff.course, None).items()
    }
    slides = staff.open(f"{staff.home}/lecture?days=all").soup.select(".slide")
    told = {_first(slide, "h2"): int(_first(slide, ".slide-count").split()[0]) for slide in slides}

    assert told == {cause: counted[cause] for cause in told}
    assert [*told.values()] == sorted(counted.values(), reverse=True)[:5]


def test_the_list_of_assignments_has_these_numbers(staff: Staff) -> None:
    rows = {row[0].split(" · ")[0]: row for row in staff.open(f"{staff.home}/assignments").rows[1:]}
    for _home, work in staff.pages:
        _title, _due, files, students, status = rows[work.assignment["title"]]
        sent = recount.everything(staff.course.get, f"/assignments/{work.assignment['id']}/submissions")
        assert as_numbers([files, students]) == [
            len(sent),
            len({each["person_id"] for each in sent} & work.students.keys()),
        ]
        waiting = sum(each["state"] in {"queued", "grading"} for each in sent)
        failed = sum(each["state"] == "internal_error" for each in sent)
        assert (f"{waiting} waiting" in status, f"{failed} grading failure" in status) == (
            waiting > 0,
            failed > 0,
        )


def test_the_gradebook_has_these_numbers(staff: Staff) -> None:
    home = f"{staff.home}/grades"
    expected = recount_course.grades(staff.course, NOW)
    logins = {each["login"]: expected[each["id"]] for each in staff.course.students}
    ids = [each["assignment_id"] for each in staff.course.columns]

    for _name, login, _section, _number, total, percent, *points in staff.download(f"{home}.csv"):
        of = logins[login]
        assert as_numbers(points) == nearly(of["points"].get(id_) for id_ in ids), login
        assert as_numbers([total, percent]) == nearly([sum(of["points"].values()), of["percent"]]), login
    footer = staff.open(home).soup.select("tfoot tr")
    means, medians, missing = ([cell.get_text() for cell in row.find_all("td")][1:] for row in footer)
    figures = recount_course.statistics(staff.course, NOW)
    order = [None, *ids]
    assert as_numbers(means) == nearly(figures[id_]["mean"] for id_ in order)
    assert as_numbers(medians) == nearly(figures[id_]["median"] for id_ in order)
    assert as_numbers(missing[1:]) == [figures[id_]["missing"] for id_ in ids]


@pytest.mark.parametrize("attempt", ["", "counts"])
def test_the_page_of_causes_has_these_numbers(staff: Staff, attempt: str) -> None:
    for home, work in staff.pages:
        counted = work.class_causes(Filter(attempt=attempt or "last"))["causes"]
        told = {row[0]: row for row in staff.open(f"{home}/causes?attempt={attempt}").rows[1:]}
        dashboard = figure_table(staff.open(f"{home}/dashboard?attempt={attempt}"), "causes")
        first = {row[0]: row for row in dashboard}
        for fault, each in counted.items():
            _title, now, _meter, ever, overcome, attempts = told[_cause(fault)]
            students = f"{len(each['now'])}"
            assert now.split()[0] == students
            assert first[_cause(fault)][1] == students
            numbers = [ever.split()[0], overcome.split()[0], attempts]
            assert as_numbers(numbers) == [each["ever"], each["overcome"], each["attempts"]]


def test_the_page_of_who_needs_help_has_these_numbers(staff: Staff) -> None:
    page = staff.open(f"{staff.home}/watch")
    expected = recount_course.watch_list(staff.course, NOW)

    names = {each["id"]: each["name"] for each in staff.course.students}
    titles = {each["id"]: each["title"] for each in staff.course.assignments}
    attempts = {(row[0], row[1]): row[3] for row in page.rows[1:]}
    absent = {pair for pair, each in expected.items() if [*each["reasons"]] == ["never-started"]}
    assert attempts == {
        (names[person], titles[id_]): f"{each['attempts']}"
        for (person, id_), each in expected.items()
        if (person, id_) not in absent
    }
    folded = page.soup.select("details.absent")
    assert len(folded) == len({id_ for _, id_ in absent}), "a row for each assignment"
    for fold in folded:
        title = fold.select_one("summary").get_text()  # type: ignore[union-attr]
        (id_,) = {id_ for _, id_ in absent if f"“{titles[id_]}”" in title}
        told = [link.get_text() for link in fold.select("a")]
        assert sorted(told) == sorted(names[person] for person, of in absent if of == id_)
        assert title.startswith(f"{len(told)} student")
    for each in expected.values():
        fault, number = each["reasons"].get("same-cause", (None, None))
        if fault is not None:
            assert f"Same cause in {number} attempts: {_cause(fault)}" in page.text


def _figures(work: CountedAssignment, by: Filter, zone: ZoneInfo) -> dict[str, dict[str, Any]]:
    """By figure and the first cell of a row, the numbers of the row."""
    points = {
        f"{each['from_percent']}–{each['to_percent']}%" if each["from_percent"] < 100 else "100%": [
            each["attempts"]
        ]
        for each in work.points(by)
    }
    causes = {
        _cause(fault): nearly([each["now_proven"] + each["now_likely"], *each.values()])
        for fault, each in work.causes(by).items()
    }
    overcoming = {
        _cause(fault): [
            *nearly(each[name] for name in ("students", "overcame", "attempts", "hours")),
            *([] if each["next"] else [None]),  # what came next is a text
        ]
        for fault, each in work.overcoming(by).items()
    }
    difficulty = {
        work.titles[slug]: nearly(
            [
                each["attempts"],
                each["unwritten"],
                each["passed"],
                *(
                    [100 * each["passed"] / written]
                    if (written := each["attempts"] - each["unwritten"])
                    else []
                ),
                each["discrimination"],
            ]
        )
        for slug, each in work.suites(by).items()
    }
    return {
        "points": points if work.chosen(by) else {},
        "causes": causes,
        "time": {
            _told(each, zone): [each["attempts"] - each["late"], each["late"]] for each in work.time(by)
        },
        "overcoming": overcoming,
        "suites": difficulty,
    }


def _cause(fault: str) -> str:
    """Its title as a page and a download show it: the marks around code are not there."""
    return finding_words.cause(fault).replace("`", "")


def _told(hour: dict[str, Any], zone: ZoneInfo) -> str:
    """Its beginning in the zone of the course, where an hour may come twice."""
    local = hour["start"].astimezone(zone)
    is_twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{local:%Y-%m-%d %H:%M %z}" if is_twice else f"{local:%Y-%m-%d %H:%M}"


def _terms(page: Page, where: str) -> dict[str, str]:
    """A list of terms: what stands beside each."""
    pairs = page.soup.select(f"{where} > div")
    return {pair.select("dt")[0].get_text(): pair.select("dd")[0].get_text().strip() for pair in pairs}


def _first(tag: Tag, what: str) -> str:
    """The text of the first element of a kind."""
    return tag.select(what)[0].get_text()


def _numbers(rows: Rows) -> dict[str, list[float | None]]:
    """By the first cell, the numbers of a row; texts are left out."""
    return {
        first: [float(each) if each else None for each in others if NUMBER.fullmatch(each)]
        for first, *others in rows
    }


def _shown(cell: str) -> str:
    """What a download has, as a page shows it."""
    if not NUMBER.fullmatch(cell):
        return cell
    return number(round(float(cell), 2)) if "." in cell else cell
