#!/usr/bin/env python3
"""instructor_attack.py HEADLAND ASSETS: what the instructor's server answers to those who mean it harm.

Real sockets, on 127.0.0.1 alone; every attack is bounded in number and in time. No seat and no browser is needed."""
import http.client
import json
import os
import pathlib
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time

from websocket import Refused, WebSocket

headland, assets = sys.argv[1:3]
TOKEN = 'c0ffee5eed0123e9d1b2a7f4866a3d10'
PATIENCE = 20  # [s]
failures = []


def check(holds, text):
    if not holds:
        print('FAILED:', text)
        failures.append(text)


class Server:
    """Of its own folder; with its log."""

    def __init__(self, folder, *options, tls=False):
        self.folder, self.context = folder, None
        token = folder / 'token'
        token.write_text(TOKEN)
        token.chmod(0o600)
        if tls:
            self.context = ssl.create_default_context(cafile=folder / 'cert.pem')
            self.context.check_hostname = False
            options += ('--cert', str(folder / 'cert.pem'), '--key', str(folder / 'key.pem'))
        environment = {**os.environ, 'XDG_RUNTIME_DIR': str(folder), 'HOME': str(folder), 'HEADLAND_ASSETS': assets}
        self.log = open(folder / 'log', 'w+', encoding='utf-8')
        self.process = subprocess.Popen([headland, 'instructor', '--port', '0', '--token-file', str(token), *options], text=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, env=environment)
        self.port = int(self.process.stdout.readline().split(":")[3].strip("/\n"))
        self.own = f'http{"s" if tls else ""}://127.0.0.1:{self.port}'

    def connect(self):
        plain = socket.create_connection(('127.0.0.1', self.port), timeout=PATIENCE)
        return self.context.wrap_socket(plain, server_hostname='localhost') if self.context else plain

    def ask(self, path, method='GET', body=None, token=TOKEN, **headers):
        """Status, headers, body. token: in a header; None: without."""
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=PATIENCE)
        if self.context:
            connection = http.client.HTTPSConnection('127.0.0.1', self.port, timeout=PATIENCE, context=self.context)
        if token:
            headers['Authorization'] = 'Bearer ' + token
        try:
            connection.request(method, path, body, headers)
            reply = connection.getresponse()
            return reply.status, dict(reply.getheaders()), reply.read()
        finally:
            connection.close()

    def log_in(self):
        """Headers of a browser's session."""
        status, headers, _ = self.ask('/login', 'POST', 'token=' + TOKEN, None, Origin=self.own)
        check(status == 303, f'logging in: {status}')
        return {'Cookie': headers['set-cookie'].split(';')[0], 'Origin': self.own}

    def send(self, data):
        """All that comes back, until the server closes."""
        with self.connect() as connection:
            connection.sendall(data)
            got = b''
            try:
                while piece := connection.recv(65536):
                    got += piece
            except (ConnectionError, ssl.SSLError):
                pass
            return got

    def said(self):
        self.log.flush()
        return (self.folder / 'log').read_text(encoding='utf-8')

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        check(status == 0, f'the server ends with {status}: {self.said()}')


# ---- connections that say nothing, or say it slowly ----

def check_idle_connections(server):
    """110 of them, from the address of those who have a token."""
    idle = [server.connect() for _ in range(110)]
    answered = sum(server.ask('/api/attempts')[0] == 200 for _ in range(50))
    check(answered == 50, f'beside 110 idle connections {answered} of 50 requests are answered')
    for connection in idle:
        connection.close()


def is_closed(connection, seconds):
    connection.settimeout(seconds)
    try:
        return connection.recv(1) == b''
    except TimeoutError:
        return False
    except OSError:
        return True


def check_slow_request(server):
    """A byte a moment keeps no connection open: patience is 5 s for the whole request."""
    with server.connect() as slow, server.connect() as silent:
        begun = time.monotonic()
        try:
            for byte in b'GET /' + 200 * b'x':
                slow.sendall(bytes([byte]))
                time.sleep(0.1)
                if time.monotonic() - begun > 12:
                    break
        except OSError:
            pass
        lasted = time.monotonic() - begun
        check(4 < lasted < 9, f'a request that comes byte by byte lasts {lasted:.1f} s')
        check(is_closed(silent, 3), 'a connection that says nothing is not closed')


def check_admitted_stay(server):
    """WebSockets of those with a session are not closed to make place."""
    watching = WebSocket(server.port, server.log_in())
    watching.hear('room')
    idle = [server.connect() for _ in range(110)]
    watching.send('{"type":"control","action":"take"}')
    check(watching.hear('room')['controller'] != 0, 'a WebSocket does not outlive 110 idle connections')
    for connection in idle + [watching]:
        connection.close()


# ---- wrong tokens ----

def check_wrong_tokens(server):
    own = server.log_in()
    begun = time.monotonic()
    statuses = [server.ask('/api/attempts', token='wrong-%d' % i)[0] for i in range(500)]
    lasted = time.monotonic() - begun
    looked_at = statuses.count(401)
    most = 6 + max(0, lasted).__ceil__()  # five at once, then after 1, 2, 4, ... s
    check(looked_at <= most and statuses.count(429) == 500 - looked_at, f'{looked_at} of 500 wrong tokens are looked at')
    status, headers, _ = server.ask('/api/attempts')
    check(status == 429 and 1 <= int(headers['retry-after']) <= 60, f'the next token of this address: {status}, {headers}')
    check(server.ask('/?token=' + TOKEN, token=None)[0] == 429, 'a token in an address is looked at')
    check(server.ask('/login', 'POST', 'token=' + TOKEN, None, Origin=server.own)[0] == 429, 'a token in a form is looked at')
    check(server.ask('/api/attempts', token=None, **own)[0] == 200, 'a session suffers from wrong tokens of its address')
    wait_until = time.monotonic() + PATIENCE
    while 'wrong token' not in server.said() and time.monotonic() < wait_until:
        time.sleep(0.2)
    lines = [line for line in server.said().splitlines() if 'wrong token' in line]
    check(len(lines) == 1 and ' 503 wrong tokens from 127.0.0.1 within ' in lines[0], f'the log: {lines}')
    wait_until = time.monotonic() + int(headers['retry-after']) + 1
    while server.ask('/login', 'POST', 'token=' + TOKEN, None, Origin=server.own)[0] != 303:
        if time.monotonic() > wait_until:
            check(False, 'the right token is not taken after the time that was named')
            return
        time.sleep(0.5)


# ---- sessions ----

def check_sessions(server):
    one, two = server.log_in(), server.log_in()
    check(one['Cookie'] != two['Cookie'] and TOKEN not in one['Cookie'], 'sessions are not random')
    check(server.ask('/api/attempts', token=None, Cookie='headland-%d=%s' % (server.port, TOKEN))[0] == 401,
          'the token is a cookie')
    watching = WebSocket(server.port, one)
    watching.hear('room')
    for foreign in {}, {'Origin': 'http://evil.example'}, {'Origin': 'null'}:
        status = server.ask('/logout', 'POST', '', None, Cookie=one['Cookie'], **foreign)[0]
        check(status == 403, f'logging out from {foreign}: {status}')
        status = server.ask('/login', 'POST', 'token=' + TOKEN, None, **foreign)[0]
        check(status == 403, f'logging in from {foreign}: {status}')
    status, headers, _ = server.ask('/logout', 'POST', '', None, **one)
    check(status == 303 and 'Max-Age=0' in headers['set-cookie'], f'logging out: {status}, {headers}')
    check(watching.close_code() == 1008, 'a WebSocket outlives its session')
    check(server.ask('/api/attempts', token=None, **one)[0] == 401, 'a session outlives logging out')
    check(server.ask('/api/attempts', token=None, **two)[0] == 200, 'logging out ends the session of another browser')
    try:
        WebSocket(server.port, one)
        check(False, 'a WebSocket of a session that has ended')
    except Refused:
        pass


def check_expiry(folder):
    """Idle for 2 s, or 5 s old."""
    server = Server(folder, '--idle', '2', '--session', '5')
    idle, used = server.log_in(), server.log_in()
    watching, active = WebSocket(server.port, idle), WebSocket(server.port, used)
    begun, ended, watched = time.monotonic(), None, None
    while ended is None and time.monotonic() - begun < PATIENCE:
        time.sleep(0.5)
        try:
            active.send('{"type":"active"}')
        except OSError:
            pass
        lasted = time.monotonic() - begun
        if watched is None and server.ask('/api/session', token=None, **idle)[0] == 401:
            watched = lasted
        if server.ask('/api/session', token=None, **used)[0] == 401:
            ended = lasted
    check(watched is not None and 1.9 < watched < 4, f'an idle session of 2 s ends after {watched} s')
    check(ended is not None and 4.5 < ended < 7, f'a session of 5 s that is used ends after {ended} s')
    check(watching.close_code() == 1008 and active.close_code() == 1008, 'WebSockets outlive their sessions')
    server.end()


# ---- protocols ----

def hand_shake(server, more=b''):
    head = ['GET / HTTP/1.1', f'Host: 127.0.0.1:{server.port}', 'Upgrade: websocket', 'Connection: Upgrade',
            'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: headland',
            f'Origin: {server.own}', f'Authorization: Bearer {TOKEN}', '', '']
    return '\r\n'.join(head).encode() + more


def frames_of(answer):
    """Opcodes and data of the frames after the head."""
    rest, frames = answer.split(b'\r\n\r\n', 1)[1], []
    while len(rest) >= 2:
        length, at = rest[1] & 127, 2
        if length >= 126:
            size = 2 if length == 126 else 8
            length, at = int.from_bytes(rest[2:2 + size], 'big'), 2 + size
        frames.append((rest[0] & 15, rest[at:at + length]))
        rest = rest[at + length:]
    return frames


def check_unmasked(server):
    """RFC 6455, section 5.1: closed with 1002, and not obeyed."""
    take = b'{"type":"control","action":"take"}'
    unmasked = bytes([0x81, len(take)]) + take
    ping = bytes([0x89, 0x80, 1, 2, 3, 4])
    for what, sent in [('unmasked', unmasked), ('masked, then unmasked', ping + unmasked), ('an unmasked ping', bytes([0x89, 0]))]:
        frames = frames_of(server.send(hand_shake(server, sent)))
        check(frames and frames[-1] == (8, struct.pack('!H', 1002)), f'{what}: {frames[-1:]}')
        rooms = [json.loads(data) for code, data in frames if code == 1]
        check(all(room['controller'] == 0 for room in rooms), f'{what}: it is obeyed: {rooms}')


def check_strictness(server):
    """Every message goes through one strict parser."""
    for text in ['{"type":"watch","seat":"seat-1\\u0000x"}', '{"type":"watch","seat":"seat-1"}x', '{"type":"watch","seat":"seat-1"}{}',
                 '{"type":"control","action":"take\\u0000"}', '{"type":"control","action":"take","action":"release"}',
                 '{"type":"watch","type":"watch","seat":"seat-1"}', '{"type":"active","more":1}', '[{"type":"active"}]']:
        other = WebSocket(server.port, server.log_in())
        other.send(text)
        check(other.close_code() == 1008, f'{text} is taken')
        other.close()


def check_heads(server):
    """Requests that two readers might read in two ways, or that are of another protocol."""
    own = f'Host: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {TOKEN}'
    for what, sent in [('bare line feeds', f'GET / HTTP/1.1\n{own}\r\n\r\n'), ('a bare carriage return', f'GET / HTTP/1.1\r{own}\r\n\r\n'),
                       ('a long head', f'GET / HTTP/1.1\r\n{own}\r\nX: {9000 * "x"}\r\n\r\n')]:
        got = server.send(sent.encode())
        check(got.startswith(b'HTTP/1.1 400 '), f'{what}: {got[:60]}')
    got = server.send(f'GET /style.css HTTP/1.1\r\n{own}\r\n\r\nGET /icon.svg HTTP/1.1\r\n{own}\r\n\r\n'.encode())
    check(got.count(b'HTTP/1.1 200') == 1, 'two requests on one connection')
    got = server.send(f'GET / HTTP/1.1\r\n{own}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n'
                      .encode())
    check(b' 101 ' not in got[:20], f'HTTP/2: {got[:60]}')
    got = server.send(b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    check(not got.startswith(b'HTTP/1.1 200') and b' 101 ' not in got[:20], f'HTTP/2 from the beginning: {got[:60]}')
    got = server.send(f'POST / HTTP/1.1\r\n{own}\r\nContent-Length: 0\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'.encode())
    check(b' 101 ' not in got[:20], f'a WebSocket by POST: {got[:60]}')
    for size in 5000, 500000:
        body = size * 'x'
        got = server.send(f'POST /api/void HTTP/1.1\r\n{own}\r\nOrigin: {server.own}\r\nContent-Length: {size}\r\n\r\n{body}'.encode())
        check(got.startswith(b'HTTP/1.1 413 '), f'a body of {size} bytes: {got[:60]}')


def check_void(server):
    for body in '', 'x', '{}', '{"attempt":1,"void":true,"by":"I","why":"w"}x', '{"attempt":"1","void":true,"by":"I","why":"w"}':
        answer = json.loads(server.ask('/api/void', 'POST', body, Origin=server.own)[2])
        check(answer['ok'] is False and answer['why'], f'{body!r}: {answer}')
    check(server.ask('/api/void', 'POST', '{}', token=None, Origin=server.own)[0] == 401, 'anybody may void attempts')
    check(server.ask('/api/void', 'POST', '{}', Origin='http://evil.example')[0] == 403, 'foreign pages may void attempts')
    check(not list(server.folder.glob('**/results.db')), 'a store was made')


# ---- TLS ----

def make_certificate(folder):
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
                    '-subj', '/CN=localhost', '-keyout', str(folder / 'key.pem'), '-out', str(folder / 'cert.pem')],
                   check=True, capture_output=True)
    (folder / 'key.pem').chmod(0o600)


def check_tls(folder):
    """The same through TLS; and those who connect without."""
    make_certificate(folder)
    server = Server(folder, tls=True)
    plain = [socket.create_connection(('127.0.0.1', server.port), timeout=PATIENCE) for _ in range(110)]
    answered = sum(server.ask('/api/attempts')[0] == 200 for _ in range(50))
    check(answered == 50, f'TLS: beside 110 idle connections {answered} of 50 requests are answered')
    plain[-1].sendall(b'GET / HTTP/1.1\r\n\r\n')
    check(is_closed(plain[-1], 2), 'TLS: a request without is answered')
    for connection in plain:
        connection.close()
    body = server.ask('/instructor.js')[2]
    check(body == (pathlib.Path(assets) / 'instructor/instructor.js').read_bytes(), 'TLS: the page is not whole')
    check_unmasked(server)
    server.end()


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        server = Server(folder)
        for attack in [check_idle_connections, check_slow_request, check_admitted_stay, check_sessions, check_unmasked,
                       check_strictness, check_heads, check_void, check_wrong_tokens]:
            begun = time.monotonic()
            attack(server)
            print(f'{attack.__name__}: {time.monotonic() - begun:.1f} s')
        server.end()
        check_expiry(folder)
        check_tls(folder)
    sys.exit(f'{len(failures)} checks failed' if failures else 0)


main()
