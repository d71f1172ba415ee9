"""Tables that are kept: their documents, their history, and what photos gave them."""
