"""Nobody stops the service with a request: the largest values of the worst kinds, in every field there is.

A real service is asked whether it lives, again and again, while another connection sends hostile requests.
How long the answers take depends on the machine, so they are compared with what they take beside harmless
requests; and what is slow has to be so each time it is tried. Time in which somebody was ready to answer and
other programs had the processors is not counted.
"""

import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from statistics import median
from threading import Event
from typing import Any
from urllib.parse import urlencode

import pytest

from api.app import API
from api.web import cookies
from submissions.courses.assignments import markdown
from submissions.courses.assignments.draft import LONGEST_TEXT
from tests import patience
from tests.route_walk import READ, posted
from tests.thorough import THOROUGH, at_length, drawn
from tests.world.attacked import NOBODYS, Attack, Attacked, attacked

_TIMES = 10
_TRIES = 5
_ENOUGH = 15
"""Answers, for a median."""
_KINDS = {
    "marks": "\u0301\u0323",
    "brackets": "[(",
    "stars": "**a ",
    "unseen": "\u200b\u202e\x00",
    "digits": "9",
    "traps": 'a@a.a\\"&;=% \n',
}
_QUICK = ("digits", "traps")
"""In a short run, each field gets one of these by turns; what is taken apart as a text gets the stars."""
_TEXTS_ONLY = ("brackets", "stars")
"""Kinds that are bad for what is taken apart as a text with markup."""
_LONGEST = {"code": 1 << 20, "instructions": LONGEST_TEXT, "starter": LONGEST_TEXT}
_USUAL = 1000
_A_FEW = 2
"""Fields with what is bad for them, of each form and operation: a short run draws them."""
_OF_EACH = ("weight-", "graded-", "had-", "bonus-", "hidden_suites-", "required_operations-")
_FORM, _JSON, _PARTS = (
    "application/x-www-form-urlencoded",
    "application/json",
    "multipart/form-data; boundary=x",
)


def kinds(name: str, position: int) -> list[str]:
    """Those that are sent in a field of that name."""
    if THOROUGH:
        return [kind for kind in _KINDS if kind not in _TEXTS_ONLY or name in _LONGEST]
    return ["stars"] if name in _LONGEST else [_QUICK[position % len(_QUICK)]]


def too_long(calm: list[float]) -> float:
    """Where others want the processors too, whoever is unlucky waits for all of them."""
    return _TIMES * median(calm) * patience.crowd()


def worst(kind: str, longest: int) -> str:
    pattern = _KINDS[kind]
    return (pattern * (longest // len(pattern) + 1))[:longest]


@dataclass(frozen=True)
class Target(Attacked):
    """A service that is compared with itself."""

    calm: dict[str, list[float]] = field(default_factory=dict)
    """How long the answers took beside harmless requests, by their paths."""

    def never_freezes(
        self, what: str, harmless: Attack, hostile: Sequence[Attack], tries: int = _TRIES
    ) -> None:
        """None of the hostile requests keeps everybody waiting much longer than the harmless one does.

        What others were compared with will do for the first try.
        """
        for number in range(tries):
            self.forget()
            calm = self._beside(harmless, anew=number > 0)
            self.pulse.take()
            for asked in hostile:
                status = self.ask(asked)[0]
                assert status < 500 or status == 503, (what, status)
            slowest = max(self.pulse.take())
            if slowest <= too_long(calm):
                return
        raise AssertionError((what, slowest, median(calm)))

    def _beside(self, harmless: Attack, *, anew: bool) -> list[float]:
        known = self.calm.get(harmless.path)
        if known and not anew:
            return known
        calm: list[float] = []
        self.pulse.take()
        while len(calm) < _ENOUGH:
            assert self.ask(harmless)[0] < 500
            calm += self.pulse.take()
        self.calm[harmless.path] = calm
        return calm


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with attacked(tmp_path_factory.mktemp("serve"), slots=0) as service:
        yield Target(**{each.name: getattr(service, each.name) for each in fields(service)})


class Frozen(Target):
    """Stands still in the middle of some requests."""

    def ask(self, asked: Attack) -> tuple[int, str, str]:
        if asked.path != "/frozen":
            return super().ask(asked)
        os.kill(self.process, signal.SIGSTOP)
        try:
            # An answer's time is without what others took of the processors; beside many they take seconds.
            Event().wait(5.0 + min(2 * too_long(self.calm["/suites"]), 30.0))
        finally:
            os.kill(self.process, signal.SIGCONT)
        return super().ask(Attack(READ, "/suites"))


def test_a_service_that_stands_still_is_noticed(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    # Who comes between its standing still and our judging of it changes nothing.
    monkeypatch.setattr(patience, "crowd", lambda: 1.0)
    frozen = Frozen(**{each.name: getattr(target, each.name) for each in fields(target)})

    with pytest.raises(AssertionError, match="frozen"):
        frozen.never_freezes("frozen", Attack(READ, "/suites"), [Attack(READ, "/frozen")], tries=1)


def forms(target: Target) -> dict[str, dict[str, Any]]:
    """Every form that the one who may do everything finds on a page, and those of nobody."""
    found: dict[str, dict[str, Any]] = {}
    for route in target.routes:
        if route.method != READ or not route.is_page or route.path.endswith("/events"):
            continue
        path = route.filled(target.course.ids)
        asked = Attack(READ, path, {"Cookie": f"{cookies.SESSION}={target.secret}"})
        found |= posted(path, target.ask(asked)[2])
    for path in NOBODYS:
        route = next(each for each in target.routes if (each.method, each.path) == ("POST", path))
        found[path] = dict.fromkeys(route.fields, "1")
    return found


@at_length
def test_no_field_of_any_form_freezes_the_service(target: Target) -> None:
    tried = 0
    for path, found in forms(target).items():
        headers, token = target.visitor(path)
        names = [name for name in found if name not in {"csrf", "file", "do"}]
        usual = {name: str(found[name]) for name in names} | {"csrf": token, "how": "code"}

        def sent(path: str, headers: Mapping[str, str], values: Mapping[str, str]) -> Attack:
            parts = (
                f'--x\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
                for name, value in values.items()
            )
            body = "".join([*parts, "--x--\r\n"]).encode()
            return Attack("POST", path, {**headers, "Content-Type": _PARTS}, body)

        hostile = [
            sent(path, headers, {**usual, name: worst(kind, _LONGEST.get(name, _USUAL))})
            for position, name in enumerate(names)
            for kind in kinds(name, position)
            if _stands_for_its_kind(name, names)
        ]
        if hostile:
            target.never_freezes(path, Attack(READ, "/suites"), drawn(hostile, _A_FEW))
            tried += 1

    assert tried >= 10


def _stands_for_its_kind(name: str, names: Sequence[str]) -> bool:
    """Whether it is no field of a suite or an operation, or the first of its kind."""
    kind = next((kind for kind in _OF_EACH if name.startswith(kind)), None)
    return kind is None or name == next(n for n in names if n.startswith(kind))


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("kind", [*_KINDS, "headings", "lists"])
def test_no_instructions_that_were_kept_before_freeze_the_service(target: Target, kind: str) -> None:
    """Of 50,000 characters, which were taken once; and of as many as are taken now, but were not rendered."""
    visitor = {"Cookie": f"{cookies.SESSION}={target.secret}"}
    page = Attack(READ, f"/assignments/{target.course.ids['assignment_id']}", visitor)
    for longest in (LONGEST_TEXT, markdown.LONGEST):
        target.keep(_kept_before(kind, longest))
        target.never_freezes(f"{kind} {longest}", Attack(READ, "/suites"), [page, page])


def _kept_before(kind: str, longest: int) -> str:
    """A database takes any character but NUL."""
    pattern = {"headings": "# a\n", "lists": "- " * 300 + "\n"}.get(kind) or _KINDS[kind].replace("\x00", "")
    return (pattern * longest)[:longest]


@at_length
def test_no_field_of_any_document_or_address_freezes_the_service(target: Target) -> None:
    headers = {"Authorization": f"Bearer {target.token}"}
    tried = 0
    for route in target.routes:
        path = route.filled(target.course.ids)
        hostile = []
        if route.document is not None and not route.is_page and route.method != READ:
            document = {name: target.course.ids.get(name, value) for name, value in route.document.items()}
            texts = {"instructions", "starter"} if "stage" in document else set()
            for position, name in enumerate(sorted({*document, *texts})):
                for kind in kinds(name, position):
                    value = worst(kind, _LONGEST.get(name, 20_000))
                    body = json.dumps({**document, name: value}, ensure_ascii=False).encode()
                    hostile.append(Attack(route.method, path, {**headers, "Content-Type": _JSON}, body))
        if route.method == READ and not path.endswith("events"):
            signed_in = {"Cookie": f"{cookies.SESSION}={target.secret}"} if route.is_page else headers
            for position, name in enumerate(route.query):
                for kind in kinds(name, position):
                    asked = urlencode({name: worst(kind, 300)})
                    hostile.append(Attack(READ, f"{path}?{asked[:7000]}", signed_in))
        if hostile:
            usual = Attack(READ, f"{API}/suites", headers)
            target.never_freezes(str(route), usual, drawn(hostile, _A_FEW))
            tried += 1

    assert tried >= 10


_MANY = 64 * 1024
_BODIES = {
    "nested": (_JSON, b"[" * _MANY),
    "nested objects": (_JSON, b'{"a":' * (_MANY // 5)),
    "a long number": (_JSON, b'{"days":' + b"9" * (_MANY - 100) + b"}"),
    "many names": (
        _JSON,
        b"{" + b",".join(b'"%d":1' % number for number in range(6000)) + b"}",
    ),
    "ampersands": (_FORM, b"&" * _MANY),
    "fields": (_FORM, b"a&" * (_MANY // 2)),
    "escapes": (_FORM, b"a=" + b"%" * (_MANY - 2)),
    "parts": (_PARTS, b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n' * 1000),
    "headers": (_PARTS, b"--x\r\n" + b"A: b\r\n" * (_MANY // 6 - 10)),
    "a long header": (_PARTS, b"--x\r\nContent-Disposition: form-data" + b";a=b" * 1000 + b"\r\n\r\n"),
    "nearly boundaries": (
        _PARTS,
        b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n" + b"\r\n--" * 16_000,
    ),
}


@pytest.mark.sampled(one_in=8)
@pytest.mark.parametrize("name", _BODIES)
def test_no_body_freezes_the_service(target: Target, name: str) -> None:
    kind, body = _BODIES[name]
    ids = target.course.ids
    course, assignment = ids["course_id"], ids["assignment_id"]
    headers, _ = target.visitor("/me")
    program = {"Authorization": f"Bearer {target.token}"}
    pages = ["/sign-in", "/try", f"/assignments/{assignment}", f"/teach/courses/{course}/assignments/new"]
    paths = ["/courses", f"/courses/{course}/assignments", f"/assignments/{assignment}/submissions"]
    hostile = [
        *(Attack("POST", path, {**headers, "Content-Type": kind}, body[:_MANY]) for path in pages),
        *(Attack("POST", API + path, {**program, "Content-Type": kind}, body[:_MANY]) for path in paths),
    ]

    target.never_freezes(name, Attack(READ, "/suites"), hostile)


_FILES = {
    "nearly boundaries": (
        _PARTS,
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.py"\r\n\r\n'
        + b"\r\n--" * 1_000_000,
    ),
    "many names": (_JSON, b"{" + b",".join(b'"%d":1' % number for number in range(150_000)) + b"}"),
    "a long list": (_JSON, b'{"name":"a.py","content":[' + b"1," * 900_000 + b"1]}"),
    "escapes": (_JSON, b'{"name":"a.txt","content":"' + b"\\u0301" * 300_000 + b'"}'),
}


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("name", _FILES)
def test_no_file_freezes_the_service(target: Target, name: str) -> None:
    kind, body = _FILES[name]
    path = f"{API}/assignments/{target.course.ids['assignment_id']}/submissions"
    headers = {"Authorization": f"Bearer {target.token}", "Content-Type": kind}

    target.never_freezes(name, Attack(READ, "/suites"), [Attack("POST", path, headers, body)])


_TABLES = {
    "brackets": b"Username,Student ID," + b"[" * 500_000 + b"\na,b,1\n",
    "numbers": b"Username,Student ID,[" + b"1" * 500_000 + b"\na,b,1\n",
    "grades": b"OrgDefinedId,Username," + b" Points Grade <" * 40_000 + b",End-of-Line Indicator\na,b,1,#\n",
    "spaces": b"Email address,a" + b" " * 500_000 + b"(Real\na,1\n",
    "columns": b"Email address" + b",b (Real)" * 900 + b"\n" + b"a@a.edu,1\n" * 19_000,
    "rows": b"Email address,b (Real)\n" + b"a@a.edu,1\n" * 19_000,
    "cells": b"Email address,b (Real)\n" + b"," * 390_000,
    "quotes": b"Email address,b (Real)\n" + b'"' * 500_000,
}


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("name", _TABLES)
def test_no_gradebook_file_freezes_the_service(target: Target, name: str) -> None:
    course, assignment = target.course.ids["course_id"], target.course.ids["assignment_id"]
    headers = {"Authorization": f"Bearer {target.token}", "Content-Type": "application/octet-stream"}
    hostile = [
        Attack("POST", f"{API}/courses/{course}/gradebook/{do}?assignment_id={assignment}", headers, body)
        for do in ("check", "fill")
        for body in [_TABLES[name]]
    ]

    target.never_freezes(name, Attack(READ, "/suites"), hostile)


_HEADS = {
    "cookies": {"Cookie": 'a="' + "\\\\" * 7000 + '"'},
    "many cookies": {"Cookie": "a=b;" * 3500},
    "a type": {"Content-Type": 'a/b;"' + ";" * 200},
    "languages": {"Accept-Language": "en;q=0.1," * 1500, "Accept": "*/*;q=0.1," * 50},
    "tags": {"If-None-Match": '"a",' * 240, "If-Match": 'W/"' * 300, "Idempotency-Key": "\u00e9" * 255},
    "a token": {"Authorization": "Bearer bg_pat_" + "0" * 1000},
    "addresses": {"X-Forwarded-For": "1.1.1.1," * 1500, "Forwarded": "for=" * 500},
    "an event": {"Last-Event-ID": "9" * 15_000},
}


@pytest.mark.sampled(one_in=4)
@pytest.mark.parametrize("name", _HEADS)
def test_no_head_freezes_the_service(target: Target, name: str) -> None:
    paths = ["/", "/sign-in", "/static/x/base.css", f"{API}/suites", f"{API}/courses", "/metrics"]
    hostile = [Attack(READ, path, _HEADS[name]) for path in paths]

    target.never_freezes(name, Attack(READ, "/suites"), hostile)
