"""The screens of a shared review."""
