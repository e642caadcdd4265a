"""Who may do what, and who asks: accounts, passwords, sessions, tokens, the policy, the audit log."""
