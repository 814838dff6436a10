"""The fixed numbers of actions: what each number means, and which ones are legal."""
