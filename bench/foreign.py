"""How long `/healthz` waits while the worst texts for our own patterns are posted, against an idle service.

For each regular expression the text that costs it most, of 64 KiB: as a file without an account, which is
then graded, as a submission, and as the header of a gradebook file. Bar: nobody waits 50 ms longer.
"""

import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from api.app import API
from tests.pattern_steps import Pump, StepCounter, TooManySteps
from tests.pattern_uses import PatternUse, every_use
from tests.world.attacked import Attack, Attacked, attacked

_LENGTH = 64 * 1024
_FEW, _MOST, _DEEP = 32, 200_000, 20_000
_SETTLED, _IDLE = 10.0, 10.0
"""Seconds."""
_BAR = 0.05
_TRIES = 3
_WORST_STATUS = 500


def main() -> None:
    """Print the slowest answer beside that of an idle service, and which text it waited for."""
    texts = {use.name: _worst(use) for use in every_use()}
    with tempfile.TemporaryDirectory() as folder, attacked(Path(folder), slots=1) as service:
        _post(service, b"x = 1\n")
        time.sleep(_SETTLED)
        service.pulse.take()
        time.sleep(_IDLE)
        idle = service.pulse.take()
        slowest = {name: _slowest(service, text, median(idle) + _BAR) for name, text in texts.items()}
    worst = max(slowest, key=slowest.__getitem__)
    longer = slowest[worst] - median(idle)
    print(
        f"  {len(texts)} texts: slowest / idle slowest = {slowest[worst] / max(idle):.1f}; "
        f"{slowest[worst] * 1e3:.1f} ms / {max(idle) * 1e3:.1f} ms; {longer * 1e3:.1f} ms longer than "
        f"the idle p50 (bar {_BAR * 1e3:.0f} ms), for {worst}{'' if longer <= _BAR else ' ABOVE THE BAR'}"
    )


def _slowest(service: Attacked, text: bytes, bar: float) -> float:
    """The slowest answer beside a text. What is slow by the text, and not by the machine, is so each time."""
    slowest = float("inf")
    for _ in range(_TRIES):
        _post(service, text)
        slowest = min(slowest, max(service.pulse.take()))
        if slowest <= bar:
            break
    return slowest


def _worst(use: PatternUse) -> bytes:
    """The text of our length for which the pattern takes the most steps."""
    sys.setrecursionlimit(_DEEP)
    pump = Pump(use.pattern)
    kind = max(pump.kinds, key=lambda kind: _steps(use, pump.text(kind, _FEW)))
    text = pump.text(kind, _LENGTH // len(kind[1]))
    return text if isinstance(text, bytes) else text.encode()


def _steps(use: PatternUse, text: str | bytes) -> float:
    try:
        return StepCounter(use.pattern, _MOST).of(text, use.method) / len(text)
    except TooManySteps:
        return float(_MOST)


def _post(service: Attacked, text: bytes) -> None:
    service.forget()
    for asked in _posted(service, text):
        assert service.ask(asked)[0] < _WORST_STATUS, asked.path


def _posted(service: Attacked, text: bytes) -> Iterator[Attack]:
    visitor, token = service.visitor("/try")
    program = {"Authorization": f"Bearer {service.token}", "Content-Type": "application/octet-stream"}
    course, assignment = service.course.ids["course_id"], service.course.ids["assignment_id"]
    table = b"Username,Student ID," + text.replace(b"\n", b" ") + b"\na,b,1\n"
    parts = _part('name="csrf"', token.encode()), _part('name="stage"', b"core")
    form = b"".join([*parts, _part('name="file"; filename="value.py"', text), b"--x--\r\n"])
    yield Attack("POST", "/try", {**visitor, "Content-Type": "multipart/form-data; boundary=x"}, form)
    yield Attack("POST", f"{API}/assignments/{assignment}/submissions?name=value.py", program, text)
    check = f"{API}/courses/{course}/gradebook/check?assignment_id={assignment}"
    yield Attack("POST", check, program, table)


def _part(what: str, content: bytes) -> bytes:
    return f"--x\r\nContent-Disposition: form-data; {what}\r\n\r\n".encode() + content + b"\r\n"
