"""A WebSocket of the plainest kind (RFC 6455): text frames, no extensions. For what browsers would not do."""
import base64
import json
import os
import socket
import struct

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Refused(Exception):
    """The server has answered with another status than 101."""


class WebSocket:
    def __init__(self, port, headers, protocol='headland'):
        self.socket = socket.create_connection(('127.0.0.1', port), timeout=5)
        self.bytes = b''
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ['GET / HTTP/1.1', f'Host: 127.0.0.1:{port}', 'Upgrade: websocket', 'Connection: Upgrade',
                 f'Sec-WebSocket-Key: {key}', 'Sec-WebSocket-Version: 13', f'Sec-WebSocket-Protocol: {protocol}']
        lines += [f'{name}: {value}' for name, value in headers.items()]
        self.socket.sendall('\r\n'.join(lines + ['', '']).encode())
        while b'\r\n\r\n' not in self.bytes:
            piece = self.socket.recv(4096)
            if not piece:
                raise Refused('hung up')
            self.bytes += piece
        head, self.bytes = self.bytes.split(b'\r\n\r\n', 1)
        if b' 101 ' not in head.split(b'\r\n')[0]:
            raise Refused(head.split(b'\r\n')[0].decode())

    def send(self, text):
        data, mask = text if isinstance(text, bytes) else text.encode(), os.urandom(4)
        length = len(data)
        if length < 126:
            size = bytes([0x80 | length])
        elif length < 65536:
            size = b'\xfe' + struct.pack('!H', length)
        else:
            size = b'\xff' + struct.pack('!Q', length)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(data))
        self.socket.sendall(bytes([0x80 | TEXT]) + size + mask + masked)

    def take(self, count):
        while len(self.bytes) < count:
            piece = self.socket.recv(65536)
            if not piece:
                raise ConnectionError('hung up')
            self.bytes += piece
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def frame(self):
        first, length = self.take(2)
        if length == 126:
            length, = struct.unpack('!H', self.take(2))
        elif length == 127:
            length, = struct.unpack('!Q', self.take(8))
        return first & 15, self.take(length)

    def hear(self, kind):
        """The next line of a kind; others are dropped."""
        while True:
            code, data = self.frame()
            if code == CLOSE:
                raise ConnectionError(data)
            if code != TEXT:
                continue
            for line in data.decode().splitlines():
                message = json.loads(line)
                if message['type'] == kind:
                    return message

    def close_code(self):
        """The status with which the server hangs up."""
        while True:
            code, data = self.frame()
            if code == CLOSE:
                return struct.unpack('!H', data[:2])[0]

    def is_silent(self):
        """Whether nothing comes for half a second, in which a viewer would have heard five times."""
        self.socket.settimeout(0.5)
        try:
            self.frame()
            return False
        except (TimeoutError, ConnectionError):
            return True

    def close(self):
        self.socket.close()
