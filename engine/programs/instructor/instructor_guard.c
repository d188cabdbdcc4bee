#include "instructor_guard.h"

static guard_peer *find(instructor_guard *guard, const listen_peer *peer, int64_t now)
{
    for (int i = 0; i < GUARD_PEERS; i++) {
        guard_peer *g = &guard->list[i];
        if (g->wrong == 0 || !listen_is_same(&g->peer, peer)) continue;
        if (now - g->last > GUARD_FORGET && g->burst == 0) g->wrong = 0;
        return g->wrong > 0 ? g : NULL;
    }
    return NULL;
}

/* A free place, or that of the address that was wrong longest ago. */
static guard_peer *find_place(instructor_guard *guard)
{
    guard_peer *oldest = &guard->list[0];
    for (int i = 0; i < GUARD_PEERS; i++) {
        guard_peer *g = &guard->list[i];
        if (g->wrong == 0) return g;
        if (g->last < oldest->last) oldest = g;
    }
    return oldest;
}

static void count(guard_peer *g, int64_t now)
{
    if (g->burst == 0) g->burst_begun = now;
    g->burst++;
    g->last = now;
}

int guard_ask(instructor_guard *guard, const listen_peer *peer, int64_t now)
{
    guard_peer *g = find(guard, peer, now);
    if (!g || now >= g->open_from) return 0;
    count(g, now);
    return (int)((g->open_from - now + GUARD_SECOND - 1) / GUARD_SECOND);
}

/* 1, 2, 4, ... s */
static int64_t delay_after(int wrong)
{
    int64_t seconds = 1;
    if (wrong <= GUARD_FREE) return 0;
    for (int i = GUARD_FREE + 1; i < wrong && seconds < GUARD_MOST; i++) seconds *= 2;
    return (seconds < GUARD_MOST ? seconds : GUARD_MOST) * GUARD_SECOND;
}

void guard_note_wrong(instructor_guard *guard, const listen_peer *peer, int64_t now)
{
    guard_peer *g = find(guard, peer, now);
    if (!g) {
        g = find_place(guard);
        *g = (guard_peer){.peer = *peer};
    }
    g->wrong++;
    g->open_from = now + delay_after(g->wrong);
    count(g, now);
}

bool guard_next_burst(instructor_guard *guard, int64_t now, bool all, guard_burst *burst)
{
    for (int i = 0; i < GUARD_PEERS; i++) {
        guard_peer *g = &guard->list[i];
        const bool over = now - g->last >= GUARD_QUIET || now - g->burst_begun >= GUARD_LONG;
        if (g->burst == 0 || !(over || all)) continue;
        *burst = (guard_burst){.peer = g->peer,
                               .count = g->burst,
                               .seconds = (double)(g->last - g->burst_begun) / (double)GUARD_SECOND};
        g->burst = 0;
        return true;
    }
    return false;
}
