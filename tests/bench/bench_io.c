/* Operator's inputs and outputs.
 *
 *   io/event-to-command   one event of a wheel through the mapper to the command in the session's ring, and
 * out of it again io/event-storm        a thousand of them: all axes, buttons and the modifiers of the wheel
 * at once */
#include "bench/bench.h"

#include "hl/random.h"
#include "io/mapper.h"
#include "xch/messages.h"
#include "xch/ring.h"

#include <linux/input-event-codes.h>

enum { ONE = 1, STORM = 1000, RING = 256 };

typedef struct operator_desk {
    io_mapper *mapper;
    xch_ring *ring;
    int events; /* a step */
    hl_random random;
    long said, popped;
    hl_report report;
} operator_desk;

/* ---- the desk: the tractor and the bindings of a wheel with pedals, as shipped ---- */

static const io_device_bindings *wheel(operator_desk *d, const auth_machine *machine, hl_arena *arena)
{
    auth_bindings *author;
    io_bindings *bindings;
    const char *path = bench_asset("devices", "logitech-g29", arena);
    if (auth_bindings_read(path, arena, &author, &d->report) != HL_OK) return NULL;
    if (io_bindings_resolve(author, machine, false, arena, &bindings, &d->report) != HL_OK) return NULL;
    return &bindings->devices[0];
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    static io_axis_range ranges[ABS_CNT];
    auth_machine *machine;
    operator_desk *d = HL_NEW(arena, operator_desk, 1);
    if (d == NULL ||
        auth_machine_read(bench_asset("machines", "tractor", arena), arena, &machine, &d->report) != HL_OK)
        return NULL;
    const io_device_bindings *device = wheel(d, machine, arena);
    d->mapper = io_mapper_new(machine, arena);
    d->ring = xch_ring_new(arena, sizeof(xch_command), RING);
    if (device == NULL || d->mapper == NULL || d->ring == NULL) return NULL;
    for (int i = 0; i < ABS_CNT; i++) ranges[i] = (io_axis_range){0, 65535};
    io_mapper_plug(d->mapper, 0, device, ranges);
    d->events = bench->size;
    return d;
}

/* ---- events ---- */

static void send(operator_desk *d, io_moves moves)
{
    xch_command command;
    for (int i = 0; i < moves.count; i++) {
        const io_move *move = &moves.list[i];
        if (move->control < 0) continue;
        command = (xch_command){.time = move->time, .value = move->value, .control = move->control};
        d->said += xch_ring_push(d->ring, &command);
    }
    while (xch_ring_pop(d->ring, &command)) d->popped++;
}

/* The wheel turns, to another place each time; in a storm everything else does too. */
static void event(operator_desk *d)
{
    static const int axes[] = {ABS_X, ABS_Y, ABS_Z, ABS_RZ};
    const uint64_t bits = hl_random_bits(&d->random);
    const int value = (int)(bits & 0xffff), pick = (int)(bits >> 16 & 0xff);
    if (d->events == ONE)
        send(d, io_mapper_event(d->mapper, 0, EV_ABS, ABS_X, value, 1));
    else if (pick % 2 == 0)
        send(d, io_mapper_event(d->mapper, 0, EV_ABS, axes[pick / 2 % 4], value, 1));
    else
        send(d, io_mapper_event(d->mapper, 0, EV_KEY, BTN_TRIGGER + pick / 2 % 16, value & 1, 1));
}

static bool step(void *subject)
{
    operator_desk *d = subject;
    const long before = d->popped;
    for (int i = 0; i < d->events; i++) event(d);
    return d->popped > before || d->events == ONE; /* the wheel may have come to the same place */
}

static void tell(void *subject, char *note, size_t size)
{
    const operator_desk *d = subject;
    snprintf(note, size, "%d event%s a step; %ld commands", d->events, d->events == ONE ? "" : "s", d->said);
}

static void register_events(bench_list *list)
{
    static const struct {
        const char *name, *bar;
        int events;
    } variants[] = {{"io/event-to-command", "50", ONE}, {"io/event-storm", "50000: 50 an event", STORM}};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        bench_case bench = {
            .setup = setup, .step = step, .finish = tell, .size = variants[i].events, .bar = variants[i].bar};
        snprintf(bench.name, sizeof bench.name, "%s", variants[i].name);
        bench_register(list, &bench);
    }
}

void bench_group_io(bench_list *list)
{
    register_events(list);
}
