"""Many tables in one call of a compiled function. numpy is not needed to translate them."""
