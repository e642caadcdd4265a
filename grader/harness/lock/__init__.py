"""The lock that a child closes behind itself, and the tests that it holds."""
