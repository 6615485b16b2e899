"""What holds for every test."""

import signal

# Where the suite was begun in the background, Ctrl-C is ignored, and so it would be by every program that a test begins.
signal.signal(signal.SIGINT, signal.default_int_handler)
