"""The screens of duplicate deals, tournaments and pars."""
