/* From the mapper into the rings of a session. A ring that is full loses nothing for good: of each control
 * the newest value waits until there is room. */
#include "devices_internal.h"

#include "io/thread.h"

/* Signs of life of a silent device: a session takes one that is silent for 0.5 s for lost. */
static const int64_t ALIVE_PERIOD = 100000000; /* [ns] */
/* Silence behind which the session may have brought the controls to their safe values, its patience being
 * half a second: then all is said again [ns]. */
static const int64_t STARVED = 400000000;

static bool push(io_devices *devices, int index, xch_command_kind kind, int control, double value,
                 int64_t time)
{
    const xch_command command = {.time = time,
                                 .value = value,
                                 .kind = (int32_t)kind,
                                 .control = control,
                                 .source = devices->links[index].source};
    if (!xch_ring_push(devices->links[index].commands, &command)) return false;
    devices->slots[index].spoken = io_clock_now();
    return true;
}

static void move_later(slot *s, const io_move *move)
{
    unsaid *u = &s->unsaid[move->control];
    if (!u->waits) s->unsaid_count++;
    *u = (unsaid){.waits = true, .value = move->value, .time = move->time};
}

static bool is_linked(const io_devices *devices, int index)
{
    return devices->joined && devices->links[index].commands != NULL;
}

static void send_move(io_devices *devices, const io_move *move)
{
    if (move->control < 0) {
        (void)xch_ring_push(devices->actions, &move->action); /* dropped if the ring is full */
        return;
    }
    if (move->slot < 0 || move->slot >= IO_SLOTS || !is_linked(devices, move->slot)) return;
    slot *s = &devices->slots[move->slot];
    const bool behind = s->lost || s->unsaid_count > 0; /* what waits comes first */
    if (behind || !push(devices, move->slot, XCH_COMMAND_SET, move->control, move->value, move->time))
        move_later(s, move);
}

void devices_send_moves(io_devices *devices, io_moves moves)
{
    for (int i = 0; i < moves.count; i++) send_move(devices, &moves.list[i]);
}

static void forget(slot *s, int controls)
{
    for (int i = 0; i < controls; i++) s->unsaid[i].waits = false;
    s->unsaid_count = 0;
}

void devices_send_lost(io_devices *devices, int index)
{
    slot *s = &devices->slots[index];
    forget(s, devices->setup.machine->control_count);
    s->lost = is_linked(devices, index) && !push(devices, index, XCH_COMMAND_LOST, 0, 0.0, io_clock_now());
}

static void send_unsaid(io_devices *devices, int index, int64_t now)
{
    slot *s = &devices->slots[index];
    if (s->lost) s->lost = !push(devices, index, XCH_COMMAND_LOST, 0, 0.0, now);
    if (s->lost) return;
    for (int i = 0; i < devices->setup.machine->control_count && s->unsaid_count > 0; i++) {
        unsaid *u = &s->unsaid[i];
        if (!u->waits) continue;
        if (!push(devices, index, XCH_COMMAND_SET, i, u->value, u->time)) return;
        u->waits = false;
        s->unsaid_count--;
    }
}

void devices_send_rest(io_devices *devices, int64_t now)
{
    for (int i = 0; i < IO_SLOTS; i++) {
        slot *s = &devices->slots[i];
        if (!is_linked(devices, i)) continue;
        if (s->present && s->spoken > 0 && now - s->spoken > STARVED)
            devices_send_moves(devices, io_mapper_repeat(devices->mapper, i, 0));
        send_unsaid(devices, i, now);
        if (s->present && !s->lost && now - s->spoken >= ALIVE_PERIOD)
            push(devices, i, XCH_COMMAND_ALIVE, 0, 0.0, now);
    }
}

bool devices_send_waits(const io_devices *devices)
{
    if (!devices->joined) return false;
    for (int i = 0; i < IO_SLOTS; i++)
        if (devices->slots[i].lost || devices->slots[i].unsaid_count > 0) return true;
    return false;
}

void devices_send_state(io_devices *devices, int64_t now)
{
    for (int i = 0; i < IO_SLOTS; i++) {
        slot *s = &devices->slots[i];
        forget(s, devices->setup.machine->control_count);
        s->lost = false;
        s->spoken = 0;
        if (s->bindings == NULL) continue;
        if (!s->present)
            devices_send_lost(devices, i);
        else
            devices_send_moves(devices, io_mapper_repeat(devices->mapper, i, 0)); /* time 0: it is not late */
    }
    devices_send_rest(devices, now); /* those who hold nothing are there all the same */
}
