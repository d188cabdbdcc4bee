#!/usr/bin/env python3
"""A motion platform that only counts what it is sent, until it is asked to end.

    platform.py NAME    writes its port to NAME.port, and in the end NAME.json
"""
import json
import signal
import socket
import sys

server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("127.0.0.1", 0))
with open(sys.argv[1] + ".port", "w", encoding="ascii") as out:
    out.write(str(server.getsockname()[1]))


def end(*_):
    with open(sys.argv[1] + ".json", "w", encoding="ascii") as out:
        json.dump({"packets": packets}, out)
    sys.exit(0)


packets = 0
signal.signal(signal.SIGTERM, end)
while True:
    server.recv(2048)
    packets += 1
