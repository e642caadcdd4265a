"""Counts every figure of a course again, as `tests/recount.py` does for each of its assignments."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from statistics import mean, median

from tests.recount import (
    CountedAssignment,
    CountedAttempt,
    CountedCourse,
    Filter,
    Row,
    everything,
    moment,
    proven_by_fault,
    share_of_points,
)  # fmt: skip

_Staying = tuple[str | None, int | None]
"""A cause that stays, and how many attempts in a row have it."""


def cause_map(course: CountedCourse, by: Filter) -> dict[tuple[str, str], int]:
    """By fault and assignment, the students who have it in a selected attempt."""
    return {
        (fault, id_): len(people)
        for id_, work in course.work.items()
        for fault, people in proven_by_fault(work.chosen(by)).items()
    }


def lecture(course: CountedCourse, since: datetime | None) -> dict[str, int]:
    """By fault, the students who have it in the attempt that counts of some published assignment."""
    found: dict[str, set[str]] = {}
    for work in course.work.values():
        for fault, people in proven_by_fault(work.chosen(Filter(since=since))).items():
            if work.assignment["published"]:
                found.setdefault(fault, set()).update(people)
    return {fault: len(people) for fault, people in found.items()}


def grades(course: CountedCourse, now: datetime) -> dict[str, Row]:
    """By student, what the gradebook has to say."""
    found: dict[str, Row] = {}
    overridden = {
        (row["person_id"], each["assignment_id"]): each["points"]
        for row in course.gradebook
        for each in row["grades"]
        if each["overridden"]
    }
    for student in course.students:
        person, points, waiting, missing = student["id"], {}, set(), set()
        for column in course.columns:
            id_ = column["assignment_id"]
            work = course.work[id_]
            came = {each["state"] for each in work.submissions if each["person_id"] == person}
            due = work.due(person)
            if (person, id_) in overridden:
                points[id_] = overridden[person, id_]
            elif (share := _grade(work, person)) is not None:
                points[id_] = share * column["possible"]
            elif came - {"refused", "withdrawn"}:
                waiting.add(id_)
            elif due is not None and due < now and work.assignment["published"]:
                missing.add(id_)
        earned = sum(
            each["weight"] * points[each["assignment_id"]] / each["possible"]
            for each in course.columns
            if each["assignment_id"] in points
        )
        weights = sum(
            each["weight"] for each in course.columns if each["assignment_id"] in {*points, *missing}
        )
        found[person] = {
            "points": points, "waiting": waiting, "missing": missing,
            "percent": 100 * earned / weights if weights else None,
        }  # fmt: skip
    return found


def statistics(course: CountedCourse, now: datetime) -> dict[str | None, Row]:
    """By assignment, and under None of the totals as shown: mean and median of those who have a grade."""
    of = grades(course, now)
    found: dict[str | None, Row] = {}
    for column in course.columns:
        id_ = column["assignment_id"]
        points = [each["points"][id_] for each in of.values() if id_ in each["points"]]
        found[id_] = _middle(points) | {"missing": sum(id_ in each["missing"] for each in of.values())}
    shown = [round(each["percent"], 2) for each in of.values() if each["percent"] is not None]
    found[None] = _middle(shown) | {"missing": 0}
    return found


def watch_list(course: CountedCourse, now: datetime) -> dict[tuple[str, str], Row]:
    """By student and assignment, why somebody may need help."""
    limits = course.get(f"{course.path}/watch-thresholds")
    asked = everything(course.get, f"{course.path}/regrade-requests")
    found = {}
    for id_, work in course.work.items():
        for person in work.students:
            requests = [
                each for each in asked
                if (each["person_id"], each["assignment_id"], each["state"]) == (person, id_, "open")
            ]  # fmt: skip
            reasons: dict[str, _Staying] = dict.fromkeys(["request"] * bool(requests), (None, None))
            if _is_watched(work.assignment, now):
                reasons |= dict(_reasons(work, person, limits, now))
            if not reasons:
                continue
            came = _came(work, person)
            found[person, id_] = {
                "reasons": reasons,
                "attempts": len(came),
                "submission_id": came[-1]["id"] if came else None,
                "last_at": came[-1]["created_at"] if came else None,
            }
    return found


def _is_watched(assignment: Row, now: datetime) -> bool:
    opens, end = moment(assignment["opens_at"]), moment(assignment["closes_at"] or assignment["due_at"])
    is_open = opens is None or opens <= now
    return assignment["published"] and is_open and (end is None or end >= now - timedelta(days=7))


def _came(work: CountedAssignment, person: str) -> list[Row]:
    """What a student submitted: neither taken back nor the same file again."""
    mine = (each for each in work.submissions if each["person_id"] == person)
    return [each for each in mine if each["state"] != "withdrawn" and not each["reused"]]


def _reasons(
    work: CountedAssignment, person: str, limits: Row, now: datetime
) -> Iterator[tuple[str, _Staying]]:
    """Each reason, with the cause that stays and the attempts that have it."""
    no_cause = None, None
    came, mine, due = _came(work, person), work.of(person), work.due(person)
    if not came:
        if due is not None and due - now <= timedelta(days=limits["not_started_days"]):
            yield "never-started", no_cause
        return
    last = came[-1]
    at = datetime.fromisoformat(last["created_at"])
    if last["state"] == "graded" and last["result"]["passed"]:
        return
    if last["state"] == "internal_error":
        yield "our-failure", no_cause
    if work.stuck(person, limits["same_cause_attempts"]):
        streaks = {fault: _streak(mine, fault) for fault in mine[-1].causes}
        fault = min(streaks, key=lambda fault: (-streaks[fault], fault))
        yield "same-cause", (fault, streaks[fault])
    if mine:
        best = min(mine, key=lambda each: (-round(each.earned, 3), each.at))
        if best is not mine[-1] and now - best.at >= timedelta(hours=limits["no_progress_hours"]):
            yield "no-progress", no_cause
    climbs = work.assignment["hinting"] == "climb" and work.assignment["hint_rung"] > 1
    if climbs and last["opened_rung"] >= work.assignment["hint_rung"]:
        yield "hints-top", no_cause
    if (due is None or now < due) and now - at >= timedelta(days=limits["stopped_days"]):
        yield "stopped", no_cause


def _streak(mine: Sequence[CountedAttempt], fault: str) -> int:
    """How many attempts in a row up to the last have it."""
    return next((n for n, each in enumerate(reversed(mine)) if fault not in each.causes), len(mine))


def _grade(work: CountedAssignment, person: str) -> float | None:
    """The share of the points that counts, after lateness."""
    graded = [each for each in work.submissions if each["person_id"] == person and each["state"] == "graded"]
    shares = [share_of_points(each) for each in graded]
    if not shares:
        return None
    return shares[-1] if work.assignment["counts"] == "latest" else max(shares)


def _middle(values: Sequence[float]) -> Row:
    return {
        "graded": len(values),
        "mean": mean(values) if values else None,
        "median": median(values) if values else None,
    }
