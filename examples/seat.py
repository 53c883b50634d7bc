#!/usr/bin/env python3
"""Takes a seat at a Kakehiki table, with the standard library only.

    python3 examples/seat.py kakehiki play geister --seats external,charge --log game.jsonl
    kakehiki arena run geister --agents 'external(command="python3 examples/seat.py"),charge' --games 2

The words after the script start the table; without any the arena has started the script, which then
speaks over its own standard input and output, game after game. See docs/protocol.md for what is said.
This player chooses by a rule of its own that any language can follow: the action whose text comes
first in the order of their hashes, so that equal views get equal answers.
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


def answer(ask):
    """What is said to a question, as a line."""
    return json.dumps({"type": "act", "seat": ask["seat"], "action": choose(ask)}) + "\n"


def sit():
    """Answers whoever started this program, until nothing more is asked."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "ask":
            sys.stdout.write(answer(message))
            sys.stdout.flush()


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
    if sys.argv[1:]:
        print(json.dumps(play(sys.argv[1:])))
    else:
        sit()
