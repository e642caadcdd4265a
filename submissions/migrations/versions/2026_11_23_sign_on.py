"""Single sign-on and second factors: providers, who people are there, authenticator apps, recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "2026_11_23_sign_on"
down_revision = "2026_11_23_link_makers"

_MOMENT, _WORD, _LINE = sa.DateTime(timezone=True), sa.String(length=40), sa.String(length=200)
_DIGEST, _IDENTIFIER, _ADDRESS = sa.String(length=64), sa.String(length=255), sa.String(length=2000)


def upgrade() -> None:
    """Forward."""
    op.add_column(
        "web_session", sa.Column("is_strong", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("web_session", sa.Column("provider_id", sa.Uuid(), nullable=True))
    _create_second_factors()
    _create_providers()
    _create_rounds()


def _create_second_factors() -> None:
    op.create_table(
        "second_factor",
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.LargeBinary(), nullable=False),
        sa.Column("confirmed_at", _MOMENT, nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        _of_person("second_factor"),
        sa.PrimaryKeyConstraint("person_id", name="pk_second_factor"),
    )
    op.create_table(
        "recovery_code",
        sa.Column("code_hash", _DIGEST, nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        _of_person("recovery_code"),
        sa.PrimaryKeyConstraint("code_hash", name="pk_recovery_code"),
    )
    op.create_index("ix_recovery_code_person_id", "recovery_code", ["person_id"])
    op.create_table(
        "half_sign_in",
        sa.Column("secret_hash", _DIGEST, nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("by_link", sa.Boolean(), nullable=False),
        sa.Column("path", _ADDRESS, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        _of_person("half_sign_in"),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_half_sign_in"),
    )
    op.create_index("ix_half_sign_in_person_id", "half_sign_in", ["person_id"])
    op.create_index("ix_half_sign_in_expires_at", "half_sign_in", ["expires_at"])


def _create_providers() -> None:
    op.create_table(
        "sign_on_provider",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("key", _WORD, nullable=False),
        sa.Column("name", _LINE, nullable=False),
        sa.Column("issuer", _IDENTIFIER, nullable=False),
        sa.Column("client_id", _IDENTIFIER, nullable=False),
        sa.Column("client_secret", sa.LargeBinary(), nullable=True),
        sa.Column("tenants", sa.JSON(), nullable=False),
        sa.Column("hosted_domains", sa.JSON(), nullable=False),
        sa.Column("email_domains", sa.JSON(), nullable=False),
        sa.Column("admits_new", sa.Boolean(), nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        sa.Column("document_at", _MOMENT, nullable=False),
        sa.Column("jwks", sa.JSON(), nullable=True),
        sa.Column("jwks_at", _MOMENT, nullable=True),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("disabled_at", _MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sign_on_provider"),
        sa.UniqueConstraint("key", name="uq_sign_on_provider_key"),
        sa.UniqueConstraint("issuer", name="uq_sign_on_provider_issuer"),
    )
    op.create_table(
        "sign_on_account",
        sa.Column("issuer", _IDENTIFIER, nullable=False),
        sa.Column("sub", _IDENTIFIER, nullable=False),
        sa.Column("person_id", sa.Uuid(), nullable=False),
        sa.Column("label", _LINE, nullable=False),
        sa.Column("created_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT, nullable=True),
        _of_person("sign_on_account"),
        sa.PrimaryKeyConstraint("issuer", "sub", name="pk_sign_on_account"),
    )
    op.create_index("ix_sign_on_account_person_id", "sign_on_account", ["person_id"])


def _create_rounds() -> None:
    op.create_table(
        "sign_on_round",
        sa.Column("state_hash", _DIGEST, nullable=False),
        sa.Column("provider_id", sa.Uuid(), nullable=False),
        sa.Column("browser_hash", _DIGEST, nullable=False),
        sa.Column("nonce", sa.String(length=64), nullable=False),
        sa.Column("verifier", sa.String(length=64), nullable=False),
        sa.Column("redirect_uri", _ADDRESS, nullable=False),
        sa.Column("path", _ADDRESS, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        sa.Column("used_at", _MOMENT, nullable=True),
        _of_provider("sign_on_round"),
        sa.PrimaryKeyConstraint("state_hash", name="pk_sign_on_round"),
    )
    op.create_index("ix_sign_on_round_expires_at", "sign_on_round", ["expires_at"])
    op.create_table(
        "sign_on_newcomer",
        sa.Column("secret_hash", _DIGEST, nullable=False),
        sa.Column("issuer", _IDENTIFIER, nullable=False),
        sa.Column("sub", _IDENTIFIER, nullable=False),
        sa.Column("provider_id", sa.Uuid(), nullable=True),
        sa.Column("name", _LINE, nullable=False),
        sa.Column("label", _LINE, nullable=False),
        sa.Column("path", _ADDRESS, nullable=False),
        sa.Column("expires_at", _MOMENT, nullable=False),
        _of_provider("sign_on_newcomer"),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_sign_on_newcomer"),
    )
    op.create_index("ix_sign_on_newcomer_expires_at", "sign_on_newcomer", ["expires_at"])


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_person_id_person"
    return sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=name, ondelete="CASCADE")


def _of_provider(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_provider_id_sign_on_provider"
    return sa.ForeignKeyConstraint(["provider_id"], ["sign_on_provider.id"], name=name, ondelete="CASCADE")
