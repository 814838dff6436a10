"""The screens of duplicate deals, tournaments, pars and figures."""
