"""The fixed numbers of actions: what each means, and which ones are legal."""
