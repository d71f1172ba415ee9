"""Photos as the service reads and keeps them."""
