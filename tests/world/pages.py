"""A page as a browser without scripts has it: what can be read, and the forms to fill in."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString
from httpx2 import Response

_INLINE = {"a", "abbr", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "tspan"}
_VOID = {"br", "hr", "img", "input", "link", "meta"}
_FIELDS = ("input", "select", "textarea")
_FORM = re.compile("<form.*?</form>", re.DOTALL)
_TOKEN = re.compile('<input type="hidden" name="csrf" value="([^"]*)"')
_TICKED = {"checkbox", "radio"}
"""Inputs that are sent only where they are checked."""


@dataclass
class Form:
    """A form of a page, and what would be sent."""

    action: str
    method: str
    values: dict[str, str]
    choices: dict[str, str]
    """All that somebody could send, with every box ticked and every button pressed."""
    buttons: list[str]
    """Their labels."""
    tag: Tag
    """It as an element, without what stands around it on the page."""


@dataclass(frozen=True)
class Page:
    """An answer, as HTML."""

    source: str
    url: str = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, answer: Response) -> "Page":
        """What came back."""
        return cls(answer.text, str(answer.url), answer.status_code, answer.headers)

    @cached_property
    def soup(self) -> BeautifulSoup:
        """Its elements."""
        return _parsed(self.source)

    @property
    def text(self) -> str:
        """All that can be read."""
        return _text(self.soup)

    @property
    def tags(self) -> list[tuple[str, dict[str, str]]]:
        """Each element's name and attributes."""
        return [(tag.name, _attributes(tag)) for tag in self.soup.find_all()]

    @cached_property
    def forms(self) -> list[Form]:
        """All forms; what is typed into one stays. Of the page, only they are parsed."""
        return [_form(tag) for each in _FORM.findall(self.source) for tag in _parsed(each).find_all("form")]

    @property
    def links(self) -> dict[str, str]:
        """By text, where each leads."""
        return {_text(tag): _value(tag, "href") for tag in self.soup.find_all("a")}

    @property
    def errors(self) -> dict[str, str]:
        """What stands beside a field that is wrong, by its name."""
        found = self.soup.select(".field-error")
        return {_value(tag, "id").removesuffix("-error"): _text(tag) for tag in found}

    @property
    def rows(self) -> list[list[str]]:
        """The cells of all tables."""
        return [[_text(cell) for cell in row.find_all(["td", "th"])] for row in self.soup.find_all("tr")]

    @property
    def language(self) -> str:
        """What it is written in."""
        assert self.soup.html is not None
        return _value(self.soup.html, "lang")

    @property
    def token(self) -> str:
        """The hidden field of its forms: many want nothing else of a page, which takes long to parse."""
        found = _TOKEN.search(self.source)
        assert found, f"there is no form on {self.url}"
        return found[1]

    def form(self, button: str) -> Form:
        """The one with this button."""
        return next(form for form in self.forms if any(button in each for each in form.buttons))

    def has_field(self, name: str, value: str | None = None) -> bool:
        """Whether somebody can fill it in, with that value to choose."""
        found = (each for form in self.forms for each in form.tag.find_all(_FIELDS, attrs={"name": name}))
        return any(value in {None, _value(each, "value")} for each in found)


def assert_balanced(source: str) -> None:
    """Every element is closed, and in the order in which they were opened.

    Parsers that build a tree repair a page, so what they give says nothing of this.
    """
    reader = _Balance()
    reader.feed(source)
    reader.close()
    assert not reader.opened


class _Balance(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag not in _VOID:
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


def _parsed(source: str) -> BeautifulSoup:
    return BeautifulSoup(source, "html.parser", multi_valued_attributes=None)


def _form(tag: Tag) -> Form:
    buttons = tag.find_all("button")
    fields = [each for each in tag.find_all(_FIELDS) if each.get("name") and each.get("type") != "file"]
    pressed = [each for each in buttons if each.get("name")]
    choices: dict[str, str] = {}
    for each in (*fields, *pressed):
        choices.setdefault(_value(each, "name"), _entry(each) or ("1" if each.name == "input" else ""))
    return Form(
        action=_value(tag, "action"),
        method=_value(tag, "method").lower() or "get",
        values={_value(each, "name"): _entry(each) for each in fields if _is_sent(each)},
        choices=choices,
        buttons=[_value(each, "aria-label") or _text(each) for each in buttons],
        tag=tag,
    )


def _is_sent(tag: Tag) -> bool:
    return tag.get("type") not in _TICKED or tag.has_attr("checked")


def _entry(tag: Tag) -> str:
    """What stands in a field."""
    if tag.name == "textarea":
        return tag.get_text().removeprefix("\n")
    if tag.name != "select":
        return _value(tag, "value")
    options = tag.find_all("option")
    return next(_chosen(options), "")


def _chosen(options: list[Tag]) -> Iterator[str]:
    """What is selected, else the first."""
    selected = [each for each in options if each.has_attr("selected")]
    yield from (_value(each, "value") for each in (*selected, *options))


def _attributes(tag: Tag) -> dict[str, str]:
    return {name: str(value) for name, value in tag.attrs.items()}


def _value(tag: Tag, name: str) -> str:
    return str(tag.get(name) or "")


def _text(tag: Tag) -> str:
    return " ".join("".join(_pieces(tag)).split())


def _pieces(tag: Tag) -> Iterator[str]:
    """Its texts, with a space where another element than a part of a sentence begins or ends."""
    for child in tag.children:
        if isinstance(child, Tag):
            around = "" if child.name in _INLINE else " "
            yield from (around, *_pieces(child), around)
        elif type(child) is NavigableString:
            yield child.get_text()
