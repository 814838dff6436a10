"""What the hub does and knows at open tables, each part by itself."""
