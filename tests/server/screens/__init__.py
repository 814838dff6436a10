"""The screens of the house, tried by people with windows of their own."""
