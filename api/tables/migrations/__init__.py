"""How the database came to its form, step by step; run at start."""
