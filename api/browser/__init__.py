"""The engine in a browser: Pyodide, the engine as an archive, and what a page has checked there."""
