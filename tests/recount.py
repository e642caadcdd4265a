"""Counts every figure of an assignment again: plain Python on what staff read over REST.

Nothing here knows how Backgrade counts. It reads people, submissions, reports, extensions, requests and the
gradebook, once, and then counts by loops.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from statistics import correlation, mean, median
from typing import Any

Row = dict[str, Any]
Get = Callable[..., Any]
"""The JSON that an address answers with: `get(path, **query)`."""

_STEPS = (1, 3, 6, 12, 24, 72, 168)
_STUCK = 3


@dataclass(frozen=True)
class Filter:
    """What a dashboard is asked for."""

    section: str = ""
    since: datetime | None = None
    until: datetime | None = None
    attempt: str = "last"

    @property
    def query(self) -> dict[str, str]:
        """In an address."""
        times = {"since": self.since, "until": self.until}
        return {
            "section": self.section,
            "attempt": self.attempt,
            **{name: each.isoformat() for name, each in times.items() if each},
        }

    def holds(self, at: datetime) -> bool:
        """Whether it is in the time."""
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)


@dataclass(frozen=True)
class CountedAttempt:
    """A graded submission of somebody, unless it is the same file again."""

    id: str
    person: Row
    at: datetime
    number: int
    """Among the graded attempts of its student."""
    earned: float
    """In percent, before the late penalty."""
    percent: float
    """After it."""
    asked: float
    """The share of the assignment that was asked, in percent."""
    late: bool
    passed: bool
    counts: bool
    causes: Mapping[str, bool]
    """Whether each is proven; the one that is shown first first."""
    suites: Mapping[str, str]

    @property
    def who(self) -> str:
        """Its student."""
        return str(self.person["id"])


def everything(get: Get, path: str) -> list[Row]:
    """All parts of a list."""
    found: list[Row] = []
    cursor: dict[str, str] = {}
    while True:
        part = get(path, limit=100, **cursor)
        found += part["items"]
        if not part["next_cursor"]:
            return found
        cursor = {"cursor": part["next_cursor"]}


class CountedCourse:
    """What staff read of a course."""

    def __init__(self, get: Get, course_id: str) -> None:
        self.get, self.path = get, f"/courses/{course_id}"
        people = everything(get, f"{self.path}/people")
        self.students = [each for each in people if each["role"] == "student" and each["active"]]
        self.assignments = everything(get, f"{self.path}/assignments")
        self.gradebook = everything(get, f"{self.path}/gradebook")
        self.columns: list[Row] = get(f"{self.path}/gradebook")["assignments"]

    @cached_property
    def work(self) -> dict[str, "CountedAssignment"]:
        """By assignment."""
        return {each["id"]: CountedAssignment(self, each) for each in self.assignments}

    def grade(self, person: str, assignment: str) -> Row | None:
        """What stands in the gradebook."""
        row = next(each for each in self.gradebook if each["person_id"] == person)
        return next((each for each in row["grades"] if each["assignment_id"] == assignment), None)


class CountedAssignment:
    """What the active students of a course submitted for one assignment."""

    def __init__(self, course: CountedCourse, assignment: Row) -> None:
        self.course, self.assignment = course, assignment
        path = f"/assignments/{assignment['id']}"
        self.students = {each["id"]: each for each in course.students}
        submissions = everything(course.get, f"{path}/submissions")
        self.submissions = [each for each in submissions if each["person_id"] in self.students]
        self.submissions.sort(key=lambda each: (each["created_at"], each["id"]))
        self.extensions = {each["person_id"]: each for each in everything(course.get, f"{path}/extensions")}
        self.attempts = [each for person in self.students for each in self._attempts(person)]

    @cached_property
    def titles(self) -> dict[str, str]:
        """Of the suites, as reports name them, and of the graphs of teachers, which come last."""
        own = self.course.get(f"/assignments/{self.assignment['id']}/own-graphs")["items"]
        known = self.course.get("/suites")["items"]
        return {each["slug"]: each["title"] for each in known} | {
            f"own_graph_{number}": each["title"] for number, each in enumerate(own, 1)
        }

    def of(self, person: str) -> list[CountedAttempt]:
        """The attempts of a student, the first first."""
        return [each for each in self.attempts if each.who == person]

    def due(self, person: str) -> datetime | None:
        """The due date of a student."""
        given = self.extensions.get(person)
        return moment(given["effective_due_at"] if given else self.assignment["due_at"])

    def _attempts(self, person: str) -> Iterator[CountedAttempt]:
        mine = [each for each in self.submissions if each["person_id"] == person]
        graded = [each for each in mine if each["state"] == "graded"]
        counting = self._counting(graded)
        for number, each in enumerate((one for one in graded if not one["reused"]), 1):
            report = self.course.get(f"/submissions/{each['id']}/report")
            result = each["result"]
            causes: dict[str, bool] = {}
            for finding in (report["diagnosis"] or {}).get("findings", ()):
                proven = finding["certainty"] == "proven"
                causes[finding["fault"]] = causes.get(finding["fault"], False) or proven
            yield CountedAttempt(
                id=each["id"],
                person=self.students[person],
                at=datetime.fromisoformat(each["created_at"]),
                number=number,
                earned=100 * result["earned"] / result["possible"],
                percent=100 * result["points"] / result["possible"],
                asked=result["asked"],
                late=result["late_days"] > 0,
                passed=result["passed"],
                counts=counting is not None and each["id"] == counting["id"],
                causes=causes,
                suites={suite["slug"]: suite["verdict"] for suite in report["suites"]},
            )

    def _counting(self, graded: Sequence[Row]) -> Row | None:
        """The attempt from which the grade comes: the latest, or the one with most points after lateness.

        The same file again stands for the attempt with that file.
        """
        if not graded:
            return None
        if self.assignment["counts"] == "latest":
            latest = graded[-1]
            same = [each for each in graded if each["sha256"] == latest["sha256"] and not each["reused"]]
            return latest if not latest["reused"] else same[-1]
        attempts = [each for each in graded if not each["reused"]]
        return max(attempts, key=lambda each: (share_of_points(each), each["created_at"], each["id"]))

    def chosen(self, by: Filter) -> list[CountedAttempt]:
        """The selected attempt of each student, if it was submitted in the time; or all of them."""
        found: list[CountedAttempt] = []
        for person in self._in_section(by):
            mine = self.of(person)
            found += [each for each in _chosen(mine, by.attempt) if by.holds(each.at)]
        return found

    def in_time(self, by: Filter) -> list[CountedAttempt]:
        """All attempts of the time."""
        return self.chosen(replace(by, attempt="all"))

    def _in_section(self, by: Filter) -> list[str]:
        return [id_ for id_, each in self.students.items() if by.section in ("", each["section"])]

    def turnout(self, by: Filter) -> Row:
        """Where the class stands. Time and attempt decide about late, passed, mean and median alone."""
        people = self._in_section(by)
        rows = [each for each in self.submissions if each["person_id"] in people]
        states = Counter(each["state"] for each in rows)
        came = {each["person_id"] for each in rows if each["state"] not in ("refused", "withdrawn")}
        chosen = self.chosen(by)
        percents = [each.percent for each in chosen]
        return {
            "assignment": self.assignment["id"],
            "students": len(people),
            "submitted": len(came),
            "not_yet": len(people) - len(came),
            "late": len({each.who for each in chosen if each.late}),
            "passed": len({each.who for each in chosen if each.passed}),
            "need_help": sum(bool(self.stuck(person)) for person in people),
            "waiting": states["queued"] + states["grading"],
            "failed": states["internal_error"],
            "mean": mean(percents) if percents else None,
            "median": median(percents) if percents else None,
        }

    def stuck(self, person: str, attempts: int = _STUCK) -> set[str]:
        """The causes of all of the last attempts."""
        last = self.of(person)[-attempts:]
        return set.intersection(*(set(each.causes) for each in last)) if len(last) == attempts else set()

    def points(self, by: Filter) -> list[Row]:
        """In steps of ten percent; the last is 100 percent and more."""
        found = Counter(min(int(round(each.percent, 4) // 10), 10) for each in self.chosen(by))
        return [
            {"from_percent": 10 * step, "to_percent": min(10 * step + 10, 100), "attempts": found[step]}
            for step in range(11)
        ]

    def causes(self, by: Filter) -> dict[str, Row]:
        """By fault, students who have it in the selected attempt, and in any of the time."""
        now, ever = proven_by_fault(self.chosen(by)), proven_by_fault(self.in_time(by))
        lost = self.lost(by)
        return {
            fault: {
                "now_proven": sum(now.get(fault, {}).values()),
                "now_likely": sum(not each for each in now.get(fault, {}).values()),
                "ever_proven": sum(ever.get(fault, {}).values()),
                "ever_likely": sum(not each for each in ever.get(fault, {}).values()),
                "points_lost": None if by.attempt == "all" else lost[fault],
            }
            for fault in {**now, **ever}
        }

    def lost(self, by: Filter) -> dict[str, float]:
        """By fault, the points that the selected attempts lack; the faults of one share them."""
        lost = defaultdict[str, float](float)
        for each in self.chosen(by):
            lacking = max(0, 100 - each.earned) / 100 * self.assignment["points"]
            for fault in each.causes:
                lost[fault] += lacking / len(each.causes)
        return lost

    def holders(self, by: Filter, fault: str) -> list[Row]:
        """Who has it in a selected attempt."""
        return [
            {
                "person": each.who, "name": each.person["name"], "submission": each.id,
                "attempt": each.number, "percent": each.percent, "proven": each.causes[fault],
            }
            for each in self.chosen(by)
            if fault in each.causes
        ]  # fmt: skip

    def overcoming(self, by: Filter) -> dict[str, Row]:
        """By fault, how long it lasts, from the first attempt with it to the first without."""
        return {fault: _overcome(pairs) for fault, pairs in self._lasted(by).items()}

    def _lasted(self, by: Filter) -> dict[str, list[tuple[CountedAttempt, CountedAttempt | None]]]:
        """By fault and student, the first attempt with it and the first without after that."""
        lasted: dict[str, list[tuple[CountedAttempt, CountedAttempt | None]]] = {}
        for person in self._in_section(by):
            mine = self.of(person)
            for fault in dict.fromkeys(fault for each in mine for fault in each.causes):
                first = next(each for each in mine if fault in each.causes)
                after = (each for each in mine if each.number > first.number and fault not in each.causes)
                lasted.setdefault(fault, []).append((first, next(after, None)))
        return lasted

    def people(self, by: Filter) -> Iterator[tuple[dict[str, Any], set[str]]]:
        """Whom each number of a dashboard counts: the question, as REST is asked it, and the students."""
        chosen, everybody = self.chosen(by), set(self._in_section(by))
        states = ("refused", "withdrawn")
        came = {each["person_id"] for each in self.submissions if each["state"] not in states}
        yield {"counted": "submitted"}, came & everybody
        yield {"counted": "not-yet"}, everybody - came
        yield {"counted": "late"}, {each.who for each in chosen if each.late}
        yield {"counted": "passed"}, {each.who for each in chosen if each.passed}
        yield {"counted": "need-help"}, {person for person in everybody if self.stuck(person)}
        yield {"counted": "attempted"}, {each.who for each in chosen}
        for least in range(0, 100, 10):
            held = {each.who for each in chosen if least <= round(each.percent, 4) < least + 10}
            yield {"counted": "points", "least": least, "most": least + 10}, held
        yield {"counted": "points", "least": 100}, {each.who for each in chosen if each.percent >= 100}
        for counted, attempts in (("have", chosen), ("ever", self.in_time(by))):
            for fault, proven in proven_by_fault(attempts).items():
                yield {"counted": counted, "fault": fault}, set(proven)
                for certainty in ("proven", "likely"):
                    sure = {who for who, is_proven in proven.items() if is_proven == (certainty == "proven")}
                    yield {"counted": counted, "fault": fault, "certainty": certainty}, sure
        for fault, pairs in self._lasted(by).items():
            over = {first.who: _next(after) for first, after in pairs if after is not None}
            yield {"counted": "overcame", "fault": fault}, set(over)
            for then in {*over.values(), None}:
                came_to = {who for who, after in over.items() if after == then}
                yield {"counted": "overcame", "fault": fault, "then": then or "unknown"}, came_to
        for suite in {slug for each in chosen for slug in each.suites}:
            verdicts = [(each.who, each.suites.get(suite, "not-applicable")) for each in chosen]
            applied = {who for who, verdict in verdicts if verdict != "not-applicable"}
            yield {"counted": "suite-applied", "suite": suite}, applied
            unwritten = {who for who, verdict in verdicts if verdict == "missing"}
            yield {"counted": "suite-unwritten", "suite": suite}, unwritten
            passed = {who for who, verdict in verdicts if verdict == "passed"}
            yield {"counted": "suite-passed", "suite": suite}, passed

    def suites(self, by: Filter) -> dict[str, Row]:
        """By suite, how many attempts it could be asked of, and how many of them pass it."""
        found = {}
        chosen = self.chosen(by)
        for suite in {slug for each in chosen for slug in each.suites}:
            asked = [each for each in chosen if each.suites.get(suite, "not-applicable") != "not-applicable"]
            if asked:
                passes = [each.suites[suite] == "passed" for each in asked]
                found[suite] = {
                    "attempts": len(asked),
                    "unwritten": sum(each.suites[suite] == "missing" for each in asked),
                    "passed": sum(passes),
                    "discrimination": _correlation(passes, [each.percent for each in asked]),
                }
        return found

    def students_by_points(self, by: Filter) -> list[Row]:
        """The attempts, those with fewest points first; of equals, the same verdicts stand together."""
        chosen = sorted(
            self.chosen(by),
            key=lambda each: (round(each.percent, 4), sorted(each.suites.items()), each.person["name"]),
        )
        return [
            {
                "person": each.who, "name": each.person["name"], "submission": each.id,
                "percent": each.percent, "suites": each.suites,
            }
            for each in chosen
        ]  # fmt: skip

    def partly_asked(self, by: Filter) -> list[Row]:
        """The attempts of which not everything was asked, the smallest share first."""
        chosen = [each for each in self.chosen(by) if each.asked < 100]
        chosen.sort(key=lambda each: (each.asked, each.person["name"], each.id))
        return [
            {
                "person": each.who, "name": each.person["name"], "submission": each.id,
                "asked": each.asked, "percent": each.percent,
            }
            for each in chosen
        ]  # fmt: skip

    def time(self, by: Filter) -> list[Row]:
        """All attempts of the time, by steps of whole hours since 1970."""
        hours = [(int(each.at.timestamp() // 3600), each.late) for each in self.in_time(by)]
        if not hours:
            return []
        first, last = min(hours)[0], max(hours)[0]
        step = next(each for each in _STEPS if (last - first) // each < 60)
        return [
            {
                "start": datetime.fromtimestamp(start * step * 3600, tz=self.attempts[0].at.tzinfo),
                "hours": step,
                "attempts": sum(hour // step == start for hour, _ in hours),
                "late": sum(late for hour, late in hours if hour // step == start),
            }
            for start in range(first // step, last // step + 1)
        ]

    def class_causes(self, by: Filter) -> Row:
        """What the page of causes says."""
        chosen, overcoming = self.chosen(by), self.overcoming(by)
        return {
            "students": len({each.who for each in chosen}),
            "passed": len({each.who for each in chosen if each.passed}),
            "causes": {
                fault: {
                    "now": sorted(each.id for each in chosen if fault in each.causes),
                    "ever": len(had),
                    "overcome": overcoming[fault]["overcame"],
                    "attempts": overcoming[fault]["attempts"],
                }
                for fault, had in proven_by_fault(self.in_time(by)).items()
            },
        }


def _chosen(mine: Sequence[CountedAttempt], which: str) -> Iterable[CountedAttempt]:
    if which == "all" or not mine:
        return mine
    if which == "first":
        return mine[:1]
    if which == "last":
        return mine[-1:]
    if which == "best":  # before late penalties; of equals the latest
        return [max(mine, key=lambda each: (round(each.earned, 3), each.number))]
    return [each for each in mine if each.counts]


def proven_by_fault(attempts: Iterable[CountedAttempt]) -> dict[str, dict[str, bool]]:
    """By fault and student, whether it is proven in one of the attempts."""
    found: dict[str, dict[str, bool]] = {}
    for each in attempts:
        for fault, proven in each.causes.items():
            of = found.setdefault(fault, {})
            of[each.who] = of.get(each.who, False) or proven
    return found


def _overcome(pairs: Sequence[tuple[CountedAttempt, CountedAttempt | None]]) -> Row:
    over = [(first, after) for first, after in pairs if after is not None]
    minutes = [(after.at - first.at) // timedelta(minutes=1) for first, after in over]
    return {
        "students": len(pairs),
        "overcame": len(over),
        "attempts": median(after.number - first.number for first, after in over) if over else None,
        "hours": median(minutes) / 60 if over else None,
        "next": dict(Counter(_next(after) for _, after in over)),
    }


def _next(attempt: CountedAttempt) -> str | None:
    """What is shown first in it; that it passed; None where nobody knows what is wrong."""
    return next(iter(attempt.causes), "passed" if attempt.passed else None)


def _correlation(passes: Sequence[bool], percents: Sequence[float]) -> float | None:
    """None where one of both is the same everywhere, or of fewer than five."""
    rounded = [round(each, 4) for each in percents]
    if len(passes) < 5 or len(set(passes)) == 1 or len(set(rounded)) == 1:
        return None
    return correlation([float(each) for each in passes], rounded)


def share_of_points(submission: Row) -> float:
    """Of the points, after lateness."""
    return float(submission["result"]["points"] / submission["result"]["possible"])


def moment(written: str | datetime | None) -> datetime | None:
    """A time as JSON has it."""
    return datetime.fromisoformat(written) if isinstance(written, str) else written
