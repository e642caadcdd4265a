"""A platform that others wrote, from PyPI: its launches come in, and it takes our tokens and choices."""

import json
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from lti1p3platform.ltiplatform import LTI1P3PlatformConfAbstract
from lti1p3platform.message_launch import LTIAdvantageMessageLaunchAbstract
from lti1p3platform.registration import Registration
from sqlalchemy import select

from submissions.connect.lms import deep_links, keys, logins
from submissions.connect.lms.arrivals import Posted, arrive
from submissions.connect.lms.launches import LaunchTarget
from submissions.connect.lms.logins import LoginRequest
from submissions.connect.lms.services import ServiceAccess, Services
from submissions.connect.lms.vocabulary import CLAIM, SCORE
from submissions.outward.openid.outward import OutwardAnswer, OutwardRequest, converse
from submissions.people.access.policy import Caller
from submissions.storage.database import Database
from submissions.tables import Assignment, LmsContext, LmsPlatform
from tests.world import classroom
from tests.world.clock import FakeClock
from tests.world.learning_platform import CLIENT, INSTRUCTOR, ISSUER, ORIGIN, registered, rsa


class Platform(LTI1P3PlatformConfAbstract):  # type: ignore[misc]
    """As its documentation says."""

    def init_platform_config(self, **_: Any) -> None:
        key = rsa("strangers")
        self._registration = (
            Registration()
            .set_iss(ISSUER)
            .set_client_id(CLIENT)
            .set_deployment_id("7")
            .set_launch_url(f"{ORIGIN}/lti/launch")
            .set_deeplink_launch_url(f"{ORIGIN}/lti/launch")
            .set_platform_public_key(key.as_pem(private=False).decode())
            .set_platform_private_key(key.as_pem(private=True).decode())
        )

    def get_registration_by_params(self, **_: Any) -> Registration:
        return self._registration

    def send(self, request: OutwardRequest) -> OutwardAnswer:
        """Its own answers to our requests."""
        if request.url.endswith("/certs"):
            return OutwardAnswer(200, body=json.dumps(self.get_jwks()).encode())
        form = {name: values[0] for name, values in parse_qs((request.body or b"").decode()).items()}
        return OutwardAnswer(200, body=json.dumps(self.get_access_token(form)).encode())


class Launch(LTIAdvantageMessageLaunchAbstract):  # type: ignore[misc]
    """Gives what it would post, instead of a page."""

    def render_launch_form(self, launch_data: dict[str, Any], **_: Any) -> dict[str, Any]:
        return launch_data


@pytest.fixture
def now() -> FakeClock:
    return FakeClock(datetime.now(UTC))  # their library has no clock to set


def test_a_strangers_platform_and_we_understand_each_other(sqlite_url: str, now: FakeClock) -> None:
    database, platform = Database(sqlite_url), Platform()
    with database.begin() as session:
        course, _ = classroom.course(session)
        made = classroom.assignment(session, course)
        found = registered(session, now())

    def launch(*, choose: bool) -> tuple[Any, Any]:
        with database.begin() as session:
            asked = LoginRequest(issuer=ISSUER, login_hint="3", client_id=CLIENT)
            started = logins.begin(session, asked, redirect_uri=f"{ORIGIN}/lti/launch", now=now())
        query = {name: value[0] for name, value in parse_qs(urlsplit(started.address).query).items()}
        theirs = Launch(type("Request", (), {"get_data": query, "form_data": {}})(), platform)
        theirs.set_user_data("teacher", [INSTRUCTOR], full_name="Grace Hopper")
        theirs.set_extra_claims({f"{CLAIM}context": {"id": "course-1", "title": "Networks"}})
        theirs.set_resource_link_claim("link-1")
        theirs.set_ags(f"{ISSUER}/lineitems")
        if choose:
            theirs.set_dl(f"{ISSUER}/return", accept_types={"ltiResourceLink"})
        sent = theirs.lti_launch()
        posted = Posted(sent["id_token"], sent["state"], started.browser)
        arrival = arrive(database, posted, origin=ORIGIN, language_of=lambda _: None, now=now())
        return converse(platform, arrival)

    launched, claims = launch(choose=False)
    assert (launched.destination, claims.name) == (
        LaunchTarget.LINK_COURSE,
        "Grace Hopper",
    )
    with database.begin() as session:
        session.scalars(select(LmsContext)).one().course_id = course.id
    assert launch(choose=False)[0].destination is LaunchTarget.LINK_ASSIGNMENT
    launched, _ = launch(choose=True)
    assert launched.destination is LaunchTarget.CHOOSE

    with database.begin() as session:
        caller, chosen = Caller(launched.person.id), [session.get_one(Assignment, made.id).id]
        answer = deep_links.answer(session, caller, launched.target, chosen, origin=ORIGIN, now=now())
        platform.get_registration().set_tool_key_set(keys.published(session, now=now()))
    (item,) = platform.validate_deeplinking_resp({"JWT": answer.token})
    assert item["custom"] == {"assignment": str(made.id)}

    services = Services(database, now)
    with database.read() as session:
        access = ServiceAccess.to(session.get_one(LmsPlatform, found.id), [SCORE])
    assert platform.validate_token(converse(platform, services._token(access)), [SCORE])
    database.close()
