"""What people run: the command line, the library front, later the studio."""
