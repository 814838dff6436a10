"""Scripts that make and check a release. They aren't part of the program."""
