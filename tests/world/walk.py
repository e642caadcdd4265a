"""The walk: every page there is, and who looks at it."""

from collections.abc import Callable

from submissions.tables import Person
from tests.world.sample_course import PROVIDER, SampleCourse

Where = Callable[[SampleCourse], str]
Who = Callable[[SampleCourse], Person | None]


def nobody(_: SampleCourse) -> None:
    return None


def student(sample: SampleCourse) -> Person:
    return sample.student


def owner(sample: SampleCourse) -> Person:
    return sample.owner


def operator(sample: SampleCourse) -> Person:
    return sample.operator


PAGES: dict[str, tuple[Who, Where]] = {
    "home": (nobody, lambda _: "/"),
    "home of a student": (student, lambda _: "/"),
    "home of an owner": (owner, lambda _: "/"),
    "try": (nobody, lambda _: "/try"),
    "try with an example": (nobody, lambda _: "/try?example=on"),
    "trial, wrong": (nobody, lambda s: f"/try/{s.trials['wrong']}"),
    "trial, notebook": (nobody, lambda s: f"/try/{s.trials['notebook']}"),
    "suites": (nobody, lambda _: "/suites"),
    "suite": (nobody, lambda _: "/suites/five_nodes"),
    "suite with large graphs": (nobody, lambda _: "/suites/reused_nodes"),
    "faults": (nobody, lambda _: "/faults"),
    "fault": (nobody, lambda _: "/faults/overwritten_gradient"),
    "fault that is none of code": (nobody, lambda _: "/faults/order_dependent"),
    "help": (nobody, lambda _: "/help"),
    "accessibility": (nobody, lambda _: "/accessibility"),
    "privacy": (nobody, lambda _: "/privacy"),
    "status": (nobody, lambda _: "/status"),
    "nothing there": (nobody, lambda _: "/nothing"),
    "not signed in": (nobody, lambda s: f"/courses/{s.course.id}"),
    "problem": (nobody, lambda _: "/problems/closed"),
    "sign in": (nobody, lambda _: "/sign-in"),
    "sign in by a link": (nobody, lambda _: "/sign-in/none"),
    "second half of a sign-in": (nobody, lambda _: "/second-factor"),
    "newcomer": (nobody, lambda _: "/newcomer"),
    "signed out": (nobody, lambda _: f"/signed-out/{PROVIDER}"),
    "two-factor sign-in": (student, lambda _: "/me/second-factor"),
    "two-factor sign-in, to be confirmed": (owner, lambda _: "/me/second-factor"),
    "join": (student, lambda _: "/join"),
    "me": (student, lambda _: "/me"),
    "course": (student, lambda s: f"/courses/{s.course.id}"),
    "course of an owner": (owner, lambda s: f"/courses/{s.course.id}"),
    "progress": (student, lambda s: f"/courses/{s.course.id}/progress"),
    "check": (student, lambda s: f"/assignments/{s.assignments['open']}/checks/{s.trials['check']}"),
    "assignment": (student, lambda s: f"/assignments/{s.assignments['open']}"),
    "assignment, late": (student, lambda s: f"/assignments/{s.assignments['late']}"),
    "assignment, few attempts": (student, lambda s: f"/assignments/{s.assignments['careful']}"),
    "assignment, over": (student, lambda s: f"/assignments/{s.assignments['over']}"),
    "assignment, not open": (student, lambda s: f"/assignments/{s.assignments['soon']}"),
    "submission, wrong": (student, lambda s: f"/submissions/{s.submissions['wrong']}"),
    "submission, right": (student, lambda s: f"/submissions/{s.submissions['right']}"),
    "submission, no Python": (student, lambda s: f"/submissions/{s.submissions['broken']}"),
    "submission, late": (student, lambda s: f"/submissions/{s.submissions['late']}"),
    "submission, one hint": (student, lambda s: f"/submissions/{s.submissions['one hint']}"),
    "submission, kept back": (student, lambda s: f"/submissions/{s.submissions['kept back']}"),
    "submission, withdrawn": (student, lambda s: f"/submissions/{s.submissions['withdrawn']}"),
    "submission, our failure": (student, lambda s: f"/submissions/{s.submissions['failed']}"),
    "submission, waiting": (student, lambda s: f"/submissions/{s.submissions['waiting']}"),
    "assignment, fault hunt": (student, lambda s: f"/assignments/{s.assignments['hunt']}"),
    "leaderboard": (student, lambda s: f"/assignments/{s.assignments['hunt']}/leaderboard"),
    "submission, fault hunt": (student, lambda s: f"/submissions/{s.submissions['hunt']}"),
    "fault hunt as its owner sees it": (owner, lambda s: f"/submissions/{s.submissions['hunt']}"),
    "assignment, network": (student, lambda s: f"/assignments/{s.assignments['network']}"),
    "submission, network": (student, lambda s: f"/submissions/{s.submissions['network']}"),
    "network as its owner sees it": (owner, lambda s: f"/submissions/{s.submissions['network']}"),
    "teach: submissions, network": (
        owner,
        lambda s: f"/teach/assignments/{s.assignments['network']}/submissions?sort=asked",
    ),
    "teach: dashboard, network": (
        owner,
        lambda s: f"/teach/assignments/{s.assignments['network']}/dashboard",
    ),
    "submission as its owner sees it": (owner, lambda s: f"/submissions/{s.submissions['wrong']}"),
    "teach: course": (owner, lambda s: f"/teach/courses/{s.course.id}"),
    "teach: new course": (owner, lambda _: "/teach/courses/new"),
    "teach: people": (owner, lambda s: f"/teach/courses/{s.course.id}/people"),
    "teach: grades": (owner, lambda s: f"/teach/courses/{s.course.id}/grades"),
    "teach: weights": (owner, lambda s: f"/teach/courses/{s.course.id}/grades/weights"),
    "teach: gradebook file": (owner, lambda s: f"/teach/courses/{s.course.id}/grades/fill"),
    "teach: roster": (owner, lambda s: f"/teach/courses/{s.course.id}/people/import"),
    "teach: person": (owner, lambda s: f"/teach/courses/{s.course.id}/people/{s.student.id}"),
    "teach: roles": (owner, lambda s: f"/teach/courses/{s.course.id}/roles"),
    "teach: log": (owner, lambda s: f"/teach/courses/{s.course.id}/log"),
    "teach: data": (owner, lambda s: f"/teach/courses/{s.course.id}/data"),
    "teach: archive": (owner, lambda _: "/teach/archive"),
    "assignment of a group": (student, lambda s: f"/assignments/{s.assignments['group']}"),
    "teach: groups": (owner, lambda s: f"/teach/assignments/{s.assignments['group']}/groups"),
    "teach: equal work": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}/equal"),
    "teach: learning platform": (owner, lambda s: f"/teach/courses/{s.course.id}/lms"),
    "jobs": (operator, lambda _: "/jobs"),
    "learning platforms": (operator, lambda _: "/lms/platforms"),
    "learning platform": (operator, lambda s: f"/lms/platforms/{s.linked['platform_id']}"),
    "course of a platform": (owner, lambda s: f"/lms/contexts/{s.linked['context_id']}"),
    "activity of a platform": (owner, lambda s: f"/lms/activities/{s.linked['link_id']}"),
    "choice for a platform": (owner, lambda s: f"/lms/choices/{s.linked['choice_id']}"),
    "tab": (nobody, lambda _: "/lms/tab/none"),
    "teach: new assignment": (owner, lambda s: f"/teach/courses/{s.course.id}/assignments/new"),
    "teach: new fault hunt": (owner, lambda s: f"/teach/courses/{s.course.id}/assignments/new?kind=hunt"),
    "teach: fault hunt": (owner, lambda s: f"/teach/assignments/{s.assignments['hunt']}"),
    "teach: assignment": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}"),
    "teach: preview": (owner, lambda s: f"/assignments/{s.assignments['open']}/preview"),
    "teach: submissions": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}/submissions"),
    "teach: causes": (
        owner,
        lambda s: f"/teach/assignments/{s.assignments['open']}/causes?cause=overwritten_gradient",
    ),
    "teach: assignments": (owner, lambda s: f"/teach/courses/{s.course.id}/assignments"),
    "teach: submissions of a course": (owner, lambda s: f"/teach/courses/{s.course.id}/submissions"),
    "teach: settings": (owner, lambda s: f"/teach/courses/{s.course.id}/settings"),
    "teach: watch list": (owner, lambda s: f"/teach/courses/{s.course.id}/watch"),
    "teach: requests": (owner, lambda s: f"/teach/courses/{s.course.id}/requests"),
    "teach: saved comments": (owner, lambda s: f"/teach/courses/{s.course.id}/canned-comments"),
    "teach: keys": (owner, lambda s: f"/teach/courses/{s.course.id}/keys"),
    "teach: webhooks": (owner, lambda s: f"/teach/courses/{s.course.id}/webhooks"),
    "teach: webhook": (owner, lambda s: f"/teach/courses/{s.course.id}/webhooks/{s.kept['webhook']}"),
    "teach: lecture of a course": (owner, lambda s: f"/teach/courses/{s.course.id}/lecture"),
    "teach: lecture": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}/lecture"),
    "teach: lab": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}/lab"),
    "teach: dashboard": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}/dashboard"),
    "teach: check": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}/check"),
    "teach: own graphs": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}/graphs"),
    "teach: try file": (
        owner,
        lambda s: f"/teach/assignments/{s.assignments['open']}/try-files/{s.kept['try file']}",
    ),
    "teach: regrades": (owner, lambda s: f"/teach/assignments/{s.assignments['open']}/regrades"),
    "teach: dry run": (owner, lambda s: f"/teach/regrades/{s.kept['run']}"),
    "teach: apply": (owner, lambda s: f"/teach/regrades/{s.kept['run']}/apply"),
    "teach: revert": (owner, lambda s: f"/teach/regrades/{s.kept['run']}/revert"),
    "teach: timeline": (
        owner,
        lambda s: f"/teach/assignments/{s.assignments['open']}/people/{s.student.id}/timeline",
    ),
    "submission as its student sees it": (
        owner,
        lambda s: f"/submissions/{s.submissions['wrong']}/as-student",
    ),
    "notices": (student, lambda _: "/me/notices"),
    "messages": (student, lambda s: f"/courses/{s.course.id}/messages"),
    "unsubscribe": (nobody, lambda _: "/unsubscribe/none"),
    "teach: student": (
        owner,
        lambda s: f"/teach/assignments/{s.assignments['open']}/people/{s.student.id}",
    ),
}
NO_PAGES = (
    "/events",
    "/pulse",
    "/picture.svg",
    "/file",
    "/starter",
    "/manifest.json",
    "{digest}/{name}",
    ".csv",
    "{name:path}",
    "/language/{language}",
    "/sign-on/{key}",
    "/callback",
    "/sign-on-proxy",
)
"""How the paths end of downloads, streams and redirects."""
