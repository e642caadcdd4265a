"""Searches the lists of the library."""


def matches(words: str, *texts: str) -> bool:
    """Whether all these words are somewhere in the texts."""
    text = " ".join(texts).lower()
    return all(word in text for word in words.lower().split())
