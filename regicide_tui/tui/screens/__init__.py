"""The screens of the app at home, and the bases that the server's screens share."""
