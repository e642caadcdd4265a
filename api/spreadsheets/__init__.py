"""Tables for spreadsheets: harmless cells, and the gradebook made of them."""
