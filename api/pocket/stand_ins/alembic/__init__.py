"""As much of alembic as our migrations use, in the place of one that is too large for a phone."""
