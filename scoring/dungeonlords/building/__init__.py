"""The year before the battle: digging, orders, production, events, adventurers and the paladin."""
