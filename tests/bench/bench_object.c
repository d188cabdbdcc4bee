/* Steps of free bodies on flat ground, with the hash of their state:
 *
 *   object/awake/12     boxes of 0.3 m and 50 kg that lie apart, awake: 48 contacts
 *   object/pile/200     the same boxes in four layers, each on up to four others, at rest but awake
 *   object/asleep/200   the same boxes apart, asleep, with four bodies of a machine near them */
#include "bench/bench.h"

#include "hl/report.h"
#include "object/object.h"

enum { MOST = 200, PORTS = 4, SETTLING = 1500 };

static const double HALF = 0.15, MASS = 50.0; /* [m], [kg] */

typedef enum variant { AWAKE, PILE, ASLEEP } variant;

typedef struct subject {
    int count;
    bool wake;
    uint64_t hash;
    obj_body_def bodies[MOST];
    obj_piece piece, port_piece[PORTS];
    obj_port_def ports[PORTS];
    contact_motion motions[PORTS];
    obj_law law;
    obj_model *model;
    obj_state *state;
    obj_work *work;
} subject;

static void sample_flat(const void *context, double x, double y, double *height, hl_vec3 *normal,
                        int *material)
{
    (void)context;
    (void)x;
    (void)y;
    *height = 0.0;
    *normal = hl_v3(0, 0, 1);
    *material = 0;
}

/* Layers of a pile are offset, so that their boxes overlap at random. */
static hl_vec3 place_of(variant what, int i)
{
    const int side = what == PILE ? 7 : 20, layer = what == PILE ? i / 50 : 0, k = what == PILE ? i % 50 : i;
    const int row = k / side;
    return hl_v3(0.31 * row + 0.05 * layer, 0.31 * (k % side) + 0.03 * layer, HALF * (1 + 2 * layer));
}

static bool step(void *of)
{
    subject *s = of;
    for (int i = 0; s->wake && i < s->count; i++) obj_wake(s->state, i);
    obj_find(s->work, s->motions, NULL);
    obj_step_rest(s->work);
    obj_accept(s->work);
    s->hash ^= obj_state_hash(obj_state_bytes(s->state));
    return true;
}

static void define(subject *s, variant what, hl_arena *arena)
{
    s->piece =
        (obj_piece){.shape = coll_box(hl_v3(HALF, HALF, HALF), arena), .at.rotation = hl_mat3_identity()};
    const double volume = coll_shape_mass(&s->piece.shape, 1.0).mass;
    for (int i = 0; i < s->count; i++)
        s->bodies[i] = (obj_body_def){.name = "box",
                                      .piece_count = 1,
                                      .pieces = &s->piece,
                                      .mass = coll_shape_mass(&s->piece.shape, MASS / volume),
                                      .pose = {place_of(what, i), hl_mat3_identity()},
                                      .awake = true};
    for (int p = 0; p < PORTS; p++) {
        s->port_piece[p] = s->piece;
        s->ports[p] = (obj_port_def){.body = p,
                                     .piece_count = 1,
                                     .pieces = &s->port_piece[p],
                                     .lower = {.mass = 1000.0, .inertia = 200.0}};
        s->motions[p] = (contact_motion){.pose = {hl_v3(p, 1, 0.9), hl_mat3_identity()}};
    }
    s->law = (obj_law){.normal = {.stiffness = 1e6},
                       .surface = {.dissipation = contact_dissipation(0.3), .kinetic = 0.5, .stiction = 0.6},
                       .stick_time = 0.01};
}

static void *setup(const bench_case *bench, hl_arena *arena)
{
    static hl_report report;
    subject *s = HL_NEW(arena, subject, 1);
    if (!s) return NULL;
    const variant what = (variant)bench->variant;
    s->count = bench->size;
    s->wake = what != ASLEEP;
    define(s, what, arena);
    const obj_def def = {.gravity = {0, 0, -9.81},
                         .step = 1e-3,
                         .slowest = 0.01,
                         .body_count = s->count,
                         .bodies = s->bodies,
                         .port_count = what == ASLEEP ? PORTS : 0,
                         .ports = s->ports,
                         .material_count = 1,
                         .laws = &s->law,
                         .ground.sample = sample_flat};
    hl_report_begin(&report, "bench");
    s->model = obj_model_new(&def, arena, &report);
    s->state = s->model == NULL ? NULL : obj_state_new(s->model, arena);
    s->work = s->state == NULL ? NULL : obj_work_new(s->model, s->state, arena);
    if (s->work == NULL) return NULL;
    for (int k = 0; k < SETTLING; k++)
        if (!step(s)) return NULL;
    return s;
}

static void finish(void *of, char *note, size_t size)
{
    const subject *s = of;
    const obj_report r = obj_report_of(s->work);
    snprintf(note, size, "%d awake, %d contacts, %d iterations", r.awake, r.contacts, r.iterations);
}

void bench_group_object(bench_list *list)
{
    static const struct {
        const char *name, *bar;
        variant variant;
        int count;
    } cases[] = {{"object/awake/12", "60 at the median", AWAKE, 12},
                 {"object/pile/200", "600 at the median", PILE, 200},
                 {"object/asleep/200", "2 at the median", ASLEEP, 200}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench_case bench = {.variant = (int)cases[i].variant,
                            .size = cases[i].count,
                            .bar = cases[i].bar,
                            .setup = setup,
                            .step = step,
                            .finish = finish};
        snprintf(bench.name, sizeof bench.name, "%s", cases[i].name);
        bench_register(list, &bench);
    }
}
