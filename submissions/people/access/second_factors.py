"""The second factor of an account: codes of an authenticator app (TOTP, RFC 6238), and recovery codes.

A code of the app is good once, and for half a minute before and after its own.
"""

import base64
import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import pyotp
from pyotp.exceptions import OTPVerificationError
from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.errors import NotFound, Unusable, WrongSecondFactor
from submissions.people.access import audit, sessions, sign_in_links, throttle
from submissions.people.access.random_secret import digest
from submissions.tables import HalfSignIn, Person, RecoveryCode, SecondFactor

ISSUER = "Backgrade"
"""The service's name in the app."""

_KEY_BYTES = 20
_AROUND = 1
"""Half minutes by which a phone's clock may be wrong."""
_DIGITS = 6
_RECOVERY_CODES = 10
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
_GROUPS, _GROUP = 4, 4  # of 31 letters: 79 bits
_LONGEST_TYPED = 64
_BUCKET = "second-factor"


class AppKey(Frozen):
    """The key for an authenticator app: as text, or as an address to scan as a picture."""

    text: str
    address: str


def is_set_up(session: Session, person_id: UUID) -> bool:
    """Whether a code is asked of a person."""
    factor = session.get(SecondFactor, person_id)
    return factor is not None and factor.confirmed_at is not None


def recovery_codes_left(session: Session, person_id: UUID) -> int:
    """How many recovery codes a person has not used."""
    chosen = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.person_id == person_id)
    return session.scalar(chosen) or 0


def begin(session: Session, person_id: UUID, *, now: datetime) -> None:
    """A fresh key for an app, which asks nothing of anybody until the app has shown that it has it.

    Raises `Unusable` if there is a second factor already.
    """
    if is_set_up(session, person_id):
        raise Unusable("code", "second-factor-is-set-up")
    session.execute(delete(SecondFactor).where(SecondFactor.person_id == person_id))
    key = secrets.token_bytes(_KEY_BYTES)
    session.add(SecondFactor(person_id=person_id, key=key, created_at=now))
    session.flush()


def key_of(session: Session, person_id: UUID) -> AppKey | None:
    """The key while it waits to be confirmed; never again afterwards."""
    factor = session.get(SecondFactor, person_id)
    if factor is None or factor.confirmed_at is not None:
        return None
    app = _app(factor)
    login = session.get_one(Person, person_id).login
    return AppKey(app.secret, app.provisioning_uri(name=login, issuer_name=ISSUER))


def confirm(
    session: Session, person_id: UUID, code: str, *, here: UUID | None = None, now: datetime
) -> Sequence[str]:
    """Ask for a code from now on, and return the recovery codes, which can be shown this once.

    Every session and link of the person ends but the session `here`: no other has shown a second factor.

    Raises:
        WrongSecondFactor: if the app does not show this code; count the try first.
        NotFound: if nothing was begun.
    """
    factor = session.get(SecondFactor, person_id)
    if factor is None or factor.confirmed_at is not None:
        raise NotFound
    _require_step(session, factor, _plain(code), now)
    throttle.refund(session, _BUCKET, str(person_id), throttle.SIGN_IN_THERE, now=now)
    factor.confirmed_at = now
    sessions.revoke_all(session, person_id, but=here)
    if here is not None:
        sessions.strengthen(session, here)
    sign_in_links.revoke_all(session, person_id)
    audit.record(session, person_id, "second-factor-set-up", about=person_id, now=now)
    return _fresh_codes(session, person_id, now)


def count(session: Session, person_id: UUID, *, now: datetime) -> None:
    """Count a try as one that fails, until `check` takes it back. In a transaction of its own.

    Raises `TooOften` if there were too many.
    """
    throttle.spend(session, _BUCKET, str(person_id), throttle.SIGN_IN_THERE, now=now)


def check(session: Session, person_id: UUID, code: str, *, now: datetime) -> None:
    """Check that the app shows this code now, or that it is a recovery code, which is used up then.

    Raises `WrongSecondFactor` if not.
    """
    factor = session.get(SecondFactor, person_id)
    if factor is None or factor.confirmed_at is None:
        raise WrongSecondFactor
    plain = _plain(code)
    if len(plain) == _DIGITS:
        _require_step(session, factor, plain, now)
    else:
        _use_recovery_code(session, person_id, plain, now)
    throttle.refund(session, _BUCKET, str(person_id), throttle.SIGN_IN_THERE, now=now)


def renew_codes(session: Session, person_id: UUID, *, now: datetime) -> Sequence[str]:
    """Return new recovery codes, shown this once; earlier ones are void."""
    audit.record(session, person_id, "recovery-codes-made", about=person_id, now=now)
    return _fresh_codes(session, person_id, now)


def remove(session: Session, person_id: UUID, *, by: UUID | None, now: datetime) -> None:
    """Ask for no code any more. By None: somebody at the machine itself."""
    for table in (SecondFactor, RecoveryCode, HalfSignIn):
        session.execute(delete(table).where(table.person_id == person_id))
    audit.record(session, by, "second-factor-removed", about=person_id, now=now)


def _require_step(session: Session, factor: SecondFactor, code: str, now: datetime) -> None:
    """Check that a code is of about this half minute, and that neither it nor a later one was used before."""
    try:
        step = _app(factor).verify_and_get_timecode(code, for_time=now, valid_window=_AROUND)
    except OTPVerificationError:
        raise WrongSecondFactor from None
    # Of two that come at once, the second finds the row changed.
    unused = or_(SecondFactor.last_step.is_(None), SecondFactor.last_step < step)
    used = update(SecondFactor).where(SecondFactor.person_id == factor.person_id, unused)
    if session.scalar(used.values(last_step=step).returning(SecondFactor.person_id)) is None:
        raise WrongSecondFactor


def _use_recovery_code(session: Session, person_id: UUID, code: str, now: datetime) -> None:
    used = delete(RecoveryCode).where(
        RecoveryCode.person_id == person_id, RecoveryCode.code_hash == _digest(person_id, code)
    )
    if session.scalar(used.returning(RecoveryCode.person_id)) is None:
        raise WrongSecondFactor
    audit.record(session, person_id, "recovery-code-used", about=person_id, now=now)


def _fresh_codes(session: Session, person_id: UUID, now: datetime) -> Sequence[str]:
    session.execute(delete(RecoveryCode).where(RecoveryCode.person_id == person_id))
    codes = [_fresh_code() for _ in range(_RECOVERY_CODES)]
    for code in codes:
        kept = _digest(person_id, _plain(code))
        session.add(RecoveryCode(code_hash=kept, person_id=person_id, created_at=now))
    session.flush()
    return codes


def _fresh_code() -> str:
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))


def _digest(person_id: UUID, code: str) -> str:
    return digest(f"{person_id} {code}")


def _plain(code: str) -> str:
    """Return a code as it was made, however it was typed; nothing where it is too long to be one."""
    return "".join(filter(str.isalnum, code)).lower() if len(code) <= _LONGEST_TYPED else ""


def _app(factor: SecondFactor) -> pyotp.TOTP:
    return pyotp.TOTP(base64.b32encode(factor.key).decode())
