"""Croupier: you write the rules, it runs the table."""


def __getattr__(name: str) -> str:
    if name == "__version__":
        from importlib.metadata import version

        return version("croupier")
    raise AttributeError(f"module 'croupier' has no attribute {name!r}")
