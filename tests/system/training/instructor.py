#!/usr/bin/env python3
"""instructor.py HEADLAND SEAT PID FOLDER: the instructor's page in a real browser.

The seat of that name and process runs already, in real time. Every expectation waits for what must come, within
PATIENCE; what must not come is looked for during a second."""
import json
import os
import pathlib
import signal
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from websocket import Refused, WebSocket

PATIENCE = 40  # [s]: under the sanitizers a machine is built in some 15 s
TOKEN = 'a-token-that-only-this-test-knows'
headland, seat, seat_process, folder = sys.argv[1], sys.argv[2], int(sys.argv[3]), pathlib.Path(sys.argv[4])


def fail(text):
    raise AssertionError(text)


def wait_for(what, condition):
    """What becomes of condition(), as soon as it is true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.05)
    return fail(f'waited in vain: {what}')


# ---- the server ----

class Server:
    def __init__(self, *options, port=0):
        self.log = open(folder / 'server.log', 'ab')
        command = [headland, 'instructor', '--seat', seat, '--port', str(port), '--db', str(folder / 'results.db'), *options]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        self.url = line.split()[-1] if line else fail(f'the server does not begin: {self.process.wait(5)}')
        self.port = int(self.url.split(':')[2].split('/')[0])

    def end(self, number):
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.log.close()
        return status


def run(*options):
    """Exit status and complaint of a server that cannot begin."""
    done = subprocess.run([headland, 'instructor', *options], capture_output=True, text=True, timeout=PATIENCE,
                          stdin=subprocess.DEVNULL, check=False)
    return done.returncode, done.stderr


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def get(address, method='GET', context=None, **headers):
    """Status, headers, body."""
    opener = urllib.request.build_opener(Stay, urllib.request.HTTPSHandler(context=context))
    request = urllib.request.Request(address, method=method, headers=headers, data=b'x' if method == 'POST' else None)
    try:
        with opener.open(request, timeout=5) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as reply:
        return reply.code, reply.headers, reply.read()


def post(address, body, context=None, **headers):
    opener = urllib.request.build_opener(Stay, urllib.request.HTTPSHandler(context=context))
    request = urllib.request.Request(address, method='POST', headers=headers, data=body.encode())
    try:
        with opener.open(request, timeout=5) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as reply:
        return reply.code, reply.headers, reply.read()


# ---- who may come in ----

def check_usage():
    token = folder / 'token'
    token.write_text(TOKEN + '\n')
    token.chmod(0o600)
    weak = folder / 'weak'
    weak.write_text('passwordpassword12345\n')
    weak.chmod(0o600)
    short = folder / 'short'
    short.write_text('abc\n')
    short.chmod(0o600)
    two = folder / 'two'
    two.write_text(TOKEN + '\n' + TOKEN + '\n')
    two.chmod(0o600)
    for options, words in [(['--listen', '0.0.0.0', '--port', '0'], '--token-file FILE, --cert FILE and --key FILE'),
                           (['--listen', '0.0.0.0', '--port', '0', '--token-file', str(token)], '--cert'),
                           (['--token-file', str(folder / 'none')], 'No such file'),
                           (['--token-file', str(two)], 'must be one line of 16 to 128'),
                           (['--db', str(two)], 'not a results store'),
                           (['--token-file', str(short)], '16 to 128'),
                           (['--token-file', str(weak)], 'too easy to guess'),
                           (['--cert', str(token)], 'give both --cert and --key'),
                           (['--port', '0', '--cert', str(token), '--key', str(token)], 'certificate'),
                           (['--port', '70000'], '65535'), (['--seat', 'a/b', '--port', '0'], '--seat')]:
        status, complaint = run(*options)
        if status != 2 or words not in complaint:
            fail(f'{options}: status {status}, {complaint!r}')
    token.chmod(0o644)
    if run('--token-file', str(token))[0] != 2:
        fail('a token that others can read is taken')
    token.chmod(0o600)


def check_http(server):
    base, bearer = f'http://127.0.0.1:{server.port}/', {'Authorization': 'Bearer ' + TOKEN}
    for expected, address, headers in [
            (401, '', {}), (401, '?token=wrong', {}), (401, '', {'Authorization': 'Bearer ' + TOKEN[:-1]}),
            (401, 'api/attempts', {'Cookie': f'headland-{server.port}=wrong'}), (303, '?token=' + TOKEN, {}),
            (403, '', {**bearer, 'Host': 'evil.example'}), (403, '', {**bearer, 'Origin': 'http://evil.example'}),
            (200, '', {'Cookie': 'other=' + 2000 * 'x' + '; ' + cookie(server.port)['Cookie']}),
            (401, '', {'Cookie': f'headland-{server.port}=' + TOKEN}), (200, 'api/session', cookie(server.port)),
            (401, 'api/session', {}),
            (404, '../../etc/passwd', bearer), (404, '%2e%2e/headland', bearer), (404, 'api/debrief/0', bearer),
            (404, 'api/debrief/../1', bearer), (200, '', bearer), (200, 'style.css', bearer),
            (200, 'api/attempts', bearer), (200, 'api/leaderboard', bearer)]:
        status, answered, _ = get(base + address, **headers)
        if status != expected:
            fail(f'{address} {headers}: status {status}, expected {expected}')
        policy = answered.get('content-security-policy', '')
        if "default-src 'self'" not in policy or 'unsafe' in policy or answered.get('x-content-type-options') != 'nosniff':
            fail(f'{address}: headers {answered}')
    if get(base, method='POST', **bearer)[0] != 405:
        fail('POST is answered')


def check_no_results():
    server = Server('--token-file', str(folder / 'token'), '--db', str(folder / 'nowhere.db'))
    for what in 'attempts', 'leaderboard':
        body = get(f'http://127.0.0.1:{server.port}/api/{what}', Authorization='Bearer ' + TOKEN)[2]
        if not json.loads(body).get('why', '').startswith('no results yet in '):
            fail(f'{what} without a store: {body}')
    if server.end(signal.SIGTERM) != 0:
        fail('a server without a store does not end well')


def log_in(port, scheme='http', context=None):
    """The session's cookie, as a browser gets it from the form."""
    own = f'{scheme}://127.0.0.1:{port}'
    status, answered, _ = post(f'{own}/login', 'token=' + TOKEN, context, Origin=own)
    if status != 303 or answered['location'] != '/':
        fail(f'logging in: status {status}')
    return answered['set-cookie']


sessions = {}


def cookie(port):
    """Headers of a browser that has logged in."""
    if port not in sessions:
        sessions[port] = log_in(port).split(';')[0]
    return {'Cookie': sessions[port], 'Origin': f'http://127.0.0.1:{port}'}


def check_handshakes(server):
    own = cookie(server.port)
    for what, headers, protocol in [('no token', {'Origin': own['Origin']}, 'headland'),
                                    ('a wrong token', {**own, 'Cookie': f'headland-{server.port}=wrong'}, 'headland'),
                                    ('a foreign page', {**own, 'Origin': 'http://evil.example'}, 'headland'),
                                    ('no page', {'Cookie': own['Cookie']}, 'headland'),
                                    ('the protocol of seats', own, 'seat'), ('that of the listener', own, 'listener'),
                                    ('that of pages', own, 'http')]:
        try:
            WebSocket(server.port, headers, protocol)
            fail(f'a WebSocket with {what} is let in')
        except Refused:
            pass


def check_tls():
    """What other computers reach: with a certificate, and a token from a file."""
    cert, key = folder / 'cert.pem', folder / 'key.pem'
    subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
                    '-subj', '/CN=localhost', '-keyout', str(key), '-out', str(cert)], check=True, capture_output=True)
    key.chmod(0o640)
    options = ['--listen', '0.0.0.0', '--token-file', str(folder / 'token'), '--cert', str(cert), '--key', str(key)]
    status, complaint = run(*options, '--port', '0')
    if status != 2 or 'other users can read it' not in complaint or 'chmod 600' not in complaint:
        fail(f'a key that others can read: status {status}, {complaint!r}')
    key.chmod(0o600)
    server = Server(*options)
    context = ssl.create_default_context(cafile=cert)
    context.check_hostname = False
    base = f'https://127.0.0.1:{server.port}/'
    if get(base, context=context)[0] != 401 or get(base, context=context, Authorization='Bearer ' + TOKEN)[0] != 200:
        fail('TLS: the token does not decide')
    for given in get(base + '?token=' + TOKEN, context=context)[1]['set-cookie'], log_in(server.port, 'https', context):
        if not {'HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/'} <= set(given.split('; ')) or TOKEN in given:
            fail(f'TLS: the cookie is {given}')
    if server.end(signal.SIGINT) != 0:
        fail('the server does not end on Ctrl-C')


# ---- the page ----

class Page:
    def __init__(self, address):
        options = Options()
        options.binary_location = '/usr/bin/chromium'
        for word in ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--window-size=1280,900',
                     f'--user-data-dir={folder}/chromium']:
            options.add_argument(word)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
        self.driver = webdriver.Chrome(service=Service('/usr/bin/chromedriver'), options=options)
        self.driver.get(address)

    def find(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.find(name).text

    def click(self, name):
        self.find(name).click()

    def write(self, name, text):
        self.find(name).send_keys(text + '\n')

    def time(self):
        """Of the world [s]; below 0: none is shown."""
        text = self.text('time')
        if ':' not in text:
            return -1.0
        minutes, seconds = text.split(':')
        return 60 * int(minutes) + float(seconds)

    def signal(self, name):
        """What the page shows of it; NaN: nothing."""
        text = self.driver.find_element(By.CSS_SELECTOR, f'#signals tr[data-name="{name}"] td.number').text
        return float(text) if text != '-' else float('nan')

    def moves(self):
        """Whether the numbers do, within a second."""
        before = self.time()
        time.sleep(1)
        return self.time() > before

    def wait(self, name, *texts):
        wait_for(f'{name} shows {" or ".join(texts)}, not {self.text(name)!r}', lambda: self.text(name) in texts)


def check_watching(page):
    if 'token' in page.driver.current_url:
        fail('the token stays in the address')
    page.wait('link', 'live')
    page.wait('state', 'running')
    page.wait('trainee', 'Anna <b>Bold</b>')
    wait_for('signals', lambda: page.driver.find_elements(By.CSS_SELECTOR, '#signals tr'))
    if not page.moves():
        fail('the numbers stand still')


def check_commands(page):
    page.wait('control', 'Take control')
    if page.find('pause').is_enabled():
        fail('commands without the control')
    page.click('control')
    page.wait('controller', 'you control')
    page.click('pause')
    page.wait('state', 'paused')
    if page.moves():
        fail('the world moves though it is paused')
    page.click('pause')
    page.wait('state', 'running')
    if not page.moves():
        fail('the world stands though it goes on')
    page.write('message', 'Slow <b>down</b>')
    page.wait('message-now', 'Sent last: Slow <b>down</b>')
    page.write('mark', 'a good <i>line</i>')
    wait_for('the mark among the events', lambda: 'a good <i>line</i>' in page.text('events'))


def check_long_message(page):
    """A seat takes so many bytes; a browser counts characters."""
    page.write('message', 120 * 'ü')
    page.wait('notice', 'Message: too long: 240 bytes, at most 239 can be sent.')
    page.find('message').clear()
    page.write('message', 119 * 'ü')
    page.wait('message-now', 'Sent last: ' + 119 * 'ü')


def check_tasks(page):
    """Those with a blank in their names, too, whose signals have none."""
    gate = page.driver.find_element(By.XPATH, '//*[@id="tasks"]/li[starts-with(., "First post")]')
    wait_for('the first gate to be passed', lambda: 'done' in gate.get_attribute('class'))


def answer(page, yes):
    """The question that the page asks."""
    wait_for('a question', lambda: page.find('ask').is_displayed())
    page.click('ask-yes' if yes else 'ask-no')
    wait_for('the end of the question', lambda: not page.find('ask').is_displayed())


def check_fault(page):
    """Not by one tap: a severity, a warning, and only then. Fuel goes, and the page shows what the machine says."""
    row = page.driver.find_element(By.CSS_SELECTOR, '#faults li[data-name="low_fuel"]')
    if 'this share of the fuel is missing' not in row.text:
        fail(f'no label for people: {row.text}')
    before = page.signal('fuel.level')
    row.find_element(By.TAG_NAME, 'button').click()
    if page.find('ask-yes').is_enabled() or 'no rank' not in page.text('ask-warning'):
        fail(f'a fault without a severity, or without a warning: {page.text("ask")}')
    page.driver.find_elements(By.CSS_SELECTOR, '#severity-steps button')[1].click()
    answer(page, False)
    time.sleep(1)
    if 'fault' in page.text('events'):
        fail('a fault that was not confirmed')
    row.find_element(By.TAG_NAME, 'button').click()
    page.driver.find_elements(By.CSS_SELECTOR, '#severity-steps button')[1].click()
    page.wait('ask-yes', 'Apply 50 %')
    answer(page, True)
    wait_for('the fault among the events', lambda: 'low_fuel: 50 %' in page.text('events'))
    wait_for('less fuel', lambda: page.signal('fuel.level') < 0.6 * before)
    wait_for('the fault as the machine has it', lambda: row.find_element(By.TAG_NAME, 'output').text == '50 %')
    row.find_element(By.CSS_SELECTOR, '.repair').click()
    wait_for('the repair', lambda: row.find_element(By.TAG_NAME, 'output').text == 'intact')


def check_weather_and_pattern(page):
    """Weather is for the eye, and a seat without a window says so; the pattern is for the hand."""
    if page.find('cloud').is_enabled() or not page.find('no-weather').is_displayed():
        fail('there is weather without a picture')
    patterns = Select(page.find('patterns'))
    patterns.select_by_index(len(patterns.options) - 1)
    time.sleep(0.5)
    if page.find('notice').is_displayed():
        fail(f'refused: {page.text("notice")}')


def check_second_viewer(page, port):
    """It hears all and moves nothing."""
    other = WebSocket(port, cookie(port))
    room = other.hear('room')
    if room['controller'] in (0, room['you']):
        fail(f'who controls? {room}')
    other.hear('hello')
    other.send(json.dumps({'type': 'pause', 'id': 5}))
    answer = other.hear('answer')
    if answer['ok'] or answer['id'] != 5:
        fail(f'a viewer commands: {answer}')
    other.send(json.dumps({'type': 'control', 'action': 'take'}))
    if other.hear('answer')['ok']:
        fail('the control was taken away')
    if other.hear('state')['paused'] or not page.moves():
        fail('a viewer has paused the seat')
    page.wait('viewers', '2 viewers')
    return other


def check_handing_over(page, other):
    """To the other viewer, and back."""
    give = Select(page.find('give'))
    give.select_by_index(1)
    page.wait('why-not', *[f'Viewer {number} controls this seat; you watch.' for number in range(1, 50)])
    room = other.hear('room')
    while room['controller'] != room['you']:
        room = other.hear('room')
    if page.find('pause').is_enabled():
        fail('there is control where it was given away')
    other.send(json.dumps({'type': 'mark', 'text': 'by the other', 'id': 6}))
    if not other.hear('answer')['ok']:
        fail('the control that was given is none')
    wait_for("the other's mark", lambda: 'by the other' in page.text('events'))
    back = [number for number in room['viewers'] if number != room['you']]
    other.send(json.dumps({'type': 'control', 'action': 'give', 'to': back[0]}))
    page.wait('controller', 'you control')


def attempts_of(server):
    bearer = {'Authorization': 'Bearer ' + TOKEN}
    listed = json.loads(get(f'http://127.0.0.1:{server.port}/api/attempts', **bearer)[2])['attempts']
    return {attempt['attempt']: attempt for attempt in listed}


def check_bad_loads(page):
    """What cannot be read is not offered; what was spoilt since is not loaded, and the drive goes on."""
    offered = [option.text for option in Select(page.find('exercises')).options]
    if 'One of our own' not in offered or 'One without a machine' in offered:
        fail(f'exercises: {offered}')
    (folder / 'data/headland/exercises/own.yaml').write_text('headland: scenario\n')
    if page.find('load').is_enabled() or page.find('exercises').get_property('value'):
        fail('an exercise is chosen before anybody has')
    Select(page.find('exercises')).select_by_visible_text('One of our own')
    page.click('load')
    wait_for('the question', lambda: 'Attempt 1 of Anna <b>Bold</b> ends as stopped.' in page.text('ask-text'))
    answer(page, False)
    time.sleep(1)
    if 'cannot be read' in page.text('events'):
        fail('an exercise is loaded that was not confirmed')
    page.click('load')
    answer(page, True)
    wait_for('the word on the spoilt exercise', lambda: 'One of our own: its files cannot be read' in page.text('events'))
    page.wait('attempt', 'No. 1')
    page.wait('state', 'running')


def check_load(page, server):
    """Another exercise, with another machine. What was driven is stopped: practice, for there was a fault; and it has a page."""
    Select(page.find('exercises')).select_by_visible_text('Two tons into the hopper')
    page.click('load')
    answer(page, True)
    page.wait('title', 'Two tons into the hopper')
    page.wait('attempt', 'No. 2')
    page.wait('state', 'running')
    if 'excavator' not in page.text('about') or not page.moves():
        fail(f'the excavator stands still: {page.text("about")}')
    first = attempts_of(server)[1]
    if first['result'] != 'stopped' or not first['practice'] or not first['debrief']:
        fail(f'the attempt with a fault: {first}')
    status, headers, body = get(f'http://127.0.0.1:{server.port}/api/debrief/1', Authorization='Bearer ' + TOKEN)
    if status != 200 or 'sandbox' not in headers['content-security-policy'] or b'src="data:image' not in body:
        fail(f'debriefing: status {status}, {headers}, {body[:200]}')
    if b'Anna &lt;b&gt;Bold' not in body or b'<b>Bold' in body:
        fail('debriefing: the name is not there as a text')
    if b'the instructor ended it' not in body:
        fail('debriefing: who ended the attempt does not stand among the events')


def check_reset(page, server):
    page.click('reset')
    answer(page, True)
    page.wait('attempt', 'No. 3')
    page.wait('state', 'running')
    if not page.moves():
        fail('the new attempt does not begin')
    second = attempts_of(server)[2]
    if second['practice'] != (second['time'] < 10):
        fail(f'without a fault, only what was stopped within ten seconds is practice: {second}')


def check_bad_messages(page, port):
    """They end their own connection."""
    for text, code in [('x' * 5000, 1009), ('{"type":"message","text":"' + 'x' * 70000 + '"}', 1009), ('{"type":"quit"}', 1008),
                       ('nonsense', 1008), ('{"type":"watch","seat":"none"}', 1008), ('{"type":"pause","id":-1}', 1008)]:
        other = WebSocket(port, cookie(port))
        try:
            other.send(text)
            got = other.close_code()
            if not other.is_silent():
                fail(f'{text[:40]!r}: something comes after the end')
        except ConnectionError:  # it may hang up before all has been sent
            got = code
        if got != code:
            fail(f'{text[:40]!r}: closed with {got}, expected {code}')
        other.close()
    other = WebSocket(port, cookie(port))
    try:
        for _ in range(500):
            other.send('{"type":"control","action":"release"}')
        if other.close_code() != 1008:
            fail('500 messages at once do not end a connection')
    except ConnectionError:
        pass
    other.close()
    if not page.moves():
        fail('the page has suffered from the messages of others')


def check_killed_server(page, server):
    """The seat drives on; the page is there again with the next server, and has its control."""
    before = page.time()
    server.end(signal.SIGKILL)
    page.wait('link', 'no server')
    os.kill(seat_process, 0)
    again = Server('--token-file', str(folder / 'token'), port=server.port)
    sessions.clear()
    log_in_again(page)
    page.wait('link', 'live')
    page.wait('controller', 'you control')
    wait_for('numbers from the same drive', lambda: page.time() > before)
    return again


def log_in_again(page):
    """The page finds that its session has gone, and asks for the token."""
    field = wait_for('the field for the token', lambda: page.driver.find_elements(By.NAME, 'token'))[0]
    field.send_keys(TOKEN + '\n')
    wait_for('the page', lambda: page.driver.find_elements(By.ID, 'link'))


def check_log_out(page):
    """It ends the session, and lets the control go."""
    page.click('log-out')
    log_in_again(page)
    page.wait('link', 'live')
    page.wait('controller', 'nobody controls')
    page.click('control')
    page.wait('controller', 'you control')


def check_stopped_seat(page):
    """Its process stands still and keeps its connection: the page says so, and that it is back."""
    os.kill(seat_process, signal.SIGSTOP)
    try:
        page.wait('link', 'seat silent')
        page.wait('state', '-')
        if page.find('pause').is_enabled():
            fail('commands to a seat that does not answer')
    finally:
        os.kill(seat_process, signal.SIGCONT)
    page.wait('link', 'live')
    page.wait('state', 'running')
    if not page.moves():
        fail('the numbers stand still after the seat went on')


def check_stop(page):
    page.click('stop')
    answer(page, True)
    page.wait('state', 'ended', 'failed', 'finished', '-')


def check_browser_log(page):
    """No complaint but those about the server that was away."""
    for entry in page.driver.get_log('browser'):
        if not any(word in entry['message'] for word in ('WebSocket connection', 'api/session', '401')):
            fail(f'the browser complains: {entry}')


def attempt_row(page, number):
    return page.driver.find_element(By.XPATH, f'//tbody[@id="attempts"]/tr[td[1]="{number}"]')


def row_text(page, number):
    """In one step: the list may be shown anew at any time."""
    return page.driver.execute_script("const row = [...document.getElementById('attempts').rows]"
                                      ".find((r) => r.cells[0].textContent === arguments[0]); return row ? row.innerText : '';",
                                      str(number))


def decide(page, number, why):
    """Void an attempt, or let it count."""
    attempt_row(page, number).find_element(By.TAG_NAME, 'button').click()
    for field, text in ('by', 'Irma'), ('why', why):
        if page.find('ask-yes').is_enabled():
            fail('an attempt can be voided without a name and a reason')
        page.find(field).clear()
        page.find(field).send_keys(text)
        page.driver.execute_script("document.getElementById('by').dispatchEvent(new Event('input'))")
    answer(page, True)


def check_results(page, server):
    """An attempt is voided with a reason, and counts again."""
    page.click('show-results')
    wait_for('the attempt in the history', lambda: 'Anna <b>Bold</b>' in page.text('attempts'))
    decide(page, 1, 'no <b>brakes</b>')
    wait_for('the void attempt', lambda: 'void: no <b>brakes</b> (Irma (page, 127.0.0.1))' in row_text(page, 1))
    if not attempts_of(server)[1]['void']:
        fail('the store does not know that the attempt is void')
    wait_for('the debriefing to say so', lambda: b'no &lt;b&gt;brakes&lt;/b&gt;' in get(
        f'http://127.0.0.1:{server.port}/api/debrief/1', Authorization='Bearer ' + TOKEN)[2])
    page.driver.execute_script("localStorage.removeItem('headland.name')")
    decide(page, 1, 'they were in order')
    wait_for('the attempt that counts', lambda: 'void:' not in row_text(page, 1))
    if attempt_row(page, 3).find_elements(By.TAG_NAME, 'button'):
        fail('an attempt that is being driven can be voided')
    page.click('show-drive')


# ---- eyes and fingers ----

SMALL = """const small = [];
for (const e of document.querySelectorAll('button, select, input, a')) {
  const target = e.type === 'checkbox' ? e.closest('label') : e, box = target.getBoundingClientRect();
  if (box.width > 0 && (box.width < 43.9 || box.height < 43.9)) small.push(e.outerHTML.slice(0, 80) + ' ' + box.width + 'x' + box.height);
}
return small;"""

FAINT = """const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const paint = (color) => { canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1); return canvas.getImageData(0, 0, 1, 1).data; };
const over = (colors) => { const [r, g, b] = colors.reduce((_, color) => paint(color), null); return `rgb(${r},${g},${b})`; };
const light = (color) => [...paint(color)].slice(0, 3).map((c) => c / 255)
  .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => { const [low, high] = [light(a), light(b)].sort((x, y) => x - y); return (high + 0.05) / (low + 0.05); };
const ground = (e) => { const colors = []; for (; e; e = e.parentElement) colors.unshift(getComputedStyle(e).backgroundColor);
  return over(colors); };
const faint = [];
for (const e of document.querySelectorAll('button, select, input')) {
  if (!e.getBoundingClientRect().width || e.type === 'range' || e.type === 'checkbox') continue;
  const style = getComputedStyle(e), outside = ground(e.parentElement), name = e.id || e.outerHTML.slice(0, 60);
  const edge = Math.max(contrast(style.borderTopColor, outside), contrast(style.backgroundColor, outside));
  if (edge < 3) faint.push(name + ' edge ' + edge);
  if (e.placeholder && contrast(getComputedStyle(e, '::placeholder').color, style.backgroundColor) < 4.5) faint.push(name + ' placeholder');
}
for (const e of document.querySelectorAll('p, dt, dd, h1, h2, h3, th, td, label, li, span, code, output, time')) {
  if (!e.getBoundingClientRect().width || !e.textContent.trim() || e.closest(':disabled')) continue;
  if ([...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) {
    const ratio = contrast(getComputedStyle(e).color, ground(e));
    if (ratio < 4.5) faint.push(e.outerHTML.slice(0, 80) + ' text ' + ratio);
  }
}
return faint;"""


def look(page, name, width):
    for what, script in ('too small', SMALL), ('too faint', FAINT):
        found = page.driver.execute_script(script)
        if found:
            fail(f'{name}: {what}: {found}')
    wide = page.driver.execute_script('return document.documentElement.scrollWidth')
    if wide > width:
        fail(f'{name}: {wide} pixels wide')
    if 'HEADLAND_PICTURES' in os.environ:
        page.driver.save_screenshot(f'{os.environ["HEADLAND_PICTURES"]}/{name}.png')


def check_looks(page):
    """On a desk, a tablet and a phone: nothing too small for a finger or too faint for an eye, nothing beyond the edge."""
    for name, width, height in ('desk', 1280, 900), ('tablet', 820, 1180), ('phone', 390, 844):
        page.driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride',
                                    {'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': False})
        for view in 'show-results', 'show-drive':
            page.click(view)
            time.sleep(0.5)
            look(page, f'{name}-{view}', width)
        page.driver.find_element(By.CSS_SELECTOR, '#faults button').click()
        look(page, f'{name}-fault', width)
        answer(page, False)
        page.click('choose')
        look(page, f'{name}-signals', width)
        page.click('choose')
    page.driver.execute_cdp_cmd('Emulation.clearDeviceMetricsOverride', {})


def main():
    check_usage()
    check_no_results()
    server = Server('--token-file', str(folder / 'token'))
    check_http(server)
    check_handshakes(server)
    page = Page(server.url + '?token=' + TOKEN)
    try:
        check_watching(page)
        check_commands(page)
        check_fault(page)
        check_weather_and_pattern(page)
        check_long_message(page)
        check_tasks(page)
        other = check_second_viewer(page, server.port)
        check_handing_over(page, other)
        check_bad_messages(page, server.port)
        other.close()
        check_bad_loads(page)
        check_load(page, server)
        check_reset(page, server)
        check_results(page, server)
        check_looks(page)
        check_log_out(page)
        check_stopped_seat(page)
        server = check_killed_server(page, server)
        check_browser_log(page)
        check_stop(page)
        status = server.end(signal.SIGTERM)
        if status != 0:
            fail(f'the server ends with {status}')
    except Exception:
        page.driver.save_screenshot('/tmp/headland-instructor-failed.png')
        raise
    finally:
        page.driver.quit()
        if server.process.poll() is None:
            server.end(signal.SIGKILL)
    check_tls()


main()
