"""What leaves this service: requests to other machines, and what waits to be sent."""
