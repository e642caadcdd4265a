"""Compiled templates are kept while they are the same, and nothing of ours is worked out while compiling."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader, nodes, pass_context
from jinja2.runtime import Context

from api.pages._page import _environment as pages
from api.playground.site import _environment as playground
from api.rendering import markup


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled templates: none yet."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(markup, "__file__", str(tmp_path / "rendering" / "compiled.py"))
    folder = tmp_path / "rendering" / "__pycache__"
    folder.mkdir(parents=True)
    return folder


def shown(template: Path, **filters: Callable[..., str]) -> str:
    """What a new process makes of a template."""
    cache = markup.CompiledTemplates()
    made = Environment(loader=FileSystemLoader(template.parent), autoescape=True, bytecode_cache=cache)
    made.filters |= filters
    return made.get_template(template.name).render(number=1)


def test_a_template_is_compiled_once_until_its_text_changes(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    template = tmp_path / "page.html"
    template.write_text("old")
    assert shown(template) == "old"
    [file] = kept.iterdir()
    with monkeypatch.context() as without_compiler:
        without_compiler.setattr(Environment, "_generate", None)
        assert shown(template) == "old"

    template.write_text("new")
    assert shown(template) == "new"
    assert [*kept.iterdir()] == [file]


@pytest.mark.usefixtures("kept")
def test_a_template_is_compiled_again_when_a_newer_version_calls_its_filter_otherwise(tmp_path: Path) -> None:
    @pass_context
    def with_context(context: Context, number: int) -> str:
        return f"{number} of {context.name}"

    template = tmp_path / "page.html"
    template.write_text("{{ number | told }}")

    assert shown(template, told=str) == "1"
    assert shown(template, told=with_context) == "1 of page.html"
    assert shown(template, told=str) == "1"


@pytest.mark.parametrize("length", [0, 10, 20, 30, 60, 100])
def test_a_broken_file_is_written_anew(kept: Path, tmp_path: Path, length: int) -> None:
    template = tmp_path / "page.html"
    template.write_text("text")
    shown(template)
    [file] = kept.iterdir()
    whole = file.read_bytes()

    file.write_bytes(whole[:length])

    assert shown(template) == "text"
    assert file.read_bytes() == whole


def test_where_nothing_can_be_written_pages_are_shown(kept: Path, tmp_path: Path) -> None:
    template = tmp_path / "page.html"
    template.write_text("text")
    kept.rmdir()
    kept.write_text("no folder")

    assert shown(template) == "text"


@pytest.mark.parametrize("made", [pages(), playground()], ids=["pages", "playground"])
def test_no_template_has_a_filter_or_a_test_of_a_constant(made: Environment) -> None:
    """Its result would be in what is kept, and stay there when the filter changes."""
    worked_out = []
    assert made.loader is not None
    for name in made.list_templates(extensions=["html"]):
        tree = made.parse(made.loader.get_source(made, name)[0], name)
        tree.set_environment(made)
        for node in tree.find_all((nodes.Filter, nodes.Test, nodes.Call)):
            with suppress(nodes.Impossible):
                worked_out.append((name, node.lineno, node.as_const(nodes.EvalContext(made, name))))

    assert worked_out == []
