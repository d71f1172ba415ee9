"""What belongs to this copy's owner: printed values, pictures of cards, folders."""
