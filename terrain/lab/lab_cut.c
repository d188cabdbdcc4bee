/* Experiments with loads: a blade dragged through the ground, and plates pressed into it. */
#include "lab_parts.h"

#include "hl/real.h"
#include "terr/press.h"

#include <math.h>

static const double MARGIN = 1.5; /* of field around the way [m]: more than a wedge reaches */
static const double HEIGHT = 2.0; /* of the blade, of the depth: soil that rises before it stays there */
static const double RUN_IN = 2.0, RUN_IN_SPEED = 0.5; /* of the depth [1], [m/s] */
enum { GRAINS = 6000 };

/* An open blade of one plate. */
static terr_tool_def blade_of(const terr_lab_cut *cut)
{
    double sine, cosine;
    hl_sincos(cut->rake, &sine, &cosine);
    const double along = HEIGHT * cut->depth / sine;
    return (terr_tool_def){.corners = 2,
                           .profile = {{0.0, 0.0}, {-along * cosine, along * sine}},
                           .width = cut->width,
                           .thickness = cut->thickness,
                           .sides = false};
}

double terr_lab_cut_expected(const terr_soil *soil, const terr_lab_cut *cut)
{
    const terr_wedge wedge = terr_wedge_of(soil->friction_angle, soil->steel_friction, cut->rake);
    const double F = terr_cutting_force(&wedge, soil->bank_density, soil->cohesion, soil->adhesion,
                                        cut->width, cut->depth, 0.0);
    double sine, cosine, sine_rake, cosine_rake;
    hl_sincos(cut->rake + soil->steel_friction, &sine, &cosine);
    hl_sincos(cut->rake, &sine_rake, &cosine_rake);
    return F * sine + soil->adhesion * cut->width * cut->depth * cosine_rake / sine_rake;
}

/* Particles above the blade and before it [kg]. */
static double mass_of_particles(const terr_sand *sand)
{
    return terr_kilograms(terr_sand_ledger(sand).particles);
}

static void drag(const terr_lab *lab, const terr_lab_cut *cut, terr_sand *sand, terr_lab_cutting *cutting)
{
    const int steps = (int)(cut->way / (cut->speed * lab->step));
    terr_tool_motion motion = {.position = hl_v3(-0.5 * cut->way, 0.0, -cut->depth),
                               .rotation = hl_mat3_identity(),
                               .velocity = hl_v3(cut->speed, 0.0, 0.0)};
    int counts[TERR_LAB_CUT_POINTS] = {0};
    double late = 0.0;
    int of_late = 0;
    for (int k = 0; k < steps; k++) {
        terr_tool_load load;
        terr_sand_step(sand, &motion, &load);
        const double way = k * cut->speed * lab->step;
        const double edge = load.resistance.cuts ? load.resistance.ahead : 0.0, total = edge - load.force.x;
        const int point = (int)((double)k * TERR_LAB_CUT_POINTS / steps);
        cutting->edge[point] += edge, cutting->total[point] += total, cutting->way[point] += way;
        counts[point]++;
        if (k == 0) cutting->fresh = edge;
        if (way >= 0.75 * cut->way) late += total, of_late++;
        motion.position.x += cut->speed * lab->step;
    }
    for (int i = 0; i < TERR_LAB_CUT_POINTS; i++) {
        const double share = counts[i] > 0 ? 1.0 / counts[i] : 0.0;
        cutting->edge[i] *= share, cutting->total[i] *= share, cutting->way[i] *= share;
    }
    cutting->late = of_late > 0 ? late / of_late : 0.0;
}

hl_status terr_lab_drag(const terr_lab *lab, const terr_lab_cut *cut, hl_arena *arena,
                        terr_lab_cutting *cutting, char *why)
{
    const terr_tool_def blade = blade_of(cut);
    const terr_field_def def =
        lab_field_def(lab, cut->way + 2.0 * MARGIN, cut->width + 2.0 * MARGIN, NULL, arena);
    terr_sand *sand;
    const hl_status status = lab_sand(lab, &def, &blade, GRAINS, arena, &sand, why);
    if (status != HL_OK) return status;
    *cutting = (terr_lab_cutting){.fresh = 0.0};
    drag(lab, cut, sand, cutting);
    cutting->carried = mass_of_particles(sand);
    cutting->missing = lab_missing(sand);
    return HL_OK;
}

/* ---- digging ---- */

/* Move the blade to a place within a step. */
static void move_to(const terr_lab *lab, terr_sand *sand, terr_tool_motion *motion, hl_vec3 to)
{
    terr_tool_load load;
    motion->velocity = hl_scale(1.0 / lab->step, hl_sub(to, motion->position));
    terr_sand_step(sand, motion, &load);
    motion->position = to;
}

/* @return steps of a way at a speed */
static int steps_of(const terr_lab *lab, double way, double speed)
{
    return (int)(way / (speed * lab->step) + 0.5);
}

static void run_in(const terr_lab *lab, const terr_lab_cut *cut, terr_sand *sand, terr_tool_motion *motion)
{
    const double from = motion->position.x;
    const int steps = steps_of(lab, RUN_IN * cut->depth, RUN_IN_SPEED);
    for (int k = 1; k <= steps; k++)
        move_to(lab, sand, motion, hl_v3(fma(k, RUN_IN_SPEED * lab->step, from), 0.0, -cut->depth));
}

static void dig(const terr_lab *lab, const terr_lab_cut *cut, terr_lab_rocking rocking, double seconds,
                terr_sand *sand, terr_lab_dug *dug)
{
    terr_tool_motion motion = {.position = hl_v3(-0.5 * (cut->way + RUN_IN * cut->depth), 0.0, -cut->depth),
                               .rotation = hl_mat3_identity()};
    run_in(lab, cut, sand, &motion);
    const double from = motion.position.x;
    const terr_ledger before = terr_sand_ledger(sand);
    const int steps = seconds > 0.0 ? (int)(seconds / lab->step + 0.5) : steps_of(lab, cut->way, cut->speed);
    for (int k = 1; k <= steps; k++) {
        double sine, cosine;
        hl_sincos(2.0 * HL_PI * rocking.frequency * k * lab->step, &sine, &cosine);
        const double x = fma(k, cut->speed * lab->step, from);
        move_to(lab, sand, &motion,
                hl_v3(x - rocking.amplitude * (1.0 - cosine), 0.0, -cut->depth - rocking.amplitude * sine));
    }
    const terr_ledger after = terr_sand_ledger(sand);
    dug->swept = cut->width * cut->depth * steps * cut->speed * lab->step * lab->soil->bank_density;
    dug->dug = terr_kilograms(after.dug - before.dug);
    dug->merged = terr_kilograms(after.merged - before.merged);
    dug->missing = lab_missing(sand);
}

hl_status terr_lab_dig(const terr_lab *lab, const terr_lab_cut *cut, terr_lab_rocking rocking, double seconds,
                       hl_arena *arena, terr_lab_dug *dug, char *why)
{
    const terr_tool_def blade = blade_of(cut);
    const double length = cut->way + RUN_IN * cut->depth + 2.0 * MARGIN;
    const terr_field_def def = lab_field_def(lab, length, cut->width + 2.0 * MARGIN, NULL, arena);
    terr_sand *sand;
    const hl_status status = lab_sand(lab, &def, &blade, GRAINS, arena, &sand, why);
    if (status == HL_OK) dig(lab, cut, rocking, seconds, sand, dug);
    return status;
}

/* Loads: a plate at rest, a rolling wheel. */
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
