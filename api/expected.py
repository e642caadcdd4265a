"""What a command may run into that is no fault of Backgrade's code: told in two lines, not by a traceback."""

from api.words import Message


def told(error: Exception) -> Message | None:
    """What was seen and what to try; None for what nobody expects."""
    from api.words.en import failure
    from grader.errors import GraderError

    if isinstance(error, GraderError):
        return failure.failure(error)
    return _of_a_process(error) or _of_the_service(error)


def _of_a_process(error: Exception) -> Message | None:
    """Why one that serves or grades did not start."""
    from api.web.listening import CannotListen
    from api.words.en import failure, serving
    from submissions.opening import Outdated
    from submissions.work.one_process import InUse

    match error:
        case InUse():
            return failure.in_use(error.process)
        case CannotListen():
            return serving.cannot_listen(error.host, error.port, error.why)
        case Outdated():
            return serving.OUTDATED
    return None


def _of_the_service(error: Exception) -> Message | None:
    from sqlalchemy.exc import OperationalError

    from api.words.en import copies, failure, request, settings
    from submissions.copies import CopyFailed
    from submissions.errors import RequestError
    from submissions.settings import SettingsWrong

    match error:
        case SettingsWrong():
            return settings.wrong(error)
        case CopyFailed():
            return copies.failed(error)
        case RequestError():
            return request.message(error)
        case OperationalError():
            return failure.NO_DATABASE
    return None
