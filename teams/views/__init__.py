"""Pages of teams: what is read, what is drafted and bought, and what else a coach does."""
