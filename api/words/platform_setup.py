"""What is not set up yet between a learning platform and us, and where to do it in each product."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from api.i18n import N_, gettext as _
from api.words import Message
from submissions.connect.lms.vocabulary import MEMBERS, SCORE
from submissions.tables import LmsDeployment, LmsPlatform, PlatformState


class SetupStep(StrEnum):
    """A step that somebody takes on the platform."""

    ACTIVATE = "activate"
    GRADES = "grades"
    ROSTER = "roster"


_EVERYWHERE: Mapping[SetupStep, str] = {
    SetupStep.ACTIVATE: N_("Activate the tool on the platform, add an activity to a course, and open it."),
    SetupStep.GRADES: N_(
        "On the platform, open the settings of the tool and allow Assignment and Grade Services. Then open "
        "an activity once."
    ),
    SetupStep.ROSTER: N_(
        "On the platform, open the settings of the tool and allow Names and Role Provisioning Services. "
        "Then open an activity once."
    ),
}
_MOODLE: Mapping[SetupStep, str] = {
    SetupStep.ACTIVATE: N_(
        "In Moodle, open Site administration → Plugins → External tool → Manage tools and press Activate. "
        "Then add the activity to a course and open it."
    ),
    SetupStep.GRADES: N_(
        "In Moodle, edit the tool under Services and set “IMS LTI Assignment and Grade Services” to “Use "
        "this service for grade sync and column management”. Then open an activity once."
    ),
    SetupStep.ROSTER: N_(
        "In Moodle, edit the tool under Services and set “IMS LTI Names and Role Provisioning” to “Use "
        "this service to retrieve members’ information as per privacy settings”. Then open an activity "
        "once."
    ),
}
_CANVAS: Mapping[SetupStep, str] = {
    SetupStep.ACTIVATE: N_(
        "In Canvas, switch on the tool under Admin → Developer Keys, add an assignment that opens it, and "
        "open the assignment."
    ),
    SetupStep.GRADES: N_(
        "In Canvas, edit the developer key and switch on all scopes for grades. Then open an activity once."
    ),
    SetupStep.ROSTER: N_(
        "In Canvas, edit the developer key and switch on the scope for names and roles. Then open an "
        "activity once."
    ),
}
_BLACKBOARD: Mapping[SetupStep, str] = {
    SetupStep.ACTIVATE: N_(
        "In Blackboard, an administrator opens LTI Tool Providers, registers the tool by its client ID and "
        "approves it. Then add it to a course and open it."
    ),
    SetupStep.GRADES: N_(
        "In Blackboard, an administrator opens LTI Tool Providers, edits the tool and allows access to the "
        "grade service. Then open an activity once."
    ),
    SetupStep.ROSTER: N_(
        "In Blackboard, an administrator opens LTI Tool Providers, edits the tool and allows access to the "
        "membership service. Then open an activity once."
    ),
}
_BRIGHTSPACE: Mapping[SetupStep, str] = {
    SetupStep.ACTIVATE: N_(
        "In Brightspace, open Manage Extensibility → LTI Advantage, enable the registration, and add a "
        "deployment with a link. Then open the link in a course."
    ),
    SetupStep.GRADES: N_(
        "In Brightspace, switch on Assignment and Grade Services in the registration and in the deployment "
        "of the tool. Then open an activity once."
    ),
    SetupStep.ROSTER: N_(
        "In Brightspace, switch on Names and Role Provisioning Services in the registration and in the "
        "deployment of the tool. Then open an activity once."
    ),
}
_PRODUCTS: Mapping[str, Mapping[SetupStep, str]] = {
    "moodle": _MOODLE,
    "canvas": _CANVAS,
    "blackboardlearn": _BLACKBOARD,
    "desire2learn": _BRIGHTSPACE,
}
_ISSUERS = {"https://canvas.instructure.com": "canvas", "https://blackboard.com": "blackboardlearn"}
"""The products by an issuer that all institutions share: known before anybody has come."""


def lacking(platform: LmsPlatform, deployments: Collection[LmsDeployment]) -> list[Message]:
    """Say what is not set up yet, and how to do it."""
    found = []
    if platform.state == PlatformState.PENDING:
        found.append(
            Message(
                _("The platform is not approved, so it cannot send anybody here."),
                _("Check its addresses, then press Approve."),
            )
        )
    elif not all(each.approved for each in deployments):
        found.append(
            Message(
                _("A deployment is not approved, so nobody from there can come in."),
                _("Approve it under Deployments if you know it."),
            )
        )
    if platform.launched_at is None:
        seen = _("Nobody has come from this platform yet.")
        return [*found, Message(seen, _advice(platform, SetupStep.ACTIVATE))]
    if SCORE not in platform.scopes:
        seen = _("The platform does not let Backgrade send grades.")
        found.append(Message(seen, _advice(platform, SetupStep.GRADES)))
    if MEMBERS not in platform.scopes:
        seen = _("The platform does not let Backgrade read rosters.")
        found.append(Message(seen, _advice(platform, SetupStep.ROSTER)))
    return found


def _advice(platform: LmsPlatform, step: SetupStep) -> str:
    product = platform.product.lower() or _ISSUERS.get(platform.issuer, "")
    return _(_PRODUCTS.get(product, _EVERYWHERE)[step])
