"""The playground: a static site on which the engine checks a file in the reader's own browser, by Pyodide."""
