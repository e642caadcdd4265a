"""From the bytes of a submission to a class that can be played."""
