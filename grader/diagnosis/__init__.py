"""From what failed to why: causes, each with its place and what proves it. Never decides about points."""
