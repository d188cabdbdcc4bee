/* Mutated mechanism files: whatever comes in, the reader ends, complains when it refuses, and gives finite
 * numbers and known indices when it accepts. Reproducible: the seed is fixed, a failure names its round,
 * which is its own seed. Run under the sanitizers this also looks for memory errors. */
#include "support/check.h"

#include "auth/circuit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 6000, ROOM = 16000, MUTATIONS = 6 };

/* A file that uses every section and nearly every key. */
static const char everything[] =
    "headland: mechanism\nversion: 1\nname: everything\ndescription: 'all keys'\ngravity: [0, 0, -9.81 "
    "m/s2]\n"
    "simulation: {seconds: 1, step: 1 ms, formulation: ali3p, solver: auto, penalty: 1e9, tolerance: 1e-9, "
    "iterations: 12, output_step: 0}\n"
    "bodies:\n"
    "  - {name: a, mass: 1 kg, centre: [0, 0, 1 mm], inertia: [1, 1, 1, 0.1, 0, 0]}\n"
    "  - {name: b, density: 0.5 g/cm3, shape: {kind: cylinder, length: 1, radius: 10 cm, axis: x}}\n"
    "  - {name: c, massless: true}\n"
    "  - {name: d, mass: 2, shape: {kind: box, size: [1, 2, 3]}}\n"
    "joints:\n"
    "  - {name: ja, type: revolute, child: a, at: [1, 2, 3], child_at: [0, 0, 0], axis: [0, 1, 0], turn: [0, "
    "0, 90 deg], position: 1 rad, velocity: [1 rpm], hold: true}\n"
    "  - {name: jb, type: cylindrical, parent: c, child: b, position: [1 mm, 2 deg]}\n"
    "  - {name: jc, type: universal, parent: a, child: c, axis: [1, 0, 0], axis2: [0, 0, 1]}\n"
    "  - {name: jd, type: free, child: d, position: [0, 0, 0, 0, 0, 0]}\n"
    "loops: [{name: l, type: prismatic, a: a, b: d, a_axis: [1, 0, 0], b_axis: [1, 0, 0], a_normal: [0, 1, "
    "0]}, {name: m, type: distance, a: a, distance: 1}]\n"
    "springs: [{name: s, a: a, b: d, a_at: [0, 0, 0], stiffness: 1 kN/m, damping: 2 N s/m, length: 80 mm, "
    "preload: 1 N}]\n"
    "joint_springs: [{name: js, joint: jb, coordinate: 2, stiffness: 1 N m/rad, rest: 3 deg}]\n"
    "stops: [{name: st, joint: jb, lower: -1, upper: 1, stiffness: 1e6, damping: 1, ramp: 1 mm}]\n"
    "friction: [{name: f, joint: ja, law: lugre, coulomb: 1, stiction: 2, stribeck_velocity: 1, "
    "bristle_stiffness: 1, bristle_damping: 1, viscous: 1, exponent: 2}]\n"
    "bushings: [{name: bu, a: b, b: d, a_turn: [0, 0, 1], stiffness: [1, 2, 3], rotation_damping: [1, 2, "
    "3]}]\n"
    "drivers: [{name: dr, joint: ja, offset: 1, rate: 1, acceleration: 1, amplitude: 1, frequency: 1 Hz, "
    "phase: 1}]\n"
    "forces: [{name: fo, body: a, at: [0, 0, 0], force: [1, 2, 3], moment: [1, 2, 3], frame: body, from: 1, "
    "until: 2}]\n"
    "joint_forces: [{name: jf, joint: jc, coordinate: 2, force: 3}]\n"
    "circuits:\n"
    "  - name: c\n"
    "    oil: {density: 850, bulk_modulus: 1.5 GPa, bulk_slope: 10, air_fraction: 0.01, vapour_pressure: 1 "
    "kPa}\n"
    "    flow: {transition: 1 bar, law: secant}\n"
    "    nodes: [{name: P, hose: 1 l, hose_modulus: 1 GPa}, {name: T, kind: source, pressure: 1 bar}, {name: "
    "A, hose: 2 l}, {name: B, hose: 3 l}]\n"
    "    commands: [{name: u, initial: 0.5}, {name: w, points: [[0, 1], [1 min, 2]], between: lines}]\n"
    "    throttles: [{name: t, from: P, to: A, flow: 60 l/min, pressure_drop: 4 bar, command: w}]\n"
    "    leakages: [{name: l, from: A, to: B, conductance: 0.6 l/min/bar}]\n"
    "    checks: [{name: k, from: A, to: B, coefficient: 1e-6, pilot: P, pilot_ratio: 4}]\n"
    "    reliefs: [{name: r, from: P, to: T, coefficient: 2e-6, setting: 200 bar}]\n"
    "    counterbalances: [{name: b, from: A, to: B, coefficient: 3e-6, setting: 100 bar, check: "
    "{coefficient: 4e-6}}]\n"
    "    compensators: [{name: m, from: P, to: A, pilot: B, coefficient: 5e-6, margin: 8 bar}]\n"
    "    directionals: [{name: d, P: P, A: A, B: B, T: T, command: u, time_constant: 10 ms, flow: [24 l/min, "
    "1 l/min, 2 l/min, 3 l/min], pressure_drop: 16 bar, centre: float, centre_flow: 24 l/min}]\n"
    "    load_sensings: [{name: s, P: P, A: A, B: B, T: T, command: u, bandwidth: 10 Hz, coefficient: 1e-6, "
    "margin: 12 bar}]\n"
    "    pumps: [{name: p, from: T, to: P, displacement: 60 cm3/rev, joint: ja, gear: 2, control: "
    "load-sensing, margin: 20 bar}]\n"
    "    motors: [{name: n, from: A, to: B, displacement: 1e-5, joint: jb, coordinate: 2, gear: -2}]\n"
    "    accumulators: [{name: g, node: P, gas_volume: 1 l, precharge: 50 bar}]\n"
    "    cylinders: [{name: z, piston_side: A, rod_side: B, body_a: a, at_a: [1, 2, 3], body_b: d, piston: "
    "100 mm, rod: 50 mm, stroke: 1 m, length: 1.2 m, cushion: {stiffness: 1e7}, efficiency: 0.9, "
    "efficiency_curve: [[0, 1.5], [1 m/s, 1]], count: 2, friction: {law: viscous, viscous: 9}}]\n"
    "points: [{name: p, body: ground, at: [1, 2, 3]}]\n"
    "outputs: [{name: o, quantity: joint-position, joint: ja}, {name: q, quantity: bristle, friction: f}, "
    "{name: r, quantity: length, stop: st}, {name: x, quantity: work, circuit: c, cylinder: z}, {name: t, "
    "quantity: position-violation, loop: l}]\n";

/* Words that matter to YAML, to numbers, and to the schema. */
static const char *const words[] = {"*a",
                                    "&a ",
                                    "!!str ",
                                    "---\n",
                                    "...\n",
                                    "<<: ",
                                    "? ",
                                    ": ",
                                    "- ",
                                    "[",
                                    "]",
                                    "{",
                                    "}",
                                    ",",
                                    "|\n",
                                    ">\n",
                                    "'",
                                    "\"",
                                    "#",
                                    "%",
                                    "\t",
                                    "\r",
                                    "\n",
                                    "  ",
                                    "\\0",
                                    "\xEF\xBB\xBF",
                                    "\xC3",
                                    "\xE2\x80\xA8",
                                    "~",
                                    "null",
                                    "true",
                                    "nan",
                                    ".inf",
                                    "-",
                                    "1e308",
                                    "1e-308",
                                    "1e999",
                                    "0x10",
                                    "-0",
                                    "0",
                                    "9999999999",
                                    "m",
                                    " kg",
                                    "/s",
                                    "^9",
                                    "ground",
                                    "name",
                                    "a",
                                    "b",
                                    "ja",
                                    "free",
                                    "fixed",
                                    "point",
                                    "massless: true",
                                    "inertia: [1, 1, 1]"};

static hl_report report; /* too large for the stack */
static uint64_t current_round;

/* ---- random choices ---- */

static size_t below(uint64_t *seed, size_t bound)
{
    const size_t choice = (size_t)((check_random(seed) + 1.0) / 2.0 * (double)bound);
    return choice < bound ? choice : bound - 1;
}

/* ---- mutations ---- */

typedef struct text {
    char bytes[ROOM];
    size_t length;
} text;

static void cut(text *t, size_t at, size_t count)
{
    if (count > t->length - at) count = t->length - at;
    memmove(t->bytes + at, t->bytes + at + count, t->length - at - count);
    t->length -= count;
}

static void insert(text *t, size_t at, const char *piece, size_t count)
{
    if (count > ROOM - t->length) return;
    memmove(t->bytes + at + count, t->bytes + at, t->length - at);
    memcpy(t->bytes + at, piece, count);
    t->length += count;
}

static size_t token_end(const text *t, size_t at)
{
    while (at < t->length && !strchr(" ,:[]{}\n", t->bytes[at])) at++;
    return at;
}

static void mutate(text *t, uint64_t *seed)
{
    if (t->length == 0) return;
    const size_t at = below(seed, t->length);
    const char *word = words[below(seed, sizeof words / sizeof *words)];
    char piece[200];
    size_t count = 1 + below(seed, sizeof piece - 1);
    switch (below(seed, 7)) {
    case 0: /* a byte becomes another */
        t->bytes[at] = (char)below(seed, 256);
        break;
    case 1: /* a bit turns */
        t->bytes[at] = (char)(t->bytes[at] ^ 1 << below(seed, 8));
        break;
    case 2: /* a piece goes */
        cut(t, at, count);
        break;
    case 3: /* a piece comes twice, elsewhere */
        if (count > t->length - at) count = t->length - at;
        memcpy(piece, t->bytes + at, count);
        insert(t, below(seed, t->length), piece, count);
        break;
    case 4: /* a word comes in */
        insert(t, at, word, strlen(word));
        break;
    case 5: /* a word takes the place of another */
        cut(t, at, token_end(t, at) - at);
        insert(t, at, word, strlen(word));
        break;
    default: /* the file ends early, now and then */
        if (below(seed, 4) == 0) t->length = at;
        break;
    }
}

/* ---- what must hold ---- */

static void finite(const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i])) fail_msg("an accepted file gave the number %g", values[i]);
}

static void known(int index, int least, int count)
{
    assert_true(index >= least && index < count);
}

static void check_bodies(const auth_mechanism *m)
{
    assert_int_equal(m->joint_count, m->body_count);
    for (int i = 0; i < m->body_count; i++) {
        finite(&m->bodies[i].mass, 1);
        finite(m->bodies[i].centre, 3);
        finite(m->bodies[i].inertia, 6);
        assert_true(m->bodies[i].mass >= 0.0);
        const auth_joint *joint = &m->joints[i];
        assert_int_equal(joint->child, i);
        known(joint->parent, AUTH_GROUND, i); /* parents stand before children */
        finite(joint->at, 3);
        finite(joint->child_at, 3);
        finite(joint->axis, 3);
        finite(joint->axis2, 3);
        finite(joint->turn, 3);
        finite(joint->position, AUTH_MAX_DOF);
        finite(joint->velocity, AUTH_MAX_DOF);
    }
}

static void check_on(const auth_mechanism *m, auth_joint_coordinate on)
{
    known(on.joint, 0, m->joint_count);
    known(on.coordinate, 0, m->joints[on.joint].dof);
}

static void check_pairs(const auth_mechanism *m)
{
    for (int i = 0; i < m->loop_count; i++) {
        const auth_loop *loop = &m->loops[i];
        known(loop->a, AUTH_GROUND, m->body_count);
        known(loop->b, AUTH_GROUND, m->body_count);
        finite(loop->a_axis, 3);
        finite(loop->b_axis, 3);
        finite(loop->a_normal, 3);
        finite(loop->b_normal, 3);
        finite(&loop->distance, 1);
    }
    for (int i = 0; i < m->spring_count; i++) {
        const auth_spring *s = &m->springs[i];
        known(s->a, AUTH_GROUND, m->body_count);
        known(s->b, AUTH_GROUND, m->body_count);
        finite((const double[]){s->stiffness, s->damping, s->length, s->preload}, 4);
    }
    for (int i = 0; i < m->bushing_count; i++) {
        finite(m->bushings[i].stiffness, 3);
        finite(m->bushings[i].rotation_damping, 3);
    }
}

static void check_coordinates(const auth_mechanism *m)
{
    for (int i = 0; i < m->joint_spring_count; i++) check_on(m, m->joint_springs[i].on);
    for (int i = 0; i < m->joint_force_count; i++) check_on(m, m->joint_forces[i].on);
    for (int i = 0; i < m->driver_count; i++) check_on(m, m->drivers[i].on);
    for (int i = 0; i < m->stop_count; i++) {
        const auth_stop *s = &m->stops[i];
        check_on(m, s->on);
        finite((const double[]){s->lower, s->upper, s->stiffness, s->damping, s->ramp}, 5);
        assert_true(s->lower < s->upper);
    }
    for (int i = 0; i < m->friction_count; i++) {
        const auth_friction *f = &m->friction[i];
        check_on(m, f->on);
        finite((const double[]){f->coulomb, f->stiction, f->slope, f->exponent, f->dwell_velocity}, 5);
    }
}

static void check_circuit_parts(const auth_mechanism *m, const auth_circuit *c)
{
    for (int i = 0; i < c->throttle_count; i++) {
        known(c->throttles[i].from, 0, c->node_count);
        known(c->throttles[i].to, 0, c->node_count);
        known(c->throttles[i].command, AUTH_NONE, c->command_count);
        finite(&c->throttles[i].coefficient, 1);
    }
    for (int i = 0; i < c->directional_count; i++) {
        const auth_directional *d = &c->directionals[i];
        known(d->command, 0, c->command_count);
        finite(d->coefficient, 4);
        finite((const double[]){d->tau, d->centre_coefficient, d->full_stroke}, 3);
        assert_true(d->tau > 0.0);
    }
    for (int i = 0; i < c->pump_count; i++) {
        finite((const double[]){c->pumps[i].machine.displacement, c->pumps[i].machine.viscous_drag}, 2);
        if (!c->pumps[i].driven) check_on(m, c->pumps[i].on);
    }
    for (int i = 0; i < c->cylinder_count; i++) {
        const auth_cylinder *z = &c->cylinders[i];
        known(z->a, AUTH_GROUND, m->body_count);
        known(z->b, AUTH_GROUND, m->body_count);
        finite((const double[]){z->area_piston, z->area_rod, z->stroke, z->chamber, z->friction.viscous}, 5);
        assert_true(z->area_piston > 0.0 && z->area_rod >= 0.0 && z->chamber <= z->stroke);
    }
}

static void check_circuits(const auth_mechanism *m)
{
    for (int i = 0; i < m->circuit_count; i++) {
        const auth_circuit *c = &m->circuits[i];
        for (int k = 0; k < c->node_count; k++)
            finite((const double[]){c->nodes[k].pressure, c->nodes[k].hose, c->nodes[k].hose_modulus}, 3);
        for (int k = 0; k < c->command_count; k++)
            for (int n = 0; n < c->commands[k].point_count; n++)
                finite((const double[]){c->commands[k].points[n].time, c->commands[k].points[n].value}, 2);
        check_circuit_parts(m, c);
    }
    for (int i = 0; i < m->output_count; i++) known(m->outputs[i].circuit, -1, m->circuit_count);
}

static void check_accepted(const auth_mechanism *m)
{
    assert_non_null(m);
    assert_true(hl_report_clean(&report));
    assert_true(m->body_count >= 1);
    finite(m->gravity, 3);
    check_bodies(m);
    check_pairs(m);
    check_coordinates(m);
    check_circuits(m);
    for (int i = 0; i < m->point_count; i++) known(m->points[i].body, AUTH_GROUND, m->body_count);
}

static void check_refused(const auth_mechanism *m)
{
    assert_null(m);
    assert_true(report.count >= 1);
    for (int i = 0; i < report.count; i++) {
        assert_true(report.list[i].place.line >= 1 && report.list[i].place.column >= 1);
        if (!strstr(report.list[i].text, "expected"))
            fail_msg("\"%s\" does not say what is expected", report.list[i].text);
    }
}

/* ---- rounds ---- */

static bool parse(const text *t)
{
    /* a copy of the exact length on the heap, so that a sanitizer sees a read beyond it */
    char *exact = malloc(t->length > 0 ? t->length : 1);
    assert_non_null(exact);
    memcpy(exact, t->bytes, t->length);
    hl_arena arena = {0};
    auth_mechanism *mechanism = NULL;
    const hl_status status = auth_mechanism_parse(exact, t->length, "fuzz", &arena, &mechanism, &report);
    free(exact);
    if (status == HL_OK)
        check_accepted(mechanism);
    else
        check_refused(mechanism);
    assert_true(status == HL_OK || status == HL_BAD_INPUT);
    hl_arena_free(&arena);
    return status == HL_OK;
}

static void read_five_bar(text *t)
{
    FILE *file = fopen(HEADLAND_SOURCE "/assets/mechanisms/five-bar.yaml", "rb");
    assert_non_null(file);
    t->length = fread(t->bytes, 1, ROOM, file);
    fclose(file);
}

static void mutated_files(void **state)
{
    (void)state;
    static text seeds[2], t;
    read_five_bar(&seeds[0]);
    seeds[1].length = sizeof everything - 1;
    memcpy(seeds[1].bytes, everything, seeds[1].length);
    assert_true(parse(&seeds[0]) && parse(&seeds[1]));
    int accepted = 0;
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        uint64_t seed = round;
        t = seeds[round % 2];
        for (size_t i = 1 + below(&seed, MUTATIONS); i > 0; i--) mutate(&t, &seed);
        current_round = round;
        accepted += parse(&t);
    }
    /* mutations that only ever break a file would not try the readers behind the schema */
    assert_true(accepted > ROUNDS / 50 && accepted < ROUNDS);
}

/* Garbage of every length from nothing to a page. */
static void garbage(void **state)
{
    (void)state;
    static text t;
    uint64_t seed = 7;
    for (size_t length = 0; length < 4096; length += 17) {
        t.length = length;
        for (size_t i = 0; i < length; i++) t.bytes[i] = (char)below(&seed, 256);
        assert_false(parse(&t));
        const char alphabet[] = " \n-:[]{},'\"#ab1&*!|>?%";
        for (size_t i = 0; i < length; i++) t.bytes[i] = alphabet[below(&seed, sizeof alphabet - 1)];
        assert_false(parse(&t));
    }
}

/* A good file cut at every byte. */
static void truncated_files(void **state)
{
    (void)state;
    static text t;
    memcpy(t.bytes, everything, sizeof everything - 1);
    for (size_t length = 0; length < sizeof everything - 1; length += 3) {
        t.length = length;
        parse(&t);
    }
}

static int name_round(void **state)
{
    (void)state;
    print_message("last round %d\n", (int)current_round);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(mutated_files, name_round),
        cmocka_unit_test(garbage),
        cmocka_unit_test(truncated_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
