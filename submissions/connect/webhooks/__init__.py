"""Webhooks: whom a course tells of its events, and how the messages get there."""
