"""How long what concerns other machines lasts, by what ends. Plain numbers are seconds."""

from datetime import timedelta

CONNECTING = 5.0
"""The time for each address of a name: one that does not answer leaves time for the next."""
ANSWER = 15.0
"""All of an answer has to be here by then, however slowly it comes."""
FAILURE = timedelta(minutes=1)
"""A site that did not answer is left alone, and a public document that failed is not read again."""
KEY_SET = timedelta(hours=24)
KEY_SET_LEAST = timedelta(minutes=1)
"""The time between two requests to one site, whatever ids of keys come in."""
ID_TOKEN = 3600
ID_TOKEN_LEEWAY = 60
"""The time by which two clocks may differ."""
