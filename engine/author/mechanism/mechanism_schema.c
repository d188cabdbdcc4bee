/* The schema of mechanism files as libcyaml tables: which keys there are, what each may hold. See
 * docs/mechanism.md for their meaning, schema.h for the conventions. A new section is one table here, one
 * struct in mechanism_raw.h and one reader. */
#include "circuit_raw.h"
#include "machine/machine_raw.h"
#include "reader/schema_fields.h"

#include "auth/machine.h"

/* ---- sections of the file ---- */

#define SECTION_OR_NOT(key, item)                                                                            \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_mechanism, key, &item##_value,  \
                         0, CYAML_UNLIMITED)
#define SECTION(key, item)                                                                                   \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER, raw_mechanism, key, &item##_value, 1, CYAML_UNLIMITED)

/* ---- words ---- */

static const cyaml_strval_t mechanism_word[] = {{"mechanism", 1}};
static const cyaml_strval_t machine_word[] = {{"machine", 1}};

static const cyaml_strval_t formulations[] = {
    {"ali3p", 1}, {"double-step", 2}, {"penalty", 3}, {"global", 4}};

static const cyaml_strval_t solvers[] = {{"auto", 1}, {"dense", 2}, {"tree", 3}, {"sparse", 4}};

static const cyaml_strval_t shapes[] = {{"point", SHAPE_POINT},
                                        {"rod", SHAPE_ROD},
                                        {"box", SHAPE_BOX},
                                        {"cylinder", SHAPE_CYLINDER},
                                        {"sphere", SHAPE_SPHERE}};

static const cyaml_strval_t axes[] = {{"x", AXIS_X}, {"y", AXIS_Y}, {"z", AXIS_Z}};

static const cyaml_strval_t joint_types[] = {{"fixed", MB_FIXED},
                                             {"revolute", MB_REVOLUTE},
                                             {"prismatic", MB_PRISMATIC},
                                             {"cylindrical", MB_CYLINDRICAL},
                                             {"universal", MB_UNIVERSAL},
                                             {"spherical", MB_SPHERICAL},
                                             {"free", MB_FREE}};

static const cyaml_strval_t loop_types[] = {
    {"revolute", MB_LOOP_REVOLUTE},       {"spherical", MB_LOOP_SPHERICAL}, {"universal", MB_LOOP_UNIVERSAL},
    {"cylindrical", MB_LOOP_CYLINDRICAL}, {"prismatic", MB_LOOP_PRISMATIC}, {"distance", MB_LOOP_DISTANCE}};

static const cyaml_strval_t frames[] = {{"world", 0}, {"body", 1}};

static const cyaml_strval_t quantities[] = {{"joint-position", AUTH_OUT_JOINT_POSITION},
                                            {"joint-velocity", AUTH_OUT_JOINT_VELOCITY},
                                            {"joint-acceleration", AUTH_OUT_JOINT_ACCELERATION},
                                            {"point-position", AUTH_OUT_POINT_POSITION},
                                            {"point-velocity", AUTH_OUT_POINT_VELOCITY},
                                            {"angular-velocity", AUTH_OUT_ANGULAR_VELOCITY},
                                            {"length", AUTH_OUT_LENGTH},
                                            {"rate", AUTH_OUT_RATE},
                                            {"force", AUTH_OUT_FORCE},
                                            {"bristle", AUTH_OUT_BRISTLE},
                                            {"film", AUTH_OUT_FILM},
                                            {"kinetic-energy", AUTH_OUT_KINETIC},
                                            {"potential-energy", AUTH_OUT_POTENTIAL},
                                            {"total-energy", AUTH_OUT_TOTAL},
                                            {"momentum", AUTH_OUT_MOMENTUM},
                                            {"angular-momentum", AUTH_OUT_ANGULAR_MOMENTUM},
                                            {"position-violation", AUTH_OUT_POSITION_VIOLATION},
                                            {"velocity-violation", AUTH_OUT_VELOCITY_VIOLATION},
                                            {"acceleration-violation", AUTH_OUT_ACCELERATION_VIOLATION},
                                            {"iterations", AUTH_OUT_ITERATIONS},
                                            {"pressure", AUTH_OUT_PRESSURE},
                                            {"spool", AUTH_OUT_SPOOL},
                                            {"swash", AUTH_OUT_SWASH},
                                            {"flow", AUTH_OUT_FLOW},
                                            {"command", AUTH_OUT_COMMAND},
                                            {"friction-force", AUTH_OUT_FRICTION_FORCE},
                                            {"work", AUTH_OUT_WORK},
                                            {"roll", AUTH_OUT_ROLL},
                                            {"pitch", AUTH_OUT_PITCH},
                                            {"heading", AUTH_OUT_HEADING},
                                            {"distance", AUTH_OUT_DISTANCE},
                                            {"reach", AUTH_OUT_REACH},
                                            {"height", AUTH_OUT_HEIGHT},
                                            {"speed", AUTH_OUT_SPEED}};

static const char *word_of(const cyaml_strval_t *words, uint32_t count, int value)
{
    for (uint32_t i = 0; i < count; i++)
        if (words[i].val == value) return words[i].str;
    return NULL;
}

const char *auth_formulation_word(int value)
{
    return word_of(formulations, LENGTH_OF(formulations), value);
}
const char *auth_solver_word(int value)
{
    return word_of(solvers, LENGTH_OF(solvers), value);
}
const char *auth_joint_type_word(int value)
{
    return word_of(joint_types, LENGTH_OF(joint_types), value);
}
const char *auth_loop_type_word(int value)
{
    return word_of(loop_types, LENGTH_OF(loop_types), value);
}
const char *auth_friction_law_word(int value)
{
    return word_of(friction_laws, LENGTH_OF(friction_laws), value);
}
const char *auth_output_quantity_word(int value)
{
    return word_of(quantities, LENGTH_OF(quantities), value);
}

/* ---- sections ---- */

static const cyaml_schema_field_t simulation_fields[] = {
    QUANTITY_OR_NOT(raw_simulation, seconds),
    QUANTITY_OR_NOT(raw_simulation, step),
    CHOICE_OR_NOT(raw_simulation, formulation, formulations),
    CHOICE_OR_NOT(raw_simulation, solver, solvers),
    QUANTITY_OR_NOT(raw_simulation, penalty),
    QUANTITY_OR_NOT(raw_simulation, tolerance),
    COUNT_OR_NOT(raw_simulation, iterations),
    QUANTITY_OR_NOT(raw_simulation, output_step),
    CYAML_FIELD_END};

static const cyaml_schema_field_t shape_fields[] = {
    CHOICE(raw_body_shape, kind, shapes),      QUANTITY_OR_NOT(raw_body_shape, length),
    VECTOR_OR_NOT(raw_body_shape, size),       QUANTITY_OR_NOT(raw_body_shape, radius),
    CHOICE_OR_NOT(raw_body_shape, axis, axes), CYAML_FIELD_END};

static const cyaml_schema_field_t body_fields[] = {
    NAME(raw_body),
    QUANTITY_OR_NOT(raw_body, mass),
    QUANTITY_OR_NOT(raw_body, density),
    FLAG_OR_NOT(raw_body, massless),
    VECTOR_OR_NOT(raw_body, centre),
    QUANTITIES_OR_NOT(raw_body, inertia, 3, 6),
    CYAML_FIELD_MAPPING_PTR("shape", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_body, shape, shape_fields),
    CYAML_FIELD_END};
ITEM(body);

static const cyaml_schema_field_t joint_fields[] = {
    NAME(raw_joint),
    CHOICE(raw_joint, type, joint_types),
    REFERENCE_OR_NOT(raw_joint, parent),
    REFERENCE(raw_joint, child),
    VECTOR_OR_NOT(raw_joint, at),
    VECTOR_OR_NOT(raw_joint, child_at),
    VECTOR_OR_NOT(raw_joint, axis),
    VECTOR_OR_NOT(raw_joint, axis2),
    VECTOR_OR_NOT(raw_joint, turn),
    QUANTITIES_OR_NOT(raw_joint, position, 0, MB_MAX_JOINT_DOF),
    QUANTITIES_OR_NOT(raw_joint, velocity, 0, MB_MAX_JOINT_DOF),
    FLAG_OR_NOT(raw_joint, hold),
    CYAML_FIELD_END};
ITEM(joint);

static const cyaml_schema_field_t loop_fields[] = {NAME(raw_loop),
                                                   CHOICE(raw_loop, type, loop_types),
                                                   REFERENCE(raw_loop, a),
                                                   REFERENCE_OR_NOT(raw_loop, b),
                                                   VECTOR_OR_NOT(raw_loop, a_at),
                                                   VECTOR_OR_NOT(raw_loop, b_at),
                                                   VECTOR_OR_NOT(raw_loop, a_axis),
                                                   VECTOR_OR_NOT(raw_loop, b_axis),
                                                   VECTOR_OR_NOT(raw_loop, a_normal),
                                                   VECTOR_OR_NOT(raw_loop, b_normal),
                                                   QUANTITY_OR_NOT(raw_loop, distance),
                                                   CYAML_FIELD_END};
ITEM(loop);

static const cyaml_schema_field_t spring_fields[] = {NAME(raw_spring),
                                                     REFERENCE(raw_spring, a),
                                                     REFERENCE_OR_NOT(raw_spring, b),
                                                     VECTOR_OR_NOT(raw_spring, a_at),
                                                     VECTOR_OR_NOT(raw_spring, b_at),
                                                     QUANTITY_OR_NOT(raw_spring, stiffness),
                                                     QUANTITY_OR_NOT(raw_spring, damping),
                                                     QUANTITY_OR_NOT(raw_spring, length),
                                                     QUANTITY_OR_NOT(raw_spring, preload),
                                                     CYAML_FIELD_END};
ITEM(spring);

static const cyaml_schema_field_t joint_spring_fields[] = {NAME(raw_joint_spring),
                                                           REFERENCE(raw_joint_spring, joint),
                                                           COUNT_OR_NOT(raw_joint_spring, coordinate),
                                                           QUANTITY_OR_NOT(raw_joint_spring, stiffness),
                                                           QUANTITY_OR_NOT(raw_joint_spring, damping),
                                                           QUANTITY_OR_NOT(raw_joint_spring, rest),
                                                           QUANTITY_OR_NOT(raw_joint_spring, preload),
                                                           CYAML_FIELD_END};
ITEM(joint_spring);

static const cyaml_schema_field_t stop_fields[] = {NAME(raw_stop),
                                                   REFERENCE(raw_stop, joint),
                                                   COUNT_OR_NOT(raw_stop, coordinate),
                                                   QUANTITY(raw_stop, lower),
                                                   QUANTITY(raw_stop, upper),
                                                   QUANTITY(raw_stop, stiffness),
                                                   QUANTITY_OR_NOT(raw_stop, damping),
                                                   QUANTITY_OR_NOT(raw_stop, ramp),
                                                   CYAML_FIELD_END};
ITEM(stop);

static const cyaml_schema_field_t friction_fields[] = {NAME(raw_friction),
                                                       REFERENCE(raw_friction, joint),
                                                       COUNT_OR_NOT(raw_friction, coordinate),
                                                       CHOICE(raw_friction, law, friction_laws),
                                                       FRICTION_PARAMETERS,
                                                       CYAML_FIELD_END};
ITEM(friction);

static const cyaml_schema_field_t bushing_fields[] = {NAME(raw_bushing),
                                                      REFERENCE(raw_bushing, a),
                                                      REFERENCE_OR_NOT(raw_bushing, b),
                                                      VECTOR_OR_NOT(raw_bushing, a_at),
                                                      VECTOR_OR_NOT(raw_bushing, b_at),
                                                      VECTOR_OR_NOT(raw_bushing, a_turn),
                                                      VECTOR_OR_NOT(raw_bushing, b_turn),
                                                      VECTOR_OR_NOT(raw_bushing, stiffness),
                                                      VECTOR_OR_NOT(raw_bushing, damping),
                                                      VECTOR_OR_NOT(raw_bushing, rotation_stiffness),
                                                      VECTOR_OR_NOT(raw_bushing, rotation_damping),
                                                      CYAML_FIELD_END};
ITEM(bushing);

static const cyaml_schema_field_t driver_fields[] = {NAME(raw_driver),
                                                     REFERENCE(raw_driver, joint),
                                                     COUNT_OR_NOT(raw_driver, coordinate),
                                                     QUANTITY_OR_NOT(raw_driver, offset),
                                                     QUANTITY_OR_NOT(raw_driver, rate),
                                                     QUANTITY_OR_NOT(raw_driver, acceleration),
                                                     QUANTITY_OR_NOT(raw_driver, amplitude),
                                                     QUANTITY_OR_NOT(raw_driver, frequency),
                                                     QUANTITY_OR_NOT(raw_driver, phase),
                                                     CYAML_FIELD_END};
ITEM(driver);

static const cyaml_schema_field_t force_fields[] = {NAME(raw_force),
                                                    REFERENCE(raw_force, body),
                                                    VECTOR_OR_NOT(raw_force, at),
                                                    VECTOR_OR_NOT(raw_force, force),
                                                    VECTOR_OR_NOT(raw_force, moment),
                                                    CHOICE_OR_NOT(raw_force, frame, frames),
                                                    QUANTITY_OR_NOT(raw_force, from),
                                                    QUANTITY_OR_NOT(raw_force, until),
                                                    CYAML_FIELD_END};
ITEM(force);

static const cyaml_schema_field_t joint_force_fields[] = {NAME(raw_joint_force),
                                                          REFERENCE(raw_joint_force, joint),
                                                          COUNT_OR_NOT(raw_joint_force, coordinate),
                                                          QUANTITY(raw_joint_force, force),
                                                          QUANTITY_OR_NOT(raw_joint_force, from),
                                                          QUANTITY_OR_NOT(raw_joint_force, until),
                                                          CYAML_FIELD_END};
ITEM(joint_force);

static const cyaml_schema_field_t point_fields[] = {NAME(raw_point), REFERENCE(raw_point, body),
                                                    VECTOR_OR_NOT(raw_point, at), CYAML_FIELD_END};
ITEM(point);

static const cyaml_schema_field_t output_fields[] = {NAME(raw_output),
                                                     CHOICE(raw_output, quantity, quantities),
                                                     TEXT_OR_NOT(raw_output, meaning, AUTH_MEANING_LENGTH),
                                                     REFERENCE_OR_NOT(raw_output, joint),
                                                     COUNT_OR_NOT(raw_output, coordinate),
                                                     REFERENCE_OR_NOT(raw_output, point),
                                                     REFERENCE_OR_NOT(raw_output, to),
                                                     REFERENCE_OR_NOT(raw_output, above),
                                                     REFERENCE_OR_NOT(raw_output, body),
                                                     REFERENCE_OR_NOT(raw_output, spring),
                                                     REFERENCE_OR_NOT(raw_output, joint_spring),
                                                     REFERENCE_OR_NOT(raw_output, stop),
                                                     REFERENCE_OR_NOT(raw_output, friction),
                                                     REFERENCE_OR_NOT(raw_output, joint_force),
                                                     REFERENCE_OR_NOT(raw_output, loop),
                                                     REFERENCE_OR_NOT(raw_output, circuit),
                                                     REFERENCE_OR_NOT(raw_output, node),
                                                     REFERENCE_OR_NOT(raw_output, command),
                                                     REFERENCE_OR_NOT(raw_output, throttle),
                                                     REFERENCE_OR_NOT(raw_output, leakage),
                                                     REFERENCE_OR_NOT(raw_output, check),
                                                     REFERENCE_OR_NOT(raw_output, relief),
                                                     REFERENCE_OR_NOT(raw_output, counterbalance),
                                                     REFERENCE_OR_NOT(raw_output, compensator),
                                                     REFERENCE_OR_NOT(raw_output, directional),
                                                     REFERENCE_OR_NOT(raw_output, load_sensing),
                                                     REFERENCE_OR_NOT(raw_output, pump),
                                                     REFERENCE_OR_NOT(raw_output, cylinder),
                                                     CYAML_FIELD_END};
ITEM(output);

/* ---- the files ---- */

#define MECHANISM_SECTIONS                                                                                   \
    VECTOR_OR_NOT(raw_mechanism, gravity), PART_OR_NOT(raw_mechanism, simulation, simulation_fields),        \
        SECTION(bodies, body), SECTION(joints, joint), SECTION_OR_NOT(loops, loop),                          \
        SECTION_OR_NOT(springs, spring), SECTION_OR_NOT(joint_springs, joint_spring),                        \
        SECTION_OR_NOT(stops, stop), SECTION_OR_NOT(friction, friction), SECTION_OR_NOT(bushings, bushing),  \
        SECTION_OR_NOT(drivers, driver), SECTION_OR_NOT(forces, force),                                      \
        SECTION_OR_NOT(joint_forces, joint_force),                                                           \
        CYAML_FIELD_SEQUENCE("circuits", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_mechanism, circuits,  \
                             &auth_circuit_schema, 0, CYAML_UNLIMITED),                                      \
        SECTION_OR_NOT(points, point), SECTION_OR_NOT(outputs, output)

static const cyaml_schema_field_t mechanism_fields[] = {FILE_HEAD(mechanism_word), MECHANISM_SECTIONS,
                                                        CYAML_FIELD_END};

const cyaml_schema_value_t auth_mechanism_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_mechanism, mechanism_fields)};

_Static_assert(offsetof(raw_machine, mechanism) == 0 && offsetof(raw_mechanism, head) == 0,
               "fields of a mechanism are fields of a machine");

#define MACHINE_FEW_OR_NOT(key, item, most)                                                                  \
    CYAML_FIELD_SEQUENCE(#key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, raw_machine, key,                   \
                         &auth_##item##_schema, 0, most)
#define MACHINE_LIST_OR_NOT(key, item) MACHINE_FEW_OR_NOT(key, item, CYAML_UNLIMITED)

static const cyaml_schema_field_t machine_fields[] = {
    FILE_HEAD(machine_word),
    REFERENCE(raw_machine, chassis),
    MACHINE_FEW_OR_NOT(variants, variant, AUTH_MAX_VARIANTS),
    MECHANISM_SECTIONS,
    MACHINE_LIST_OR_NOT(tires, tire),
    MACHINE_LIST_OR_NOT(wheels, wheel),
    MACHINE_LIST_OR_NOT(tracks, track),
    PART_OR_NOT(raw_machine, engine, auth_engine_fields),
    PART_OR_NOT(raw_machine, driveline, auth_driveline_fields),
    PART_OR_NOT(raw_machine, air_drag, auth_air_drag_fields),
    PART_OR_NOT(raw_machine, contact, auth_contact_fields),
    MACHINE_FEW_OR_NOT(materials, material_pair, AUTH_MAX_PAIRS),
    MACHINE_LIST_OR_NOT(shapes, shape),
    MACHINE_FEW_OR_NOT(tools, tool, AUTH_MAX_TOOLS),
    MACHINE_LIST_OR_NOT(controls, control),
    MACHINE_LIST_OR_NOT(bypasses, bypass),
    MACHINE_LIST_OR_NOT(pilots, pilot),
    QUANTITY_OR_NOT(raw_machine, pilot_pressure),
    MACHINE_LIST_OR_NOT(brakes, brake),
    MACHINE_LIST_OR_NOT(patterns, pattern),
    MACHINE_FEW_OR_NOT(faults, fault, AUTH_MAX_FAULTS),
    PART_OR_NOT(raw_machine, seat, auth_seat_fields),
    PART_OR_NOT(raw_machine, feel, auth_feel_fields),
    MACHINE_FEW_OR_NOT(sounds, voice, AUTH_VOICES),
    PART_OR_NOT(raw_machine, picture, auth_picture_fields),
    CYAML_FIELD_END};

const cyaml_schema_value_t auth_machine_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, raw_machine, machine_fields)};
