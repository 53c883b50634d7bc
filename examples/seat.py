#!/usr/bin/env python3
"""Takes a seat at a Kakehiki table, with the standard library only.

    python3 examples/seat.py kakehiki play geister --seats external,charge --log game.jsonl
    kakehiki arena run geister --agents 'external(command="python3 examples/seat.py"),charge' --games 2
    python3 examples/seat.py --connect 127.0.0.1:10000

The words after the script start the table; without any the arena has started the script, which then
speaks over its own standard input and output, game after game. With --connect it comes to a port
where a seat waits, external(port=10000), again and again until there is none for a while. See
docs/protocol.md for what is said.
This player chooses by a rule of its own that any language can follow: the action whose text comes
first in the order of their hashes, so that equal views get equal answers.
"""

import hashlib
import json
import socket
import subprocess
import sys
import time


def choose(ask):
    """An action of the menu. A real player would look at ask["view"]."""
    def mark(action):
        return hashlib.sha256(action.encode()).digest()
    return min(ask["menu"]["actions"], key=mark)


def answer(ask):
    """What is said to a question, as a line."""
    return json.dumps({"type": "act", "seat": ask["seat"], "action": choose(ask)}) + "\n"


def sit(told, says):
    """Answers until nothing more is asked."""
    for line in told:
        message = json.loads(line)
        if message["type"] == "ask":
            says.write(answer(message))
            says.flush()


def connect(host, port, patience=10):
    """Takes seats at a port until nobody has waited there for so many seconds."""
    limit = time.monotonic() + patience
    while time.monotonic() < limit:
        try:
            connection = socket.create_connection((host, port))
            with connection, connection.makefile("rw") as lines:
                sit(lines, lines)
                limit = time.monotonic() + patience
        except OSError:
            time.sleep(0.05)


def play(command, answers=None):
    """Plays until the game is over, or until so many answers were given."""
    table = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    given = 0
    for line in table.stdout:
        message = json.loads(line)
        if message["type"] == "over":
            table.wait()
            return message["outcome"]
        if message["type"] == "refused":
            raise SystemExit(message["problem"])
        if message["type"] == "ask":
            if given == answers:
                table.kill()
                table.wait()
                return None
            table.stdin.write(answer(message))
            table.stdin.flush()
            given += 1
    raise SystemExit("the table went away")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--connect"]:
        host, _, port = sys.argv[2].rpartition(":")
        connect(host, int(port))
    elif sys.argv[1:]:
        print(json.dumps(play(sys.argv[1:])))
    else:
        sit(sys.stdin, sys.stdout)
