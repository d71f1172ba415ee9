"""The routes by noun."""
