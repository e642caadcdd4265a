"""Every answer that is not a success: its kind, what it says, and how it is sent."""
