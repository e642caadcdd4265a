"""What a process that serves or grades consists of: its log, its limits, its sandbox, its workers."""
