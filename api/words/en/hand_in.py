"""Where a file is handed in: the form, and what is said of it."""

from api.words import Message

CHOOSE = "Choose a file"
DROP = "or drop one anywhere on this page"
KINDS = "One `.py` file of up to 1 MiB, or a notebook (`.ipynb`) of up to 10 MiB."
WRITE = "Or write it here"
EDITOR = "Your code"
EDITOR_KEYS = "Tab moves on to the button; Ctrl+] and Ctrl+[ change the indentation."
HAND_IN_FILE = "Hand in this file"
HAND_IN_CODE = "Hand in this code"
TRY_FILE = "Try this file"
TRY_CODE = "Try this code"
LEAVE = "let go to take this file"
ONE_FILE = "one file at a time, please"

NOTHING_CHOSEN = Message(
    "no file was chosen", "choose one, drop one on the page, or write the code in the editor"
)
