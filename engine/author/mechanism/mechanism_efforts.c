/* Force elements and prescribed motions: springs, stops, friction, bushings, drivers, forces. */
#include "mechanism_tables.h"

#include <stddef.h>

/* ---- on joints ---- */

/* Where the coordinate of an item lies that acts on one. */
#define ON(type)                                                                                             \
    _Static_assert(offsetof(type, on) == offsetof(auth_joint_spring, on), "items on coordinates begin "      \
                                                                          "alike")
ON(auth_stop);
ON(auth_friction);
ON(auth_driver);
ON(auth_joint_force);

/* Rows of two kinds measure what the coordinate is. */
bool auth_begin_on_joint(auth_item *item)
{
    auth_joint_coordinate *on =
        (auth_joint_coordinate *)(void *)((char *)item->out + offsetof(auth_joint_spring, on));
    const bool good = auth_item_coordinate(item, on);
    item->angular = on->angular;
    return good;
}

/* ---- between two bodies ---- */

static bool check_pair(auth_item *item, const auth_field *field)
{
    return auth_item_differ(item, "a", field->key, "two different bodies, or a body and the ground,");
}

#define PAIR(type, a_, b_, a_at, b_at, one)                                                                  \
    BODY_AS("a", type, a_, one, GROUND),                                                                     \
        BODY_AS("b", type, b_, "The other body, or `ground`", GROUND, .check = check_pair,                   \
                OTHERWISE("`ground`")),                                                                      \
        PLACE_AS("a_at", type, a_at, LENGTH, "Its point in the frame of `a`, vector"),                       \
        PLACE_AS("b_at", type, b_at, LENGTH, "Its point in the frame of `b`, vector")

/* ---- a period of time ---- */

/* `until` 0 means without end, in the file and in memory. */
static void check_period(const auth_item *item, double from, double until)
{
    if (until != 0.0 && until <= from)
        COMPLAIN(item, "until", "'until' is not after 'from': give a later time");
}

#define PERIOD(type, from_, until_)                                                                          \
    QUANTITY_AS("from", type, from_, TIME, NOT_NEGATIVE, "Time at which it begins to act", DEFAULT("0")),    \
        QUANTITY_AS("until", type, until_, TIME, NOT_NEGATIVE, "Time at which it ceases to act; 0: never",   \
                    DEFAULT("0"))

/* ---- springs ---- */

/* Without a stiffness the free length means nothing; with one, a forgotten length would be a silent error. */
static bool check_spring_keys(const auth_item *item, const char *length)
{
    if (!auth_item_has(item, "stiffness") && !auth_item_has(item, "damping") &&
        !auth_item_has(item, "preload")) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "a spring that does nothing; 'stiffness', 'damping' or 'preload' is expected");
        return false;
    }
    return auth_item_has(item, "stiffness") ||
           auth_item_refuse(item, length, "has no effect without 'stiffness'");
}

static void check_spring(auth_item *item)
{
    const auth_spring *spring = item->out;
    check_period(item, spring->parameters.window[0], spring->parameters.window[1]);
    if (!check_spring_keys(item, "length")) return;
    if (spring->parameters.stiffness > 0.0 && !auth_item_has(item, "length"))
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "a spring with 'stiffness' needs its free 'length'; a length (e.g. \"80 mm\", or 0) is "
                      "expected");
}

static const auth_field spring_fields[] = {
    NAME(auth_spring, "Name of the spring"),
    PAIR(auth_spring, a, b, a_at, b_at, "The one body, or `ground`"),
    QUANTITY_AS("stiffness", auth_spring, parameters.stiffness, STIFFNESS, NOT_NEGATIVE,
                "Along the line of the points", DEFAULT("0")),
    QUANTITY_AS("damping", auth_spring, parameters.damping, DAMPING, NOT_NEGATIVE,
                "Along the line of the points", DEFAULT("0")),
    QUANTITY_AS("length", auth_spring, parameters.free, LENGTH, NOT_NEGATIVE,
                "Free length; required with a stiffness", OPTIONAL),
    QUANTITY_AS("preload", auth_spring, parameters.preload, FORCE, ANY, "Positive pushes the points apart",
                DEFAULT("0")),
    PERIOD(auth_spring, parameters.window[0], parameters.window[1]),
};
const auth_table auth_spring_table =
    AUTH_TABLE(auth_spring, spring_fields, .place = AUTH_AT(auth_spring, place), .check = check_spring);

static void check_joint_spring(auth_item *item)
{
    const auth_joint_spring *spring = item->out;
    check_period(item, spring->parameters.window[0], spring->parameters.window[1]);
}

static bool begin_joint_spring(auth_item *item)
{
    return auth_both(check_spring_keys(item, "rest"), auth_begin_on_joint(item));
}

static const auth_field joint_spring_fields[] = {
    NAME(auth_joint_spring, "Name of the spring"),
    ON_JOINT,
    EITHER_AS("stiffness", auth_joint_spring, parameters.stiffness, STIFFNESS, TORSIONAL_STIFFNESS,
              NOT_NEGATIVE, "Stiffness of the spring", DEFAULT("0")),
    EITHER_AS("damping", auth_joint_spring, parameters.damping, DAMPING, TORSIONAL_DAMPING, NOT_NEGATIVE,
              "Damping of the spring", DEFAULT("0")),
    EITHER_AS("rest", auth_joint_spring, parameters.free, LENGTH, ANGLE, ANY,
              "Coordinate at which the spring is slack", DEFAULT("0")),
    EITHER_AS("preload", auth_joint_spring, parameters.preload, FORCE, MOMENT, ANY,
              "Positive increases the coordinate", DEFAULT("0")),
    PERIOD(auth_joint_spring, parameters.window[0], parameters.window[1]),
};
const auth_table auth_joint_spring_table =
    AUTH_TABLE(auth_joint_spring, joint_spring_fields, .place = AUTH_AT(auth_joint_spring, place),
               .begin = begin_joint_spring, .check = check_joint_spring);

/* ---- stops ---- */

static void check_stop(auth_item *item)
{
    const auth_stop *stop = item->out;
    if (stop->parameters.lower >= stop->parameters.upper)
        COMPLAIN(item, "lower", "'lower' is %s and 'upper' is %s; lower below upper is expected",
                 auth_item_text(item, "lower"), auth_item_text(item, "upper"));
}

static const auth_field stop_fields[] = {
    NAME(auth_stop, "Name of the stop"),
    ON_JOINT,
    EITHER_AS("lower", auth_stop, parameters.lower, LENGTH, ANGLE, ANY, "Lower limit, below `upper`"),
    EITHER_AS("upper", auth_stop, parameters.upper, LENGTH, ANGLE, ANY, "Upper limit"),
    EITHER_AS("stiffness", auth_stop, parameters.stiffness, STIFFNESS, TORSIONAL_STIFFNESS, POSITIVE,
              "Stiffness of the stop, above zero"),
    EITHER_AS("damping", auth_stop, parameters.damping, DAMPING, TORSIONAL_DAMPING, NOT_NEGATIVE,
              "Damping of the stop", DEFAULT("0")),
    EITHER_AS("ramp", auth_stop, parameters.ramp, LENGTH, ANGLE, POSITIVE,
              "Penetration over which the damping increases to its full value", DEFAULT("1e-3"),
              .otherwise = "1 mm or 1 mrad"),
};
const auth_table auth_stop_table = AUTH_TABLE(auth_stop, stop_fields, .place = AUTH_AT(auth_stop, place),
                                              .begin = auth_begin_on_joint, .check = check_stop);

/* ---- friction: the words of the file for the letters of 000 section 2.3 ---- */

static const auth_word laws[] = {{"none", MB_FRICTION_NONE},
                                 {"viscous", MB_FRICTION_VISCOUS},
                                 {"bengisu-akay", MB_FRICTION_BENGISU_AKAY},
                                 {"brown-mcphee", MB_FRICTION_BROWN_MCPHEE},
                                 {"lugre", MB_FRICTION_LUGRE},
                                 {"modified-lugre", MB_FRICTION_MODIFIED_LUGRE},
                                 {"stiction", MB_FRICTION_STICTION},
                                 {"stick-slide", MB_FRICTION_STICK_SLIDE}};

const char *auth_friction_law_word(int value)
{
    for (int i = 0; i < AUTH_COUNT_OF(laws); i++)
        if (laws[i].value == value) return laws[i].word;
    return NULL;
}

#define LAW(name)        (1u << MB_FRICTION_##name)
#define LAW_OF(friction) (1u << (friction)->law)
#define SLIDER           (LAW(STICTION) | LAW(STICK_SLIDE))
#define STRIBECK         (LAW(BENGISU_AKAY) | LAW(BROWN_MCPHEE) | LAW(LUGRE) | LAW(MODIFIED_LUGRE) | SLIDER)
#define BRISTLE          (LAW(LUGRE) | LAW(MODIFIED_LUGRE))
#define FILM             LAW(MODIFIED_LUGRE)

/* `in`: where the parameters lie in the descriptor, nothing or "parameters." */
#define FRICTION_ROWS(type, in)                                                                              \
    CHOICE_AS("law", type, in law, laws, "Friction law"),                                                    \
        EITHER_AS("coulomb", type, in F_c, FORCE, MOMENT, NOT_NEGATIVE, "Coulomb friction F_c",              \
                  NEEDED(STRIBECK)),                                                                         \
        EITHER_AS("stiction", type, in F_s, FORCE, MOMENT, NOT_NEGATIVE,                                     \
                  "Static friction F_s, at least `coulomb`", NEEDED(STRIBECK)),                              \
        EITHER_AS("stribeck_velocity", type, in v_s, VELOCITY, ANGULAR_VELOCITY, POSITIVE,                   \
                  "Velocity of the Stribeck curve, v_s", NEEDED(STRIBECK)),                                  \
        EITHER_AS("slope", type, in xi, SLOWNESS, ANGULAR_SLOWNESS, POSITIVE,                                \
                  "Slope ξ of the sliding regime", NEEDED(LAW(BENGISU_AKAY))),                               \
        EITHER_AS("bristle_stiffness", type, in sigma_0, STIFFNESS, TORSIONAL_STIFFNESS, POSITIVE,           \
                  "Stiffness σ₀ of bristles", NEEDED(BRISTLE | SLIDER)),                                     \
        EITHER_AS("bristle_damping", type, in sigma_1, DAMPING, TORSIONAL_DAMPING, NOT_NEGATIVE,             \
                  "Damping σ₁ of bristles; above zero with `stiction`, `stick-slide`",                       \
                  NEEDED(BRISTLE | SLIDER)),                                                                 \
        EITHER_AS("viscous", type, in sigma_2, DAMPING, TORSIONAL_DAMPING, NOT_NEGATIVE,                     \
                  "Viscous friction σ₂", DEFAULT("0"), .of = LAW(VISCOUS) | STRIBECK,                        \
                  .needed = LAW(VISCOUS)),                                                                   \
        QUANTITY_AS("exponent", type, in n, NUMBER, POSITIVE, "Exponent of the Stribeck curve, n",           \
                    DEFAULT("2"), OF(BRISTLE)),                                                              \
        EITHER_AS("film_velocity", type, in v_b, VELOCITY, ANGULAR_VELOCITY, POSITIVE,                       \
                  "Velocity v_b of the maximum film thickness", NEEDED(FILM)),                               \
        QUANTITY_AS("film_acceleration_time", type, in tau_hp, TIME, POSITIVE,                               \
                    "Time constant of the film in acceleration", NEEDED(FILM)),                              \
        QUANTITY_AS("film_deceleration_time", type, in tau_hn, TIME, POSITIVE,                               \
                    "Time constant of the film in deceleration", NEEDED(FILM)),                              \
        QUANTITY_AS("film_dwell_time", type, in tau_h0, TIME, POSITIVE,                                      \
                    "Time constant of the film in dwell", NEEDED(FILM)),                                     \
        EITHER_AS("dwell_velocity", type, in v_dwell, VELOCITY, ANGULAR_VELOCITY, POSITIVE,                  \
                  "Speed below which the film dwells", DEFAULT("1e-6"), OF(FILM))

static void check_stiction(const auth_item *item, const mb_friction *friction)
{
    if ((LAW_OF(friction) & SLIDER) != 0 && auth_item_has(item, "bristle_damping") &&
        friction->sigma_1 == 0.0)
        COMPLAIN(item, "bristle_damping", "'bristle_damping' is 0: this law needs a value above zero");
    if (!auth_item_has(item, "stiction") || friction->F_s >= friction->F_c) return;
    COMPLAIN(item, "stiction",
             "'stiction' is %s and 'coulomb' is %s; stiction of at least the Coulomb friction is expected",
             auth_item_text(item, "stiction"), auth_item_text(item, "coulomb"));
}

static void check_seal(auth_item *item)
{
    check_stiction(item, item->out);
}

static const auth_field seal_fields[] = {FRICTION_ROWS(mb_friction, )};
const auth_table auth_seal_table = AUTH_TABLE(mb_friction, seal_fields, .kind_key = "law",
                                              .kind_words = "with the law", .check = check_seal);

static void check_friction(auth_item *item)
{
    check_stiction(item, &((const auth_friction *)item->out)->parameters);
}

static const auth_field friction_fields[] = {
    NAME(auth_friction, "Name of the friction"),
    ON_JOINT,
    FRICTION_ROWS(auth_friction, parameters.),
};
const auth_table auth_friction_table =
    AUTH_TABLE(auth_friction, friction_fields, .place = AUTH_AT(auth_friction, place), .kind_key = "law",
               .kind_words = "with the law", .begin = auth_begin_on_joint, .check = check_friction);

/* ---- bushings ---- */

static void check_bushing(auth_item *item)
{
    static const char *const keys[] = {"stiffness", "damping", "rotation_stiffness", "rotation_damping"};
    for (int i = 0; i < AUTH_COUNT_OF(keys); i++)
        if (auth_item_has(item, keys[i])) return;
    hl_report_add(item->reader->report, auth_node_place(item->node),
                  "a bushing that does nothing; 'stiffness', 'damping', 'rotation_stiffness' or "
                  "'rotation_damping' is expected");
}

#define BUSHING_ROW(key, kind, meaning_)                                                                     \
    VECTOR_AS(#key, auth_bushing, parameters.key, kind, NOT_NEGATIVE, meaning_, OTHERWISE("zeros"))

static const auth_field bushing_fields[] = {
    NAME(auth_bushing, "Name of the bushing"),
    PAIR(auth_bushing, a, b, a_at, b_at, "The one body, or `ground`"),
    PLACE_AS("a_turn", auth_bushing, a_turn, ANGLE,
             "Rotation vector: the bushing's axes in the frame of `a`"),
    PLACE_AS("b_turn", auth_bushing, b_turn, ANGLE,
             "Rotation vector: the bushing's axes in the frame of `b`"),
    BUSHING_ROW(stiffness, STIFFNESS, "Along the three axes, vector"),
    BUSHING_ROW(damping, DAMPING, "Along the three axes, vector"),
    BUSHING_ROW(rotation_stiffness, TORSIONAL_STIFFNESS, "About the three axes, vector"),
    BUSHING_ROW(rotation_damping, TORSIONAL_DAMPING, "About the three axes, vector"),
};
const auth_table auth_bushing_table =
    AUTH_TABLE(auth_bushing, bushing_fields, .place = AUTH_AT(auth_bushing, place), .check = check_bushing);

/* ---- drivers ---- */

/* The drivers before this one in the list have been read. */
static bool begin_driver(auth_item *item)
{
    auth_driver *driver = item->out;
    if (!auth_begin_on_joint(item)) {
        driver->on.joint = AUTH_NOT_FOUND;
        return false;
    }
    for (const auth_driver *other = driver - item->index; other < driver; other++) {
        if (other->on.joint != driver->on.joint || other->on.coordinate != driver->on.coordinate) continue;
        COMPLAIN(item, "joint",
                 "driver '%s' drives this coordinate already; one driver per coordinate is expected",
                 other->name);
        break;
    }
    return true;
}

static const auth_field driver_fields[] = {
    NAME(auth_driver, "Name of the driver"),
    ON_JOINT,
    EITHER_AS("offset", auth_driver, function.offset, LENGTH, ANGLE, ANY,
              "Coordinate at time 0, without the sine", DEFAULT("0")),
    EITHER_AS("rate", auth_driver, function.rate, VELOCITY, ANGULAR_VELOCITY, ANY, "Constant speed",
              DEFAULT("0")),
    EITHER_AS("acceleration", auth_driver, function.acceleration, ACCELERATION, ANGULAR_ACCELERATION, ANY,
              "Constant acceleration", DEFAULT("0")),
    EITHER_AS("amplitude", auth_driver, function.amplitude, LENGTH, ANGLE, ANY, "Amplitude of the sine",
              DEFAULT("0")),
    QUANTITY_AS("frequency", auth_driver, function.frequency, ANGULAR_VELOCITY, ANY,
                "Frequency of the sine; `1 Hz` is 2π rad/s", DEFAULT("0")),
    QUANTITY_AS("phase", auth_driver, function.phase, ANGLE, ANY, "Phase of the sine", DEFAULT("0")),
};
const auth_table auth_driver_table =
    AUTH_TABLE(auth_driver, driver_fields, .place = AUTH_AT(auth_driver, place), .begin = begin_driver);

/* ---- forces ---- */

static void check_force(auth_item *item)
{
    const mb_wrench_def *force = item->out;
    if (!auth_item_has(item, "force") && !auth_item_has(item, "moment"))
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "a force that does nothing; 'force' or 'moment' is expected");
    check_period(item, force->from, force->until);
}

static const auth_word frames[] = {{"world", 0}, {"body", 1}};
static const auth_field force_fields[] = {
    NAME(mb_wrench_def, "Name of the force"),
    BODY_AS("body", mb_wrench_def, body, "Name of a body"),
    PLACE_AS("at", mb_wrench_def, point, LENGTH, "Point of application in the body frame, vector"),
    VECTOR(mb_wrench_def, force, FORCE, ANY, "Vector; this or `moment` is required", OTHERWISE("zeros")),
    VECTOR(mb_wrench_def, moment, MOMENT, ANY, "Vector; this or `force` is required", OTHERWISE("zeros")),
    SWITCH_AS("frame", mb_wrench_def, follows_body, frames,
              "Axes of `force` and `moment`: `world`, or `body` (rotating with it)", DEFAULT("world")),
    PERIOD(mb_wrench_def, from, until),
};
const auth_table auth_force_table =
    AUTH_TABLE(mb_wrench_def, force_fields, .place = AUTH_AT(mb_wrench_def, place), .check = check_force);

static void check_joint_force(auth_item *item)
{
    const auth_joint_force *force = item->out;
    check_period(item, force->parameters.window[0], force->parameters.window[1]);
}

static const auth_field joint_force_fields[] = {
    NAME(auth_joint_force, "Name of the force"),
    ON_JOINT,
    EITHER_AS("force", auth_joint_force, parameters.force, FORCE, MOMENT, ANY,
              "Positive increases the coordinate"),
    PERIOD(auth_joint_force, parameters.window[0], parameters.window[1]),
};
const auth_table auth_joint_force_table =
    AUTH_TABLE(auth_joint_force, joint_force_fields, .place = AUTH_AT(auth_joint_force, place),
               .begin = auth_begin_on_joint, .check = check_joint_force);
