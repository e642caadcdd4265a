"""Passwords: taken as people type them, kept as nobody can read them."""

import unicodedata

import pytest
from argon2 import PasswordHasher

from submissions import passwords
from submissions.errors import Unusable

GOOD = "correct horse battery"


def test_the_right_one_is_known_and_others_are_not() -> None:
    kept = passwords.hashed(GOOD)

    assert passwords.check(kept, GOOD).good
    assert not passwords.check(kept, GOOD + " ").good


def test_what_is_kept_is_argon2id_and_different_each_time() -> None:
    one, other = passwords.hashed(GOOD), passwords.hashed(GOOD)

    assert one.startswith("$argon2id$")
    assert one != other
    assert len(one) <= 200


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "password-too-short"),
        ("eleven char", "password-too-short"),
        ("x" * 257, "password-too-long"),
        ("é" * 129, "password-too-long"),
        ("Ada@Example.Edu", "password-is-login"),
    ],
)
def test_what_cannot_be_one_is_refused(password: str, why: str) -> None:
    with pytest.raises(Unusable) as refused:
        passwords.hashed(password, login="ada@example.edu")

    assert refused.value.why == why


def test_letters_may_be_put_together_in_other_ways() -> None:
    composed = "schöne grüße!"
    taken_apart = unicodedata.normalize("NFD", composed)

    assert taken_apart != composed
    assert passwords.check(passwords.hashed(composed), taken_apart).good


@pytest.mark.parametrize("password", ["\ud800" * 12, "\x00" * 12, "x" * 100_000])
def test_hostile_ones_are_only_wrong(password: str) -> None:
    assert not passwords.check(passwords.hashed(GOOD), password).good
    assert not passwords.check(None, password).good


def test_without_an_account_the_same_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def matches(kept: str, _: str) -> bool:
        asked.append(kept)
        return True

    monkeypatch.setattr(passwords, "_matches", matches)

    assert not passwords.check(None, GOOD).good
    assert [kept.startswith("$argon2id$") for kept in asked] == [True]


def test_one_from_before_the_cost_was_raised_is_kept_anew() -> None:
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(GOOD)

    checked = passwords.check(cheap, GOOD)

    assert checked.good
    assert checked.newer_hash is not None
    assert passwords.check(checked.newer_hash, GOOD) == passwords.Checked(good=True)
    assert passwords.check(cheap, "another password").newer_hash is None


def test_what_is_no_hash_lets_nobody_in() -> None:
    assert not passwords.check("plain", "plain").good
