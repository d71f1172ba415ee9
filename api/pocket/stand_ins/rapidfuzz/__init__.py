"""As much of rapidfuzz as titles need, in plain Python: no registry has it for a browser's Python."""
