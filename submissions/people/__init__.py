"""Accounts, sign-on and sessions, and the policy: what each person may do."""
