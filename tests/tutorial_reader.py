"""A tutorial as its reader walks it: commands in a shell, and pages in a browser without scripts.

What the walk understands, in the order in which it stands on the page:

* a block `sh` is run; one with the title "Terminal 1" starts the service, which runs until `Ctrl-C`;
* a block `text` is what the last commands print, where `...` stands for anything;
* a block with the name of a file as its title is written to that file;
* "Open <address>", "open the link" (the last one that was printed), "open the join link in another browser",
  "in your own browser" (back on the page that was open there), "press **a button or link**, then
  **another**", "write `this` into **a field**", "choose `a file`";
* everything else that is **bold** can be read on the page that is open.
"""

import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urljoin

import httpx2
from bs4 import Tag

from tests.patience import scaled, until
from tests.world.browser import Browser
from tests.world.pages import Page

PRINTED = "http://127.0.0.1:8000"
SERVICE = "Terminal 1"
_ENDS = (0, 1)
"""Of commands: 1 says that a file has mistakes."""
_PATIENCE = 10.0
_LOOKS = 0.2
_ACT = re.compile(
    r"""
      ^```(?P<language>\w+)(?:\ title="(?P<title>[^"]+)")?\n(?P<body>.*?)^```$
    | [Oo]pen\ <(?P<address>[^>]+)>
    | (?P<link>[Oo]pen\s+the\s+link)
    | (?P<join>[Oo]pen\s+the\s+join\s+link\s+in\s+another\s+browser)
    | (?P<own>[Ii]n\s+your\s+own\s+browser)
    | (?:[Pp]ress|then)\s+\*\*(?P<button>[^*]+)\*\*
    | [Ww]rite\s+`(?P<value>[^`]+)`\s+into\s+\*\*(?P<field>[^*]+)\*\*
    | [Cc]hoose\s+`(?P<file>[^`]+)`
    | (?P<stop>Ctrl-C)
    | \*\*(?P<seen>[^*]+)\*\*
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


def _browser() -> Browser:
    return Browser(httpx2.Client(follow_redirects=True, timeout=60))


@dataclass
class TutorialReader:
    """Someone who does what a page says, in a folder of their own."""

    folder: Path
    command: str
    environment: dict[str, str]
    address: str = ""
    printed: str = ""
    link: str = ""
    """The last one that signs somebody in."""
    page: Page = field(default_factory=lambda: Page(""))
    typed: dict[str, str] = field(default_factory=dict)
    chosen: str = ""
    patience: float = 0.0
    """Seconds until what is graded must be there."""
    service: "subprocess.Popen[bytes] | None" = None
    browser: Browser = field(default_factory=_browser)
    own: tuple[Browser, Page] | None = None
    """The reader's browser and its page, while they look into another one."""

    def walk(self, text: str) -> int:
        """Do all of it, and say how many acts that was."""
        acts = list(_ACT.finditer(text))
        for act in acts:
            name, step = next((name, step) for name, step in _STEPS.items() if act[name])
            try:
                step(self, act, " ".join(act[name].replace("`", "").split()))
            except AssertionError as error:
                line = text[: act.start()].count("\n") + 1
                raise AssertionError(f"line {line}: {name}: {error}") from error
        return len(acts)

    def block(self, act: re.Match[str], _: str) -> None:
        """Run it, compare it or write it."""
        title, body = act["title"] or "", textwrap.dedent(act["body"])
        if title == SERVICE:
            self.serve(body)
        elif title:
            (self.folder / title).write_text(body, encoding="utf-8")
        elif act["language"] == "sh":
            self.run(body)
        else:
            self.compare(body)

    def run(self, lines: str) -> None:
        """In a shell that knows what the shells before it exported, and their folder."""
        kept = self.folder / ".exported"
        script = f'[ -f "{kept}" ] && . "{kept}"\n{self._mine(lines)}\nexport -p >"{kept}"\n'
        done = subprocess.run(
            ["/bin/bash", "-uc", script], cwd=self.folder, env=self.environment, text=True, check=False,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert done.returncode in _ENDS, f"status {done.returncode}:\n{done.stdout}"
        self._prints(done.stdout)

    def compare(self, expected: str) -> None:
        """Every line of it was printed, in this order."""
        rest = self.printed
        for line in filter(None, map(str.strip, expected.splitlines())):
            pattern = ".*?".join(map(re.escape, line.split("...")))
            found = re.search(rf"^[ ]*{pattern}", rest, flags=re.MULTILINE)
            assert found, f"{line!r} is not in:\n{rest}"
            rest = rest[found.end() :]

    def serve(self, lines: str) -> None:
        """Start the service, and wait until it says where it is."""
        (command,) = self._mine(lines).replace("make run", f"{self.command} serve").strip().splitlines()
        log = self.folder / ".service"
        with log.open("w") as written:
            self.service = subprocess.Popen(
                ["/bin/bash", "-c", f"exec {command}"], cwd=self.folder, stdout=written, stderr=written,
                env={**self.environment, "BACKGRADE_PORT": "0", "BACKGRADE_WORKERS": "1"},
            )  # fmt: skip
        until(lambda: "\nSandbox:" in log.read_text(encoding="utf-8"))
        self._prints(log.read_text(encoding="utf-8"))
        found = re.search(r"http://127\.0\.0\.1:\d+", self.printed)
        assert found, self.printed
        self.address = found[0]
        self.environment["BACKGRADE_SERVER"] = self.address

    def stop(self) -> None:
        """End the service, if it runs."""
        if self.service is not None:
            self.service.send_signal(signal.SIGTERM)
            self.service.wait()
            self.service = None

    def open(self, address: str) -> None:
        """Go to a page."""
        self._arrive(self.browser.open(self._mine(address)))

    def open_link(self) -> None:
        """Go where the last link leads that was printed."""
        assert self.link, "no link was printed"
        self.open(self.link)

    def join(self) -> None:
        """Open the link to join that is on the page, as somebody else."""
        found = re.search(r"http://\S+/join\?code=\S+", self.page.text)
        assert found, "there is no link to join"
        self.own, self.browser = (self.browser, self.page), _browser()
        self.open(found[0])

    def return_home(self) -> None:
        """Go on in the reader's own browser."""
        assert self.own is not None
        self.browser.client.close()
        (self.browser, self.page), self.own = self.own, None

    def press(self, label: str) -> None:
        """A button with all that was typed into its form, or a link."""
        buttons = [each for each in self.page.soup.find_all("button") if _label(each) == label]
        if not buttons:
            links = {_seen(tag): str(tag["href"]) for tag in self.page.soup.find_all("a", href=True)}
            assert label in links, f"{label!r} is not on {self.page.url}: {self._offered()}"
            self._arrive(self.browser.open(urljoin(self.page.url, links[label])))
            return
        button = buttons[0]
        form = next(each for each in self.page.forms if label in each.buttons)
        if button.get("formaction"):
            form = replace(form, action=str(button["formaction"]))
        typed = {str(button["name"]): str(button.get("value", ""))} if button.get("name") else {}
        typed |= {self._name(field_label): value for field_label, value in self.typed.items()}
        self._arrive(self.browser.submit(self.page, form, typed, **self._upload(button)))

    def see(self, text: str) -> None:
        """It can be read on the page, as soon as what is being graded is."""
        end = time.monotonic() + self.patience
        while text not in self.page.text:
            assert time.monotonic() < end, f"{text!r} is not on {self.page.url}: {self.page.text}"
            time.sleep(_LOOKS)
            self.page = self.browser.open(self.page.url)

    def _upload(self, button: Tag) -> dict[str, tuple[str, bytes]]:
        form = button.find_parent("form")
        field_name = form and form.find("input", attrs={"type": "file"})
        if field_name is None or not self.chosen:
            return {}
        content = (self.folder / self.chosen).read_bytes()
        return {str(field_name["name"]): (Path(self.chosen).name, content)}

    def _name(self, label: str) -> str:
        """The name of the field with this label."""
        tags = [each for each in self.page.soup.find_all("label") if _label(each) == label]
        assert tags, f"no field {label!r} on {self.page.url}"
        target = self.page.soup.find(id=str(tags[0]["for"]))
        assert target is not None
        return str(target["name"])

    def _prints(self, text: str) -> None:
        self.printed = text
        self.link = [self.link, *re.findall(r"http://\S+/sign-in/\S+", text)][-1]

    def _arrive(self, page: Page) -> None:
        self.page, self.typed, self.chosen = page, {}, ""
        assert page.status < HTTPStatus.MULTIPLE_CHOICES, f"{page.status} at {page.url}: {page.text[:500]}"

    def _offered(self) -> str:
        return ", ".join([*(button for form in self.page.forms for button in form.buttons), *self.page.links])

    def _mine(self, text: str) -> str:
        return text.replace(".venv/bin/backgrade", self.command).replace(PRINTED, self.address or PRINTED)


def _label(tag: Tag) -> str:
    return " ".join(tag.get_text(" ").split())


def _seen(link: Tag) -> str:
    """Its text without what only a screen reader says: a tutorial names what stands on the page."""
    shown = copy(link)
    for hidden in shown.select(".hidden"):
        hidden.decompose()
    return _label(shown)


def _type(reader: TutorialReader, act: re.Match[str], value: str) -> None:
    reader.typed[" ".join(act["field"].split())] = value


def _choose(reader: TutorialReader, _: re.Match[str], file: str) -> None:
    reader.chosen = file


_STEPS: dict[str, Callable[[TutorialReader, re.Match[str], str], None]] = {
    "language": TutorialReader.block,
    "address": lambda reader, _, address: reader.open(address),
    "link": lambda reader, _, __: reader.open_link(),
    "join": lambda reader, _, __: reader.join(),
    "own": lambda reader, _, __: reader.return_home(),
    "button": lambda reader, _, label: reader.press(label),
    "value": _type,
    "file": _choose,
    "stop": lambda reader, _, __: reader.stop(),
    "seen": lambda reader, _, text: reader.see(text),
}


@contextmanager
def reading(folder: Path, command: str | None = None) -> Iterator[TutorialReader]:
    """Someone with a folder and, as long as they read, a service."""
    own = command or str(Path(sys.executable).with_name("backgrade"))
    environment = {
        **os.environ,
        "BACKGRADE_DATA_DIR": str(folder / "data"),
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }
    reader = TutorialReader(folder, own, environment, patience=scaled(_PATIENCE))
    try:
        yield reader
    finally:
        reader.stop()
        reader.browser.client.close()
