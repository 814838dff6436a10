"""Code shared by Regicide and Regicide Duel. Elsewhere, only a bot uses its `is_royal`."""
