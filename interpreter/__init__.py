"""What a game does: program, table, choices, views and records."""
