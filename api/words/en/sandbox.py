"""The properties of the sandbox, each as what a submission cannot do."""

PROPERTIES = {
    "files": "no file or folder can be opened, made or looked at",
    "network": "no socket can be opened",
    "processes": "no program can be started and no process made",
    "other-processes": "no other process can be signalled, traced or read",
    "hidden-memory": "no memory or pipe can be shared outside what is counted",
    "executable-memory": "no new machine code can be put into memory",
    "privileges": "it is not root, and cannot gain rights or leave its place",
    "limits": "its own limits cannot be raised",
    "kernel-surface": "rarely needed parts of the kernel are out of reach",
    "memory-limit": "memory ends where the limit is",
    "environment": "no environment variable is visible",
    "descriptors": "nothing is open but what it needs",
}
PROVEN = "proven"
NOT_PROVEN = "NOT proven"


def property_words(id_: str) -> str:
    """The property in plain words; one that is new keeps its id until it has some."""
    return PROPERTIES.get(id_, id_)
