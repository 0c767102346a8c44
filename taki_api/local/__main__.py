"""What `taki` starts: `python taki_api/local/__main__.py COMMAND ...`; the commands begin in `cli`."""

import signal
import sys

if __name__ == "__main__":
    # Before the imports, which take a moment: until a command is at work, Ctrl-C ends this silently.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from taki_api.local.cli import main

    sys.exit(main(sys.argv[1:]))
