"""Where submissions run: a protocol, and the back-ends that keep it."""
