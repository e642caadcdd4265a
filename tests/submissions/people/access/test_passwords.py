"""Passwords: taken as people type them, kept as nobody can read them."""

import unicodedata
from typing import Literal

import pytest
from argon2 import PasswordHasher

from submissions.errors import Unusable
from submissions.people.access import passwords
from tests.offenders import for_each

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


@for_each(
    ("password", "why"),
    [
        *(
            (blank * 14, "password-without-letters")
            for blank in (" ", "\u00a0", "\u200b", "\u3000", "?", "\u0301")
        ),
        ("aaaaaaaaaaaa", "password-is-pattern"),
        ("ababababababa", "password-is-pattern"),
        ("passwordpassword", "password-is-pattern"),
        ("123456789012", "password-is-pattern"),
        ("987654321098", "password-is-pattern"),
        ("qwertyuiop12", "password-is-pattern"),
        ("ABCDEFGHIJKL", "password-is-pattern"),
        ("password1234", "password-is-common"),
        ("P@ssw0rd1234", "password-is-common"),
        ("LetMeIn-Please", "password-is-common"),
        ("iloveyou2024!", "password-is-common"),
        ("1q2w3e4r5t6y", "password-is-common"),
        ("\uff50assword1234", "password-is-common"),
        ("lovelace-ada", "password-has-name"),
        ("Lovelace 2026", "password-has-name"),
        ("backprop 101!", "password-has-name"),
        ("xy-backgrade-1", "password-has-name"),
    ],
)
def test_one_that_others_try_first_is_refused(password: str, why: str) -> None:
    with pytest.raises(Unusable) as refused:
        passwords.hashed(password, login="lovelace@example.edu", names=("Ada Lovelace", "Backprop 101"))

    assert refused.value.why == why


@pytest.mark.parametrize(
    "password",
    [
        *(
            "correct horse battery",
            "four words of hers",
            "9$kd82JJslq0",
            "schöne grüße!",
            "кошка собака мышь",
        ),
        *(
            "mi perro se llama",
            "lovelace likes many engines",
            "我们的密码是一二三四五六七八",
            "a few good words",
        ),
    ],
)
def test_words_of_ones_own_are_taken(password: str) -> None:
    assert passwords.hashed(password, login="lovelace@example.edu", names=("Ada Lovelace",))


def test_the_length_comes_before_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """To put 160,000 accents in order takes the interpreter 17 seconds, in which nobody else is served."""
    seen: list[int] = []
    normalize = unicodedata.normalize

    def watched(form: Literal["NFKC"], text: str) -> str:
        seen.append(len(text))
        return normalize(form, text)

    monkeypatch.setattr(unicodedata, "normalize", watched)
    hostile = "".join(chr(0x300 + number % 0x6F) for number in range(160_000))
    with pytest.raises(Unusable, match="password-too-long"):
        passwords.hashed(hostile)
    assert not passwords.check(None, hostile).good

    assert max(seen, default=0) <= 1024


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
    assert passwords.check(checked.newer_hash, GOOD) == passwords.PasswordCheck(good=True)
    assert passwords.check(cheap, "another password").newer_hash is None


def test_what_is_no_hash_lets_nobody_in() -> None:
    assert not passwords.check("plain", "plain").good
