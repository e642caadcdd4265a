"""How long what concerns people lasts, by what ends."""

from datetime import timedelta

SESSION_UNUSED = timedelta(hours=12)
"""A browser that asks for nothing that long is signed out."""
SESSION = timedelta(days=7)
"""The longest session: however busy, a browser is signed out after that."""
SECOND_STEP = timedelta(minutes=10)
"""The second step of a sign-in, after the password."""
SIGN_ON = timedelta(minutes=10)
"""A sign-on elsewhere, and the question who somebody new is."""
SIGN_IN_LINK = timedelta(hours=24)
SIGN_IN_LINK_LONGEST = timedelta(days=30)
TOKEN = timedelta(days=90)
TOKEN_LONGEST = timedelta(days=365)
REPEATED_ANSWER = timedelta(hours=24)
"""The answer to a request that may be repeated by its key."""
PROVIDER_METADATA = timedelta(hours=24)
"""The description of a sign-on provider, until it is read again."""
SEEN = timedelta(minutes=1)
"""A session or token that was seen so lately is not marked as seen again."""
