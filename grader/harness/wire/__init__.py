"""The format between host and harness: frames of bytes, kinds of messages, settings."""
