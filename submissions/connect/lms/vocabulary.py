"""Names that LTI 1.3 Advantage gives its claims, scopes, messages and media types; and its roles as ours."""

from collections.abc import Iterable

from submissions.tables import Role

CLAIM = "https://purl.imsglobal.org/spec/lti/claim/"
GRADES = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint"
ROSTER = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice"
DEEP_LINKING = "https://purl.imsglobal.org/spec/lti-dl/claim/"
TOOL = "https://purl.imsglobal.org/spec/lti-tool-configuration"

VERSION = "1.3.0"
LAUNCH = "LtiResourceLinkRequest"
CHOOSE = "LtiDeepLinkingRequest"
CHOSEN = "LtiDeepLinkingResponse"
REVIEW = "LtiSubmissionReviewRequest"

_AGS = "https://purl.imsglobal.org/spec/lti-ags/scope/"
LINE_ITEM = f"{_AGS}lineitem"
LINE_ITEM_READ = f"{_AGS}lineitem.readonly"
RESULT = f"{_AGS}result.readonly"
SCORE = f"{_AGS}score"
MEMBERS = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly"
SCOPES = (LINE_ITEM, LINE_ITEM_READ, RESULT, SCORE, MEMBERS)
"""All that we ask for."""

LINE_ITEM_TYPE = "application/vnd.ims.lis.v2.lineitem+json"
LINE_ITEMS_TYPE = "application/vnd.ims.lis.v2.lineitemcontainer+json"
SCORE_TYPE = "application/vnd.ims.lis.v1.score+json"
RESULTS_TYPE = "application/vnd.ims.lis.v2.resultcontainer+json"
MEMBERS_TYPE = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
_COURSE = "http://purl.imsglobal.org/vocab/lis/v2/membership"
_TEACHERS = frozenset({"Instructor", "ContentDeveloper", "Administrator"})
_SHORT = _TEACHERS | {"Learner", "TeachingAssistant"}
"""Names that some platforms send without their address."""


def role_of(roles: Iterable[str]) -> Role | None:
    """Return the role in the course; None where none of the given ones is a role here.

    Assistants come first, since most of them come as instructors too.
    """
    named = {_name(role) for role in roles}
    if "TeachingAssistant" in named:
        return Role.ASSISTANT
    if named & _TEACHERS:
        return Role.INSTRUCTOR
    return Role.STUDENT if "Learner" in named else None


def _name(role: str) -> str:
    """`Instructor` of `...#Instructor`; of `.../Instructor#TeachingAssistant` the latter."""
    if role in _SHORT:
        return role
    if not role.startswith(_COURSE):
        return ""
    kind, _, name = role.removeprefix(_COURSE).partition("#")
    if not kind:
        return name
    if name == "TeachingAssistant":
        return name
    return kind.removeprefix("/") if kind.startswith("/") else ""
