"""The screens of the server, tried by people with windows of their own."""
