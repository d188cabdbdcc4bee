/* Everything that pushes or prescribes: springs, stops, friction, bushings, drivers, forces; and named
 * points. */
#include "reader/reader.h"

#include <stdio.h>
#include <string.h>

static void complain(const auth_reader *reader, hl_place place, const char *text)
{
    hl_report_add(reader->report, place, "%s", text);
}

/* ---- springs ---- */

/* Without a stiffness the free length means nothing; with one, a forgotten length would be a silent error. */
static void check_spring_keys(const auth_reader *reader, const yaml_node_t *item, const char *stiffness,
                              const char *damping, const char *preload)
{
    if (stiffness || damping || preload) return;
    complain(reader, auth_node_place(item),
             "a spring that does nothing; 'stiffness', 'damping' or 'preload' is expected");
}

static const auth_rule spring_rules[] = {
    AUTH_VECTOR(spring, a_at, LENGTH, ANY),
    AUTH_VECTOR(spring, b_at, LENGTH, ANY),
    AUTH_RULE_TO(spring, spring, stiffness, parameters.stiffness, STIFFNESS, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(spring, spring, damping, parameters.damping, DAMPING, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(spring, spring, length, parameters.free, LENGTH, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(spring, spring, preload, parameters.preload, FORCE, ANY, 0.0),
};

void auth_read_spring(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_spring *from = raw;
    auth_spring *spring = out;
    auth_pair_reference(reader, item, from->a, from->b, &spring->a, &spring->b);
    auth_apply_rules(reader, item, AUTH_RULES(spring_rules), false, raw, out);
    check_spring_keys(reader, item, from->stiffness, from->damping, from->preload);
    if (!from->stiffness) auth_refuse(reader, item, "length", "has no effect without 'stiffness'");
    if (spring->parameters.stiffness > 0.0 && !from->length)
        complain(
            reader, auth_node_place(item),
            "a spring with 'stiffness' needs its free 'length'; a length (e.g. \"80 mm\", or 0) is expected");
}

static const auth_rule joint_spring_rules[] = {
    AUTH_EITHER_TO(joint_spring, stiffness, parameters.stiffness, STIFFNESS, TORSIONAL_STIFFNESS,
                   NOT_NEGATIVE, 0.0),
    AUTH_EITHER_TO(joint_spring, damping, parameters.damping, DAMPING, TORSIONAL_DAMPING, NOT_NEGATIVE, 0.0),
    AUTH_EITHER_TO(joint_spring, rest, parameters.free, LENGTH, ANGLE, ANY, 0.0),
    AUTH_EITHER_TO(joint_spring, preload, parameters.preload, FORCE, MOMENT, ANY, 0.0),
};

void auth_read_joint_spring(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_joint_spring *from = raw;
    auth_joint_spring *spring = out;
    check_spring_keys(reader, item, from->stiffness, from->damping, from->preload);
    if (!from->stiffness) auth_refuse(reader, item, "rest", "has no effect without 'stiffness'");
    if (!auth_coordinate_reference(reader, item, from->joint, from->coordinate, &spring->on)) return;
    auth_apply_rules(reader, item, AUTH_RULES(joint_spring_rules), spring->on.angular, raw, out);
}

/* ---- stops ---- */

static const auth_rule stop_rules[] = {
    AUTH_EITHER_TO(stop, lower, parameters.lower, LENGTH, ANGLE, ANY, 0.0),
    AUTH_EITHER_TO(stop, upper, parameters.upper, LENGTH, ANGLE, ANY, 0.0),
    AUTH_EITHER_TO(stop, stiffness, parameters.stiffness, STIFFNESS, TORSIONAL_STIFFNESS, POSITIVE, 0.0),
    AUTH_EITHER_TO(stop, damping, parameters.damping, DAMPING, TORSIONAL_DAMPING, NOT_NEGATIVE, 0.0),
    AUTH_EITHER_TO(stop, ramp, parameters.ramp, LENGTH, ANGLE, POSITIVE, 1e-3),
};

void auth_read_stop(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_stop *from = raw;
    auth_stop *stop = out;
    if (!auth_coordinate_reference(reader, item, from->joint, from->coordinate, &stop->on)) return;
    if (!auth_apply_rules(reader, item, AUTH_RULES(stop_rules), stop->on.angular, raw, out)) return;
    if (stop->parameters.lower >= stop->parameters.upper)
        hl_report_add(reader->report, auth_key_place(reader, item, "lower"),
                      "'lower' is %s and 'upper' is %s; lower below upper is expected", from->lower,
                      from->upper);
}

/* ---- friction ---- */

/* The words of the file for the letters of 000 section 2.3. */
#define FRICTION_RULE(key, letter, linear, angular, range, fallback)                                         \
    {                                                                                                        \
#key, offsetof(raw_friction, key), offsetof(mb_friction, letter), 1, AUTH_KIND_##linear,             \
            AUTH_KIND_##angular, AUTH_##range, fallback                                                      \
    }

static const auth_rule friction_rules[] = {
    FRICTION_RULE(coulomb, F_c, FORCE, MOMENT, NOT_NEGATIVE, 0.0),
    FRICTION_RULE(stiction, F_s, FORCE, MOMENT, NOT_NEGATIVE, 0.0),
    FRICTION_RULE(stribeck_velocity, v_s, VELOCITY, ANGULAR_VELOCITY, POSITIVE, 0.0),
    FRICTION_RULE(slope, xi, SLOWNESS, ANGULAR_SLOWNESS, POSITIVE, 0.0),
    FRICTION_RULE(bristle_stiffness, sigma_0, STIFFNESS, TORSIONAL_STIFFNESS, POSITIVE, 0.0),
    FRICTION_RULE(bristle_damping, sigma_1, DAMPING, TORSIONAL_DAMPING, NOT_NEGATIVE, 0.0),
    FRICTION_RULE(viscous, sigma_2, DAMPING, TORSIONAL_DAMPING, NOT_NEGATIVE, 0.0),
    FRICTION_RULE(exponent, n, NUMBER, NUMBER, POSITIVE, 2.0),
    FRICTION_RULE(film_velocity, v_b, VELOCITY, ANGULAR_VELOCITY, POSITIVE, 0.0),
    FRICTION_RULE(film_acceleration_time, tau_hp, TIME, TIME, POSITIVE, 0.0),
    FRICTION_RULE(film_deceleration_time, tau_hn, TIME, TIME, POSITIVE, 0.0),
    FRICTION_RULE(film_dwell_time, tau_h0, TIME, TIME, POSITIVE, 0.0),
    FRICTION_RULE(dwell_velocity, v_dwell, VELOCITY, ANGULAR_VELOCITY, POSITIVE, 1e-6),
};

#define LAW(name) (1u << MB_FRICTION_##name)
#define STRIBECK  (LAW(BENGISU_AKAY) | LAW(BROWN_MCPHEE) | LAW(LUGRE) | LAW(MODIFIED_LUGRE))
#define BRISTLE   (LAW(LUGRE) | LAW(MODIFIED_LUGRE))

/* Which laws cannot do without a key, and which can take it. */
static const struct law_key {
    const char *key;
    unsigned needed_by, taken_by;
} law_keys[] = {{"viscous", LAW(VISCOUS), LAW(VISCOUS) | STRIBECK},
                {"coulomb", STRIBECK, STRIBECK},
                {"stiction", STRIBECK, STRIBECK},
                {"stribeck_velocity", STRIBECK, STRIBECK},
                {"slope", LAW(BENGISU_AKAY), LAW(BENGISU_AKAY)},
                {"bristle_stiffness", BRISTLE, BRISTLE},
                {"bristle_damping", BRISTLE, BRISTLE},
                {"exponent", 0, BRISTLE},
                {"film_velocity", LAW(MODIFIED_LUGRE), LAW(MODIFIED_LUGRE)},
                {"film_acceleration_time", LAW(MODIFIED_LUGRE), LAW(MODIFIED_LUGRE)},
                {"film_deceleration_time", LAW(MODIFIED_LUGRE), LAW(MODIFIED_LUGRE)},
                {"film_dwell_time", LAW(MODIFIED_LUGRE), LAW(MODIFIED_LUGRE)},
                {"dwell_velocity", 0, LAW(MODIFIED_LUGRE)}};

bool auth_read_friction_law(const auth_reader *reader, const yaml_node_t *item, const raw_friction *raw,
                            bool angular, mb_friction *friction)
{
    if (!auth_apply_rules(reader, item, AUTH_RULES(friction_rules), angular, raw, friction)) return false;
    if (!raw->stiction || !raw->coulomb || friction->F_s >= friction->F_c) return true;
    hl_report_add(
        reader->report, auth_key_place(reader, item, "stiction"),
        "'stiction' is %s and 'coulomb' is %s; stiction of at least the Coulomb friction is expected",
        raw->stiction, raw->coulomb);
    return false;
}

void auth_check_friction_keys(const auth_reader *reader, const yaml_node_t *item, mb_friction_law law)
{
    char missing[HL_MESSAGE_LENGTH - 80] = "";
    for (size_t i = 0; i < sizeof law_keys / sizeof *law_keys; i++) {
        const struct law_key *k = &law_keys[i];
        const bool given = auth_document_value(reader->document, item, k->key) != NULL;
        if (given && !(k->taken_by & 1u << law))
            hl_report_add(reader->report, auth_key_place(reader, item, k->key),
                          "'%s' has no effect with the law '%s'; the key is expected to be left out", k->key,
                          auth_friction_law_word((int)law));
        if (given || !(k->needed_by & 1u << law)) continue;
        const size_t used = strlen(missing);
        snprintf(missing + used, sizeof missing - used, "%s%s", used ? ", " : "", k->key);
    }
    if (*missing)
        hl_report_add(reader->report, auth_node_place(item),
                      "missing for the law '%s': %s; expected, since there is no default",
                      auth_friction_law_word((int)law), missing);
}

void auth_read_friction(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_friction *from = raw;
    auth_friction *friction = out;
    mb_friction *parameters = &friction->parameters;
    parameters->law = (mb_friction_law)from->law;
    auth_check_friction_keys(reader, item, parameters->law);
    if (!auth_coordinate_reference(reader, item, from->joint, from->coordinate, &friction->on)) return;
    auth_read_friction_law(reader, item, from, friction->on.angular, parameters);
}

/* ---- bushings ---- */

static const auth_rule bushing_rules[] = {
    AUTH_VECTOR(bushing, a_at, LENGTH, ANY),
    AUTH_VECTOR(bushing, b_at, LENGTH, ANY),
    AUTH_VECTOR(bushing, a_turn, ANGLE, ANY),
    AUTH_VECTOR(bushing, b_turn, ANGLE, ANY),
    AUTH_ROW_INTO(bushing, auth_bushing, stiffness, parameters.stiffness, 3, STIFFNESS, NOT_NEGATIVE),
    AUTH_ROW_INTO(bushing, auth_bushing, damping, parameters.damping, 3, DAMPING, NOT_NEGATIVE),
    AUTH_ROW_INTO(bushing, auth_bushing, rotation_stiffness, parameters.rotation_stiffness, 3,
                  TORSIONAL_STIFFNESS, NOT_NEGATIVE),
    AUTH_ROW_INTO(bushing, auth_bushing, rotation_damping, parameters.rotation_damping, 3, TORSIONAL_DAMPING,
                  NOT_NEGATIVE),
};

void auth_read_bushing(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_bushing *from = raw;
    auth_bushing *bushing = out;
    auth_pair_reference(reader, item, from->a, from->b, &bushing->a, &bushing->b);
    auth_apply_rules(reader, item, AUTH_RULES(bushing_rules), false, raw, out);
    if (!from->stiffness[0] && !from->damping[0] && !from->rotation_stiffness[0] &&
        !from->rotation_damping[0])
        complain(reader, auth_node_place(item),
                 "a bushing that does nothing; 'stiffness', 'damping', 'rotation_stiffness' or "
                 "'rotation_damping' is "
                 "expected");
}

/* ---- drivers ---- */

static const auth_rule driver_rules[] = {
    AUTH_EITHER_TO(driver, offset, function.offset, LENGTH, ANGLE, ANY, 0.0),
    AUTH_EITHER_TO(driver, rate, function.rate, VELOCITY, ANGULAR_VELOCITY, ANY, 0.0),
    AUTH_EITHER_TO(driver, acceleration, function.acceleration, ACCELERATION, ANGULAR_ACCELERATION, ANY, 0.0),
    AUTH_EITHER_TO(driver, amplitude, function.amplitude, LENGTH, ANGLE, ANY, 0.0),
    AUTH_RULE_TO(driver, driver, frequency, function.frequency, ANGULAR_VELOCITY, ANY, 0.0),
    AUTH_RULE_TO(driver, driver, phase, function.phase, ANGLE, ANY, 0.0),
};

/* The drivers before this one in the list have been read. */
static void check_undriven(const auth_reader *reader, const yaml_node_t *item, const auth_driver *driver)
{
    for (const auth_driver *other = reader->out->drivers; other < driver; other++) {
        if (other->on.joint != driver->on.joint || other->on.coordinate != driver->on.coordinate) continue;
        hl_report_add(reader->report, auth_key_place(reader, item, "joint"),
                      "driver '%s' drives this coordinate already; one driver per coordinate is expected",
                      other->name);
        return;
    }
}

void auth_read_driver(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_driver *from = raw;
    auth_driver *driver = out;
    if (!auth_coordinate_reference(reader, item, from->joint, from->coordinate, &driver->on)) {
        driver->on.joint = AUTH_NOT_FOUND;
        return;
    }
    check_undriven(reader, item, driver);
    auth_apply_rules(reader, item, AUTH_RULES(driver_rules), driver->on.angular, raw, out);
}

/* ---- forces ---- */

/* `until` 0 stands for ever, in the file as in memory. */
static void check_period(const auth_reader *reader, const yaml_node_t *item, double from, double until)
{
    if (until == 0.0 || until > from) return;
    complain(reader, auth_key_place(reader, item, "until"),
             "'until' is not after 'from'; a later time is expected");
}

static const auth_rule force_rules[] = {
    AUTH_ROW_INTO(force, mb_wrench_def, at, point, 3, LENGTH, ANY),
    AUTH_ROW_INTO(force, mb_wrench_def, force, force, 3, FORCE, ANY),
    AUTH_ROW_INTO(force, mb_wrench_def, moment, moment, 3, MOMENT, ANY),
    AUTH_RULE_INTO(force, mb_wrench_def, from, from, TIME, NOT_NEGATIVE, 0.0),
    AUTH_RULE_INTO(force, mb_wrench_def, until, until, TIME, NOT_NEGATIVE, 0.0),
};

void auth_read_force(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_force *from = raw;
    mb_wrench_def *force = out;
    force->body = auth_reference(reader, item, "body", from->body, AUTH_BODIES);
    force->follows_body = from->frame == 1;
    if (!from->force[0] && !from->moment[0])
        complain(reader, auth_node_place(item), "a force that does nothing; 'force' or 'moment' is expected");
    if (auth_apply_rules(reader, item, AUTH_RULES(force_rules), false, raw, out))
        check_period(reader, item, force->from, force->until);
}

static const auth_rule joint_force_rules[] = {
    AUTH_EITHER_TO(joint_force, force, parameters.force, FORCE, MOMENT, ANY, 0.0),
    AUTH_RULE_TO(joint_force, joint_force, from, parameters.window[0], TIME, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(joint_force, joint_force, until, parameters.window[1], TIME, NOT_NEGATIVE, 0.0),
};

void auth_read_joint_force(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_joint_force *from = raw;
    auth_joint_force *force = out;
    if (!auth_coordinate_reference(reader, item, from->joint, from->coordinate, &force->on)) return;
    if (auth_apply_rules(reader, item, AUTH_RULES(joint_force_rules), force->on.angular, raw, out))
        check_period(reader, item, force->parameters.window[0], force->parameters.window[1]);
}

/* ---- points ---- */

static const auth_rule point_rules[] = {AUTH_VECTOR(point, at, LENGTH, ANY)};

void auth_read_point(const auth_reader *reader, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_point *from = raw;
    auth_point *point = out;
    point->body = auth_body_reference(reader, item, "body", from->body);
    auth_apply_rules(reader, item, AUTH_RULES(point_rules), false, raw, out);
}
