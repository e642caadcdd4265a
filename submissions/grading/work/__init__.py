"""The work: grading what was handed in, by whatever engine, exactly one result counted."""
