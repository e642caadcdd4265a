"""The properties of the sandbox, each as what a submission cannot do; and which sandbox serves."""

from api.words import Message
from api.words.report import LEVELS
from grader.sandbox.base import Level
from grader.sandbox.choice import ContainerProblem

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
    "earlier-submissions": "nothing of an earlier submission is in memory",
    "container-user": "the container's own user is not root",
    "container-capabilities": "the container has no capability, and can get none",
    "container-privileges": "no program in the container gains rights",
    "container-filter": "the engine's filter stops the calls that nothing in the container needs",
    "container-network": "the container has no network",
    "container-files": "nothing is mounted into the container, and nothing in it can be written to",
    "container-devices": "the container has no device of the machine",
    "container-namespaces": "the container sees no process, name or shared memory but its own",
    "container-memory": "the container's memory is bounded, without swap",
    "container-processes": "the container's processes are bounded",
    "container-processors": "the container's share of the processors is bounded",
    "container-limits": "the container writes no file and no core, and has few files open",
    "container-environment": "the container has no variable of the machine's",
}
PROVEN = "proven"
NOT_PROVEN = "NOT proven"


def property_words(id_: str) -> str:
    """The property in plain words; one that is new keeps its id until it has some."""
    return PROPERTIES.get(id_, id_)


def level_line(level: Level) -> str:
    """What a sandbox is made of."""
    return f"{level}, {LEVELS[level]}"


def lacking(lack: ContainerProblem, image: str) -> Message:
    """Why it is not a container."""
    build = "`backgrade sandbox build` builds it"
    seen = {
        ContainerProblem.ENGINE: Message("no container engine answers", "start one, or set DOCKER_HOST"),
        ContainerProblem.IMAGE: Message(f"a container engine answers, but has no image {image}", build),
        ContainerProblem.OWN_IMAGE: Message(f"the image {image} is not of this version of Backgrade", build),
    }
    return seen[lack]


def built(image: str, id_: str, base: str) -> str:
    """The image is there."""
    return f"built {image} ({id_[:19]}) from {base}; `backgrade doctor` proves that it is safe"


def engine_line(version: str, runc: str, *, outdated: bool) -> str:
    """The engine, and whether it is one with holes that are known."""
    line = f"{version}, runc {runc}" if runc else version
    return f"{line} (holes in it are known: update to 28 and runc 1.2.8 at least)" if outdated else line
