"""In the frame of a learning platform: sessions, tabs, the way back, and where somebody lands."""

from urllib.parse import parse_qs, urlsplit

from sqlalchemy import select

from submissions.connect.lms.vocabulary import CLAIM
from submissions.tables import Assignment
from tests.world.campus import FRAMED, TEACHER, TOP, Campus, connected, opened, pressed, returning
from tests.world.learning_platform import ISSUER
from tests.world.pages import Page


def test_a_frame_keeps_its_own_session_and_opens_a_tab_once(campus: Campus) -> None:
    teacher = connected(campus)
    course = f"{ISSUER}/course/view.php?id=2"
    answer = campus.launch(teacher, returning(course))
    cookie = next(each for each in answer.headers.get_list("Set-Cookie") if "frame=" in each)
    assert cookie.startswith("__Host-backgrade-frame=")
    assert cookie.endswith("SameSite=None; Secure; Partitioned")

    page = opened(teacher, answer)
    assert "Back to your course" not in page.links
    tab = Page.of(pressed(teacher, page, "Open in a new tab"))
    link = tab.links["Open"]
    own = campus.browser("tab")
    assert own.client.get(link, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    first = own.client.get(link, headers={**TOP, "Sec-Fetch-Site": "same-origin"})
    assert first.headers["Location"] == urlsplit(page.url).path
    assert "SameSite=Lax" in first.headers["Set-Cookie"]
    in_tab = own.open(first.headers["Location"], **TOP)
    assert (in_tab.status, in_tab.links["Back to your course"]) == (200, course)
    assert campus.browser("again").open(link).status == 410

    foreign = teacher.client.post(
        "/me",
        data={"csrf": page.token, "name": "Mallory"},
        headers={**FRAMED, "Sec-Fetch-Site": "cross-site"},
    )
    assert foreign.status_code == 403


def test_who_chooses_a_password_in_a_frame_stays_signed_in_there(campus: Campus) -> None:
    teacher = connected(campus)
    course = f"{ISSUER}/course/view.php?id=2"
    opened(teacher, campus.launch(teacher, returning(course)))
    mine = teacher.open("/me", **FRAMED)
    assert "Your learning platform signs you in." in mine.text
    words = {"password": "correct horse battery"}
    answer = pressed(teacher, mine, "Set password", **words)
    assert answer.status_code == 303, Page.of(answer).text
    cookie = next(each for each in answer.headers.get_list("Set-Cookie") if "frame=" in each)
    assert cookie.endswith("SameSite=None; Secure; Partitioned")
    assert opened(teacher, answer).status == 200


def test_the_way_back_leads_to_pages_of_the_platform_alone(campus: Campus) -> None:
    teacher = connected(campus)
    for to, is_theirs in {
        f"{ISSUER}/course": True,
        ISSUER.replace("https", "http"): False,
        f"{ISSUER}.evil.example.com/": False,
        f"{ISSUER}@evil.example.com/": False,
        f"{ISSUER}\\@evil.example.com/": False,
        "javascript:alert(1)": False,
        "//evil.example.com": False,
        "": False,
    }.items():
        page = opened(teacher, campus.launch(teacher, returning(to), TOP), TOP)
        assert (to, "Back to your course" in page.links) == (to, is_theirs)


def test_without_cookies_a_button_opens_a_tab_or_the_platform_keeps_the_value(campus: Campus) -> None:
    connected(campus)
    blocked = campus.browser("blocked")
    answer = campus.login(blocked)
    blocked.client.cookies.clear()
    page = blocked.open(answer.headers["Location"], **FRAMED)
    assert "does not allow cookies inside this frame" in page.text
    assert f"form-action 'self' {ISSUER};" in page.headers["Content-Security-Policy"]
    gone = blocked.client.post("/lti/go", data=page.forms[-1].values, headers=TOP)
    assert gone.headers["Location"].startswith(f"{ISSUER}/auth?site=1&scope=openid")
    assert "__Host-backgrade-launch-" in gone.headers["Set-Cookie"]

    kept = Page.of(campus.login(blocked, lti_storage_target="_parent"))
    blocked.client.cookies.clear()
    store = kept.soup.find(id="lti-store")
    assert store is not None
    assert store["data-origin"] == ISSUER
    asked = parse_qs(urlsplit(str(store["data-address"])).query)
    token = campus.platform.signed(campus.platform.claims(asked["nonce"][0], TEACHER))
    sent = {"state": asked["state"][0], "id_token": token}
    fetch = Page.of(blocked.client.post("/lti/launch", data=sent, headers=FRAMED))
    form = next(each for each in fetch.forms if "proof" in each.values)
    wrong = blocked.client.post("/lti/launch", data={**form.values, "proof": "another"}, headers=FRAMED)
    assert (wrong.status_code, "did not send back" in wrong.text) == (403, True)
    good = {**form.values, "proof": str(store["data-value"])}
    tab = Page.of(blocked.client.post("/lti/launch", data=good, headers=FRAMED))
    assert tab.links["Open"].startswith("/lms/tab/")


def test_error_pages_lead_back_to_the_activity_in_the_language_of_who_came(campus: Campus) -> None:
    connected(campus)
    with campus.service.database.read() as session:
        made = session.scalars(select(Assignment).where(Assignment.course_id.is_not(None))).one()
    shown = {f"{CLAIM}launch_presentation": {"return_url": f"{ISSUER}/course", "locale": "es_MX"}}
    student = campus.browser("student")
    refused = Page.of(campus.launch(student, {**shown, f"{CLAIM}resource_link": {"id": "other"}}))
    assert "Esta actividad todavía no está conectada a ninguna tarea" in refused.text
    assert refused.links["Volver a tu curso"] == f"{ISSUER}/course"

    page = opened(student, campus.launch(student, {**shown, f"{CLAIM}custom": {"assignment": str(made.id)}}))
    entry = urlsplit(page.url).path
    for path in (f"/assignments/{made.course_id}", "/nowhere", f"/teach{entry}"):
        lost = student.open(path, **FRAMED)
        assert (lost.status in (403, 404), lost.links["Volver a la actividad"]) == (True, entry)
        assert "Ir al inicio" not in lost.links

    ended = campus.browser("nobody").open(entry, **FRAMED)
    assert (ended.status, "open the activity again" in ended.text) == (401, True)
    assert not [url for url in ended.links.values() if url.startswith("/sign-in")]


def test_a_teacher_lands_on_the_dashboard(campus: Campus) -> None:
    teacher = connected(campus)
    with campus.service.database.read() as session:
        made = session.scalars(select(Assignment).where(Assignment.course_id.is_not(None))).one()
    page = opened(
        teacher, campus.launch(teacher, {**TEACHER, f"{CLAIM}custom": {"assignment": str(made.id)}})
    )
    assert (page.status, urlsplit(page.url).path) == (200, f"/teach/assignments/{made.id}/dashboard")
