"""What people say about work: comments, messages, and notes among staff."""
