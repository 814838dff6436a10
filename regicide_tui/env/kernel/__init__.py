"""Many tables in one call of a compiled function. Translating them doesn't need numpy."""
