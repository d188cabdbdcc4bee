/* A soil file (`headland: soil`): a named set of parameters with its sources. docs/soil.md explains the file.
 * Members and keys have the names of the members of terr_soil; terr/soil.h explains them. */
#ifndef AUTH_SOIL_H
#define AUTH_SOIL_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

typedef struct auth_soil {
    const char *name, *description;
    double loose_density, bank_density;
    double repose, friction_angle, cohesion, steel_friction, adhesion;
    double bekker_cohesive, bekker_frictional, bekker_exponent;
    double janosi_displacement, tip_pressure, pressing, solid_share;
    double restitution, sliding_friction, rolling_friction;
} auth_soil;

/** Read a soil file; see auth_mechanism_read. Impossible values (a bank density below the loose density,
 * angles above 60 deg, ...) are errors. */
hl_status auth_soil_read(const char *path, hl_arena *arena, auth_soil **soil, hl_report *report);
hl_status auth_soil_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                          auth_soil **soil, hl_report *report);

#endif
