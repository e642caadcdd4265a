"""A report as its reader sees it: words, quoted lines, numbers, pictures. Formats and pages lay it out."""
