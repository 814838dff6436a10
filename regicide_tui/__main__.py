"""`python -m regicide_tui`."""

import sys

from regicide_tui.cli import main

sys.exit(main())
