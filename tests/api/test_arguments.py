"""The command line's own words, which argparse says, are in the language of the shell."""

import argparse
import inspect

import pytest

from api.command import main
from api.terminal.arguments import TEXTS


def test_the_texts_are_those_of_argparse() -> None:
    source = inspect.getsource(argparse)
    assert [text for text in TEXTS if repr(text) not in source] == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "faltan argumentos obligatorios"),
        (["check", "--seed"], "se esperaba un argumento"),
        (["nothing"], "opción no válida"),
        (["settings", "--nothing"], "argumentos desconocidos"),
    ],
)
def test_wrong_usage_is_in_spanish(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    with pytest.raises(SystemExit):
        main(arguments)

    output = capsys.readouterr().err
    assert "uso: " in output
    assert words in output
