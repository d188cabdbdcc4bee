/* A small world: each cell a logistic map, x <- r x (1 - x), chaotic for r near 4, so that any lost bit of
 * the state or the controls shows a few dozen ticks later. */
#include "fake_machine.h"

#include "hl/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fake_clock {
    int64_t tick;
    double time;
} fake_clock;

typedef struct fake_heap_state {
    int64_t used;
    uint64_t hash; /* of all numbers that ever came */
} fake_heap_state;

struct world_machine {
    char name[32];
    double coefficient; /* 1: r between 3.6 and 4 */
    fake_clock clock;
    double controls[FAKE_CONTROLS];
    double cells[FAKE_CELLS];
    fake_heap_state heap;
    double *numbers; /* NULL: no heap */
    int block_count;
    world_block blocks[4];
};

uint64_t fake_program;
int fake_growth;
int64_t fake_disturbed_tick = -1, fake_failing_tick = -1;
static const double step_size = 1e-3; /* [s] */

/* ---- authored files ---- */

hl_status auth_machine_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                             auth_machine **machine, hl_report *report)
{
    (void)name;
    char word[32];
    double coefficient;
    const char *copy = hl_arena_string(arena, text, length);
    if (sscanf(copy, "%31s %lf", word, &coefficient) != 2) {
        hl_report_add(report, (hl_place){1, 1}, "expected NAME COEFFICIENT");
        return HL_BAD_INPUT;
    }
    *machine = HL_NEW(arena, auth_machine, 1);
    (*machine)->mechanism = HL_NEW(arena, auth_mechanism, 1);
    (*machine)->mechanism->name = hl_arena_string(arena, word, strlen(word));
    (*machine)->mechanism->gravity[0] = coefficient;
    return HL_OK;
}

/* The one variant there is: `gain`, a factor. */
hl_status auth_machine_parse_chosen(const char *text, size_t length, const char *name,
                                    const auth_choice *choices, int count, hl_arena *arena,
                                    auth_machine **machine, hl_report *report)
{
    const hl_status status = auth_machine_parse(text, length, name, arena, machine, report);
    for (int i = 0; status == HL_OK && i < count; i++) {
        if (strcmp(choices[i].variant, "gain") != 0) {
            hl_report_add(report, (hl_place){1, 1}, "no variant '%s'", choices[i].variant);
            return HL_BAD_INPUT;
        }
        (*machine)->mechanism->gravity[0] *= strtod(choices[i].choice, NULL);
    }
    return status;
}

hl_status auth_scenario_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                              auth_scenario **scenario, hl_report *report)
{
    (void)name;
    (void)report;
    auth_scenario *s = *scenario = HL_NEW(arena, auth_scenario, 1);
    const char *at = hl_arena_string(arena, text, length); /* what stands behind a NUL is not looked at */
    size_t word = strcspn(at, " ");
    s->name = hl_arena_string(arena, at, word);
    for (at += word; *at && s->sand.soil_count < AUTH_MAX_SOILS; at += word) {
        word = strcspn(++at, " ");
        s->sand.soils[s->sand.soil_count++].path = hl_arena_string(arena, at, word);
    }
    s->sand.present = s->sand.soil_count > 0;
    return HL_OK;
}

hl_status auth_scenario_join(const auth_scenario *scenario, const char *name, const auth_machine *machine,
                             auth_machine *const *implements, hl_arena *arena, hl_report *report,
                             auth_machine **joined)
{
    (void)scenario;
    (void)name;
    (void)machine;
    (void)implements;
    (void)arena;
    (void)report;
    *joined = NULL;
    return HL_OK;
}

hl_status auth_soil_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                          auth_soil **soil, hl_report *report)
{
    (void)length;
    (void)name;
    *soil = HL_NEW(arena, auth_soil, 1);
    if (sscanf(text, "%lf", &(*soil)->loose_density) == 1) return HL_OK;
    hl_report_add(report, (hl_place){1, 1}, "expected DENSITY");
    return HL_BAD_INPUT;
}

/* Fake scenarios have no objects. */
hl_status auth_object_type_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                                 auth_object_type **type, hl_report *report)
{
    (void)text, (void)length, (void)name, (void)arena, (void)report;
    *type = NULL;
    return HL_BAD_INPUT;
}

hl_status auth_scenario_complete_objects(auth_scenario *scenario, hl_arena *arena, hl_report *report)
{
    (void)scenario, (void)arena, (void)report;
    return HL_OK;
}

static uint64_t heap_hash(const void *data)
{
    const world_machine *machine = data;
    return hl_hash(HL_HASH_START, &machine->heap, sizeof machine->heap);
}

static void add_heap(world_machine *m, hl_arena *arena)
{
    m->numbers = HL_NEW(arena, double, FAKE_HEAP);
    m->blocks[m->block_count++] = (world_block){"heap", m, 0, heap_hash};
}

hl_status world_machine_build(const auth_machine *machine, const auth_scenario *scenario,
                              const mb_step_options *options, hl_arena *arena, hl_report *machine_report,
                              hl_report *scenario_report, world_machine **built)
{
    (void)machine_report;
    (void)options;
    if (scenario && strcmp(scenario->name, "nowhere") == 0) {
        hl_report_add(scenario_report, (hl_place){1, 1}, "expected somewhere");
        return HL_BAD_INPUT;
    }
    world_machine *m = *built = HL_NEW(arena, world_machine, 1);
    snprintf(m->name, sizeof m->name, "%s", machine->mechanism->name);
    m->coefficient = machine->mechanism->gravity[0];
    for (int i = 0; i < FAKE_CELLS; i++) m->cells[i] = 0.1 + 0.05 * i;
    for (int i = 0; scenario && i < scenario->sand.soil_count; i++)
        m->coefficient *= scenario->sand.soils[i].soil->loose_density;
    m->blocks[m->block_count++] = (world_block){"clock", &m->clock, sizeof m->clock, NULL};
    m->blocks[m->block_count++] = (world_block){"controls", m->controls, sizeof m->controls, NULL};
    m->blocks[m->block_count++] = (world_block){"cells", m->cells, sizeof m->cells, NULL};
    if (fake_growth > 0) add_heap(m, arena);
    return HL_OK;
}

hl_status world_build(const world_file *files, const auth_scenario *scenario, const mb_step_options *options,
                      hl_arena *arena, hl_report *scenario_report, world_machine **driven)
{
    return world_machine_build(files[0].author, scenario, options, arena, files[0].report, scenario_report,
                               driven);
}

world_machine *fake_machine_new(const char *text, hl_arena *arena)
{
    auth_machine *author;
    world_machine *machine;
    static hl_report report;
    if (auth_machine_parse(text, strlen(text), "fake", arena, &author, &report) != HL_OK) return NULL;
    world_machine_build(author, NULL, NULL, arena, &report, &report, &machine);
    return machine;
}

/* ---- controls ---- */

const char *world_machine_name(const world_machine *machine)
{
    return machine->name;
}

int world_control_count(const world_machine *machine)
{
    (void)machine;
    return FAKE_CONTROLS;
}

world_control world_control_info(const world_machine *machine, int control)
{
    static const char *const names[] = {"throttle", "brake", "steering", "fail"};
    (void)machine;
    return (world_control){.name = names[control], .meaning = "", .low = -1.0, .high = 1.0};
}

void world_control_set(world_machine *machine, int control, double value)
{
    machine->controls[control] = fmin(fmax(value, -1.0), 1.0);
}

double world_control_get(const world_machine *machine, int control)
{
    return machine->controls[control];
}

/* ---- steps ---- */

static void grow(world_machine *m)
{
    if (m->heap.used + fake_growth > FAKE_HEAP) m->heap.used = FAKE_HEAP / 2;
    for (int i = 0; i < fake_growth; i++) m->numbers[m->heap.used++] = m->cells[0] + i;
    m->heap.hash = hl_hash(m->heap.hash, &m->cells[0], sizeof m->cells[0]);
}

int64_t fake_heap(const world_machine *machine)
{
    return machine->heap.used;
}

hl_status world_machine_step(world_machine *m)
{
    if (m->controls[3] >= FAKE_FAIL) return HL_NOT_FINITE;
    if (m->clock.tick + 1 == fake_failing_tick) return HL_SINGULAR;
    for (int i = 0; i < FAKE_CELLS; i++) {
        const double r = 3.6 + 0.1 * m->coefficient * (1.0 + m->controls[i % 3]); /* 3.6 to 3.8 for 1 */
        m->cells[i] = r * m->cells[i] * (1.0 - m->cells[i]);
    }
    if (m->numbers) grow(m);
    if (m->controls[3] == FAKE_NAN) m->cells[0] = (double)NAN;
    m->clock.tick++;
    m->clock.time = (double)m->clock.tick * step_size;
    if (m->clock.tick == fake_disturbed_tick) m->cells[0] = nextafter(m->cells[0], 1.0);
    return HL_OK;
}

int64_t world_machine_tick(const world_machine *machine)
{
    return machine->clock.tick;
}

double world_machine_time(const world_machine *machine)
{
    return machine->clock.time;
}

double world_machine_step_size(const world_machine *machine)
{
    (void)machine;
    return step_size;
}

/* ---- signals ---- */

int world_signal_count(const world_machine *machine)
{
    (void)machine;
    return FAKE_SIGNALS;
}

world_signal world_signal_info(const world_machine *machine, int signal)
{
    static const char *const names[] = {"cell.0", "cell.1", "cell.2", "cell.3", "odd, \"name\""};
    (void)machine;
    return (world_signal){.name = names[signal], .unit = signal < 4 ? "1" : "m", .meaning = "", .si = 1.0};
}

void world_machine_evaluate_signals(world_machine *machine, double *values)
{
    memcpy(values, machine->cells, FAKE_SIGNALS * sizeof *values);
}

/* One body, in the first cells. */
int world_body_count(const world_machine *machine)
{
    (void)machine;
    return 1;
}

int world_object_count(const world_machine *machine)
{
    (void)machine;
    return 0;
}

void world_object_pose(const world_machine *machine, int object, hl_vec3 *position, hl_quat *rotation)
{
    (void)machine, (void)object;
    *position = hl_v3(0, 0, 0);
    *rotation = (hl_quat){1, 0, 0, 0};
}

void world_body_pose(const world_machine *machine, int body, hl_vec3 *position, hl_quat *rotation)
{
    *position = hl_v3(machine->cells[body], machine->cells[1], machine->cells[2]);
    *rotation = (hl_quat){1, 0, 0, 0};
}

/* ---- state ---- */

int world_state_blocks(const world_machine *machine, const world_block **blocks)
{
    *blocks = machine->blocks;
    return machine->block_count;
}

size_t world_rigid_state_size(const world_machine *machine)
{
    return sizeof machine->clock + sizeof machine->controls + sizeof machine->cells;
}

static size_t heap_size(int64_t numbers)
{
    return sizeof(fake_heap_state) + (size_t)numbers * sizeof(double);
}

size_t world_state_size(const world_machine *machine)
{
    return world_rigid_state_size(machine) + (machine->numbers ? heap_size(machine->heap.used) : 0);
}

size_t world_state_capacity(const world_machine *machine)
{
    return world_rigid_state_size(machine) + (machine->numbers ? heap_size(FAKE_HEAP) : 0);
}

void world_rigid_state_save(const world_machine *machine, void *to)
{
    unsigned char *bytes = to;
    for (int i = 0; i < 3; i++) {
        memcpy(bytes, machine->blocks[i].data, machine->blocks[i].size);
        bytes += machine->blocks[i].size;
    }
}

void world_rigid_state_restore(world_machine *machine, const void *from)
{
    const unsigned char *bytes = from;
    for (int i = 0; i < 3; i++) {
        memcpy(machine->blocks[i].data, bytes, machine->blocks[i].size);
        bytes += machine->blocks[i].size;
    }
}

void world_state_save(const world_machine *machine, void *to)
{
    unsigned char *bytes = to;
    world_rigid_state_save(machine, to);
    if (!machine->numbers) return;
    bytes += world_rigid_state_size(machine);
    memcpy(bytes, &machine->heap, sizeof machine->heap);
    memcpy(bytes + sizeof machine->heap, machine->numbers, (size_t)machine->heap.used * sizeof(double));
}

bool world_state_fits(world_machine *machine, const void *from, size_t size)
{
    const size_t rigid = world_rigid_state_size(machine);
    fake_heap_state heap;
    if (!machine->numbers) return size == rigid;
    if (size < rigid + sizeof heap) return false;
    memcpy(&heap, (const unsigned char *)from + rigid, sizeof heap);
    return heap.used >= 0 && heap.used <= FAKE_HEAP &&
           size == rigid + sizeof heap + (size_t)heap.used * sizeof(double);
}

void world_state_restore(world_machine *machine, const void *from)
{
    const unsigned char *bytes = from;
    fake_heap_state heap;
    world_rigid_state_restore(machine, from);
    if (!machine->numbers) return;
    bytes += world_rigid_state_size(machine);
    memcpy(&heap, bytes, sizeof heap);
    machine->heap = heap;
    memcpy(machine->numbers, bytes + sizeof heap, (size_t)heap.used * sizeof(double));
}

/* FNV-1a, 64 bits. */
static uint64_t fnv(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001B3U;
    return hash;
}

static const uint64_t fnv_start = 0xCBF29CE484222325U;

uint64_t world_block_hash(const world_block *block)
{
    return block->hash ? block->hash(block->data) : fnv(fnv_start, block->data, block->size);
}

uint64_t world_hash_join(uint64_t whole, uint64_t of_block)
{
    return hl_hash(whole, &of_block, sizeof of_block);
}

uint64_t world_state_hash(const world_machine *machine)
{
    uint64_t hash = HL_HASH_START;
    for (int i = 0; i < machine->block_count; i++)
        hash = world_hash_join(hash, world_block_hash(&machine->blocks[i]));
    return hash;
}

/* The ground is rigid: there is nothing to be drawn of it. */
terr_sand *world_machine_sand(world_machine *machine)
{
    (void)machine;
    return NULL;
}

uint64_t world_model_hash(const world_machine *machine)
{
    const uint64_t hash = fnv(fnv_start, machine->name, strlen(machine->name));
    return fnv(hash, &machine->coefficient, sizeof machine->coefficient) ^ fake_program;
}
