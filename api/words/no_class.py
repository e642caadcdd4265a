"""Sentences on a file that has no class to grade."""

from api.i18n import N_, gettext as _, listed
from api.words import Message
from api.words.place import class_in_list, place
from grader.sandbox.replies import Problem

_ELSEWHERE = {
    "text-cell": (
        N_("Your class stands in a cell that is not code ({place})."),
        N_("Change the type of this cell to Code, run the notebook and save it."),
    ),
    "string": (
        N_("Your class stands inside a string, so Python does not define it ({place})."),
        N_("Remove the quotation marks around your code."),
    ),
    "function": (
        N_("Your class is inside the function `{function}` ({place})."),
        N_("Move it to the top level of the file: the line with `class` is not indented."),
    ),
    "main": (
        N_(
            'Your class stands below `if __name__ == "__main__":` ({place}). That part runs only in the main '
            "program."
        ),
        N_("Move it above that line: the line with `class` is not indented."),
    ),
    "outside": (
        N_("The method `{function}` stands outside of your class {name} ({place})."),
        N_("Indent your methods below the line with `class`."),
    ),
    "inside": (
        N_("Your `{function}` is indented into `{module}`, so the class does not have it ({place})."),
        N_("Indent it like the other methods."),
    ),
    "import": (
        N_("Your file imports {name} from `{module}` and does not define it ({place})."),
        N_("Use the file in which the class is written."),
    ),
}


def no_class(seen: Problem) -> Message:
    """Why there is no class to grade, and what to try."""
    if seen.type in _ELSEWHERE:
        return _class_elsewhere(seen)
    if seen.type == "constructor-name":
        return _constructor_name(seen)
    if seen.type == "object":
        return _number_in_object(seen)
    advice = _(
        "Your class must take one number, as in `Value(2.0)`, and keep it in `data`. It must have `grad`, "
        "`backward()`, and `+` or `*`."
    )
    if not seen.classes:
        return Message(_("There is no class to grade."), advice)
    classes = listed([class_in_list(candidate) for candidate in seen.classes])
    return Message(_("There is no class to grade. These do not fit: {classes}.", classes=classes), advice)


def _class_elsewhere(seen: Problem) -> Message:
    name = class_in_list(seen.classes[0]) if seen.classes else "?"
    sentence, advice = _ELSEWHERE[seen.type or ""]
    names = {"function": seen.function or "?", "module": seen.message or "?", "name": name}
    return Message(_(sentence, place=place(seen) or "?", **names), _(advice))


def _constructor_name(seen: Problem) -> Message:
    name = class_in_list(seen.classes[0]) if seen.classes else "?"
    names = {"function": seen.function or "?", "name": name}
    sentence = _(
        "Your class {name} has no constructor: it has a method `{function}` ({place}), but Python calls "
        "`__init__`.",
        place=place(seen) or "?",
        **names,
    )
    purpose = _PURPOSES.get(names["function"])
    advice = _(purpose) if purpose else _("Rename `{function}` to `__init__`.", **names)
    return Message(sentence, advice)


_PURPOSES = {
    "__int__": N_("`__int__` converts an object to a whole number. Rename it to `__init__`."),
    "__call__": N_("`__call__` runs when an object is called. Rename it to `__init__`."),
    "__new__": N_("`__new__` creates an object and must return it. Rename it to `__init__`."),
    "__enter__": N_("`__enter__` runs in a `with` statement. Rename it to `__init__`."),
}


def _number_in_object(seen: Problem) -> Message:
    cls, holder = ([class_in_list(each) for each in seen.classes or ()] + ["?", "?"])[:2]
    names = {"attribute": seen.function or "?", "cls": cls, "holder": holder}
    return Message(
        _(
            "{cls} keeps an object of your class {holder} in `{attribute}`, and we cannot read a number "
            "from it.",
            **names,
        ),
        _(
            "Give {holder} a method `__float__` that returns the number, or keep the number itself in "
            "`{attribute}`.",
            **names,
        ),
    )
