"""What other programs learn of a running server: Prometheus, and systemd."""
