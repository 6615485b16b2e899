"""What a game is: reading, positions, the rule language, the model and its checks."""
