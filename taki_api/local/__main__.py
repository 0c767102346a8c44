"""`python -m taki_api.local COMMAND ...`, started by the script `taki`; what it does is in `cli`."""

import sys

from taki_api.local.cli import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
