"""Dice Miner from photo to state: the trove of a player."""
