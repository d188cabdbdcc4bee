/* Loads: a plate at rest, a rolling wheel. */
#include "lab_parts.h"

#include "terr/press.h"

#include <math.h>

static const double SETTLING = 0.5; /* a plate is watched for so long [s], thirty times what yielding takes */
static const double PLATE_MARGIN = 1.0; /* of field around it [m] */
static const double STIFFNESS = 1e10;   /* of the wheel [N/m]: a thousandth of a millimetre under 10 kN */
static const double STANDING = 0.3;     /* before it rolls [s] */
static const double SPEED = 0.5;        /* of the wheel [m/s] */
static const double WAY = 2.5;          /* [m] */
static const double MEASURED = 1.0;     /* the last part of it [m] */
enum { DISCS = 5 };

static hl_status make_field(const terr_lab *lab, double length, double breadth, hl_arena *arena,
                            terr_field **field, char *why)
{
    const terr_field_def def = lab_field_def(lab, length, breadth, NULL, arena);
    return def.shape ? terr_field_new(&def, arena, field, why) : HL_OUT_OF_MEMORY;
}

hl_status terr_lab_plate(const terr_lab *lab, double side, double force, hl_arena *arena, double *sinkage,
                         char *why)
{
    terr_field *field;
    const double square = side + 2.0 * PLATE_MARGIN;
    const hl_status status = make_field(lab, square, square, arena, &field, why);
    if (status != HL_OK) return status;
    const double lowest = -terr_field_definition(field)->depth;
    for (int k = 0; k * lab->step < SETTLING; k++) {
        (void)terr_plate_press(field, 0.0, 0.0, side, force, lowest, lab->step);
        terr_field_relax(field, 0);
    }
    *sinkage = -terr_field_sample(field, 0.0, 0.0).height;
    return HL_OK;
}

/* ---- wheel ---- */

/* The rut between two places along the middle line, cell by cell. */
static void look_at_rut(const terr_field *field, double from, double to, terr_lab_roll *roll)
{
    const double cell = terr_field_definition(field)->cell;
    const int count = (int)((to - from) / cell);
    double depth = 0.0;
    for (int k = 0; k < count; k++) {
        int column, row;
        if (!terr_field_cell(field, fma(k, cell, from), 0.0, &column, &row)) continue;
        depth -= terr_field_height(field, column, row);
    }
    roll->rut = count > 0 ? depth / count : 0.0;
}

/* The load is on it at every moment: every disc bears its share, and stands as deep in the plane under it as
 * its stiffness says. A tread without stiffness across: Bekker's wheel has the same sinkage everywhere. */
static void put_wheel(terr_wheel *wheel, const terr_wheel_soil *soil, double load, double x)
{
    for (int i = 0; i < DISCS; i++) {
        const double u = wheel->width * (i / (DISCS - 1.0) - 0.5);
        wheel->foot[i] = hl_v3(x, u, soil->height[i] - load / STIFFNESS);
        wheel->force[i] = load / DISCS;
    }
}

/* Steady state of the tire's law (tire/tire.h) at this slip, mu s/(s + mu/C), and R_c from its coefficient,
 * c_rr = R_c/F (1 - i). */
static void add_forces(const terr_wheel_soil *soil, const terr_lab_wheel *wheel, double share,
                       terr_lab_roll *roll)
{
    const double mu = soil->friction, i = wheel->slip;
    const double traction = i > 0.0 ? mu * i / (i + mu / soil->slip_stiffness) * wheel->load : 0.0;
    const double resistance = soil->rolling_resistance * wheel->load / (1.0 - i);
    roll->sinkage += share * soil->sinkage;
    roll->length += share * soil->contact_length;
    roll->traction += share * traction;
    roll->resistance += share * resistance;
    roll->drawbar += share * (traction - resistance);
}

hl_status terr_lab_roll_wheel(const terr_lab *lab, const terr_lab_wheel *wheel, hl_arena *arena,
                              terr_lab_roll *roll, char *why)
{
    terr_field *field;
    const double length = WAY + 2.0 * PLATE_MARGIN + 2.0 * wheel->radius;
    const hl_status status = make_field(lab, length, wheel->width + 2.0 * PLATE_MARGIN, arena, &field, why);
    if (status != HL_OK) return status;
    terr_wheel tire = {.radius = wheel->radius,
                       .width = wheel->width,
                       .discs = DISCS,
                       .forward = hl_v3(1, 0, 0),
                       .axle = hl_v3(0, 1, 0)};
    terr_wheel_soil soil = {.height = {0.0}};
    *roll = (terr_lab_roll){.rut = 0.0};
    const int standing = (int)(STANDING / lab->step), steps = standing + (int)(WAY / (SPEED * lab->step));
    const int measured = (int)(MEASURED / (SPEED * lab->step));
    double x = -0.5 * WAY;
    for (int k = 0; k < steps; k++) {
        const bool rolls = k >= standing;
        if (rolls) x += SPEED * lab->step;
        tire.rolling_speed = rolls ? SPEED / (1.0 - wheel->slip) : 0.0;
        tire.slip_velocity[0] = rolls ? SPEED - tire.rolling_speed : 0.0;
        put_wheel(&tire, &soil, wheel->load, x);
        terr_wheel_press(field, &tire, lab->step, &soil);
        terr_field_relax(field, 0);
        if (k >= steps - measured) add_forces(&soil, wheel, 1.0 / measured, roll);
    }
    const double behind = x - wheel->radius; /* the contact lies before it */
    look_at_rut(field, behind - MEASURED, behind, roll);
    return HL_OK;
}
