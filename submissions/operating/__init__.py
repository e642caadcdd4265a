"""Running a service: settings, startup, readiness, metrics, the demo course."""
