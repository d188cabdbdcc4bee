#include "instructor_gate.h"

static bool is_pending(const gate_connection *c)
{
    return c->number != 0 && !c->admitted;
}

/* Pending connections of an address; of all without one. */
static int count_pending(const instructor_gate *gate, const listen_peer *peer)
{
    int count = 0;
    for (int i = 0; i < GATE_CONNECTIONS; i++)
        count += is_pending(&gate->list[i]) && (!peer || listen_is_same(peer, &gate->list[i].peer));
    return count;
}

/* Numbers are given in the order of arrival. */
static int find_oldest(const instructor_gate *gate, const listen_peer *peer)
{
    int oldest = -1;
    for (int i = 0; i < GATE_CONNECTIONS; i++) {
        const gate_connection *c = &gate->list[i];
        if (!is_pending(c) || !listen_is_same(peer, &c->peer)) continue;
        if (oldest < 0 || c->number < gate->list[oldest].number) oldest = i;
    }
    return oldest;
}

static const listen_peer *find_busiest(const instructor_gate *gate)
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

int gate_find_victim(const instructor_gate *gate, const listen_peer *peer)
{
    if (count_pending(gate, peer) >= GATE_PEER_PENDING) return find_oldest(gate, peer);
    if (count_pending(gate, NULL) >= GATE_PENDING) return find_oldest(gate, find_busiest(gate));
    return -1;
}

int gate_enter(instructor_gate *gate, const listen_peer *peer, int64_t now)
{
    int place = 0; /* a pending place is free, so that one of all is */
    while (gate->list[place].number != 0) place++;
    gate->list[place] = (gate_connection){.number = ++gate->numbers, .since = now, .peer = *peer};
    return place;
}

static int find_place(const instructor_gate *gate, int64_t number)
{
    for (int i = 0; i < GATE_CONNECTIONS && number > 0; i++)
        if (gate->list[i].number == number) return i;
    return -1;
}

bool gate_admit(instructor_gate *gate, int64_t number)
{
    const int place = find_place(gate, number);
    int admitted = 0;
    if (place < 0) return false;
    for (int i = 0; i < GATE_CONNECTIONS; i++) admitted += gate->list[i].admitted;
    if (!gate->list[place].admitted && admitted >= GATE_ADMITTED) return false;
    gate->list[place].admitted = true;
    return true;
}

void gate_leave(instructor_gate *gate, int place)
{
    gate->list[place] = (gate_connection){0};
}

bool gate_is_late(const instructor_gate *gate, int place, int64_t now)
{
    return is_pending(&gate->list[place]) && now - gate->list[place].since >= GATE_PATIENCE;
}

const gate_connection *gate_find(const instructor_gate *gate, int64_t number)
{
    const int place = find_place(gate, number);
    return place < 0 ? NULL : &gate->list[place];
}
