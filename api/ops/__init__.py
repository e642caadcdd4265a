"""What machines ask that watch over the service: one question a file, each with its `router`."""
