"""The properties of the sandbox, each as what a submission cannot do; and which sandbox serves."""

from api.i18n import N_, gettext as _
from api.words import Message
from api.words.report import LEVELS
from grader.sandbox.choice import ContainerProblem
from grader.sandbox.level import Level

PROPERTIES = {
    "files": N_("A submission cannot open, create or list any file or folder."),
    "network": N_("A submission cannot open a socket."),
    "processes": N_("A submission cannot start a program or a process."),
    "other-processes": N_("A submission cannot signal, trace or read another process."),
    "hidden-memory": N_("A submission cannot share memory or pipes beyond its limits."),
    "executable-memory": N_("A submission cannot put new machine code into memory."),
    "privileges": N_("A submission is not root, cannot gain privileges and cannot get out of the sandbox."),
    "limits": N_("A submission cannot raise its own limits."),
    "kernel-surface": N_("A submission cannot reach the parts of the kernel that it does not need."),
    "memory-limit": N_("A submission cannot use more memory than its limit."),
    "environment": N_("A submission sees no environment variable."),
    "descriptors": N_("A submission has no open file that it does not need."),
    "earlier-submissions": N_("A submission finds nothing of an earlier submission in memory."),
    "container-user": N_("The user of the container is not root."),
    "container-capabilities": N_("The container has no capabilities, and cannot gain any."),
    "container-privileges": N_("No program in the container can gain privileges."),
    "container-filter": N_("The engine's filter stops the system calls that the container does not need."),
    "container-network": N_("The container has no network."),
    "container-files": N_("The container has no mounts, and nothing in it can be written."),
    "container-devices": N_("The container has no device of the machine."),
    "container-namespaces": N_("The container sees only its own processes, names and shared memory."),
    "container-memory": N_("The container's memory is limited, without swap."),
    "container-processes": N_("The number of processes in the container is limited."),
    "container-processors": N_("The container's processor time is limited."),
    "container-limits": N_("The container writes no file and no core dump, and opens few files."),
    "container-environment": N_("The container sees no environment variable of the machine."),
}


def property_words(id_: str) -> str:
    """The property in plain words. A new one keeps its id until it has some."""
    return _(PROPERTIES.get(id_, id_))


def level_line(level: Level) -> str:
    """The layers of a sandbox."""
    return f"{level}, {_(LEVELS[level])}"


def lacking(lack: ContainerProblem, image: str) -> Message:
    """Why it is not a container."""
    if lack is ContainerProblem.ENGINE:
        advice = _("None is needed. With one (start it, or set DOCKER_HOST), a container is one more wall.")
        return Message(_("No container engine answers."), advice)
    seen = {
        ContainerProblem.IMAGE: N_("A container engine answers, but it does not have the image {image}."),
        ContainerProblem.OWN_IMAGE: N_("The image {image} is from another version of Backgrade."),
    }
    return Message(_(seen[lack], image=image), _("`backgrade sandbox build` builds the image."))


def engine_line(version: str, runc: str, *, outdated: bool) -> str:
    """The engine, and whether it has known security holes."""
    line = f"{version}, runc {runc}" if runc else version
    if not outdated:
        return line
    return _("{version} (it has known security holes: update to 28 and runc 1.2.8 or newer)", version=line)
