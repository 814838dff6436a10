"""What one visitor may see and do on the server."""
