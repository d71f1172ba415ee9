"""What every door answers: states, scores, readings laid, in plain Python and plain data."""
