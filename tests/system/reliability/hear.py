#!/usr/bin/env python3
"""hear.py FOLDER ADDRESS TICK: watch a seat as a browser would, at the address that `headland instructor` prints, until it
has come to a tick; its ticks never go back. FOLDER: where websocket.py is."""
import http.client
import sys
import urllib.parse

sys.path.insert(0, sys.argv[1])
from websocket import WebSocket  # noqa: E402

address, last = urllib.parse.urlparse(sys.argv[2]), int(sys.argv[3])
token = urllib.parse.parse_qs(address.query)['token'][0]
origin = f'http://127.0.0.1:{address.port}'
login = http.client.HTTPConnection('127.0.0.1', address.port, timeout=5)
login.request('POST', '/login', 'token=' + urllib.parse.quote(token),
              {'Origin': origin, 'Content-Type': 'application/x-www-form-urlencoded'})
session = login.getresponse().getheader('Set-Cookie').split(';')[0]
page = WebSocket(address.port, {'Cookie': session, 'Origin': origin})
tick = 0
while tick < last:
    heard = page.hear('state').get('tick', tick)
    if heard < tick:
        sys.exit(f'tick {heard} after tick {tick}')
    tick = heard
page.close()
