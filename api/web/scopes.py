"""Which scopes a token needs for an operation, as the OpenAPI document says it. Others need none.

`submissions.people.access.policy` decides; a test asks every operation without each of its scopes.
"""

from collections.abc import Mapping

from submissions.people.access.policy import Scope

_OPERATIONS: Mapping[tuple[Scope, ...], str] = {
    (Scope.COURSES_READ,): """
        get-course get-lifecycle get-person list-courses list-groups list-log list-people
    """,
    (Scope.COURSES_WRITE,): """
        admit-person archive-course change-course change-person change-retention change-webhook
        create-course create-join-code create-random-groups create-webhook delete-course get-webhook
        import-course import-groups import-roster list-join-codes list-webhook-deliveries
        list-webhooks remove-from-group remove-person remove-webhook resend-webhook-delivery
        import-platform-roster remove-leaderboard-name remove-platform-course restore-course
        revoke-join-code
        rotate-webhook-secret switch-webhook test-webhook
    """,
    (Scope.ASSIGNMENTS_READ,): """
        export-course get-assignment get-attempts get-coverage get-late-days get-own-group
        list-assignments
    """,
    (Scope.ASSIGNMENTS_WRITE,): """
        archive-assignment change-assignment change-own-graphs change-watch-thresholds
        copy-assignment create-assignment remove-try-file verify-own-graph
    """,
    (Scope.SUBMISSIONS_READ,): """
        get-cause-figures get-cause-students get-causes get-course-causes
        get-course-lecture get-course-turnout get-file get-leaderboard get-lecture get-overcoming
        get-own-graphs get-own-progress get-partly-asked get-points get-report get-student-verdicts
        get-submission get-submissions-over-time get-suite-figures get-try-file
        get-try-file-content get-try-file-report get-turnout get-watch-list
        get-watch-thresholds list-canned-comments list-comments list-counted-people
        list-equal-work list-messages list-notes list-notices list-own-messages
        list-course-submissions list-regrade-requests list-submissions list-try-files
        watch-assignment watch-submission
    """,
    (Scope.SUBMISSIONS_WRITE,): """
        add-note create-canned-comment create-message read-notice remove-comment
        join-leaderboard leave-group leave-leaderboard remove-canned-comment remove-note submit
        withdraw-regrade-request
    """,
    (Scope.GRADES_READ,): """
        check-gradebook-file export-gradebook fill-gradebook-file get-grade-statistics get-gradebook
        get-regrade get-regrade-effects list-extensions list-grade-changes list-platform-courses
        list-platform-grades list-regrades
    """,
    (Scope.GRADES_WRITE,): """
        apply-regrade change-extension change-late-days change-override change-weights check-weights
        continue-regrade discard-regrade regrade-failed remove-extension remove-override
        revert-regrade start-regrade submit-platform-grade submit-platform-grades
    """,
    (Scope.ADMIN,): """
        change-platform create-person create-platform erase-person export-person get-platform
        list-jobs list-platforms retry-jobs
    """,
    (Scope.SUBMISSIONS_READ, Scope.SUBMISSIONS_WRITE): """
        add-comment add-reply create-regrade-request withdraw
    """,
    (Scope.SUBMISSIONS_READ, Scope.GRADES_WRITE): """
        regrade-submission
    """,
    (Scope.ASSIGNMENTS_READ, Scope.ASSIGNMENTS_WRITE, Scope.COURSES_WRITE): """
        copy-course
    """,
    (Scope.ASSIGNMENTS_READ, Scope.SUBMISSIONS_WRITE): """
        join-group use-late-days
    """,
    (Scope.COURSES_READ, Scope.COURSES_WRITE): """
        change-group-of-student
    """,
    (Scope.SUBMISSIONS_READ, Scope.ASSIGNMENTS_WRITE): """
        add-try-file
    """,
    (Scope.COURSES_WRITE, Scope.SIGN_IN_LINKS_WRITE): """
        create-sign-in-link create-sign-in-links
    """,
    (Scope.SUBMISSIONS_WRITE, Scope.GRADES_WRITE): """
        answer-regrade-request
    """,
}

NEEDED: Mapping[str, tuple[Scope, ...]] = {
    operation: scopes for scopes, operations in _OPERATIONS.items() for operation in operations.split()
}
"""The scopes by the id of an operation."""
