"""What stands on every page."""

from api.words import Message

NAME = "Backgrade"
SKIP = "Skip to the content"
NAVIGATION = "main"
CRUMBS = "where you are"
PLACES = (("/try", "Try it"), ("/suites", "Suites"), ("/faults", "Faults"))
SIGN_IN = "Sign in"
SIGN_OUT = "Sign out"
HOME = "To the first page"
STATUS = "Status"
REQUEST = "request"
FOOTER = "Points come from numbers alone; an explanation never costs any."

NOT_SIGNED_IN = Message(
    "this page is for people who are signed in", "sign in, and you come back to where you wanted to go"
)
