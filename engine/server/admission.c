#include "admission.h"

/* ---- places of connections ---- */

static bool is_pending(const gate_connection *c)
{
    return c->number != 0 && !c->admitted;
}

/* Pending connections of an address; NULL: of all addresses. */
static int count_pending(const srv_gate *gate, const listen_peer *peer)
{
    int count = 0;
    for (int i = 0; i < GATE_CONNECTIONS; i++)
        count += is_pending(&gate->list[i]) && (!peer || listen_is_same(peer, &gate->list[i].peer));
    return count;
}

/* Numbers are given in the order of arrival. */
static int find_oldest(const srv_gate *gate, const listen_peer *peer)
{
    int oldest = -1;
    for (int i = 0; i < GATE_CONNECTIONS; i++) {
        const gate_connection *c = &gate->list[i];
        if (!is_pending(c) || !listen_is_same(peer, &c->peer)) continue;
        if (oldest < 0 || c->number < gate->list[oldest].number) oldest = i;
    }
    return oldest;
}

static const listen_peer *find_busiest(const srv_gate *gate)
{
    const listen_peer *busiest = NULL;
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

int gate_find_victim(const srv_gate *gate, const listen_peer *peer)
{
    if (count_pending(gate, peer) >= GATE_PEER_PENDING) return find_oldest(gate, peer);
    if (count_pending(gate, NULL) >= GATE_PENDING) return find_oldest(gate, find_busiest(gate));
    return -1;
}

int gate_enter(srv_gate *gate, const listen_peer *peer, int64_t now)
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

static guard_peer *find_guarded(srv_guard *guard, const listen_peer *peer, int64_t now)
{
    for (int i = 0; i < GUARD_PEERS; i++) {
        guard_peer *g = &guard->list[i];
        if (g->wrong == 0 || !listen_is_same(&g->peer, peer)) continue;
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

int guard_ask(srv_guard *guard, const listen_peer *peer, int64_t now)
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

void guard_note_wrong(srv_guard *guard, const listen_peer *peer, int64_t now)
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
