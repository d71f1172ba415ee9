"""Roll Player with Monsters & Minions."""
