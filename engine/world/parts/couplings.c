/* Couplings of a machine with its implements. All of them are in the model from the beginning: for each pair
 * of fitting couplings there is an effort (mb/coupling.h) between their bodies. It is idle until the control
 * demands the coupling and the poses allow it. All decisions are functions of the state and the controls. */
#include "parts/parts.h"

#include "hl/real.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

_Static_assert(sizeof(world_coupling_state) % sizeof(double) == 0, "doubles alone: it is hashed");
_Static_assert(sizeof(world_coupling_note) == 16, "no padding: it is hashed");

enum { OPEN = 0, HOLDS = 1, LOCKED = 2 };
enum { AHEAD = 0, LEFT = 1, UP = 2, ROLL = 3, PITCH = 4, YAW = 5 }; /* ports */

static const double NO_STOP = 2.0; /* beyond any sine */

static const auth_coupling *author_of(const world_machine *machine, int coupling)
{
    return &machine->author->couplings[coupling];
}

/* ---- building ---- */

static double mass_of_unit(const world_machine *machine, int unit)
{
    const world_unit of = world_unit_at(machine, unit);
    double mass = 0.0;
    for (int b = of.first; b < of.end; b++) mass += machine->author->mechanism->bodies[b].mass;
    return mass;
}

static bool fits(const world_machine *machine, int taker, int eye)
{
    const auth_coupling *a = author_of(machine, taker), *b = author_of(machine, eye);
    return auth_coupling_takes(a, b) && world_unit_of(machine, a->body) != world_unit_of(machine, b->body);
}

static mb_coupling data_of(const world_machine *machine, const auth_coupling *taker, const auth_coupling *eye,
                           double step)
{
    const double mass = fmin(mass_of_unit(machine, world_unit_of(machine, taker->body)),
                             mass_of_unit(machine, world_unit_of(machine, eye->body)));
    mb_coupling data = {.bushing = mb_coupling_bushing_of(mass, taker->arm, step),
                        .fade = taker->pull_in,
                        .low = {-NO_STOP, -NO_STOP, -NO_STOP},
                        .high = {NO_STOP, NO_STOP, NO_STOP},
                        .cone = -1.0};
    if (taker->stiffness > 0.0) {
        const double share = taker->stiffness / data.bushing.stiffness; /* the same ratio of damping */
        data.bushing.stiffness *= share;
        data.bushing.turn_stiffness *= share;
        data.bushing.damping *= sqrt(share);
        data.bushing.turn_damping *= sqrt(share);
    }
    if (taker->kind == AUTH_COUPLING_BALL) {
        double sine;
        hl_sincos(taker->cone, &sine, &data.cone);
        double cosine;
        hl_sincos(taker->roll, &data.high[0], &cosine);
        data.low[0] = -data.high[0];
    }
    if (taker->kind == AUTH_COUPLING_QUICK) data.high[1] = 0.0; /* its back lies against the carrier */
    return data;
}

static bool define_pairs(world_machine *machine, double step, hl_arena *arena)
{
    world_couplings *c = machine->couplings;
    const int count = machine->author->coupling_count;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++) c->pair_count += fits(machine, i, k);
    c->pairs = HL_NEW(arena, world_coupling_pair, c->pair_count);
    c->takers = HL_NEW(arena, int, count);
    c->states = HL_NEW(arena, world_coupling_state, count);
    c->looks = HL_NEW(arena, world_coupling_look, count);
    if (c->pairs == NULL || c->takers == NULL || c->states == NULL || c->looks == NULL) return false;
    int at = 0;
    for (int i = 0; i < count; i++) {
        const int before = at;
        for (int k = 0; k < count; k++)
            if (fits(machine, i, k))
                c->pairs[at++] = (world_coupling_pair){
                    i, k, 0, data_of(machine, author_of(machine, i), author_of(machine, k), step)};
        if (at == before) continue;
        c->states[c->count].pair = -1.0;
        c->takers[c->count++] = i;
    }
    return true;
}

/* Couplings without a fitting partner on the site are left out. */
static hl_status define(world_machine *machine, world_building *with)
{
    bool any = false;
    for (int i = 0; i < machine->author->coupling_count; i++)
        for (int k = 0; k < machine->author->coupling_count; k++) any |= fits(machine, i, k);
    if (!any) return HL_OK;
    machine->couplings = HL_NEW(with->arena, world_couplings, 1);
    if (machine->couplings == NULL || !define_pairs(machine, with->step, with->arena))
        return HL_OUT_OF_MEMORY;
    return HL_OK;
}

static hl_mat3 axes_of(const auth_coupling *coupling)
{
    return hl_quat_matrix(world_turn(coupling->turn));
}

static void put_efforts(world_machine *machine, world_building *with)
{
    for (int i = 0; machine->couplings != NULL && i < machine->couplings->pair_count; i++) {
        world_coupling_pair *pair = &machine->couplings->pairs[i];
        const auth_coupling *a = author_of(machine, pair->taker), *b = author_of(machine, pair->eye);
        pair->effort =
            world_effort_put(with, mb_coupling_effort(a->name, a->body, world_vec3(a->at), axes_of(a),
                                                      b->body, world_vec3(b->at), axes_of(b), &pair->data));
    }
}

/* ---- poses ---- */

static mb_frame_motion frame_of(const world_machine *machine, int coupling)
{
    const auth_coupling *of = author_of(machine, coupling);
    const world_mechanism *m = machine->mechanism;
    const hl_mat3 body = mb_rotation(m->model, m->work, of->body), own = axes_of(of);
    const mb_point_motion point = mb_point(m->model, m->work, of->body, world_vec3(of->at));
    return (mb_frame_motion){point.position, point.velocity, mb_angular_velocity(m->model, m->work, of->body),
                             hl_mat3_mul(&body, &own)};
}

static mb_coupling_pose pose_of(const world_machine *machine, const world_coupling_pair *pair)
{
    const mb_frame_motion a = frame_of(machine, pair->taker), b = frame_of(machine, pair->eye);
    return mb_coupling_pose_of(&a, &b);
}

static double distance_of(const mb_coupling_pose *pose)
{
    return hl_norm(hl_v3(pose->s[AHEAD], pose->s[LEFT], pose->s[UP]));
}

static bool is_occupied(const world_couplings *c, int eye)
{
    for (int i = 0; i < c->count; i++)
        if (c->states[i].stage > OPEN && c->pairs[(int)c->states[i].pair].eye == eye) return true;
    return false;
}

bool world_units_coupled(const world_machine *machine, int a, int b)
{
    const world_couplings *c = machine->couplings;
    for (int k = 0; c != NULL && k < c->count; k++) {
        if (c->states[k].stage <= OPEN) continue;
        const world_coupling_pair *pair = &c->pairs[(int)c->states[k].pair];
        const int taker = world_unit_of(machine, author_of(machine, pair->taker)->body),
                  eye = world_unit_of(machine, author_of(machine, pair->eye)->body);
        if ((taker == a && eye == b) || (taker == b && eye == a)) return true;
    }
    return false;
}

/* The pair that holds; if the coupling is open, the nearest free pair; -1: no free pair. */
static int find_pair(const world_machine *machine, int of, mb_coupling_pose *pose)
{
    const world_couplings *c = machine->couplings;
    const world_coupling_state *s = &c->states[of];
    int nearest = -1;
    *pose = (mb_coupling_pose){.s = {0.0}};
    if (s->stage > OPEN) {
        *pose = pose_of(machine, &c->pairs[(int)s->pair]);
        return (int)s->pair;
    }
    for (int i = 0; i < c->pair_count; i++) {
        if (c->pairs[i].taker != c->takers[of] || is_occupied(c, c->pairs[i].eye)) continue;
        const mb_coupling_pose one = pose_of(machine, &c->pairs[i]);
        if (nearest >= 0 && distance_of(&one) >= distance_of(pose)) continue;
        nearest = i;
        *pose = one;
    }
    return nearest;
}

/* ---- conditions of coupling ---- */

/* Angle of a sine, beyond a quarter turn too. */
static double angle_of(const mb_coupling_pose *pose, int port)
{
    return hl_atan2(pose->s[port], pose->s[MB_COUPLING_CONE]);
}

static double skew_of(const mb_coupling_pose *pose)
{
    return hl_asin(fmin(fmax(fabs(pose->s[ROLL]), fabs(pose->s[YAW])), 1.0));
}

/* The limiting rotation: the angle between the x axes for a ball, the pitch for the other kinds. */
static double rotation_of(const auth_coupling *author, const mb_coupling_pose *pose)
{
    if (author->kind != AUTH_COUPLING_BALL) return angle_of(pose, PITCH);
    const double cosine = pose->s[MB_COUPLING_CONE];
    return hl_atan2(sqrt(fmax(1.0 - cosine * cosine, 0.0)), cosine);
}

/* @return WORLD_COUPLING_TAKES, or the reason of the refusal */
static world_coupling_act judge_take(const auth_coupling *author, const world_coupling_state *s, int pair,
                                     const mb_coupling_pose *pose)
{
    const hl_vec3 velocity = {pose->s_dot[AHEAD], pose->s_dot[LEFT], pose->s_dot[UP]};
    if (s->broken > 0.0) return WORLD_COUPLING_BROKEN;
    if (pair < 0) return WORLD_COUPLING_NONE_LEFT;
    if (distance_of(pose) > author->reach) return WORLD_COUPLING_TOO_FAR;
    if (author->kind != AUTH_COUPLING_BALL &&
        (skew_of(pose) > author->skew || pose->s[MB_COUPLING_CONE] <= 0.0))
        return WORLD_COUPLING_SKEW;
    return hl_norm(velocity) > author->speed ? WORLD_COUPLING_TOO_FAST : WORLD_COUPLING_TAKES;
}

static world_coupling_act judge_lock(const auth_coupling *author, const mb_coupling_pose *pose)
{
    return fabs(angle_of(pose, PITCH)) <= author->lock_angle ? WORLD_COUPLING_LOCKS : WORLD_COUPLING_ANGLE;
}

/* ---- notes ---- */

static int16_t rounded(double value, double most)
{
    return (int16_t)floor(fmin(fmax(value, -most), most) + 0.5);
}

static void note(world_machine *machine, int of, world_coupling_act act, int pair,
                 const mb_coupling_pose *pose)
{
    static const double MOST_MM = 2000.0, MOST_TENTHS = 1800.0, DEGREES = 57.29577951308232;
    world_couplings *c = machine->couplings;
    const auth_coupling *author = author_of(machine, c->takers[of]);
    const double angle = act == WORLD_COUPLING_SKEW ? skew_of(pose) : rotation_of(author, pose);
    c->log.kept[c->log.count++ % WORLD_COUPLING_NOTES] = (world_coupling_note){
        .act = (int16_t)act,
        .coupling = (int16_t)c->takers[of],
        .other = (int16_t)(pair < 0 ? -1 : c->pairs[pair].eye),
        .error = {rounded(1e3 * pose->s[AHEAD], MOST_MM), rounded(1e3 * pose->s[LEFT], MOST_MM),
                  rounded(1e3 * pose->s[UP], MOST_MM)},
        .angle = rounded(10.0 * DEGREES * angle, MOST_TENTHS)};
}

/* One note for each move of the control, and another one if the reason changes from the distance. */
static void refuse(world_machine *machine, int of, world_coupling_act act, int pair,
                   const mb_coupling_pose *pose)
{
    world_coupling_state *s = &machine->couplings->states[of];
    if (s->told == (double)act || (s->told > 0.0 && act == WORLD_COUPLING_TOO_FAR)) return;
    s->told = act;
    s->refusals += 1.0;
    note(machine, of, act, pair, pose);
}

/* ---- changes ---- */

static void hold_port(world_coupling_state *s, const mb_coupling_pose *pose, int port)
{
    s->value[port] = pose->s[port];
    s->rate[port] = pose->s_dot[port];
}

static void take(world_machine *machine, int of, int pair, const mb_coupling_pose *pose)
{
    world_coupling_state *s = &machine->couplings->states[of];
    s->stage = HOLDS;
    s->pair = pair;
    s->since[0] = s->since[1] = 0.0;
    for (int i = 0; i < MB_COUPLING_HELD; i++) hold_port(s, pose, i);
    note(machine, of, WORLD_COUPLING_TAKES, pair, pose);
}

static void lock(world_machine *machine, int of, const mb_coupling_pose *pose)
{
    world_coupling_state *s = &machine->couplings->states[of];
    s->stage = LOCKED;
    s->since[1] = 0.0;
    hold_port(s, pose, PITCH);
    note(machine, of, WORLD_COUPLING_LOCKS, (int)s->pair, pose);
}

/* The energy stored in the coupling is dissipated. */
static void let_go(world_machine *machine, int of, world_coupling_act act, const mb_coupling_pose *pose)
{
    world_couplings *c = machine->couplings;
    world_coupling_state *s = &c->states[of];
    const world_coupling_pair *pair = &c->pairs[(int)s->pair];
    double force[MB_COUPLING_PORTS];
    world_effort_set(machine, pair->effort)[MB_COUPLING_LOSS] += mb_coupling_forces(&pair->data, pose, force);
    note(machine, of, act, (int)s->pair, pose);
    s->stage = OPEN;
    s->pair = -1.0;
}

static double pull_of(const world_couplings *c, const world_coupling_state *s, const mb_coupling_pose *pose)
{
    double force[MB_COUPLING_PORTS];
    if (s->stage <= OPEN) return 0.0;
    (void)mb_coupling_forces(&c->pairs[(int)s->pair].data, pose, force);
    return hl_norm(hl_v3(force[AHEAD], force[LEFT], force[UP]));
}

static void follow_lock(world_machine *machine, int of, double asked, const mb_coupling_pose *pose)
{
    const world_couplings *c = machine->couplings;
    const auth_coupling *author = author_of(machine, c->takers[of]);
    world_coupling_state *s = &machine->couplings->states[of];
    if (author->kind == AUTH_COUPLING_BALL) { /* it locks when the eye is on the ball */
        if (s->stage < LOCKED && s->since[0] >= author->pull_in) lock(machine, of, pose);
        return;
    }
    if (s->stage == LOCKED && asked < LOCKED) s->stage = HOLDS;
    if (s->stage == LOCKED || asked < LOCKED || s->since[0] < author->pull_in) return;
    const world_coupling_act act = judge_lock(author, pose);
    if (act == WORLD_COUPLING_LOCKS)
        lock(machine, of, pose);
    else
        refuse(machine, of, act, (int)s->pair, pose);
}

static void follow_control(world_machine *machine, int of)
{
    world_couplings *c = machine->couplings;
    const auth_coupling *author = author_of(machine, c->takers[of]);
    world_coupling_state *s = &c->states[of];
    const double asked = floor(machine->controls->values[author->control] + 0.5);
    mb_coupling_pose pose;
    const int pair = find_pair(machine, of, &pose);
    if (asked != s->asked) s->told = 0.0;
    s->asked = asked;
    if (author->breaks_at > 0.0 && pull_of(c, s, &pose) > author->breaks_at) {
        let_go(machine, of, WORLD_COUPLING_BREAKS, &pose);
        s->broken = 1.0;
        return;
    }
    if (asked <= OPEN) {
        if (s->stage > OPEN) let_go(machine, of, WORLD_COUPLING_OPENS, &pose);
        return;
    }
    if (s->stage <= OPEN) {
        const world_coupling_act act = judge_take(author, s, pair, &pose);
        if (act == WORLD_COUPLING_TAKES)
            take(machine, of, pair, &pose);
        else
            refuse(machine, of, act, pair, &pose);
        return;
    }
    follow_lock(machine, of, asked, &pose);
}

/* Parameters of the efforts from the state. */
static void stand(world_machine *machine)
{
    world_couplings *c = machine->couplings;
    if (c == NULL) return;
    for (int i = 0; i < c->pair_count; i++) c->pairs[i].data.acts = false;
    for (int k = 0; k < c->count; k++) {
        const world_coupling_state *s = &c->states[k];
        if (s->stage <= OPEN) continue;
        mb_coupling *data = &c->pairs[(int)s->pair].data;
        const bool ball = author_of(machine, c->takers[k])->kind == AUTH_COUPLING_BALL;
        data->acts = true;
        for (int i = 0; i < MB_COUPLING_HELD; i++) {
            const bool held = i < ROLL || (!ball && (i != PITCH || s->stage == LOCKED));
            data->hold[i] = (mb_coupling_hold){held, s->value[i], s->rate[i], s->since[i == PITCH]};
        }
    }
}

static void apply(world_machine *machine)
{
    if (machine->couplings == NULL) return;
    stand(machine);
    for (int k = 0; k < machine->couplings->count; k++) follow_control(machine, k);
    stand(machine);
}

static void step(world_machine *machine)
{
    world_couplings *c = machine->couplings;
    for (int k = 0; c != NULL && k < c->count; k++)
        for (int i = 0; i < 2; i++)
            if (c->states[k].stage > OPEN) c->states[k].since[i] += machine->mechanism->options.step;
}

static void forget(world_machine *machine)
{
    for (int i = 0; machine->couplings != NULL && i < machine->couplings->pair_count; i++) {
        double *x = world_effort_set(machine, machine->couplings->pairs[i].effort);
        x[MB_COUPLING_LOSS] = x[MB_COUPLING_WORK] = 0.0;
    }
}

/* ---- state ---- */

static bool states_fit(const world_machine *machine, const void *from)
{
    const world_couplings *c = machine->couplings;
    for (int k = 0; k < c->count; k++) {
        world_coupling_state s;
        memcpy(&s, (const unsigned char *)from + (size_t)k * sizeof s, sizeof s);
        const bool open = s.stage == OPEN && s.pair == -1.0;
        const bool holds = (s.stage == HOLDS || s.stage == LOCKED) && s.pair >= 0.0 &&
                           s.pair < c->pair_count && s.pair == floor(s.pair) &&
                           c->pairs[(int)s.pair].taker == c->takers[k];
        if (!open && !holds) return false;
    }
    return true;
}

static bool log_fits(const world_machine *machine, const void *from)
{
    struct world_coupling_log log;
    memcpy(&log, from, sizeof log);
    if (log.count < 0) return false;
    for (int i = 0; i < WORLD_COUPLING_NOTES && i < log.count; i++) {
        const world_coupling_note *n = &log.kept[i];
        if (n->act < 0 || n->act >= WORLD_COUPLING_ACTS || n->coupling < 0 ||
            n->coupling >= machine->author->coupling_count || n->other < -1 ||
            n->other >= machine->author->coupling_count)
            return false;
    }
    return true;
}

static void put_blocks(world_machine *machine)
{
    world_couplings *c = machine->couplings;
    if (c == NULL) return;
    world_block_put(machine, "couplings", c->states, (size_t)c->count * sizeof *c->states, NULL, states_fit);
    world_block_put(machine, "notes of couplings", &c->log, sizeof c->log, NULL, log_fits);
}

int64_t world_coupling_note_count(const world_machine *machine)
{
    return machine->couplings == NULL ? 0 : machine->couplings->log.count;
}

world_coupling_note world_coupling_note_at(const world_machine *machine, int64_t note)
{
    return machine->couplings->log.kept[note % WORLD_COUPLING_NOTES];
}

/* ---- looking ---- */

static void look(world_machine *machine)
{
    world_couplings *c = machine->couplings;
    for (int k = 0; c != NULL && k < c->count; k++) {
        world_coupling_look *l = &c->looks[k];
        const world_coupling_state *s = &c->states[k];
        const auth_coupling *author = author_of(machine, c->takers[k]);
        const bool asks = machine->controls->values[author->control] >= s->stage + 0.5;
        *l = (world_coupling_look){.pair = -1};
        l->pair = find_pair(machine, k, &l->pose);
        if (s->stage > OPEN) (void)mb_coupling_forces(&c->pairs[l->pair].data, &l->pose, l->force);
        if (!asks || s->stage == LOCKED) continue;
        const world_coupling_act act =
            s->stage > OPEN ? judge_lock(author, &l->pose) : judge_take(author, s, l->pair, &l->pose);
        if (act > WORLD_COUPLING_BREAKS && (s->stage <= OPEN || author->kind != AUTH_COUPLING_BALL))
            l->reason = (int)act - WORLD_COUPLING_BREAKS;
    }
}

static double stage(const world_machine *machine, int of)
{
    return machine->couplings->states[of].stage;
}

static double distance(const world_machine *machine, int of)
{
    return distance_of(&machine->couplings->looks[of].pose);
}

static double ahead(const world_machine *machine, int of)
{
    return machine->couplings->looks[of].pose.s[AHEAD];
}

static double left(const world_machine *machine, int of)
{
    return machine->couplings->looks[of].pose.s[LEFT];
}

static double up(const world_machine *machine, int of)
{
    return machine->couplings->looks[of].pose.s[UP];
}

static double angle(const world_machine *machine, int of)
{
    const world_couplings *c = machine->couplings;
    if (c->looks[of].pair < 0) return 0.0;
    return rotation_of(author_of(machine, c->takers[of]), &c->looks[of].pose);
}

static double force(const world_machine *machine, int of)
{
    const double *f = machine->couplings->looks[of].force;
    return hl_norm(hl_v3(f[AHEAD], f[LEFT], f[UP]));
}

static double pull(const world_machine *machine, int of)
{
    return machine->couplings->looks[of].force[AHEAD];
}

static double load(const world_machine *machine, int of)
{
    return machine->couplings->looks[of].force[UP];
}

static double reason(const world_machine *machine, int of)
{
    return machine->couplings->looks[of].reason;
}

static double refusals(const world_machine *machine, int of)
{
    return machine->couplings->states[of].refusals;
}

static double broken(const world_machine *machine, int of)
{
    return machine->couplings->states[of].broken;
}

static double lost(const world_machine *machine, int of)
{
    const world_couplings *c = machine->couplings;
    double sum = 0.0;
    for (int i = 0; i < c->pair_count; i++) {
        if (c->pairs[i].taker != c->takers[of]) continue;
        const double *x = world_effort_states(machine, c->pairs[i].effort);
        sum += x[MB_COUPLING_LOSS] - x[MB_COUPLING_WORK];
    }
    return sum;
}

static void put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".state", "1", 1.0, stage, "0: open, 1: hooked or pulling in, 2: locked"},
        {".distance", "m", 1.0, distance, "of the implement's coupling that it holds, else of the nearest"},
        {".ahead", "m", 1.0, ahead, "of that coupling, in the frame of this one"},
        {".left", "m", 1.0, left, "of that coupling, in the frame of this one"},
        {".up", "m", 1.0, up, "of that coupling, in the frame of this one"},
        {".angle", "rad", 1.0, angle, "of a ball between both x axes, else pitch, positive nose down"},
        {".force", "N", 1.0, force, "between both"},
        {".pull", "N", 1.0, pull, "on the implement, positive forward"},
        {".load", "N", 1.0, load, "of the implement that it carries"},
        {".obstacle", "1", 1.0, reason,
         "why it does not do what its control asks: 0 it does, 1 too far, 2 skew, 3 too fast, 4 tilted, 5 "
         "broken, 6 nothing left"},
        {".refusals", "1", 1.0, refusals, "moves of its control that were refused so far"},
        {".broken", "1", 1.0, broken, "1 when its force has been too large"},
        {".lost_work", "J", 1.0, lost, "taken by its damping, less what pulling in has given"},
    };
    for (int k = 0; machine->couplings != NULL && k < machine->couplings->count; k++)
        world_signals_put(machine, WORLD_ROWS(rows), "coupling.",
                          author_of(machine, machine->couplings->takers[k])->name, k, arena);
}

const world_part_row world_couplings_row = {.name = "couplings",
                                            .define = define,
                                            .efforts = put_efforts,
                                            .signals = put_signals,
                                            .blocks = put_blocks,
                                            .forget = forget,
                                            .stand = stand,
                                            .apply = apply,
                                            .step = step,
                                            .look = look};
