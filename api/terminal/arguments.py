"""The words of argparse itself, in the language of the shell.

argparse asks the standard library's `gettext` for each of its texts. That reads compiled catalogues only,
which we do not have, and knows no language but the one of the environment. So argparse is given ours.
"""

import argparse

from api.i18n import N_, gettext as _, ngettext

TEXTS = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("%(prog)s: error: %(message)s\n"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("one of the arguments %s is required"),
    N_("not allowed with argument %s"),
    N_("ignored explicit argument %r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
)
"""The texts it can say where it reads our commands; a test compares them with its source."""


def speak() -> None:
    """Have argparse use our catalogues. Its other texts stay in English."""
    vars(argparse).update(_=_, ngettext=_counted)


def _counted(one: str, many: str, n: int) -> str:
    if one != "expected %s argument":  # the other is of two options of one name, which is our mistake
        return one if n == 1 else many
    return ngettext("expected %s argument", "expected %s arguments", n)
