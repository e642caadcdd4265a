"""Settings, from the environment (BACKGRADE_...) or a file, each with what it does. Read at the edge."""

import os
import re
import tomllib
from collections.abc import Collection
from difflib import get_close_matches
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, HttpUrl, SecretStr, ValidationError
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from submissions.outward.outgoing.addresses import Network, networks

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

PREFIX = "BACKGRADE_"
FILE = "BACKGRADE_SETTINGS"
"""The variable that names the file; else `backgrade.toml` in the working folder, where there is one."""

_USUAL_FILE = "backgrade.toml"
_POSTGRES = "postgresql+psycopg://"
_HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,63}")


def _known_database(url: str) -> str:
    for other in ("postgres://", "postgresql://"):
        if url.startswith(other):
            url = _POSTGRES + url.removeprefix(other)
    if url and not url.startswith(("sqlite:///", _POSTGRES)):
        message = "it must begin with sqlite:/// or postgresql://"
        raise ValueError(message)
    if url:
        _require_complete(url)
    return url


def _known_networks(text: str) -> str:
    try:
        networks(text)
    except ValueError:
        message = "write networks like 10.0.0.0/8, separated by commas"
        raise ValueError(message) from None
    return text


def _usable_bucket(url: str) -> str:
    """Check that the URL, if there is one, names a bucket, and that the client for it is installed."""
    if url and not re.fullmatch(r"s3://[^/\s]+(/[^\s]*)?", url):
        message = "write the bucket, and a prefix where others use it too, like s3://bucket/backgrade"
        raise ValueError(message)
    if url and find_spec("obstore") is None:
        message = "what speaks S3 is not installed: install the extra `objects` (docs/operating.md)"
        raise ValueError(message)
    return url


def _known_header(name: str) -> str:
    if name and _HEADER.fullmatch(name) is None:
        message = "write the name of a header, like X-Remote-User"
        raise ValueError(message)
    return name


def _require_complete(url: str) -> None:
    """Check that the URL names a database."""
    try:
        name = make_url(url).database
    except (ArgumentError, ValueError):
        message = "it cannot be read as a URL. In a password, write `@` as %40, `:` as %3A and `/` as %2F"
        raise ValueError(message) from None
    if not name or name == ":memory:":
        message = "it does not name a database" if url.startswith(_POSTGRES) else "it does not name a file"
        raise ValueError(message)


class Settings(BaseSettings):
    """The settings of the service. `docs/settings.md` is made from the descriptions."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    data_dir: Path = Field(
        default=Path("backgrade-data"),
        description="the folder for the data: the SQLite database, and its copies from before upgrades",
    )
    database_url: Annotated[str, AfterValidator(_known_database)] = Field(
        default="",
        description="`postgresql://user:password@host/name` for several machines; empty for SQLite in the "
        "data folder",
    )
    host: str = Field(default="127.0.0.1", description="the address to listen on")
    port: int = Field(default=8000, ge=0, le=65535, description="the port to listen on; 0 for a free one")
    public_url: HttpUrl | None = Field(
        default=None,
        description="the address that people use, for example `https://grader.example.edu`; required behind "
        "a proxy that terminates TLS",
    )
    insecure_http: bool = Field(
        default=False,
        description="allow plain http from other machines, where others can read passwords and sessions",
    )
    trusted_proxies: str = Field(
        default="",
        description="the addresses of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are "
        "trusted, separated by commas",
    )
    remote_user_header: Annotated[str, AfterValidator(_known_header)] = Field(
        default="",
        description="the header in which a trusted proxy names the person who signed in there (SAML, for "
        "example), like `X-Remote-User`; empty for none. Needs `BACKGRADE_TRUSTED_PROXIES`",
    )
    staff_second_factor: bool = Field(
        default=False,
        description="require two-factor sign-in of operators and of everybody who is more than a student in "
        "a course, unless they come from a sign-on provider or a learning platform",
    )
    workers: int = Field(
        default=max(1, min(4, (os.cpu_count() or 2) - 1)),
        ge=0,
        le=64,
        description="the number of submissions that this process grades at the same time; 0 for none",
    )
    upload_bytes: int = Field(
        default=11 * 1024 * 1024,
        ge=1024,
        description="the largest request in bytes; a notebook may have 10 MiB",
    )
    request_seconds: float = Field(
        default=10,
        gt=0,
        le=600,
        description="the seconds in which the headers of a request must arrive, and the longest pause in its "
        "body",
    )
    connections: int = Field(
        default=900, ge=8, description="the largest number of connections; beyond it, idle ones are closed"
    )
    connections_per_address: int = Field(
        default=250,
        ge=1,
        description="the largest number of connections and of simultaneous requests from one address; this "
        "machine has no limit",
    )
    student_bytes: int = Field(
        default=64 * 1024 * 1024,
        ge=0,
        description="the largest total size of one student's files in one course, in bytes; the same file "
        "counts once; 0 for no limit",
    )
    trials_per_hour: int = Field(
        default=60,
        ge=0,
        description="the number of files that one address may try per hour without an account; 0 for none",
    )
    keep_reports_days: int | None = Field(
        default=None,
        ge=1,
        description="the days for which reports are kept after their assignment closes; empty for ever. "
        "Grades are always kept",
    )
    keep_files_days: int | None = Field(
        default=None,
        ge=1,
        description="the same for the submitted files; empty for ever",
    )
    files_url: Annotated[str, AfterValidator(_usable_bucket)] = Field(
        default="",
        description="`s3://bucket/prefix` keeps submitted files in S3-compatible storage; empty for the "
        "database. Credentials and the region are read as by other programs (`AWS_ACCESS_KEY_ID`, "
        "`AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, or the role of the machine)",
    )
    files_endpoint: str = Field(
        default="",
        description="the address of that storage where it is not Amazon's, for example "
        "`https://storage.example.edu`",
    )
    files_in: Literal["objects", "database"] = Field(
        default="objects",
        description="`database` brings the files back from the storage that `BACKGRADE_FILES_URL` names",
    )
    smtp_host: str = Field(
        default="",
        description="the mail server that sends people digests of their notices; empty for no e-mail. Needs "
        "`BACKGRADE_SMTP_FROM` and `BACKGRADE_PUBLIC_URL`",
    )
    smtp_port: int = Field(default=587, ge=1, le=65535, description="the port of the mail server")
    smtp_security: Literal["starttls", "tls", "none"] = Field(
        default="starttls", description="how the connection to the mail server is encrypted"
    )
    smtp_user: str = Field(default="", description="the account at the mail server; empty for none")
    smtp_password: SecretStr = Field(default=SecretStr(""), description="its password")
    smtp_from: str = Field(
        default="", description="the sender of e-mail, for example `Backgrade <grader@example.edu>`"
    )
    mail_hours: int = Field(
        default=12, ge=1, le=168, description="the least hours between two digests to one person"
    )
    webhook_networks: Annotated[str, AfterValidator(_known_networks)] = Field(
        default="",
        description="the internal networks that webhooks may reach, for example `10.20.0.0/16`, separated by "
        "commas; plain http is allowed there too. Empty: public addresses and https alone",
    )
    log_format: str = Field(default="text", pattern="^(text|json)$", description="`text` or `json`")
    log_level: str = Field(
        default="info", pattern="^(debug|info|warning|error)$", description="the lowest level that is logged"
    )
    private_platforms: bool = Field(
        default=False,
        description="allow learning platforms and sign-on providers on a private network and without https; "
        "Backgrade then sends requests to the addresses that they name, wherever they lead",
    )
    demo: bool = Field(default=True, description="create a demo course at the first start")

    @property
    def sends_mail(self) -> bool:
        """Whether e-mail is sent: by a server, from an address, with links to these pages."""
        return bool(self.smtp_host and self.smtp_from and self.public_url)

    @property
    def database(self) -> str:
        """The URL of the database that is really used."""
        return self.database_url or f"sqlite:///{self.data_dir.resolve() / 'backgrade.db'}"

    @property
    def internal_networks(self) -> tuple[Network, ...]:
        """The networks of `webhook_networks`."""
        return networks(self.webhook_networks)

    @property
    def sqlite_file(self) -> Path | None:
        """Return the path of the database, if it is SQLite."""
        url = self.database
        return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 - as the library calls it
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Arguments first, then the environment, then the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, settings_file())


class SettingsWrong(Exception):
    """settings cannot be used; `problems` has the name of each and what is wrong with it."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {what}" for name, what in problems.items()))
        self.problems = problems


def read_settings(**given: Any) -> Settings:  # noqa: ANN401 - the values of any setting
    """Return the settings; what is given goes before the environment and the file.

    Raises `SettingsWrong` if one is not what it has to be, or the file cannot be read.
    """
    _require_readable(settings_file())
    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        given_names = {name for name, value in given.items() if value is not None}
        wrong = {
            called(str(failure["loc"][0]), given_names): _reason(str(failure["loc"][0]), failure)
            for failure in error.errors()
        }
        raise SettingsWrong(wrong) from None


def _require_readable(file: Path) -> None:
    if FILE in os.environ and os.environ[FILE] and not file.exists():
        raise SettingsWrong({FILE: f"the file {file} does not exist"})
    try:
        _read(file)
    except tomllib.TOMLDecodeError as error:
        raise SettingsWrong({str(file): f"it is not valid TOML: {error}"}) from None
    except UnicodeDecodeError:
        raise SettingsWrong({str(file): "it is not text in UTF-8"}) from None
    except OSError as error:
        raise SettingsWrong({str(file): f"it cannot be read: {error.strerror or error}"}) from None


def called(name: str, given: Collection[str] = ()) -> str:
    """Return the name of a setting where its value is from: an option, a variable, or a key of the file."""
    if name in given:
        return f"--{name.replace('_', '-')}"
    variable = f"{PREFIX}{name.upper()}"
    if variable in {each.upper() for each in os.environ} or name not in names_in(settings_file()):
        return variable
    return f"{name} in {settings_file()}"


def names_in(file: Path) -> set[str]:
    """Return the keys of a settings file; of one that does not exist, none."""
    try:
        return set(tomllib.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return set()


def _reason(name: str, failure: "ErrorDetails") -> str:
    if failure["type"] != "extra_forbidden":
        return failure["msg"]
    near = get_close_matches(name.replace("-", "_"), Settings.model_fields, n=1)
    return "there is no setting of this name" + (f"; the nearest is {near[0]}" if near else "")


def _read(file: Path) -> None:
    """The library passes over a file that it cannot find, and lets the rest raise from within."""
    if file.exists():
        tomllib.loads(file.read_text(encoding="utf-8"))


def settings_file() -> Path:
    """The file that settings are read from, where there is one."""
    return Path(os.environ.get(FILE) or _USUAL_FILE)
