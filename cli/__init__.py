"""The commands of `croupier`, one file a verb."""
