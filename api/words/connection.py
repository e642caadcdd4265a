"""What is said on a connection before there is a page to say it on."""

SLOW = "The request took too long to arrive. Please send it again.\n"
CROWDED = "The service has as many connections as it can take. Please try again in a few seconds.\n"
