# SPDX-License-Identifier: BSD-2-Clause
"""The members of JSON files and those that a page of docs/ names, both ways.

keys.py PAGE HEADING FILE...: the page from that heading on to the next of its
level.  Names of facts and metrics are the machine's and the experiment's.
"""
import json
import re
import sys

OPEN = {"facts", "machine", "values", "medians"}


def members(value, into):
    if isinstance(value, dict):
        for key, item in value.items():
            into.add(key)
            if key not in OPEN:
                members(item, into)
    elif isinstance(value, list):
        for item in value:
            members(item, into)


def section(page, heading):
    with open(page, encoding="ascii") as file:
        text = file.read()
    start = text.index(f"\n## {heading}\n") + 1
    end = text.find("\n## ", start)
    return text[start:end]


def documented(text):
    names = set()
    for line in text.splitlines():
        cells = line.split(" | ")
        if not line.startswith("| `"):
            # "A histogram has `count`": only where it says what one has.
            found = re.match(r"(A|The) \w+ has (.*)", line)
            cells = [found.group(2)] if found else []
            if "interval of 95 %" in line or line.startswith("`"):
                cells = [line]
        for cell in cells:
            names.update(re.findall(r"`([a-z_]+)`", cell))
    return names


def main():
    page, heading, *files = sys.argv[1:]
    seen = set()
    for name in files:
        with open(name, encoding="ascii") as file:
            members(json.load(file), seen)
    said = documented(section(page, heading))
    words = {"true", "false", "null", "pair", "rate"} - seen
    missing = sorted(seen - said)
    unknown = sorted(said - seen - words)
    for key in missing:
        print(f"not in {page}: {key}")
    for key in unknown:
        print(f"in {page}, in no file: {key}")
    sys.exit(1 if missing or unknown else 0)


main()
