"""What is said where a connection could be read on its way."""

PLAIN_HTTP = (
    "plain http would send passwords over the network for all to read; set BACKGRADE_PUBLIC_URL to the https "
    "address of your proxy (docs/operating.md), or BACKGRADE_INSECURE_HTTP=1 if you know what you do"
)
