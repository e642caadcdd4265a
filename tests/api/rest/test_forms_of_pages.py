"""Whatever people do with a form on a page, a program can do, or the documents say why not."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from tests.route_walk import READ, every_route

_ROOT = Path(__file__).parents[3]
_CONVERTER = re.compile(r":\w+(?=\})")

_OPERATIONS: Mapping[str, str] = {
    "/assignments/{assignment_id}": "submit",
    "/assignments/{assignment_id}/group": "join-group",
    "/assignments/{assignment_id}/leaderboard": "join-leaderboard",
    "/assignments/{assignment_id}/leaderboard/leave": "leave-leaderboard",
    "/assignments/{assignment_id}/leaderboard/{person_id}/remove": "remove-leaderboard-name",
    "/assignments/{assignment_id}/group/leave": "leave-group",
    "/assignments/{assignment_id}/late-days": "use-late-days",
    "/comments/{comment_id}/remove": "remove-comment",
    "/comments/{comment_id}/reply": "add-reply",
    "/jobs": "retry-jobs",
    "/lms/platforms": "create-platform",
    "/lms/platforms/{platform_id}/approve": "change-platform",
    "/lms/platforms/{platform_id}/disable": "change-platform",
    "/me/data": "export-person",
    "/me/notices/{notice_id}": "read-notice",
    "/me/tokens": "create-token",
    "/me/tokens/{token_id}/revoke": "revoke-token",
    "/regrade-requests/{request_id}/withdraw": "withdraw-regrade-request",
    "/submissions/{submission_id}/comments": "add-comment",
    "/submissions/{submission_id}/regrade-request": "create-regrade-request",
    "/submissions/{submission_id}/withdraw": "withdraw",
    "/teach/assignments/{assignment_id}": "change-assignment",
    "/teach/assignments/{assignment_id}/archive": "archive-assignment",
    "/teach/assignments/{assignment_id}/check/suites": "change-assignment",
    "/teach/assignments/{assignment_id}/publish": "change-assignment",
    "/teach/assignments/{assignment_id}/copy": "copy-assignment",
    "/teach/assignments/{assignment_id}/graphs": "change-own-graphs",
    "/teach/assignments/{assignment_id}/graphs/preview": "verify-own-graph",
    "/teach/assignments/{assignment_id}/graphs/remove": "change-own-graphs",
    "/teach/assignments/{assignment_id}/groups/list": "import-groups",
    "/teach/assignments/{assignment_id}/groups/people/{person_id}/take-out": "remove-from-group",
    "/teach/assignments/{assignment_id}/groups/put": "change-group-of-student",
    "/teach/assignments/{assignment_id}/groups/random": "create-random-groups",
    "/teach/assignments/{assignment_id}/people/{person_id}/extension": "change-extension",
    "/teach/assignments/{assignment_id}/people/{person_id}/extension/end": "remove-extension",
    "/teach/assignments/{assignment_id}/people/{person_id}/late-days": "change-late-days",
    "/teach/assignments/{assignment_id}/people/{person_id}/messages": "create-message",
    "/teach/assignments/{assignment_id}/people/{person_id}/notes": "add-note",
    "/teach/assignments/{assignment_id}/people/{person_id}/notes/{note_id}/remove": "remove-note",
    "/teach/assignments/{assignment_id}/people/{person_id}/points": "change-override",
    "/teach/assignments/{assignment_id}/people/{person_id}/points/end": "remove-override",
    "/teach/assignments/{assignment_id}/regrade-failed": "regrade-failed",
    "/teach/assignments/{assignment_id}/regrades": "start-regrade",
    "/teach/assignments/{assignment_id}/try-files": "add-try-file",
    "/teach/assignments/{assignment_id}/try-files/{try_file_id}/remove": "remove-try-file",
    "/teach/courses/import": "import-course",
    "/teach/courses/new": "create-course",
    "/teach/courses/{course_id}": "change-course",
    "/teach/courses/{course_id}/assignments/new": "create-assignment",
    "/teach/courses/{course_id}/canned-comments": "create-canned-comment",
    "/teach/courses/{course_id}/canned-comments/{canned_id}/remove": "remove-canned-comment",
    "/teach/courses/{course_id}/codes": "create-join-code",
    "/teach/courses/{course_id}/codes/{code_id}/revoke": "revoke-join-code",
    "/teach/courses/{course_id}/copy": "copy-course",
    "/teach/courses/{course_id}/data/archive": "archive-course",
    "/teach/courses/{course_id}/data/delete": "delete-course",
    "/teach/courses/{course_id}/data/restore": "restore-course",
    "/teach/courses/{course_id}/data/retention": "change-retention",
    "/teach/courses/{course_id}/grades/fill": "check-gradebook-file fill-gradebook-file",
    "/teach/courses/{course_id}/grades/weights": "change-weights",
    "/teach/courses/{course_id}/keys": "create-token",
    "/teach/courses/{course_id}/keys/{token_id}/revoke": "revoke-token",
    "/teach/courses/{course_id}/lms/send": "submit-platform-grades",
    "/teach/courses/{course_id}/lms/{context_id}/disconnect": "remove-platform-course",
    "/teach/courses/{course_id}/lms/{context_id}/roster": "import-platform-roster",
    "/teach/courses/{course_id}/lms/{context_id}/roster/apply": "import-platform-roster",
    "/teach/courses/{course_id}/lms/{link_id}/people/{person_id}/send": "submit-platform-grade",
    "/teach/courses/{course_id}/people": "admit-person",
    "/teach/courses/{course_id}/people/import": "import-roster",
    "/teach/courses/{course_id}/people/links": "create-sign-in-links",
    "/teach/courses/{course_id}/people/{person_id}": "change-person",
    "/teach/courses/{course_id}/people/{person_id}/link": "create-sign-in-link",
    "/teach/courses/{course_id}/people/{person_id}/remove": "remove-person",
    "/teach/courses/{course_id}/people/{person_id}/role": "change-person",
    "/teach/courses/{course_id}/watch": "change-watch-thresholds",
    "/teach/courses/{course_id}/webhooks": "create-webhook",
    "/teach/courses/{course_id}/webhooks/{webhook_id}": "change-webhook",
    "/teach/courses/{course_id}/webhooks/{webhook_id}/delete": "remove-webhook",
    "/teach/courses/{course_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": (
        "resend-webhook-delivery"
    ),
    "/teach/courses/{course_id}/webhooks/{webhook_id}/off": "switch-webhook",
    "/teach/courses/{course_id}/webhooks/{webhook_id}/on": "switch-webhook",
    "/teach/courses/{course_id}/webhooks/{webhook_id}/secret": "rotate-webhook-secret",
    "/teach/courses/{course_id}/webhooks/{webhook_id}/test": "test-webhook",
    "/teach/regrades/{run_id}/apply": "apply-regrade",
    "/teach/regrades/{run_id}/continue": "continue-regrade",
    "/teach/regrades/{run_id}/discard": "discard-regrade",
    "/teach/regrades/{run_id}/revert": "revert-regrade",
    "/teach/requests/{request_id}/answer": "answer-regrade-request",
    "/teach/submissions/{submission_id}/regrade": "regrade-submission",
}
"""By the address of a form, the operations that do the same."""

_ONLY_ON_PAGES: Mapping[str, tuple[str, ...]] = {
    "Passwords, second factors, sessions and sign-on": (
        "/me/password", "/me/second-factor/begin", "/me/second-factor/codes", "/me/second-factor/confirm",
        "/me/second-factor/remove", "/me/sessions/end-all", "/me/sessions/end-others",
        "/me/sessions/{session_id}/end", "/me/sign-on/disconnect", "/second-factor", "/sign-in",
        "/sign-in/{secret}", "/sign-out", "/newcomer/connect", "/newcomer/create",
    ),
    "Joining with a code": ("/join",),
    "Name, language, time zone and e-mail of your own account": (
        "/me", "/me/mail", "/me/notices", "/unsubscribe/{secret}",
    ),
    "Checking a file before you submit it": ("/assignments/{assignment_id}/checks",),
    "Opening hints": ("/submissions/{submission_id}/hints",),
    "Files of visitors without an account": ("/try",),
    "Launches from a learning platform": (
        "/lms/activities/{link_id}", "/lms/choices/{choice_id}", "/lms/choices/{choice_id}/new",
        "/lms/contexts/{context_id}/account", "/lms/contexts/{context_id}/course",
        "/lms/activities/{link_id}/new",
        "/lms/contexts/{context_id}/copy",
        "/lms/contexts/{context_id}/new", "/lms/tab",
    ),
    "Keys and deployments of a learning platform": (
        "/lms/platforms/keys", "/lms/platforms/{platform_id}",
        "/lms/platforms/{platform_id}/deployments/{deployment_id}/approve",
    ),
}  # fmt: skip
"""By what stands in `docs/rest.md` with a reason, the forms that no operation replaces."""


def test_every_form_has_an_operation_or_a_reason() -> None:
    forms = {
        _CONVERTER.sub("", route.path) for route in every_route() if route.is_page and route.method != READ
    }
    without = [path for paths in _ONLY_ON_PAGES.values() for path in paths]

    assert sorted([*_OPERATIONS, *without]) == sorted(forms)


def test_these_operations_exist() -> None:
    paths = json.loads((_ROOT / "docs/openapi.json").read_text())["paths"]
    known = {operation["operationId"] for methods in paths.values() for operation in methods.values()}

    assert {name for names in _OPERATIONS.values() for name in names.split()} <= known


def test_the_reasons_are_in_the_documents() -> None:
    section = (_ROOT / "docs/rest.md").read_text().partition("### Only on pages\n")[2].partition("\n## ")[0]

    assert re.findall(r"^\* \*\*(.+)\.\*\* \S", section, re.MULTILINE) == list(_ONLY_ON_PAGES)
