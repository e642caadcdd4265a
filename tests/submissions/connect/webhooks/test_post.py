"""One request: what it says, and what ends it."""

import socket

import pytest

from submissions.connect.webhooks import signature
from submissions.connect.webhooks.post import PostError, post
from tests.world.clock import NOW
from tests.world.receiver import LOOPBACK, receiver


def test_every_answer_but_success_says_why() -> None:
    with receiver() as made:
        for status, error in [(200, None), (302, PostError.REDIRECT), (500, PostError.STATUS)]:
            made.status, made.headers = status, {"Location": made.url, "Retry-After": "7"}
            outcome = post(made.url, "{}", {}, internal=LOOPBACK)
            assert (outcome.status, outcome.error) == (status, error)
            if error is PostError.STATUS:
                assert outcome.retry_after is not None
                assert outcome.retry_after.total_seconds() == 7
        assert len(made.received) == 3  # no redirect was followed


def test_a_receiver_that_never_ends_its_answer_is_left() -> None:
    with receiver() as made:
        made.drips = True
        assert post(made.url, "{}", {}, internal=LOOPBACK, seconds=0.3).error == PostError.TIMEOUT


def test_without_the_setting_nothing_is_sent_to_this_machine() -> None:
    with receiver() as made:
        assert post(made.url, "{}", {}).error == PostError.REFUSED
        assert post(made.url.replace("http:", "https:"), "{}", {}).error == PostError.REFUSED
        assert made.received == []


def test_nobody_is_told_which_names_exist_behind_our_firewall() -> None:
    urls = ("https://localhost/", "https://no-such-name.invalid/")

    assert {post(url, "{}", {}).error for url in urls} == {PostError.REFUSED}


def test_an_encrypted_connection_is_asked_for_by_https() -> None:
    with receiver() as made:
        outcome = post(made.url.replace("http:", "https:"), "{}", {}, internal=LOOPBACK)
        assert outcome.error in {PostError.CERTIFICATE, PostError.CONNECTION}
        assert made.received == []


def test_nobody_listens() -> None:
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unheard.getsockname()[1]}/"
        assert post(url, "{}", {}, internal=LOOPBACK).error == PostError.CONNECTION


def test_a_secret_has_the_form_that_receivers_know() -> None:
    written = signature.written(b"x" * 32)
    headers = signature.headers("msg_1", "{}", [b"a", b"b"], now=NOW)

    assert written.startswith("whsec_")
    assert [each[:3] for each in headers["webhook-signature"].split(" ")] == ["v1,", "v1,"]


@pytest.mark.parametrize("text", ["", "soon", "-1", "9999999", "Mon, 23 Nov 2026 12:00:00 GMT"])
def test_a_pause_that_is_no_number_is_passed_over(text: str) -> None:
    with receiver() as made:
        made.status, made.headers = 503, {"Retry-After": text}
        assert post(made.url, "{}", {}, internal=LOOPBACK).retry_after is None
