"""What the server does and knows at open tables, each part by itself."""
