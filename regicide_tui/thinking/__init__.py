"""Where bots think: a process of its own, so that no key press ever waits for them."""
