"""What makes and checks a release; no part of the program."""
