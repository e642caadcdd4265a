"""How a grade comes about: dates, lateness, which attempt counts; and what follows where a grade changes."""
