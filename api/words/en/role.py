"""What people are in a course."""

from submissions.tables import Role

ROLES = {
    Role.OWNER: "owner",
    Role.INSTRUCTOR: "instructor",
    Role.ASSISTANT: "assistant",
    Role.STUDENT: "student",
    Role.OBSERVER: "observer",
}
SAYS = {
    Role.OWNER: "everything, also the course itself and its owners",
    Role.INSTRUCTOR: "assignments, people, grades",
    Role.ASSISTANT: "sees everybody's files and grades, changes none",
    Role.STUDENT: "hands in, and sees their own",
    Role.OBSERVER: "sees the assignments, hands in nothing",
}
