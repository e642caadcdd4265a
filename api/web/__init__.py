"""Everything of HTTP that is neither a resource of the REST interface nor a page."""
