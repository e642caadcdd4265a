"""The processes of a sandbox: a zygote, a supervisor for each submission, its locked children."""
