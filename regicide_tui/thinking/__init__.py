"""The process in which bots think, so that the interface stays responsive."""
