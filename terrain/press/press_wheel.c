/* Friction and rolling resistance of the soil under a tire.
 *
 * Strength: mu = tan phi + c/p, p the mean pressure. Shear: the steady state of the
 * LuGre law (tire/tire.h) at the slip s = |v|/(r |omega|) is mu s/(s + mu/C). It is Janosi's mu M(s) for
 *
 *     C = mu M/(s (1 - M)) = mu (l/K) [1/(1 - e^-u) - 1/u],   u = s l/K;
 *
 * the bracket goes from 1/2 (no slip: C = mu l/(2 K)) to 1. Rolling resistance: R_c, for the sinkage added by
 * this pass, has the power R_c v on the rut; the moment on the wheel has the same power c_rr F r omega:
 *
 *     c_rr = R_c/F v/(r omega). */
#include "terr/press.h"

#include "field/field_internal.h"
#include "press_internal.h"

#include "hl/real.h"
#include "hl/status.h"

static const double UNLOADED = 1.0; /* weight of a disc without force in the tire's means [N] */

/* The ground under or before a disc. */
typedef struct ground {
    double firmness; /* [m] */
    double bank;     /* share of shear that bank soil bears [1] */
} ground;

static bool in_order(const terr_wheel *wheel)
{
    double sum = wheel->radius + wheel->width + wheel->rolling_speed + wheel->forward.x + wheel->forward.y +
                 wheel->slip_velocity[0] + wheel->slip_velocity[1];
    for (int i = 0; i < wheel->discs; i++)
        sum += wheel->foot[i].x + wheel->foot[i].y + wheel->foot[i].z + wheel->force[i];
    const double forward = wheel->forward.x * wheel->forward.x + wheel->forward.y * wheel->forward.y;
    /* a wheel that lies flat has no direction */
    return isfinite(sum) && wheel->radius > 0.0 && wheel->width > 0.0 && forward > 0.5;
}

/* The four cells about a place, with their bilinear weights. */
typedef struct corners {
    int column, row; /* of the lower left one */
    double weight[4];
} corners;

/* @return false: the place is outside the field, on rigid ground */
static bool corners_about(const terr_field *field, double x, double y, corners *about)
{
    const terr_field_def *def = terr_field_definition(field);
    const double u = (x - def->origin[0]) / def->cell - 0.5, v = (y - def->origin[1]) / def->cell - 0.5;
    if (!(u > -1.0 && v > -1.0 && u < def->columns && v < def->rows)) return false;
    const double column = floor(u), row = floor(v), a = u - column, b = v - row;
    about->column = (int)column;
    about->row = (int)row;
    for (int k = 0; k < 4; k++) about->weight[k] = ((k & 1) != 0 ? a : 1.0 - a) * (k >> 1 ? b : 1.0 - b);
    return true;
}

/* A corner; outside the field it holds nothing. */
static field_column corner_at(const terr_field *field, const corners *about, int k)
{
    const int column = about->column + (k & 1), row = about->row + (k >> 1);
    return field_inside(field, column, row) ? field_column_at(field, column, row) : (field_column){.soil = 0};
}

/* Bilinear between the middles of four cells. */
static ground look_between(const terr_field *field, double x, double y)
{
    const terr_field_def *def = terr_field_definition(field);
    ground sum = {0.0, 0.0};
    corners about;
    if (!corners_about(field, x, y, &about)) return sum;
    for (int k = 0; k < 4; k++) {
        const field_column held = corner_at(field, &about, k);
        const double loose =
            terr_kilograms(held.loose) / (def->soils[held.soil].loose_density * def->cell * def->cell);
        sum.firmness += about.weight[k] * (held.firmness * FIELD_FIRMNESS_QUANTUM);
        sum.bank += about.weight[k] * hl_max(1.0 - loose / TERR_LUG_DEPTH, 0.0);
    }
    return sum;
}

double press_firmness(const terr_field *field, double x, double y)
{
    double sum = 0.0;
    corners about;
    if (!corners_about(field, x, y, &about)) return sum;
    for (int k = 0; k < 4; k++) {
        const int column = about.column + (k & 1), row = about.row + (k >> 1);
        if (!field_inside(field, column, row)) continue;
        const int32_t touched = field->index[field_tile_of(field, column, row)];
        if (touched != FIELD_UNTOUCHED) /* others have borne nothing */
            sum += about.weight[k] *
                   (field->tile[touched].firmness[field_cell_of(column, row)] * FIELD_FIRMNESS_QUANTUM);
    }
    return sum;
}

/* v/(r omega), 0 to 1, and 0 at rest: the share of rolling that makes rut. */
static double share_of_travel(const terr_wheel *wheel)
{
    const double rolling = wheel->rolling_speed, moving = rolling + wheel->slip_velocity[0];
    return hl_clamp(moving * rolling / hl_max(rolling * rolling, TERR_SLOW * TERR_SLOW), 0.0, 1.0);
}

/* Means over the discs, weighed with their forces. */
typedef struct offer {
    double weight;
    double tan_phi, cohesion, displacement; /* displacement: K */
    double length;                          /* of contact */
    double resistance;                      /* R_c, a sum [N] */
} offer;

/* [1/(1 - e^-u) - 1/u] */
static double traction_shape(double u)
{
    static const double SMALL = 1e-2; /* below: series, the next term u^5/30240; above: 4e-14 lost by the
                                         difference */
    if (u < SMALL) return 0.5 + u * (1.0 / 12.0 - u * u / 720.0);
    return -1.0 / hl_expm1(-u) - 1.0 / u;
}

/* The ground before a disc: where it is going, or at rest between both sides. */
static double firmness_ahead(const terr_field *field, const tire *t, int i, double sinkage)
{
    const tread *disc = &t->disc[i];
    const hl_vec3 foot = t->wheel->foot[i];
    const double R = t->wheel->radius, d = t->area.def->cell;
    /* 1.5 d beyond the arc: all four cells about it are untouched by this tire */
    const double reach = sqrt(2.0 * R * (disc->deflection + sinkage)) + 1.5 * d;
    const double onwards = hl_clamp(0.5 + 0.5 * t->wheel->rolling_speed / TERR_SLOW, 0.0, 1.0);
    double firmness = 0.0;
    for (int side = 0; side < 2; side++) {
        const double share = side == 0 ? onwards : 1.0 - onwards;
        if (!(share > 0.0)) continue;
        const double s = R * disc->slope + (side == 0 ? reach : -reach);
        firmness += share * press_firmness(field, fma(s, t->area.forward[0], foot.x),
                                           fma(s, t->area.forward[1], foot.y));
    }
    return firmness;
}

static void offer_of_disc(const terr_field *field, const tire *t, int i, offer *sum, double *sinkage)
{
    const terr_wheel *wheel = t->wheel;
    const tread *disc = &t->disc[i];
    const terr_soil *soil = t->soil[i];
    const double R = wheel->radius, weight = hl_max(wheel->force[i], 0.0) + UNLOADED;
    const ground under = look_between(field, wheel->foot[i].x, wheel->foot[i].y);
    const double borne = hl_min(under.firmness, disc->dug); /* by this load */
    const double before = hl_min(firmness_ahead(field, t, i, borne), borne);
    const double length = disc->flat + sqrt(2.0 * R * (disc->deflection + borne - before));
    double sine, cosine;
    hl_sincos(soil->friction_angle, &sine, &cosine);
    sum->weight += weight;
    sum->tan_phi += weight * sine / cosine;
    sum->cohesion += weight * soil->cohesion * under.bank;
    sum->displacement += weight * soil->janosi_displacement;
    sum->length += weight * length;
    if (borne > before)
        sum->resistance += (terr_compaction_resistance(soil, wheel->width, borne) -
                            terr_compaction_resistance(soil, wheel->width, before)) /
                           wheel->discs;
    *sinkage = hl_max(*sinkage, borne - before);
}

static void make_offer(const tire *t, const offer *sum, double force, terr_wheel_soil *soil)
{
    const double K = sum->displacement / sum->weight, length = sum->length / sum->weight;
    const double cohesion = sum->cohesion / sum->weight;
    const double p = force / (t->wheel->width * hl_max(length, TERR_SHORTEST_CONTACT));
    soil->contact_length = length;
    soil->pressure = p;
    soil->friction = sum->tan_phi / sum->weight +
                     cohesion * p / (p * p + TERR_LIGHT_PRESSURE * TERR_LIGHT_PRESSURE); /* c/p */
    soil->bristle_stiffness = soil->friction / K;
    const double relative = hl_max(length, TERR_SHORTEST_CONTACT) / K,
                 curve_slip = t->speed / hl_max(fabs(t->wheel->rolling_speed), TERR_SLOW);
    soil->slip_stiffness = soil->friction * relative * traction_shape(curve_slip * relative);
    if (force > 0.0) soil->rolling_resistance = sum->resistance / force * share_of_travel(t->wheel);
}

void terr_wheel_press(terr_field *field, const terr_wheel *wheel, double step, terr_wheel_soil *soil)
{
    HL_ASSERT(wheel->discs >= 1 && wheel->discs <= TERR_MAX_DISCS);
    *soil = (terr_wheel_soil){.friction = 0.0};
    tire t;
    if (in_order(wheel) && press_tread_set_up(&t, field, wheel, step)) {
        const double force = press_tread_yield(&t, field);
        offer sum = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
        for (int i = 0; i < wheel->discs; i++)
            if (t.soil[i] != NULL) offer_of_disc(field, &t, i, &sum, &soil->sinkage);
        make_offer(&t, &sum, force, soil);
    }
    for (int i = 0; i < wheel->discs; i++) {
        const terr_sample sample = terr_field_sample(field, wheel->foot[i].x, wheel->foot[i].y);
        soil->height[i] = sample.height;
        soil->normal[i] = sample.normal;
    }
}
