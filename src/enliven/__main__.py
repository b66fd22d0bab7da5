"""``python -m enliven``: the same program as ``enliven``."""

from enliven.apps.cli.main import program

if __name__ == "__main__":
    program()
