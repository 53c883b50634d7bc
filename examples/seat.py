#!/usr/bin/env python3
"""Takes a seat at a Kakehiki table, with the standard library only.

    python3 examples/seat.py kakehiki play geister --seats external,charge --log game.jsonl

The words after the script start the table; see docs/protocol.md for what is said. This player
chooses by a rule of its own that any language can follow: the action whose text comes first in the
order of their hashes, so that equal views get equal answers.
"""

import hashlib
import json
import subprocess
import sys


def choose(ask):
    """An action of the menu. A real player would look at ask["view"]."""
    def mark(action):
        return hashlib.sha256(action.encode()).digest()
    return min(ask["menu"]["actions"], key=mark)


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
            answer = {"type": "act", "seat": message["seat"], "action": choose(message)}
            table.stdin.write(json.dumps(answer) + "\n")
            table.stdin.flush()
            given += 1
    raise SystemExit("the table went away")


if __name__ == "__main__":
    print(json.dumps(play(sys.argv[1:])))
