"""What goes between host and harness: frames of bytes, the kinds of messages, the settings."""
