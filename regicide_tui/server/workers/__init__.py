"""The workers of a server: several processes that share a store and know of each other."""
