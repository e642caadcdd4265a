"""A course on one learning platform: each step as a teacher, two students and an operator take it."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import select

from api.words.platform_setup import lacking
from grader.sandbox.plays import Source
from submissions.connect.lms import passback, platforms
from submissions.connect.lms.platforms import PlatformDraft
from submissions.connect.lms.vocabulary import CLAIM, GRADES, ROSTER
from submissions.courses.assignments import assignments
from submissions.courses.assignments.draft import Draft
from submissions.courses.grades.cells import column, grades
from submissions.grading.intake.submit import submit
from submissions.grading.work.results import FinishedReport, store
from submissions.jobs.claims import claim
from submissions.people.access.policy import Caller
from submissions.tables import (
    Assignment,
    JobKind,
    LmsAccount,
    LmsGrade,
    LmsLink,
    LmsPlatform,
    PlatformState,
    Submission,
)
from submissions.tables.identity import new_id
from submissions.teaching.gradebook import overrides
from submissions.teaching.regrades import regrades
from tests.world.campus import FRAMED, TOP, Campus, opened, pressed
from tests.world.classroom import OPERATOR
from tests.world.learning_platform import draft
from tests.world.lms.quirks import Quirks
from tests.world.pages import Page
from tests.world.school import report, work_of

NEW = "Second"
"""The title of the assignment that the teacher makes."""
_CLOSE = Decimal("0.0005")
"""Of shares: gradebooks round points."""


@dataclass
class CourseOfPlatform:
    """What people do there, and what both gradebooks say."""

    campus: Campus
    quirks: Quirks
    assignment_id: UUID = field(init=False)
    link: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.platform = self.campus.platform
        self.gradebook = self.platform.gradebook
        ids = {name: self.quirks.sub.format(name) for name in ("1", "2", "3", "9")}
        self.first, self.second, self.late, self.teacher = ids.values()
        self.platform.students.clear()
        self.platform.students.update({self.first, self.second})
        self.platform.teachers.clear()
        self.platform.teachers.add(self.teacher)
        self.platform.names.update({self.first: "Ada Lovelace", self.second: "Bob", self.late: "Eve"})
        self.where = TOP if self.quirks.opens_in_window else FRAMED
        self.staff = self.campus.browser("teacher")

    def register(self) -> None:
        """By hand, or by itself; then an operator approves."""
        database, now = self.campus.service.database, self.campus.clock()
        if self.quirks.registers == "by-hand":
            with database.begin() as session:
                platforms.register(session, OPERATOR, self._draft(), now=now)
            return
        page = self.registration()
        assert (page.status, "registered" in page.text) == (200, True)
        refused = Page.of(self.campus.login(self.staff))
        assert "not approved yet" in refused.text
        with database.begin() as session:
            found = session.scalars(select(LmsPlatform)).one()
            platforms.set_state(session, OPERATOR, found.id, PlatformState.ACTIVE, now=now)

    def _draft(self) -> PlatformDraft:
        """What an operator types: its pages may be at another address than its keys."""
        return draft(self.quirks, deployment_id="", origins=(self.quirks.site,))

    def registration(self) -> Page:
        """Our page of registration, as the platform opens it."""
        asked = self.platform.registrar.open()
        where = TOP if self.quirks.registers == "in-tab" else FRAMED
        return Page.of(self.campus.browser("admin").client.get("/lti/register", params=asked, headers=where))

    def lacks(self) -> list[str]:
        """What the operator's page says is not set up."""
        with self.campus.service.database.read() as session:
            found = session.scalars(select(LmsPlatform)).one()
            return [each.seen for each in lacking(found, platforms.deployments(session, found.id))]

    def connect(self) -> None:
        """The teacher makes a course of it."""
        page = self.teach()
        assert "Networks is not connected" in page.text
        assert opened(self.staff, pressed(self.staff, page, "Create and connect")).status == 200

    def choose(self) -> None:
        """The teacher makes an assignment of 12.5 points and chooses it."""
        claims = self.platform.choosing.claims()
        if not self.quirks.grades_while_choosing:
            claims[ROSTER] = None
        page = self.teach(**claims)
        page = opened(self.staff, pressed(self.staff, page, "Create assignment", title=NEW, stage="core"))
        with self.campus.service.database.begin() as session:
            made = session.scalars(select(Assignment).where(Assignment.title == NEW)).one()
            wanted = Draft(title=NEW, stage="core", published=True, points=Decimal("12.5"))
            assignments.change(
                session, OPERATOR, made, wanted, revision=made.revision, now=self.campus.clock()
            )
            self.assignment_id = made.id
        answer = pressed(self.staff, page, "Add to the platform", assignment=[str(self.assignment_id)])
        back = next(form for form in Page.of(answer).forms if "JWT" in form.values)
        assert back.action == self.platform.choosing.return_url
        (item,) = self.platform.choosing.taken(
            back.values["JWT"], self.platform.client_id, self.platform.deployment_id
        )
        url = self.gradebook.add(item["lineItem"], "link-2")
        self.link = self.claims_of_link(item["custom"], url)

    def claims_of_link(self, custom: dict[str, str], url: str) -> dict[str, Any]:
        """What launches of the activity say."""
        usual = self.platform.claims("")[GRADES]
        return {
            f"{CLAIM}resource_link": {"id": "link-2", "title": NEW},
            f"{CLAIM}custom": {**custom, "user": "$User.Id"},
            GRADES: {**usual, "lineitem": url},
        }

    def come(self, sub: str) -> Page:
        """A student opens the activity."""
        return self.open(self.campus.browser(sub), sub=sub, **self.link)

    def teach(self, **claims: Any) -> Page:
        """The teacher comes, and reads English."""
        shown = {"locale": "en", "document_target": self.document_target}
        return self.open(self.staff, **{"sub": self.teacher, f"{CLAIM}launch_presentation": shown, **claims})

    @property
    def document_target(self) -> str:
        """Where it shows us."""
        return "window" if self.quirks.opens_in_window else "iframe"

    def open(self, browser: Any, **claims: Any) -> Page:
        """The page that a launch leads to."""
        return opened(browser, self.campus.launch(browser, claims, self.where), self.where)

    def person(self, sub: str) -> UUID:
        """Our account of somebody."""
        with self.campus.service.database.read() as session:
            return session.scalars(select(LmsAccount.person_id).where(LmsAccount.sub == sub)).one()

    def submit(self, sub: str, *, passes: bool) -> UUID:
        """A file handed in, and graded."""
        with self.campus.service.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            source = Source("value.py", f"# {sub}\nclass Value: ...".encode())
            by = Caller(self.person(sub))
            given = submit(session, by, assignment, source, now=self.campus.clock()).id
        self.grade(passes=passes)
        return given

    def regrade(self, submission_id: UUID, *, passes: bool) -> None:
        """The same file, graded again."""
        with self.campus.service.database.begin() as session:
            given = session.get_one(Submission, submission_id)
            self.campus.clock.advance(seconds=1)
            regrades.one(session, OPERATOR, given, now=self.campus.clock())
        self.grade(passes=passes)

    def grade(self, *, passes: bool) -> None:
        """Whatever waits."""
        now = self.campus.clock()
        with self.campus.service.database.begin() as session:
            while taken := claim(
                session, JobKind.GRADING, new_id(), now=now, until=now.replace(year=now.year + 1)
            ):
                found = report(work_of(session, taken.job_id), passed=passes)
                assert store(session, taken, FinishedReport.of(found), now=now)

    def override(self, sub: str, points: str) -> None:
        """A teacher sets a grade here."""
        by, who, now = Caller(self.person(self.teacher)), self.person(sub), self.campus.clock()
        with self.campus.service.database.begin() as session:
            assignment = session.get_one(Assignment, self.assignment_id)
            overrides.give(session, by, assignment, who, Decimal(points), "viva", now=now)

    def is_same(self) -> bool:
        """Whether both gradebooks say the same of everybody, once all is sent."""
        self.campus.send_grades()
        theirs, ours = self.gradebook.shares(), self.shares()
        return theirs.keys() == ours.keys() and all(abs(theirs[sub] - ours[sub]) <= _CLOSE for sub in ours)

    def shares(self) -> dict[str, Decimal]:
        """Our gradebook, by `sub`, of who is a student there."""
        with self.campus.service.database.read() as session:
            one = column(session, session.get_one(Assignment, self.assignment_id))
            subs = {
                account.person_id: account.sub
                for account in session.scalars(select(LmsAccount))
                if account.sub in self.platform.students
            }
            cells = grades(session, [one], list(subs))
        found = {subs[who]: cells[who].get(self.assignment_id) for who in cells}
        return {sub: cell.points / cell.possible for sub, cell in found.items() if cell is not None}

    def state(self, sub: str) -> tuple[str, str]:
        """What staff read of a student's grade."""
        with self.campus.service.database.read() as session:
            chosen = select(LmsGrade).where(
                LmsGrade.person_id == self.person(sub), LmsGrade.sent_at.is_not(None)
            )
            found = session.scalars(chosen).one()
            return str(found.state), found.reason

    def send_until_settled(self, sub: str) -> tuple[str, str]:
        """The state in which a grade ends, however often it is tried."""
        for _ in range(3):
            self.campus.send_grades(after=600)
        return self.state(sub)

    def send_again(self) -> None:
        """The teacher sends all grades of the course."""
        with self.campus.service.database.begin() as session:
            by = Caller(self.person(self.teacher))
            passback.send_all_again(session, by, self.course_id, now=self.campus.clock())

    def forget_column(self) -> None:
        """We do not know any more where its grades go."""
        with self.campus.service.database.begin() as session:
            for link in session.scalars(select(LmsLink)):
                link.line_item_url = ""

    @property
    def course_id(self) -> UUID:
        """Our course."""
        with self.campus.service.database.read() as session:
            course_id = session.get_one(Assignment, self.assignment_id).course_id
        assert course_id is not None
        return course_id

    def compare_roster(self) -> Page:
        """What is different there."""
        page = self.staff.open(f"/teach/courses/{self.course_id}/lms", **self.where)
        return Page.of(pressed(self.staff, page, "Compare the roster of Networks"))

    def apply_roster(self, page: Page) -> None:
        """Take it over."""
        assert pressed(self.staff, page, "Apply changes").status_code == 303
