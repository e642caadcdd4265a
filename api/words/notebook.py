"""Sentences of a report below a cell of a notebook."""

from api.i18n import gettext as _


def without_sandbox() -> str:
    """Say once in a notebook that its class runs without a sandbox."""
    return _(
        "This machine has no sandbox for Backgrade, so your class runs with your own rights, as your cells "
        "do. Use this only for code that you wrote."
    )


def only_own_class(name: str) -> str:
    """Say why a class of a module is not graded without a sandbox."""
    return _(
        "This machine has no sandbox for Backgrade, and {name} is not defined in a cell of this notebook. "
        "Without a sandbox, Backgrade grades only a class that you wrote here.",
        name=name,
    )


def of_other_cells() -> str:
    """Say that a report is about a class of the cells above."""
    return _("This cell defines no class, so this report is about the class of the cells above.")


def not_a_class(name: str) -> str:
    """Say that a name of the notebook is not that of a class."""
    return _(
        "This notebook has no class {name}. Run the cell that defines it, then run this cell again.",
        name=name,
    )


def no_such_stage(stage: str, known: str) -> str:
    """Say which stages there are."""
    return _("There is no stage {stage}. Choose one of {known}.", stage=stage, known=known)


def no_such_hints(hints: str) -> str:
    """Say which levels of hints there are."""
    return _("There is no level {hints} of hints. Choose a number from 0 to 4.", hints=hints)
