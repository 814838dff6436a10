"""What screens show, as rows. Pure functions."""
