"""How long what concerns learning platforms and webhooks lasts, by what ends."""

from datetime import timedelta

PLATFORM_TOKEN = timedelta(hours=1)
"""The token of a platform, where the platform names no end."""
PLATFORM_TOKEN_MARGIN = timedelta(seconds=60)
"""A token is not used any more so long before its end."""
ASSERTION = timedelta(minutes=5)
"""The request for a token of a platform, which we sign."""
ASSERTION_LEEWAY = timedelta(seconds=30)
"""The time by which our clock may be ahead: some platforms refuse what is a second from the future."""
LAUNCH = timedelta(minutes=10)
"""The time from the login that a platform begins to its launch."""
TAB = timedelta(seconds=60)
"""The link that leads from a frame into a tab of its own."""
CHOOSING = timedelta(hours=2)
"""The time from the launch of a teacher to the choice of an assignment."""
DEEP_LINK = timedelta(minutes=5)
"""The signed answer with the assignments that were chosen."""
REGISTRATION = timedelta(days=14)
"""The time in which an operator approves or disables a platform that registered itself."""
WEBHOOK_SECRET_BEFORE = timedelta(hours=24)
"""The secret before a rotation signs too."""
WEBHOOK_MESSAGE = timedelta(days=30)
"""The message of a webhook is kept, whatever became of it."""
KEY_BEFORE = timedelta(days=1)
"""A new key is published for so long before it signs: platforms keep our keys for a while."""
KEY_AFTER = timedelta(days=7)
"""An old key is published for so long after it has signed last."""
