"""The causes of what is wrong with a network: edits that mend it, and what its numbers show."""
