"""Requests to other machines, events for them, and grades that wait to be sent."""
