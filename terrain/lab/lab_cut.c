/* A blade is dragged through the ground: what resists it, over the way. */
#include "lab_parts.h"

#include "hl/trig.h"

#include <math.h>

static const double MARGIN = 1.5; /* of field around the way [m]: more than a wedge reaches */
static const double HEIGHT = 2.0; /* of the blade, of the depth: soil that rises before it stays there */
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
