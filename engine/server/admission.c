/* Who may be a client of the instructor's server: tokens, cookies, addresses, limits, sessions. */
#include "admission.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

/* ---- tokens ---- */

bool access_is_token(const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr("-_.~", text[i])) return false;
    return length >= ACCESS_LEAST && length < ACCESS_TOKEN;
}

/* ---- strength ---- */

/* Neighbours in one of these rows, in either direction, are a run. */
static const char *const rows[] = {"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl",
                                   "zxcvbnm"};

/* Direction from one character to the next: 1, -1, 0 for equal ones; 2: they are not neighbours. */
static int step_of(char from, char to)
{
    const int a = tolower((unsigned char)from), b = tolower((unsigned char)to);
    if (a == b) return 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (const char *at = rows[i]; at[1]; at++) {
            if (at[0] == a && at[1] == b) return 1;
            if (at[0] == b && at[1] == a) return -1;
        }
    return 2;
}

static bool continues_run(const char *token, size_t at)
{
    if (at > 0 && token[at] == token[at - 1]) return true;
    if (at < 2) return false;
    const int step = step_of(token[at - 1], token[at]);
    return step != 2 && step_of(token[at - 2], token[at - 1]) == step;
}

/* Length of the longest part from here that occurred before. */
static size_t repeated(const char *token, size_t at)
{
    size_t longest = 0;
    for (size_t from = 0; from < at; from++) {
        size_t same = 0;
        while (token[at + same] && token[from + same] == token[at + same]) same++;
        if (same > longest) longest = same;
    }
    return longest;
}

static int count_different(const char *token)
{
    int count = 0;
    for (size_t i = 0; token[i]; i++) count += memchr(token, token[i], i) == NULL;
    return count;
}

double access_bits(const char *token)
{
    enum { PART = 3 };
    const int different = count_different(token);
    int counted = 0;
    for (size_t at = 0; token[at];) {
        const size_t part = repeated(token, at);
        counted += part < PART && !continues_run(token, at);
        at += part < PART ? 1 : part;
    }
    return different > 1 ? counted * log2(different) : 0.0;
}

void access_print_token(const unsigned char bytes[ACCESS_RANDOM], char token[ACCESS_TOKEN])
{
    for (int i = 0; i < ACCESS_RANDOM; i++) snprintf(token + (size_t)(2 * i), 3, "%02x", bytes[i]);
}

/* The same number of bytes is always compared. A text longer than a token never matches. */
bool access_same(const char *token, const char *given)
{
    char a[ACCESS_TOKEN] = {0}, b[ACCESS_TOKEN] = {0};
    const size_t length = strlen(given);
    unsigned different = length >= ACCESS_TOKEN;
    memcpy(a, token, strnlen(token, ACCESS_TOKEN - 1));
    memcpy(b, given, length < ACCESS_TOKEN ? length : ACCESS_TOKEN - 1);
    for (int i = 0; i < ACCESS_TOKEN; i++) different |= (unsigned)(unsigned char)(a[i] ^ b[i]);
    return different == 0;
}

/* ---- files ---- */

/* The line of a token's file. A token that others can read is not secret. */
static bool read_line(const char *path, char *line, int size, char *why, size_t why_size)
{
    struct stat info;
    FILE *token = fopen(path, "r");
    if (!token || fstat(fileno(token), &info) != 0) {
        snprintf(why, why_size, "--token-file %s: %s", path, strerror(errno));
        if (token) (void)fclose(token);
        return false;
    }
    const bool read = fgets(line, size, token) != NULL && fgetc(token) == EOF;
    (void)fclose(token);
    line[strcspn(line, "\r\n")] = '\0';
    if (!S_ISREG(info.st_mode))
        snprintf(why, why_size, "--token-file %s: not a file", path);
    else if (info.st_mode & (S_IRWXG | S_IRWXO))
        snprintf(why, why_size,
                 "--token-file %s: other users can read it; make it private with: chmod 600 %s", path, path);
    else if (!read || !access_is_token(line))
        snprintf(why, why_size,
                 "--token-file %s: must be one line of 16 to 128 letters, digits, '-', '_', '.' and '~'",
                 path);
    else
        return true;
    return false;
}

bool access_read_token(const char *path, char token[ACCESS_TOKEN], char *why, size_t why_size)
{
    char line[2 * ACCESS_TOKEN] = "";
    if (!read_line(path, line, sizeof line, why, why_size)) return false;
    const double bits = access_bits(line);
    memcpy(token, line, strlen(line) + 1);
    if (bits >= ACCESS_BITS) return true;
    snprintf(why, why_size,
             "--token-file %s: the token is too easy to guess: about %.0f bits of at least %d (repeated and "
             "consecutive characters count once); make one with: openssl rand -hex 16",
             path, bits, ACCESS_BITS);
    return false;
}

bool access_make_token(char token[ACCESS_TOKEN])
{
    unsigned char bytes[ACCESS_RANDOM];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
    access_print_token(bytes, token);
    return true;
}

/* ---- headers ---- */

bool access_cookie(const char *header, const char *name, char *value, size_t size)
{
    const size_t length = strlen(name);
    for (const char *at = header; *at; at += strcspn(at, ";")) {
        at += strspn(at, "; ");
        if (strncmp(at, name, length) != 0 || at[length] != '=') continue;
        const char *from = at + length + 1;
        const size_t count = strcspn(from, "; ");
        if (count >= size) return false;
        memcpy(value, from, count);
        value[count] = '\0';
        return true;
    }
    return false;
}

bool access_is_loopback(const char *host, int port)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char expected[40];
        snprintf(expected, sizeof expected, "%s:%d", names[i], port);
        if (strcmp(host, expected) == 0) return true;
    }
    return false;
}

bool access_is_own(const char *origin, const char *host, bool tls)
{
    const char *scheme = tls ? "https://" : "http://";
    const size_t length = strlen(scheme);
    return *host && strncmp(origin, scheme, length) == 0 && strcmp(origin + length, host) == 0;
}

/* ---- addresses of clients ---- */

enum { PREFIX = 8 /* [bytes] of an IPv6 address that are assigned */, MAPPED = 12 };

static const unsigned char mapped[MAPPED] = {[10] = 0xff, [11] = 0xff};

peer_address peer_of_socket(const struct sockaddr_storage *address)
{
    peer_address peer = {{0}};
    if (address->ss_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, address, sizeof four);
        memcpy(peer.bytes, mapped, MAPPED);
        memcpy(peer.bytes + MAPPED, &four.sin_addr, sizeof four.sin_addr);
    } else if (address->ss_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, address, sizeof six);
        const bool is_four = memcmp(&six.sin6_addr, mapped, MAPPED) == 0;
        memcpy(peer.bytes, &six.sin6_addr, is_four ? PEER_BYTES : PREFIX);
    }
    return peer;
}

bool peer_is_same(const peer_address *a, const peer_address *b)
{
    return memcmp(a->bytes, b->bytes, PEER_BYTES) == 0;
}

const char *peer_print(const peer_address *peer, char text[PEER_TEXT])
{
    char address[INET6_ADDRSTRLEN] = "?";
    if (memcmp(peer->bytes, mapped, MAPPED) == 0) {
        (void)inet_ntop(AF_INET, peer->bytes + MAPPED, address, sizeof address);
        snprintf(text, PEER_TEXT, "%s", address);
    } else {
        (void)inet_ntop(AF_INET6, peer->bytes, address, sizeof address);
        snprintf(text, PEER_TEXT, "%s/64", address);
    }
    return text;
}

/* ---- places of connections ---- */

static bool is_pending(const gate_connection *c)
{
    return c->number != 0 && !c->admitted;
}

/* Pending connections of an address; NULL: of all addresses. */
static int count_pending(const srv_gate *gate, const peer_address *peer)
{
    int count = 0;
    for (int i = 0; i < GATE_CONNECTIONS; i++)
        count += is_pending(&gate->list[i]) && (!peer || peer_is_same(peer, &gate->list[i].peer));
    return count;
}

/* Numbers are given in the order of arrival. */
static int find_oldest(const srv_gate *gate, const peer_address *peer)
{
    int oldest = -1;
    for (int i = 0; i < GATE_CONNECTIONS; i++) {
        const gate_connection *c = &gate->list[i];
        if (!is_pending(c) || !peer_is_same(peer, &c->peer)) continue;
        if (oldest < 0 || c->number < gate->list[oldest].number) oldest = i;
    }
    return oldest;
}

static const peer_address *find_busiest(const srv_gate *gate)
{
    const peer_address *busiest = NULL;
    int most = 0;
    for (int i = 0; i < GATE_CONNECTIONS; i++) {
        const gate_connection *c = &gate->list[i];
        const int count = is_pending(c) ? count_pending(gate, &c->peer) : 0;
        if (count > most) {
            most = count;
            busiest = &c->peer;
        }
    }
    return busiest;
}

int gate_find_victim(const srv_gate *gate, const peer_address *peer)
{
    if (count_pending(gate, peer) >= GATE_PEER_PENDING) return find_oldest(gate, peer);
    if (count_pending(gate, NULL) >= GATE_PENDING) return find_oldest(gate, find_busiest(gate));
    return -1;
}

int gate_enter(srv_gate *gate, const peer_address *peer, int64_t now)
{
    int place = 0; /* gate_find_victim has found a free place */
    while (gate->list[place].number != 0) place++;
    gate->list[place] = (gate_connection){.number = ++gate->numbers, .since = now, .peer = *peer};
    return place;
}

static int find_place(const srv_gate *gate, int64_t number)
{
    for (int i = 0; i < GATE_CONNECTIONS && number > 0; i++)
        if (gate->list[i].number == number) return i;
    return -1;
}

bool gate_admit(srv_gate *gate, int64_t number)
{
    const int place = find_place(gate, number);
    int admitted = 0;
    if (place < 0) return false;
    for (int i = 0; i < GATE_CONNECTIONS; i++) admitted += gate->list[i].admitted;
    if (!gate->list[place].admitted && admitted >= GATE_ADMITTED) return false;
    gate->list[place].admitted = true;
    return true;
}

void gate_leave(srv_gate *gate, int place)
{
    gate->list[place] = (gate_connection){0};
}

bool gate_is_late(const srv_gate *gate, int place, int64_t now)
{
    return is_pending(&gate->list[place]) && now - gate->list[place].since >= GATE_PATIENCE;
}

const gate_connection *gate_find(const srv_gate *gate, int64_t number)
{
    const int place = find_place(gate, number);
    return place < 0 ? NULL : &gate->list[place];
}

/* ---- delays after wrong tokens ---- */

static guard_peer *find_guarded(srv_guard *guard, const peer_address *peer, int64_t now)
{
    for (int i = 0; i < GUARD_PEERS; i++) {
        guard_peer *g = &guard->list[i];
        if (g->wrong == 0 || !peer_is_same(&g->peer, peer)) continue;
        if (now - g->last > GUARD_FORGET && g->burst == 0) g->wrong = 0;
        return g->wrong > 0 ? g : NULL;
    }
    return NULL;
}

/* A free place, or the place of the address whose last wrong token is oldest. */
static guard_peer *take_guard_place(srv_guard *guard)
{
    guard_peer *oldest = &guard->list[0];
    for (int i = 0; i < GUARD_PEERS; i++) {
        guard_peer *g = &guard->list[i];
        if (g->wrong == 0) return g;
        if (g->last < oldest->last) oldest = g;
    }
    return oldest;
}

static void count_token(guard_peer *g, int64_t now)
{
    if (g->burst == 0) g->burst_begun = now;
    g->burst++;
    g->last = now;
}

int guard_ask(srv_guard *guard, const peer_address *peer, int64_t now)
{
    guard_peer *g = find_guarded(guard, peer, now);
    if (!g || now >= g->open_from) return 0;
    count_token(g, now);
    return (int)((g->open_from - now + ADMISSION_SECOND - 1) / ADMISSION_SECOND);
}

/* 1, 2, 4, ... s */
static int64_t delay_after(int wrong)
{
    int64_t seconds = 1;
    if (wrong <= GUARD_FREE) return 0;
    for (int i = GUARD_FREE + 1; i < wrong && seconds < GUARD_MOST; i++) seconds *= 2;
    return (seconds < GUARD_MOST ? seconds : GUARD_MOST) * ADMISSION_SECOND;
}

void guard_note_wrong(srv_guard *guard, const peer_address *peer, int64_t now)
{
    guard_peer *g = find_guarded(guard, peer, now);
    if (!g) {
        g = take_guard_place(guard);
        *g = (guard_peer){.peer = *peer};
    }
    g->wrong++;
    g->open_from = now + delay_after(g->wrong);
    count_token(g, now);
}

bool guard_next_burst(srv_guard *guard, int64_t now, bool all, guard_burst *burst)
{
    for (int i = 0; i < GUARD_PEERS; i++) {
        guard_peer *g = &guard->list[i];
        const bool over = now - g->last >= GUARD_QUIET || now - g->burst_begun >= GUARD_LONG;
        if (g->burst == 0 || !(over || all)) continue;
        *burst = (guard_burst){.peer = g->peer,
                               .count = g->burst,
                               .seconds = (double)(g->last - g->burst_begun) / (double)ADMISSION_SECOND};
        g->burst = 0;
        return true;
    }
    return false;
}

/* ---- sessions ---- */

static bool is_live(const srv_sessions *sessions, const srv_session *s, int64_t now)
{
    return s->number != 0 && now - s->used < sessions->idle && now - s->begun < sessions->most;
}

static srv_session *find_session(srv_sessions *sessions, int64_t number)
{
    for (int i = 0; i < SESSIONS && number > 0; i++)
        if (sessions->list[i].number == number) return &sessions->list[i];
    return NULL;
}

/* A free place, or the place of the session that was not used for longest. */
static srv_session *find_session_place(srv_sessions *sessions, int64_t now)
{
    srv_session *oldest = &sessions->list[0];
    for (int i = 0; i < SESSIONS; i++) {
        srv_session *s = &sessions->list[i];
        if (!is_live(sessions, s, now)) return s;
        if (s->used < oldest->used) oldest = s;
    }
    return oldest;
}

const srv_session *sessions_begin(srv_sessions *sessions, const unsigned char random[ACCESS_RANDOM],
                                  int64_t now)
{
    srv_session *s = find_session_place(sessions, now);
    *s = (srv_session){.number = ++sessions->numbers, .begun = now, .used = now};
    access_print_token(random, s->id);
    return s;
}

/* All ids are compared, each to its end. */
int64_t sessions_find(const srv_sessions *sessions, const char *id, int64_t now)
{
    int64_t number = 0;
    for (int i = 0; i < SESSIONS; i++) {
        const srv_session *s = &sessions->list[i];
        const bool same = access_same(s->id, id), live = is_live(sessions, s, now);
        if (same && live) number = s->number;
    }
    return number;
}

void sessions_use(srv_sessions *sessions, int64_t number, int64_t now)
{
    srv_session *s = find_session(sessions, number);
    if (s && is_live(sessions, s, now)) s->used = now;
}

bool sessions_lives(const srv_sessions *sessions, int64_t number, int64_t now)
{
    for (int i = 0; i < SESSIONS; i++)
        if (sessions->list[i].number == number) return is_live(sessions, &sessions->list[i], now);
    return false;
}

void sessions_end(srv_sessions *sessions, int64_t number)
{
    srv_session *s = find_session(sessions, number);
    if (s) *s = (srv_session){0};
}
