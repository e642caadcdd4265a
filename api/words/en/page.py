"""What stands on every page."""

NAME = "Backgrade"
SKIP = "Skip to the content"
NAVIGATION = "main"
CRUMBS = "where you are"
PLACES = (("/try", "Try it"), ("/suites", "Suites"), ("/faults", "Faults"))
SIGN_IN = "Sign in"
SIGN_OUT = "Sign out"
ACCOUNT = "Account"
HOME = "To the first page"
STATUS = "Status"
FOOTER = "Every score comes from numbers alone, and an explanation never costs points."
