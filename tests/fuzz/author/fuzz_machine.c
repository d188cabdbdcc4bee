/* Mutated machine files. See fuzz.h. */
#include "fuzz.h"

#include "auth/circuit.h"
#include "auth/machine.h"

#include <math.h>

enum { ROUNDS = 4000 };

/* Every other text as somebody has chosen. */
static hl_status parse_chosen(const char *text, size_t length, hl_arena *arena, const void **out,
                              hl_report *report)
{
    static const auth_choice choices[] = {
        {"frame", "heavy"}, {"crank", "long"}, {"bodies.frame.mass", "2 t"}, {"gravity.3", "-9.7"}};
    auth_machine *made = NULL;
    const int count = length % 2 > 0 ? 4 : 0;
    const hl_status status =
        auth_machine_parse_chosen(text, length, "fuzz", choices, count, arena, &made, report);
    *out = made;
    return status;
}

/* A machine without variants. */
FUZZ_PARSER(machine)

static void check_wheels(const auth_machine *m)
{
    for (int i = 0; i < m->tire_count; i++) {
        const auth_tire *tire = &m->tires[i];
        assert_true(tire->model.radius > 0.0 && tire->model.discs >= 1 && tire->friction_count >= 1);
        fuzz_finite((const double[]){tire->model.radius, tire->model.width, tire->model.stiffness,
                                     tire->model.damping},
                    4);
        for (int k = 0; k < tire->friction_count; k++) {
            const auth_tire_friction *f = &tire->friction[k];
            fuzz_finite(f->law.stiffness, 2);
            fuzz_finite(f->law.slip_stiffness, 2);
            assert_true(f->law.stiction >= f->law.kinetic && f->law.stribeck_velocity > 0.0);
        }
    }
    for (int i = 0; i < m->wheel_count; i++) {
        const auth_wheel *wheel = &m->wheels[i];
        fuzz_known(wheel->body, 0, m->mechanism->body_count);
        fuzz_known(wheel->tire, 0, m->tire_count);
        fuzz_finite(wheel->axle, 3);
        assert_int_equal(wheel->joint, wheel->body); /* joints[i] carries bodies[i] */
        assert_int_equal(m->mechanism->joints[wheel->joint].type, MB_REVOLUTE);
    }
}

static void check_tracks(const auth_machine *m)
{
    for (int i = 0; i < m->track_count; i++) {
        const auth_track *track = &m->tracks[i];
        fuzz_known(track->body, 0, m->mechanism->body_count);
        fuzz_known(track->joint, 0, m->mechanism->joint_count);
        assert_int_equal(m->mechanism->joints[track->joint].type, MB_REVOLUTE);
        assert_int_equal(m->mechanism->joints[track->joint].parent, track->body);
        fuzz_finite(&track->y, 1);
        assert_true(track->model.pitch_radius > 0.0 && track->model.width > 0.0 && track->shoe_pitch > 0.0);
        assert_true(track->model.stations >= 2 && track->model.stations <= TRACK_MAX_STATIONS);
        for (int k = 0; k < track->model.stations; k++) {
            const track_station *s = &track->model.station[k];
            fuzz_finite((const double[]){s->centre.x, s->centre.y, s->centre.z, s->radius}, 4);
            assert_true(k == 0 || s->centre.x < s[-1].centre.x);
        }
        assert_true(track->friction_count >= 1);
        for (int k = 0; k < track->friction_count; k++) assert_true(track->friction[k].law.kinetic > 0.0);
    }
}

static void check_curve(const drive_curve *curve, int most)
{
    assert_true(curve->count >= 2 && curve->count <= most);
    fuzz_finite(curve->x, (size_t)curve->count);
    fuzz_finite(curve->y, (size_t)curve->count);
    for (int i = 1; i < curve->count; i++) assert_true(curve->x[i] > curve->x[i - 1]);
}

static void check_drive(const auth_machine *m)
{
    assert_true(m->has_engine || !m->has_driveline);
    if (!m->has_engine) return;
    const auth_engine *e = &m->engine;
    fuzz_known(e->crankshaft.joint, 0, m->mechanism->joint_count);
    check_curve(&e->model.full_load, DRIVE_CURVE_POINTS);
    check_curve(&e->model.motoring, DRIVE_CURVE_POINTS);
    check_curve(&e->model.idle_consumption, DRIVE_CURVE_POINTS);
    fuzz_known(e->model.map_speeds, 2, DRIVE_MAP_SPEEDS + 1);
    fuzz_known(e->model.map_loads, 2, DRIVE_MAP_LOADS + 1);
    for (int i = 0; i < e->model.map_loads; i++)
        fuzz_finite(e->model.consumption[i], (size_t)e->model.map_speeds);
    assert_true(e->model.stall_speed < e->model.idle_speed && e->model.idle_speed < e->model.top_speed &&
                isfinite(e->model.top_speed));
    assert_true(e->idle_delay >= 0.0 && e->idle_throttle >= 0.0 && e->idle_throttle <= 1.0);
    if (!m->has_driveline) return;
    const auth_driveline *d = &m->driveline;
    for (int i = 0; i < AUTH_WHEELS; i++) fuzz_known(d->wheels[i], 0, m->wheel_count);
    fuzz_known(d->gearbox.gear_count, 1, DRIVE_MAX_GEARS + 1);
    fuzz_known(d->gearbox.start_gear, 0, d->gearbox.gear_count);
    for (int i = 0; i < d->gearbox.gear_count; i++)
        assert_true(d->gearbox.ratio[i] > 0.0 && isfinite(d->gearbox.ratio[i]));
    fuzz_finite((const double[]){d->gearbox.clutch_capacity, d->model.shaft_stiffness, d->model.rear_ratio,
                                 d->brakes.split},
                4);
    assert_true(d->model.clutch.slip > 0.0 && d->model.lock.slip > 0.0 && d->model.brake.slip > 0.0 &&
                d->gearbox.shift_time > 0.0);
}

static void check_command(const auth_machine *m, int circuit, int command)
{
    fuzz_known(circuit, 0, m->mechanism->circuit_count);
    fuzz_known(command, 0, m->mechanism->circuits[circuit].def.command_count);
    assert_int_equal(m->mechanism->circuits[circuit].def.commands[command].point_count, 0);
}

static void check_tools(const auth_machine *m)
{
    fuzz_known(m->tool_count, 0, AUTH_MAX_TOOLS + 1);
    for (int i = 0; i < m->tool_count; i++) {
        const auth_tool *tool = &m->tools[i];
        fuzz_known(tool->body, 0, m->mechanism->body_count);
        fuzz_known(tool->corners, 2, AUTH_PROFILE_CORNERS + 1);
        for (int k = 0; k < tool->corners; k++) fuzz_finite(tool->profile[k], 2);
        fuzz_finite(tool->at, 3);
        fuzz_finite(tool->turn, 3);
        assert_true(tool->width > 0.0 && tool->thickness > 0.0 && tool->teeth >= 0);
        assert_true(tool->teeth == 0 || (tool->tooth_width > 0.0 && tool->tooth_length > 0.0));
    }
}

static void check_load_chart(const auth_machine *m)
{
    const auth_load_chart *chart = &m->load_chart;
    if (!chart->present) return;
    fuzz_known(chart->body, 0, m->mechanism->body_count);
    fuzz_known(chart->joint, 0, m->mechanism->joint_count);
    fuzz_known(chart->swing, 0, m->mechanism->joint_count);
    fuzz_known(chart->circuit, 0, m->mechanism->circuit_count);
    const int cylinders = m->mechanism->circuits[chart->circuit].def.cylinder_count;
    fuzz_known(chart->cylinder, 0, cylinders);
    fuzz_finite(chart->radii, (size_t)chart->radius_count);
    for (int i = 1; i < chart->radius_count; i++) assert_true(chart->radii[i] > chart->radii[i - 1]);
    for (int i = 0; i < chart->state_count; i++) {
        const auth_load_state *state = &chart->states[i];
        assert_int_equal(state->load_count, chart->radius_count);
        fuzz_finite(state->loads, (size_t)state->load_count);
        if (state->at_rest != AUTH_NONE) fuzz_known(state->at_rest, 0, m->control_count);
        for (int k = 0; k < state->pushing_count; k++) fuzz_known(state->pushing[k], 0, cylinders);
    }
    for (int i = 0; i < chart->cut_off_count; i++)
        fuzz_known(chart->cut_offs[i].control, 0, m->control_count);
}

static void check_controls(const auth_machine *m)
{
    for (int i = 0; i < m->control_count; i++) {
        const auth_control *c = &m->controls[i];
        fuzz_finite((const double[]){c->low, c->high, c->full, c->follow_low, c->follow_high, c->follow_gain},
                    6);
        assert_true(c->low < c->high && c->safe >= c->low && c->safe <= c->high && c->initial >= c->low &&
                    c->initial <= c->high && c->dead_band < 1.0);
        if (c->circuit != AUTH_NONE) check_command(m, c->circuit, c->command);
        if (c->blocked_by != AUTH_NONE) fuzz_known(c->blocked_by, 0, m->control_count);
        if (c->follows) fuzz_known(c->follow.joint, 0, m->mechanism->joint_count);
    }
    for (int i = 0; i < m->bypass_count; i++) {
        const auth_bypass *b = &m->bypasses[i];
        check_command(m, b->circuit, b->command);
        assert_true(b->control_count >= 1);
        for (int k = 0; k < b->control_count; k++) fuzz_known(b->controls[k], 0, m->control_count);
    }
    for (int i = 0; i < m->pilot_count; i++) {
        const auth_pilot *p = &m->pilots[i];
        check_command(m, p->circuit, p->command);
        fuzz_known(p->control, 0, m->control_count);
        assert_true(p->from >= 0.0 && p->from < 1.0 && isfinite(p->full) && isfinite(m->pilot_pressure));
        for (int k = 0; k < p->yield_count; k++) {
            fuzz_known(p->yields[k].control, 0, m->control_count);
            assert_true(p->yields[k].share >= 0.0 && p->yields[k].share <= 1.0);
        }
    }
    for (int i = 0; i < m->brake_count; i++) {
        const auth_brake *b = &m->brakes[i];
        fuzz_known(b->on.joint, 0, m->mechanism->joint_count);
        assert_true(b->torque > 0.0 && b->coupling.slip > 0.0 && b->coupling.damping >= 0.0 &&
                    b->delay >= 0.0);
        assert_true(b->control_count >= 1 || b->applier_count >= 1);
        for (int k = 0; k < b->control_count; k++) fuzz_known(b->controls[k], 0, m->control_count);
        for (int k = 0; k < b->applier_count; k++) fuzz_known(b->appliers[k], 0, m->control_count);
    }
    for (int i = 0; i < m->pattern_count; i++) {
        assert_true(m->patterns[i].lever_count >= 1);
        for (int k = 0; k < m->patterns[i].lever_count; k++)
            fuzz_known(m->patterns[i].levers[k].control, 0, m->control_count);
    }
}

/* Their controls and leaks are the last of their lists. */
static void check_faults(const auth_machine *m)
{
    for (int i = 0; i < m->fault_count; i++) {
        const auth_fault *f = &m->faults[i];
        assert_int_equal(f->control, m->control_count - m->fault_count + i);
        assert_int_equal(m->controls[f->control].fault, i);
        if (f->kind == AUTH_FAULT_VALVE || f->kind == AUTH_FAULT_LEAK)
            check_command(m, f->circuit, f->command);
        if (f->kind == AUTH_FAULT_LEAK) {
            fuzz_known(f->volume, 0, m->mechanism->circuits[f->circuit].def.node_count);
            assert_true(f->flow > 0.0 && f->pressure > 0.0);
        }
        if (f->kind == AUTH_FAULT_SENSOR) assert_non_null(f->signal);
        if (f->kind == AUTH_FAULT_TIRE) fuzz_known(f->wheel, 0, m->wheel_count);
        if (f->kind == AUTH_FAULT_ENGINE || f->kind == AUTH_FAULT_FUEL) assert_true(m->has_engine);
    }
}

static void check_picture(const auth_machine *m)
{
    const auth_picture *p = &m->picture;
    const int bodies = m->mechanism->body_count;
    if (p->cab) {
        fuzz_known(p->cab_body, 0, bodies);
        fuzz_finite(p->eye, 3);
        fuzz_finite(p->towards, 3);
        fuzz_finite(p->windshield, 3);
        assert_true(p->windshield_size[0] > 0.0 && p->windshield_size[1] > 0.0);
    }
    fuzz_known(p->mirror_count, 0, AUTH_MAX_MIRRORS + 1);
    for (int i = 0; i < p->mirror_count; i++) {
        fuzz_finite(p->mirrors[i].at, 3);
        fuzz_finite(p->mirrors[i].towards, 3);
        assert_true(p->mirrors[i].name && p->mirrors[i].angle > 0.0);
    }
    if (p->tool) fuzz_known(p->tool_body, 0, bodies);
    if (p->exhaust) fuzz_known(p->exhaust_body, 0, bodies);
    for (int i = 0; i < p->move_count; i++) {
        assert_true(*p->moves[i].node && *p->moves[i].signal);
        fuzz_finite(p->moves[i].axis, 3);
        fuzz_finite((const double[]){p->moves[i].turn, p->moves[i].shift}, 2);
    }
}

static void check_sounds(const auth_machine *m)
{
    fuzz_known(m->sound_count, 0, AUTH_VOICES + 1);
    for (int i = 0; i < m->sound_count; i++) {
        const auth_voice *v = &m->sounds[i];
        fuzz_known((int)v->kind, 0, AUTH_VOICE_KINDS);
        fuzz_known(v->body, 0, m->mechanism->body_count);
        fuzz_finite(v->at, 3);
        fuzz_finite((const double[]){v->idle, v->rated, v->ratio, v->pressure, v->flow, v->shortest,
                                     v->longest, v->power, v->rate, v->force, v->above, v->frequency},
                    12);
        assert_true(*v->name && v->signals[0]);
        assert_true(v->level >= 0.0 && v->level <= 10.0 && v->inside >= 0.0 && v->inside <= 1.0);
    }
    if (m->seat) {
        fuzz_known(m->seat_body, 0, m->mechanism->body_count);
        fuzz_finite(m->seat_at, 3);
    }
    if (m->feel.present) {
        fuzz_finite(&m->feel.full, 1);
        assert_true(*m->feel.torque && m->feel.full != 0.0);
    }
}

static void check_variants(const auth_machine *m)
{
    fuzz_known(m->variant_count, 0, AUTH_MAX_VARIANTS + 1);
    for (int i = 0; i < m->variant_count; i++) {
        const auth_variant *v = &m->variants[i];
        fuzz_known(v->choice_count, 1, AUTH_MAX_CHOICES + 1);
        fuzz_known(v->chosen, 0, v->choice_count);
        assert_true(*v->name && v->meaning);
        for (int k = 0; k < v->choice_count; k++) assert_true(*v->choices[k].name && v->choices[k].meaning);
    }
}

static void check(const void *made)
{
    const auth_machine *m = made;
    check_variants(m);
    fuzz_check_mechanism(m->mechanism);
    fuzz_known(m->chassis, 0, m->mechanism->body_count);
    check_wheels(m);
    check_tracks(m);
    check_drive(m);
    check_tools(m);
    check_load_chart(m);
    check_controls(m);
    check_faults(m);
    check_sounds(m);
    check_picture(m);
    for (int i = 0; i < m->shape_count; i++) {
        fuzz_known(m->shapes[i].body, 0, m->mechanism->body_count);
        fuzz_finite(m->shapes[i].size, 3);
    }
}

/* A file to begin with and how it is read. */
#define SUBJECT(reader, path, times)                                                                         \
    {                                                                                                        \
        .parse = (reader), .check = check, .file = HEADLAND_SOURCE "/tests/unit/" path, .rounds = (times)    \
    }

const fuzz_subject fuzz_subjects[] = {
    SUBJECT(parse_chosen, "author/cart.yaml", ROUNDS),         /* wheels, a driveline, variants, a picture */
    SUBJECT(parse_machine, "author/crawler.yaml", ROUNDS / 4), /* tracks */
    SUBJECT(parse_machine, "world/digger.yaml", ROUNDS / 4),   /* an engine alone, pilots, brakes */
    SUBJECT(parse_machine, "author/broken.yaml", ROUNDS / 4),  /* faults */
};
const int fuzz_subject_count = sizeof fuzz_subjects / sizeof *fuzz_subjects;
