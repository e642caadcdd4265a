"""Words about a file that cannot be read as Python: another kind of file, broken text, a syntax error."""

from api.i18n import N_, gettext as _
from api.words import Message
from api.words.place import place
from grader.sandbox.replies import Problem


def empty(_problem: Problem) -> Message:
    """Say that there is no code."""
    return Message(
        _("There is no code in the file."), _("Check that you saved it, and that it is the right file.")
    )


def file_type(seen: Problem) -> Message:
    """Say which kind of file it is."""
    sentence, advice = _FILE_TYPES.get(seen.type or "", (N_("This is not a Python file."), _IN_PLAIN_TEXT))
    return Message(_(sentence), _(advice))


_IN_PLAIN_TEXT = N_("Copy your code into a plain text file with the ending `.py` and use that file.")

_FILE_TYPES = {
    "notebook": (
        N_("This is a notebook with the ending of a Python file."),
        N_("Save it with the ending `.ipynb` and try again."),
    ),
    "python": (
        N_("This is a Python file with the ending of a notebook."),
        N_("Save it with the ending `.py` and try again."),
    ),
    "web-page": (
        N_("This is a web page, not the file that it shows."),
        N_("Download the file itself (on GitHub: the button Raw or Download) and use that file."),
    ),
    "document": (N_("This is a text document, not a Python file."), _IN_PLAIN_TEXT),
    "pdf": (N_("This is a PDF, not a Python file."), _IN_PLAIN_TEXT),
    "picture": (N_("This is a picture, not a Python file."), _IN_PLAIN_TEXT),
    "archive": (
        N_("This is an archive, such as a ZIP file, not a Python file."),
        N_("Unpack it and use the file with your class."),
    ),
    "diff": (
        N_("This is a list of changes (a diff), not the file that was changed."),
        N_("Use the whole file with your class."),
    ),
    "utf-16": (N_("The file is saved as UTF-16, which Python cannot read."), N_("Save the file as UTF-8.")),
}


def syntax(seen: Problem) -> Message:
    """Say what Python cannot read, and the accident that it looks like."""
    at = place(seen)
    if at and seen.type in _ACCIDENTS:
        sentence, advice = _ACCIDENTS[seen.type]
        return Message(_(sentence, place=at), _(advice))
    return _unreadable(seen)


_ACCIDENTS = {
    "merge-markers": (
        N_("The file has merge conflict markers ({place})."),
        N_(
            "Keep one version of each conflict, and delete the lines that begin with `<<<<<<<`, `=======` "
            "and `>>>>>>>`."
        ),
    ),
    "fence": (
        N_("The file has a line with three backticks, which is not Python ({place})."),
        N_("Keep only the code between these lines, and delete them and the text around it."),
    ),
    "quotes": (
        N_("There are typographic quotation marks on {place}, which Python cannot read."),
        N_("Replace them by straight ones."),
    ),
    "tabs": (
        N_("The indentation on {place} mixes tabs and spaces."),
        N_("Indent every line with spaces: editors have a command that converts tabs."),
    ),
    "python-2": (
        N_("The code on {place} is written for Python 2."),
        N_("Write it for Python 3, for example `print(x)` and `except ValueError as error:`."),
    ),
    "python-3.12": (
        N_("The code on {place} needs Python 3.12, and we run an older version."),
        N_("Write `Number = int | float` without `type`, and no `[T]` after the name of a function."),
    ),
    "prompt": (
        N_("The code on {place} begins with `>>>`, which Python's shell shows and which is no code."),
        N_("Delete `>>>` and `...` at the beginning of each line, and the lines with results."),
    ),
    "indent": (
        N_("This line is indented further than its block ({place})."),
        N_(
            "Indent it like the other lines of the block. If a block begins right above, its first line ends "
            "with a colon."
        ),
    ),
    "unindent": (
        N_("The indentation of the line fits no block above it ({place})."),
        N_("Indent it exactly like the other lines of the block that it belongs to."),
    ),
    "no-block": (
        N_("An indented block is missing before this line ({place})."),
        N_("Indent the lines of the block that begins above it. If it has none yet, write `pass` there."),
    ),
    "colon": (
        N_("A colon is missing ({place})."),
        N_("Write `:` where the mark below the line points."),
    ),
    "bracket": (
        N_("A bracket that opens here is never closed ({place})."),
        N_("Close it. If the line looks complete, count its brackets."),
    ),
}


def _unreadable(seen: Problem) -> Message:
    at = place(seen)
    advice = _("Look at this line and the one before it.")
    if not at:
        advice = _("Run it with Python on your computer: Python shows the line, or says more.")
    elif seen.line == 1:
        advice = _("Look at this line.")
    if at and seen.message:
        return Message(
            _("Python cannot read your code on {place}: {error}", place=at, error=seen.message), advice
        )
    if at:
        return Message(_("Python cannot read your code on {place}.", place=at), advice)
    if seen.message:
        return Message(_("Python cannot read your code: {error}", error=seen.message), advice)
    return Message(_("Python cannot read your code."), advice)


def encoding(seen: Problem) -> Message:
    """Say that its text is in no encoding that Python knows."""
    at = place(seen)
    if seen.message:
        return Message(
            _("Python does not know the encoding `{name}` ({place}).", name=seen.message, place=at),
            _("Save the file as UTF-8 and remove this comment."),
        )
    sentence = (
        _("The text on {place} cannot be read as UTF-8.", place=at)
        if at
        else _("The file cannot be read as text.")
    )
    return Message(sentence, _("Save the file as UTF-8."))


def null_byte(seen: Problem) -> Message:
    """Say that it has a byte that no text has."""
    at = place(seen)
    sentence = (
        _("There is a null byte on {place}.", place=at) if at else _("There is a null byte in the file.")
    )
    return Message(sentence, _("Save the file as plain text, in UTF-8."))


def notebook(seen: Problem) -> Message:
    """Say that its JSON is broken."""
    sentence = (
        _("The notebook cannot be read: its JSON is broken on line {line}.", line=seen.line)
        if seen.line
        else _("The notebook cannot be read.")
    )
    return Message(
        sentence, _("Save it again in the program that you wrote it in, or put your class in a .py file.")
    )
