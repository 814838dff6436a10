"""A program that plays whole games at a server, with random actions: docs/protocol.md explains it.

python program.py open GAME ssh -T ann-bot@host    opens a table, and plays with who comes
python program.py join HOST ssh -T bob-bot@host    plays at the table of this host
"""

import json
import random
import subprocess
import sys
import time


class Server:
    """A connection to a server: requests, replies, and news between them."""

    def __init__(self, ssh: list[str]) -> None:
        pipe = subprocess.PIPE
        self._ssh = subprocess.Popen([*ssh, "json"], stdin=pipe, stdout=pipe, text=True)

    def read(self) -> dict:
        """Return the next message."""
        line = self._ssh.stdout.readline()
        return json.loads(line or sys.exit("The server has ended the connection."))

    def ask(self, op: str, **keys: object) -> dict:
        """Send a request; return its reply, without older news. Most errors end the program."""
        print(json.dumps({"op": op, **keys}), file=self._ssh.stdin, flush=True)
        while "news" in (reply := self.read()):
            pass
        return reply if reply["ok"] or op in ("do", "start") else sys.exit(reply["message"])


def main(way: str, what: str, *ssh: str) -> None:
    """Go to a table, play one game, and say who won."""
    server = Server([*ssh])
    if server.read()["name"] is None:  # a new key takes a name first: that before the @
        server.ask("name", name=next(word for word in ssh if "@" in word).split("@")[0])
    if way == "open":
        now = server.ask("open", game=what, players=2, programs=True)
    else:
        open_now = {"host": what, "away": []}
        while not (found := [t for t in server.ask("lobby")["tables"] if t | open_now == t]):
            time.sleep(0.2)
        server.ask("enter", table=found[0]["id"])
        server.ask("sit", seat=2)
        now = server.ask("ready", ready=True)
    while not (table := now["table"])["over"]:
        if "actions" in now:
            now = server.ask("do", action=random.choice(now["actions"]))
        elif way == "open" and not table["begun"] and table["ready"]:
            now = server.ask("start")
        else:
            now = server.read()
        if "table" not in now:  # other news, or a refused action
            now = server.ask("table")
    print("won by", [table["seats"][seat - 1] for seat in table["winners"] or []])


if __name__ == "__main__":
    main(*sys.argv[1:])
