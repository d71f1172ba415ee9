"""What many hosts share: notices, files, pictures that wait for a reader, and who is at which table."""
