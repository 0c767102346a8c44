#!/usr/bin/env python3
"""Stands in for curl in the README's commands, where a machine has none: `-s -X -H -d URL` and no more."""

import sys
import urllib.error
import urllib.request


def main(words: list[str]) -> None:
    method, url, headers, body = "GET", "", {}, None
    rest = iter(words)
    for word in rest:
        match word:
            case "-s":
                pass
            case "-X":
                method = next(rest)
            case "-H":
                name, _, value = next(rest).partition(":")
                headers[name] = value.strip()
            case "-d":
                body = next(rest).encode()
            case _:
                url = word
    request = urllib.request.Request(url, body, headers, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            sys.stdout.buffer.write(answer.read())
    except urllib.error.HTTPError as refused:
        sys.stdout.buffer.write(refused.read())


main(sys.argv[1:])
