"""The entry point of the command `croupier`."""

import sys


def main() -> None:
    if sys.argv[1:2] == ["--version"]:
        from importlib.metadata import version

        print(f"croupier {version('croupier')}")
