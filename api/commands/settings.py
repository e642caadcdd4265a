"""List all settings, with what holds and where it is from.

Exit status: 0; 2 if one cannot be used.
"""

import argparse

from api.console import out, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How they are shown."""
    parser.add_argument(
        "--markdown", action="store_true", help="print docs/settings.md instead: what there is"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print them."""
    if arguments.markdown:
        out(page())
        return 0
    _print_values()
    return 0


def page() -> str:
    """The page of all settings, with what holds when nothing is said."""
    from api.words.settings import PAGE, row
    from submissions.operating.settings_listing import defaults

    rows = (
        row(each.variable, each.name, _default(each.name, each.value), each.description)
        for each in defaults()
    )
    return PAGE.format(rows="\n".join(rows))


def _default(name: str, value: str) -> str:
    """As it reads in a document, which is the same on every machine."""
    return "processors - 1, at most 4" if name == "workers" else value


def _print_values() -> None:
    from api.words import settings as words
    from submissions.operating.settings import read_settings, settings_file
    from submissions.operating.settings_listing import listed, unknown

    found = list(listed(read_settings()))
    width = max(len(each.variable) for each in found)
    for each in found:
        out(f"{each.variable:<{width}}  {each.value or words.NOTHING}  [{words.ORIGINS[each.origin]}]\n")
    out(f"\n{words.file_line(str(settings_file()), there=settings_file().is_file())}\n")
    if misspelt := unknown():
        tell(words.unknown(misspelt))
