"""A worker process: `python -m regicide_tui.server.running CONTROL CONNECTIONS`.

Both are descriptors of sockets that lead to the supervisor. See `supervisor.py`.
"""

import sys

from regicide_tui.server.running.worker_process import work

if __name__ == "__main__":
    sys.exit(work(*map(int, sys.argv[1:])))
