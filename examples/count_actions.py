#!/usr/bin/env python3
"""Counts what each agent did in the games of some logs, with the standard library only.

    python3 examples/count_actions.py results/logs/*.jsonl

A log has one JSON object a line: first who sat where under which rules, then what happened.
"""

import collections
import json
import sys


def count(lines):
    """How often each agent took each kind of action: a Counter of (agent, kind)."""
    header = json.loads(next(lines))
    names = [next(iter(seat.values())) for seat in header["seats"]]
    counted = collections.Counter()
    for line in lines:
        event = json.loads(line)
        if "action" in event:
            seat = int(event["action"]["seat"].removeprefix("P"))
            kind = event["action"]["play"].split(":")[0]
            counted[names[seat], kind] += 1
    return counted


if __name__ == "__main__":
    total = collections.Counter()
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as lines:
            total += count(lines)
    for (name, kind), times in sorted(total.items()):
        print(f"{name}\t{kind}\t{times}")
