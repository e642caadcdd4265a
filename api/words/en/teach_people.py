"""The people of a course."""

TITLE = "People"
NAME = "name"
LOGIN = "login"
ROLE = "role"
SINCE = "since"
CHANGE = "Change"
REMOVE = "take out"
LEFT = "has left"
MORE = "More people"
FIRST = "The first"
ADD = "Let somebody in by their login"
ADD_SAYS = "For colleagues who have an account here. Students come in by a join code."
ADD_LOGIN = "Login"
ADD_ROLE = "As"
ADD_BUTTON = "Let them in"
KEPT = "Who is taken out keeps their files and grades, and can come back to them."
ROLES = "What each role may do"


def role_of(name: str) -> str:
    """For screen readers: whose role a field is."""
    return f"role of {name}"
