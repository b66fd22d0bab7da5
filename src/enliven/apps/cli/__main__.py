"""``python -m enliven.apps.cli``: the same program as ``enliven``."""

import sys

from enliven.apps.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
