"""The service: routes, access, limits and the open lines of phones."""
