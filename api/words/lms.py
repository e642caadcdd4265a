"""Learning platforms: why a launch is refused, and what became of a grade."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from api.i18n import N_, duration, gettext as _
from api.words import Message
from submissions.connect.lms.vocabulary import LINE_ITEM, LINE_ITEM_READ, MEMBERS, RESULT, SCORE
from submissions.tables import PassbackState, PlatformState

_AGAIN = N_("Go back to your course and open the activity again.")
_OPERATOR = N_("Ask the operator of this service to look at the platform's page.")
_TEACHER = N_("Ask your instructor.")
_CONNECTS = N_("Ask an instructor of this course to open the activity once. That connects it for everybody.")
_ADMINISTRATOR = N_("Ask the administrator of your learning platform.")
_CLOCK = N_("Ask both administrators to check that the clocks of both servers are right.")

_REFUSED: Mapping[str, tuple[str, str]] = {
    "account-disabled": (N_("Your account here was disabled."), _TEACHER),
    "algorithm": (
        N_("The learning platform signed this launch in a way that is not accepted."),
        _ADMINISTRATOR,
    ),
    "audience": (N_("This launch is for another tool."), _ADMINISTRATOR),
    "deep-linking": (N_("The learning platform does not accept links of this kind here."), _ADMINISTRATOR),
    "deep-link-return": (
        N_("The learning platform wants your choice sent to a site that is not its own."),
        N_("Ask the operator of this service to add that site to the origins on the platform's page."),
    ),
    "deployment": (N_("This part of the learning platform is not approved yet."), _OPERATOR),
    "from-future": (N_("The learning platform's clock is ahead of ours."), _CLOCK),
    "issuer": (N_("This launch does not come from the platform that it names."), _ADMINISTRATOR),
    "keys-unreachable": (N_("The keys of the learning platform could not be read."), _AGAIN),
    "login-request": (N_("The learning platform did not say who you are."), _AGAIN),
    "message-type": (N_("This kind of launch is not supported."), _ADMINISTRATOR),
    "no-context": (N_("The learning platform did not say which course this is."), _ADMINISTRATOR),
    "no-key-id": (N_("The learning platform did not say which key signed this launch."), _ADMINISTRATOR),
    "no-link": (N_("The learning platform did not say which activity this is."), _ADMINISTRATOR),
    "no-second-factor": (
        N_("Your account needs a second factor before a learning platform can sign you in to it."),
        N_("Open Backgrade in a new tab, sign in, set up the second factor, then try again here."),
    ),
    "no-times": (N_("The learning platform did not say until when this launch is valid."), _ADMINISTRATOR),
    "nobody": (
        N_("The learning platform does not say who you are, so you cannot submit here."),
        _ADMINISTRATOR,
    ),
    "nonce": (N_("This launch belongs to another sign-in."), _AGAIN),
    "not-a-token": (N_("This launch cannot be read."), _AGAIN),
    "course-not-linked-yet": (N_("This course is not connected to Backgrade yet."), _CONNECTS),
    "not-linked-yet": (N_("This activity is not connected to an assignment yet."), _CONNECTS),
    "not-published-yet": (
        N_("Your instructor has not published this assignment yet."),
        N_("Open the activity again later, or ask your instructor."),
    ),
    "operator": (
        N_("This is the account of an operator, so a learning platform cannot sign in to it."),
        N_("Sign in here with your password, or use another account for teaching."),
    ),
    "no-registration": (
        N_("A learning platform opens this address when it registers."),
        N_("On the platform, paste this address where it asks for a dynamic registration URL."),
    ),
    "not-a-login": (N_("Learning platforms open this address when somebody opens an activity."), _AGAIN),
    "nothing-to-review": (
        N_("This person has not opened Backgrade yet, so there is nothing to review."),
        N_("Go back to your course and open the activity to see all submissions."),
    ),
    "other-browser": (
        N_("Your browser did not send back the cookie of this sign-in."),
        N_("Go back to your course and open the activity again. If this happens again, allow cookies."),
    ),
    "other-client": (
        N_("This learning platform is registered here with another client ID."),
        N_("Ask the operator of this service to compare the client IDs."),
    ),
    "our-client": (
        N_("The learning platform does not know our client ID."),
        N_("Ask the operator of this service to compare the client ID on the platform's page."),
    ),
    "party": (N_("This launch is for another tool."), _ADMINISTRATOR),
    "platform-disabled": (N_("This learning platform is disabled here."), _OPERATOR),
    "platform-error": (N_("The learning platform refused the sign-in."), _AGAIN),
    "platform-pending": (N_("This learning platform is not approved yet."), _OPERATOR),
    "review": (N_("You can review only your own submissions."), _TEACHER),
    "role": (N_("Your role in this course does not exist in Backgrade."), _TEACHER),
    "roles": (N_("The learning platform did not say which role you have."), _ADMINISTRATOR),
    "signature": (N_("The signature of this launch is wrong."), _AGAIN),
    "state-unknown": (N_("This sign-in has expired."), _AGAIN),
    "state-used": (N_("This sign-in was used already, for example by reloading the page."), _AGAIN),
    "target": (N_("This launch leads to an address that is not ours."), _ADMINISTRATOR),
    "unclear-platform": (
        N_("The learning platform did not say which of its registrations it means."),
        _ADMINISTRATOR,
    ),
    "unknown-key": (
        N_("This launch was signed with a key that the learning platform does not publish."),
        _AGAIN,
    ),
    "unknown-platform": (
        N_("This learning platform is not registered here."),
        N_("Ask the operator of this service to register this platform."),
    ),
    "version": (N_("This launch uses a version of LTI other than 1.3."), _ADMINISTRATOR),
}
_BY_SECONDS: Mapping[str, str] = {
    "expired": N_("This launch expired {duration} ago, so a clock may be wrong."),
    "from-future": N_("The learning platform's clock is {duration} ahead of ours."),
    "too-old": N_("This launch was signed {duration} ago, so a clock may be wrong."),
}
_FAILED: Mapping[str, tuple[str, str]] = {
    "clock": (
        N_("The platform refuses our token: the clocks of both servers differ."),
        N_("Set the clocks of both servers by a time server, then try again."),
    ),
    "known": (
        N_("This platform is registered already, with other addresses."),
        N_("Change its addresses on its page here, then start the registration again."),
    ),
    "no-roster": (
        N_("The platform does not give the roster of this course."),
        N_(
            "On the platform, open the settings of the tool and allow Names and Role Provisioning Services. "
            "Then open an activity once."
        ),
    ),
    "no-token": (
        N_("The platform could not fetch our key set at /lti/jwks.json, or it refuses our key."),
        N_(
            "On the platform, check the key set address in the settings of the tool, and that the platform "
            "can reach this server. Then try again."
        ),
    ),
    "not-a-configuration": (
        N_("We could not read the platform's configuration."),
        N_("Check that this server can reach the platform, then start the registration again."),
    ),
    "other-roster": (
        N_("The platform does not give the roster of another course that is connected here."),
        N_("Allow it there as for this course, or disconnect that course if it has ended. Then try again."),
    ),
    "refused": (
        N_("The platform refused the registration."),
        N_("Start the registration again on the platform. Each registration link works once."),
    ),
    "refused-here": (
        N_("Backgrade itself refuses the platform's address, because it is on a private network."),
        N_("Ask the operator of this service to set BACKGRADE_PRIVATE_PLATFORMS=true, then try again."),
    ),
    "roster-too-long": (
        N_("The roster on the platform is too long, so nothing was compared."),
        N_("Import a list of your students on the page People of this course."),
    ),
    "too-many-waiting": (
        N_("Too many registrations of learning platforms wait for approval."),
        N_("Ask the operator of this service to approve or disable those that wait, then start again."),
    ),
    "unreachable": (
        N_("The platform does not answer."),
        N_("Check that this server can reach the platform, then try again."),
    ),
}

STATES: Mapping[PassbackState, str] = {
    PassbackState.WAITING: N_("Waiting"),
    PassbackState.SENT: N_("Sent"),
    PassbackState.OVERRIDDEN: N_("Overridden on the platform"),
    PassbackState.REFUSED: N_("Refused"),
    PassbackState.NOT_GRANTED: N_("Not granted"),
    PassbackState.NOT_ENROLLED: N_("Not enrolled on the platform"),
    PassbackState.GONE: N_("Deleted on the platform"),
    PassbackState.NOTHING: N_("No grade"),
}
REASONS: Mapping[str, str] = {
    "busy": N_("The platform asked us to wait. We send the grade again automatically."),
    "clock": N_("The platform refuses our token: the clocks of both servers differ. We try again."),
    "line-item-gone": N_(
        "The grade column was deleted on the platform. Open the activity there, then send the grade again."
    ),
    "locked": N_(
        "The platform fails each time: the grade is probably locked in its gradebook. Unlock it there, then "
        "send it again."
    ),
    "newer-there": N_("The platform has a newer grade. Send this one again if it should count."),
    "no-line-item": N_(
        "The platform has no grade column for this activity and refused to make one. Give the activity a "
        "grade there, open it, then send the grade again."
    ),
    "no-token": N_(
        "The platform could not fetch our key set at /lti/jwks.json, or it refuses our key. Check that "
        "address in its settings, and that the platform can reach this server. We try again."
    ),
    "not-a-platform": N_(
        "Another server answers instead of the platform, for example with a sign-in page. Ask an operator to "
        "check the platform's addresses."
    ),
    "not-enrolled": N_(
        "The platform accepts no grade for this person: they may not be a student there, or their grade is "
        "locked. Check both there, then send the grade again."
    ),
    "not-granted": N_(
        "The platform does not allow Backgrade to send grades. Allow it in the settings of the tool on the "
        "platform, open the activity there, then send the grade again."
    ),
    "not-released": N_("Students do not see this result yet. We send it when it is released."),
    "our-failure": N_("An error happened in Backgrade. The log of this service shows the reason."),
    "refused": N_("The platform refused this grade."),
    "refused-here": N_(
        "Backgrade itself refuses the platform's address, because it is on a private network. An operator "
        "allows it by BACKGRADE_PRIVATE_PLATFORMS=true."
    ),
    "unreachable": N_("The platform does not answer. We try again."),
}
"""The messages by the id of why a grade was not taken, or not yet."""
_OVERRIDDEN = N_(
    "Somebody entered another grade on the platform. Remove that grade there if this one should count."
)


def launch_refused(reason: str, facts: Mapping[str, int]) -> Message:
    """Why somebody did not come in, and what they can do."""
    seen, advice = _REFUSED.get(reason, (N_("This launch has expired, so a clock may be wrong."), _CLOCK))
    if reason in _BY_SECONDS and "seconds" in facts:
        seen = _(_BY_SECONDS[reason], duration=duration_of(facts["seconds"]))
        return Message(seen, _(advice))
    return Message(_(seen), _(advice))


def platform_failed(reason: str) -> Message:
    """Why a registration did not succeed, and what to do."""
    seen, advice = _FAILED.get(reason, _FAILED["unreachable"])
    return Message(_(seen), _(advice))


def duration_of(seconds: int) -> str:
    """Return a number of seconds as a person says it."""
    return duration(timedelta(seconds=seconds))


PLATFORM_STATES: Mapping[str, str] = {
    PlatformState.PENDING: N_("Waiting for approval"),
    PlatformState.ACTIVE: N_("Active"),
    PlatformState.DISABLED: N_("Disabled"),
}
_SCOPES: Mapping[str, str] = {
    LINE_ITEM: N_("Create grade columns"),
    LINE_ITEM_READ: N_("Read grade columns"),
    RESULT: N_("Read grades"),
    SCORE: N_("Send grades"),
    MEMBERS: N_("Read the roster"),
}


def reason(id_: str) -> str:
    """Why a grade was not taken, or a platform's services do not work; empty where they do."""
    return _(REASONS[id_]) if id_ in REASONS else ""


def grade_reason(state: PassbackState, id_: str) -> str:
    """Why a grade does not count on the platform; empty where it does."""
    return _(_OVERRIDDEN) if state is PassbackState.OVERRIDDEN else reason(id_)


def scopes(granted: Iterable[str]) -> list[str]:
    """Say what a platform lets us do."""
    return [_(text) for scope, text in _SCOPES.items() if scope in set(granted)]
