"""How texts become HTML: templates with their filters, Markdown of ours, Python in colours."""
