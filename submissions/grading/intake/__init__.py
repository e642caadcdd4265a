"""How a file becomes a submission: read, stored and queued in one transaction, or refused with a reason."""
