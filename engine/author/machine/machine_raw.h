/* What a machine file has besides a mechanism's sections, as libcyaml reads it; see reader/schema.h. Private
 * to the author room. */
#ifndef AUTHOR_MACHINE_RAW_H
#define AUTHOR_MACHINE_RAW_H

#include "reader/schema.h"

typedef struct raw_fuel {
    char *density, *tank, *fill;
} raw_fuel;

typedef struct raw_consumption {
    char **speeds, **loads, **table;
    unsigned speeds_count, loads_count, table_count;
} raw_consumption;

typedef struct raw_auto_idle {
    char *throttle, *delay;
} raw_auto_idle;

typedef struct raw_engine {
    char *joint, ***full_load, ***motoring, ***idle_consumption, *idle_speed, *top_speed, *droop, *lag,
        *prompt, *stall_speed, *starter_torque, *starter_speed;
    unsigned full_load_count, motoring_count, idle_consumption_count;
    raw_fuel *fuel;
    raw_consumption *consumption;
    raw_auto_idle *auto_idle;
} raw_engine;

typedef struct raw_driven_wheels {
    char *front_left, *front_right, *rear_left, *rear_right;
} raw_driven_wheels;

typedef struct raw_gear {
    char *name, *ratio;
} raw_gear;

typedef struct raw_reverse {
    char *factor, *time, *take_hold, *max_speed;
} raw_reverse;

typedef struct raw_clutch {
    char *capacity, *slip, *damping;
} raw_clutch;

typedef struct raw_gearbox {
    char *efficiency, *drag_torque, *drag_speed;
} raw_gearbox;

typedef struct raw_shaft {
    char *inertia, *stiffness, *damping;
} raw_shaft;

typedef struct raw_axles {
    char *front_ratio, *rear_ratio, *efficiency;
} raw_axles;

typedef struct raw_differentials {
    char *split, *centre_lock, *front_lock, *rear_lock, *slip, *damping;
} raw_differentials;

typedef struct raw_brakes {
    char *service_front, *service_rear, *parking_front, *parking_rear, *slip, *damping;
} raw_brakes;

typedef struct raw_driveline {
    raw_driven_wheels *wheels;
    raw_gear *gears;
    unsigned gears_count;
    char *start_gear, *shift_time;
    raw_reverse *reverse;
    raw_clutch *clutch;
    raw_gearbox *gearbox;
    raw_shaft *shaft;
    raw_axles *axles;
    raw_differentials *differentials;
    raw_brakes *brakes;
} raw_driveline;

typedef struct raw_follow {
    char *joint, *low, *high, *gain;
    unsigned coordinate;
} raw_follow;

/** Both brake pedals: a word beyond the roles of auth_drive_role. */
enum { RAW_DRIVE_BOTH_BRAKES = 100 };

typedef struct raw_control {
    char *name, *meaning, *range[2], *safe, *initial, *circuit, *command, *dead_band, *progression, *full;
    int drive; /* auth_drive_role, RAW_DRIVE_BOTH_BRAKES; 0: not given */
    raw_follow *follow;
    bool electric;
} raw_control;

typedef struct raw_bypass {
    char *name, *circuit, *command, *full, **controls;
    unsigned controls_count;
} raw_bypass;

typedef struct raw_yield {
    char *to, *share;
    int side; /* auth_side */
} raw_yield;

typedef struct raw_pilot {
    char *name, *control, *circuit, *command, *from, *full;
    int side; /* auth_side */
    raw_yield *yields;
    unsigned yields_count;
} raw_pilot;

/* On a joint coordinate; those of the driveline are raw_brakes. */
typedef struct raw_brake {
    char *name, *joint, *torque, *slip, *damping, *delay, **released_by;
    unsigned coordinate, released_by_count;
} raw_brake;

typedef struct raw_lever {
    char *control;
    int lever; /* see auth_lever_word */
    bool invert;
} raw_lever;

typedef struct raw_pattern {
    char *name, *meaning;
    raw_lever *levers;
    unsigned levers_count;
} raw_pattern;

typedef struct raw_choice {
    char *name, *meaning;
} raw_choice;

typedef struct raw_variant {
    char *name, *meaning;
    raw_choice *choices;
    unsigned choices_count;
} raw_variant;

typedef struct raw_machine {
    raw_engine *engine;
    raw_driveline *driveline;
    raw_control *controls;
    raw_bypass *bypasses;
    raw_pilot *pilots;
    char *pilot_pressure;
    raw_brake *brakes;
    raw_pattern *patterns;
    raw_variant *variants;
    unsigned variants_count;
    unsigned controls_count, bypasses_count, pilots_count, brakes_count, patterns_count;
} raw_machine;

/** Schema of the whole file: a pointer to a raw_machine. */
extern const cyaml_schema_value_t auth_machine_schema;

/** Schema of the list of variants. */
extern const cyaml_schema_value_t auth_variants_schema;

/** Schemas of its parts, for the table of the whole file. */
extern const cyaml_schema_value_t auth_control_schema, auth_variant_schema, auth_bypass_schema,
    auth_pilot_schema, auth_brake_schema, auth_pattern_schema;
extern const cyaml_schema_field_t auth_engine_fields[], auth_driveline_fields[];

/** Word of a role as files write it. */
const char *auth_drive_role_word(int role);

#endif
