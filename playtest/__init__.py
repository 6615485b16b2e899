"""What many games tell: players, simulation and statistics."""
