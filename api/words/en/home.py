"""The first page."""

TITLE = "Know what is wrong with your backward pass"
LEAD = (
    "Hand in your own `Value` class. It is graded on computation graphs it has never seen, and a moment "
    "later you read what is wrong, where and why, with the lost gradient drawn."
)
TRY = "Try it now"
TRY_FILE = "Try a file"
TRY_SAYS = "No account needed"
SIGN_IN = "Sign in to your course"
COURSES = "Your courses"
NO_COURSES = "You are in no course yet. With a join code from whoever teaches you, you enter one."
JOIN = "Enter a join code"
CREATE = "Make a course"
FAULTS = "All faults it knows"
EXAMPLE = "What a result looks like"

POINTS = (
    (
        "It names the cause",
        (
            "“Gradients are overwritten instead of added up, line 15, in `+`”, and not “test 3 failed”. "
            "A cause is called proven only where undoing exactly that in your code makes everything right."
        ),
    ),
    (
        "It draws what was lost",
        (
            "The smallest graph that shows it, with every contribution kept or lost, and the backward pass "
            "step by step beside a right one."
        ),
    ),
    (
        "It is fair",
        (
            "Any valid order, any names, closures or a tape, a file or a notebook. Fresh inputs for every "
            "file, and the same file always gets the same grade."
        ),
    ),
)
