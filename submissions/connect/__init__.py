"""Other systems: learning platforms, and endpoints that are told what happens."""
