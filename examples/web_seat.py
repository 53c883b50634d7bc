#!/usr/bin/env python3
"""Takes a seat at a table that `kakehiki serve` has set, with the standard library only.

    kakehiki serve &
    python3 examples/web_seat.py http://localhost:8000 geister charge

It begins a match against an agent and plays it to the end; with the address of the server, the name
of a match and the token of a seat it joins that match instead. `/openapi.json` says all there is.
"""

import hashlib
import json
import sys
import time
import urllib.error
import urllib.request


def ask(server, path, token=None, body=None):
    """One request: what was answered, or an end with the server's own words."""
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(server + "/api/v1" + path, data)
    if token:
        request.add_header("Authorization", "Bearer " + token)
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code == 429:  # Too quick: nobody may do more than twenty things a second.
            time.sleep(0.1)
            return ask(server, path, token, body)
        sys.exit(f"refused: {json.load(error)['text']}")


def choose(match):
    """An action of the menu. A real player would look at match["view"]."""
    return min(match["menu"]["actions"], key=lambda act: hashlib.sha256(act.encode()).digest())


def play(server, match, token):
    """Plays until the game is over, and tells how it came out."""
    seq = 0
    while True:
        news = ask(server, f"/matches/{match}/events?after={seq}", token)["match"]
        seq = news["seq"]
        if news["outcome"]:
            return news["outcome"]["text"]
        if news["menu"]:
            act = {"action": choose(news), "seen_seq": seq}
            ask(server, f"/matches/{match}/act", token, act)


if __name__ == "__main__":
    server, match, token = sys.argv[1:4]
    if len(token) != 32:
        seats = [{"kind": "program"}, {"kind": "agent", "agent": token}]
        begun = ask(server, "/matches", body={"game": match, "seats": seats, "pace": "instant"})
        match, token = begun["id"], begun["seats"][0]["token"]
    print(play(server, match, token))
