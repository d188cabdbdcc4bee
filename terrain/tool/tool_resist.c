/* Resistance of soil to tools, by the fundamental equation of earthmoving. */
#include "tool_internal.h"

#include "hl/real.h"
#include "hl/status.h"
#include "terr/soil.h"

#include <math.h>

/* ---- the fundamental equation of earthmoving ---- */

/* The fundamental equation of earthmoving (A. R. Reece, The fundamental equation of earth-moving mechanics,
 * Proc. Inst. Mech. Eng. 179, 1964; E. McKyes, Soil Cutting and Tillage, 1985): a blade of width w at rake
 * beta pushes a wedge of soil up along a plane that stands at rho to the horizontal.
 *
 *   F = w (gamma g d^2 N_g + c d N_c + c_a d N_ca + q d N_q)
 *
 * Two-dimensional and static: no wedges at the sides, no inertia. The weight of the wedge gives N_g; rho is
 * the angle at which it is least, for then the wedge gives way first. */

/* Without any friction all wedges weigh the same; a trace of it tells which one to take [rad]. */
static const double LEAST_FRICTION = 1e-3;
enum { HALVINGS = 52 }; /* bits of a double's fraction: the angle to its last digit */

static double cotangent(double angle)
{
    double sine, cosine;
    hl_sincos(angle, &sine, &cosine);
    return cosine / sine;
}

/* d/d rho of ln N_g, with cot rho - cot(beta + rho) = csc^2 rho/(cot beta + cot rho) and
 * D = sin(beta + delta + rho + phi)/sin(rho + phi). Rises through zero once, from -infinity at rho = 0 to
 * +infinity at rho = pi - beta - delta - phi. */
static double growth_of_weight(double phi, double delta, double beta, double rho)
{
    return cotangent(beta + rho) - cotangent(rho) + cotangent(rho + phi) -
           cotangent(beta + delta + rho + phi);
}

terr_wedge terr_wedge_of(double friction_angle, double steel_friction, double rake)
{
    const double phi = fmax(friction_angle, LEAST_FRICTION), delta = steel_friction, beta = rake;
    HL_ASSERT(beta > 0.0 && beta + delta + phi < HL_PI);
    double low = 0.0, high = HL_PI - beta - delta - phi;
    for (int i = 0; i < HALVINGS; i++) {
        const double middle = 0.5 * (low + high);
        if (growth_of_weight(phi, delta, beta, middle) < 0.0)
            low = middle;
        else
            high = middle;
    }
    const double rho = 0.5 * (low + high);
    double sine, cosine;
    hl_sincos(beta + delta, &sine, &cosine);
    const double cot_beta = cotangent(beta), cot_rho = cotangent(rho), cot_slip = cotangent(rho + phi);
    const double D = cosine + sine * cot_slip;
    const double N_g = (cot_beta + cot_rho) / (2.0 * D);
    return (terr_wedge){.angle = rho,
                        .N_g = N_g,
                        .N_c = (1.0 + cot_rho * cot_slip) / D,
                        .N_ca = (1.0 - cot_beta * cot_slip) / D,
                        .N_q = 2.0 * N_g,
                        .rake = beta};
}

double terr_cutting_force(const terr_wedge *wedge, double density, double cohesion, double adhesion,
                          double width, double depth, double surcharge)
{
    const double weight = density * TERR_GRAVITY * depth * wedge->N_g + surcharge * wedge->N_q;
    return width * depth * (weight + cohesion * wedge->N_c + adhesion * wedge->N_ca);
}

/* ---- resistance of tools ---- */

/* Resistance of a tool's edge: the fundamental equation of earthmoving at stations across the width, with the
 * pile in front of the edge and the load of the tool as surcharge, and the tip resistance of edge and teeth.
 *
 *   ahead   sum of the horizontal parts of F (rake of the floor against the horizontal), and of the tips
 *   back    F on an upright blade as deep as the edge lies under the ground behind the tool
 *   across  F on an upright blade as long as a side wall; without side walls as the plate is thick
 *   down    tips, and steel friction on both faces of the floor
 *   up      shear along an upright plane before the edge, under the pressure of soil at rest
 *
 * All of them are continuous in the immersion and vanish with it. Immersion is that of the edge under the
 * ground two cells ahead, which is not cut yet. The contact handles bearing under a level floor. */

/* Range of rakes. Below 30 degrees it is the bevel of the edge that cuts: 30 degrees is a common bevel.
 * Above 90 degrees, and within 20 degrees of the rake at which no wedge gives way (pi - phi - delta), soil
 * that stays before the blade makes a flatter one of it. */
static const double LEAST_RAKE = 0.5235987755982988, MOST_RAKE = 1.5707963267948966; /* [rad] */
static const double RAKE_MARGIN = 0.3490658503988659;                                /* [rad] */
static const double BEFORE = 2.0;      /* cells: the smooth surface there does not feel the cut */
static const double LEVER = 1.0 / 3.0; /* height of the resultant of a pressure that grows with depth, over
                                          the depth [1] */
static const double LEAST_LIMIT = 1.0; /* [N] */
/* Speed at which half of the passive wedge's vertical force has been called up [m/s]: it acts on a tool that
 * pushes, not on one that stands. */
static const double CALLING_SPEED = 0.05;
enum { PILED_SAMPLES = 3 };

void dig_add_soil(const terr_soil *soil, dig_soil *made)
{
    const double steepest =
        fmin(MOST_RAKE, HL_PI - soil->friction_angle - soil->steel_friction - RAKE_MARGIN);
    const double flattest = fmin(LEAST_RAKE, steepest);
    double sine, cosine;
    for (int i = 0; i < DIG_RAKES; i++) {
        const double share = (double)i / (DIG_RAKES - 1), rake = steepest + share * (flattest - steepest);
        hl_sincos(rake, &sine, &made->cosine[i]);
        made->wedge[i] = terr_wedge_of(soil->friction_angle, soil->steel_friction, rake);
    }
    hl_sincos(soil->friction_angle, &sine, &cosine);
    made->rest = 1.0 - sine;
    made->tan_friction = sine / cosine;
    hl_sincos(soil->steel_friction, &made->steel_sine, &made->steel_cosine);
    made->tan_steel = made->steel_sine / made->steel_cosine;
}

static double mix(double a, double b, double share)
{
    return fma(share, b - a, a);
}

/* Between the knots on either side of a rake, linear in its cosine. */
static terr_wedge wedge_at(const dig_soil *soil, double cosine)
{
    if (cosine <= soil->cosine[0]) return soil->wedge[0];
    if (cosine >= soil->cosine[DIG_RAKES - 1]) return soil->wedge[DIG_RAKES - 1];
    int low = 0, high = DIG_RAKES - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (soil->cosine[middle] <= cosine)
            low = middle;
        else
            high = middle;
    }
    const terr_wedge *a = &soil->wedge[low], *b = &soil->wedge[high];
    const double share = (cosine - soil->cosine[low]) / (soil->cosine[high] - soil->cosine[low]);
    return (terr_wedge){.angle = mix(a->angle, b->angle, share),
                        .N_g = mix(a->N_g, b->N_g, share),
                        .N_c = mix(a->N_c, b->N_c, share),
                        .N_ca = mix(a->N_ca, b->N_ca, share),
                        .N_q = mix(a->N_q, b->N_q, share),
                        .rake = mix(a->rake, b->rake, share)};
}

/* Cosine of the floor's rake against the horizontal, floor rising from the edge backwards. */
static double cosine_of_rake(const terr_digger *digger)
{
    const terr_flat floor = digger->shape.plate[0].along;
    const hl_vec3 up_the_floor = hl_mul(&digger->pose.motion.rotation, hl_v3(floor.x, 0.0, floor.z));
    const double backwards = -hl_dot(up_the_floor, digger->pose.ahead);
    if (up_the_floor.z < 0.0) return backwards >= 0.0 ? 1.0 : -1.0;
    return backwards / fmax(hl_hypot(backwards, up_the_floor.z), 1e-9);
}

/* Soil before a station. */
typedef struct ground_ahead {
    const terr_soil *soil;
    const dig_soil *factors;
    double height;            /* [m] */
    double density, cohesion; /* over the immersion [kg/m^3], [Pa] */
} ground_ahead;

/* Soil in a container is loose. @return false: no soil there */
static bool look_at_heap(const terr_digger *digger, const dig_bed *bed, double x, double y,
                         ground_ahead *ahead)
{
    const int cell = dig_heap_cell(bed, x, y);
    if (cell < 0) return false;
    ahead->soil = &digger->area->soils[bed->heap->soil[cell]];
    ahead->factors = &digger->soil[bed->heap->soil[cell]];
    ahead->height = dig_bed_height(bed, x, y);
    ahead->density = ahead->soil->loose_density;
    ahead->cohesion = 0.0;
    return true;
}

/* @return false: outside of the field, or on a wall */
static bool look_ahead(const terr_digger *digger, const dig_bed *bed, double x, double y, double edge_height,
                       ground_ahead *ahead)
{
    if (bed->heap != NULL) return look_at_heap(digger, bed, x, y, ahead);
    const terr_field *field = bed->field;
    int column, row;
    if (!terr_field_cell(field, x, y, &column, &row)) return false;
    const terr_cell cell = terr_field_look(field, column, row);
    if (cell.wall) return false;
    ahead->soil = &digger->area->soils[cell.soil];
    ahead->factors = &digger->soil[cell.soil];
    ahead->height = terr_field_sample(field, x, y).height;
    const double area = digger->area->cell * digger->area->cell, depth = ahead->height - edge_height;
    const double loose_depth = terr_kilograms(cell.loose) / (area * ahead->soil->loose_density);
    const double loose = loose_depth < depth ? loose_depth / depth : 1.0;
    ahead->density = mix(ahead->soil->bank_density, ahead->soil->loose_density, loose);
    ahead->cohesion = (1.0 - loose) * ahead->soil->cohesion;
    return true;
}

/* Mean height over `height` of what lies on the wedge, which reaches `reach` before the edge; what falls away
 * takes nothing off. */
static double piled_up(const terr_digger *digger, const dig_bed *bed, double x, double y, double height,
                       double reach)
{
    double sum = 0.0;
    for (int i = 0; i < PILED_SAMPLES; i++) {
        const double far = reach * (i + 0.5) / PILED_SAMPLES;
        sum += dig_bed_height(bed, fma(far, digger->pose.ahead.x, x), fma(far, digger->pose.ahead.y, y)) -
               height;
    }
    return fmax(sum / PILED_SAMPLES, 0.0);
}

/* Force on the tips of a strip of edge: pressure grows with depth. */
static double tip_force(const terr_tool_def *def, const terr_soil *soil, double width, double depth,
                        double tooth_depth)
{
    const double toothed = def->teeth * def->tooth_width / def->width;
    return soil->tip_pressure * def->thickness * width *
           mix(depth, fmax(tooth_depth, 0.0), def->teeth > 0 ? toothed : 0.0);
}

/* Sums over the stations. */
typedef struct resistance_sum {
    double ahead, back, down, up, across, weight; /* [N] */
    hl_vec3 moment;                               /* of the forces ahead: sum of force times place [N m] */
} resistance_sum;

static void resist_behind(const terr_digger *digger, const dig_bed *bed, hl_vec3 edge, double width,
                          resistance_sum *sum)
{
    const dig_pose *pose = &digger->pose;
    const double far = pose->rear - BEFORE * digger->area->cell;
    const double x = fma(far, pose->ahead.x, edge.x), y = fma(far, pose->ahead.y, edge.y);
    ground_ahead behind;
    if (!look_ahead(digger, bed, x, y, edge.z, &behind) || behind.height <= edge.z) return;
    sum->back += terr_cutting_force(&behind.factors->wedge[0], behind.density, behind.cohesion,
                                    behind.soil->adhesion, width, behind.height - edge.z, 0.0);
}

/* Length of a side wall in plan; of the plate's cross-section where there is none. */
static double side_length(const terr_digger *digger)
{
    return digger->def->sides ? fmax(-digger->pose.rear, digger->def->thickness) : digger->def->thickness;
}

/* @return the immersion of the edge at this station [m] */
static double resist_at(const terr_digger *digger, const dig_bed *bed, double across, double width,
                        double cosine, double carried, resistance_sum *sum)
{
    const dig_pose *pose = &digger->pose;
    hl_vec3 edge = hl_add_scaled(pose->edge, across, pose->across);
    edge.z = dig_edge_height(pose, across);
    resist_behind(digger, bed, edge, width, sum);
    const double before = BEFORE * digger->area->cell;
    const double x = fma(before, pose->ahead.x, edge.x), y = fma(before, pose->ahead.y, edge.y);
    ground_ahead soil;
    if (!look_ahead(digger, bed, x, y, edge.z, &soil)) return 0.0;
    const double d = soil.height - edge.z;
    if (!(d > 0.0)) return 0.0;

    const dig_soil *factors = soil.factors;
    const terr_wedge wedge = wedge_at(factors, cosine);
    double sine, cos_beta, rho_sine, rho_cosine;
    hl_sincos(wedge.rake, &sine, &cos_beta);
    hl_sincos(wedge.angle, &rho_sine, &rho_cosine);
    const double reach = d * (cos_beta / sine + rho_cosine / rho_sine);
    const double q = soil.density * TERR_GRAVITY * piled_up(digger, bed, x, y, soil.height, reach) + carried;
    const double c_a = soil.soil->adhesion;
    const double F = fmax(terr_cutting_force(&wedge, soil.density, soil.cohesion, c_a, width, d, q), 0.0);
    /* F is turned by delta from the blade's normal; adhesion c_a d/sin beta acts along the blade */
    const double back = F * (sine * factors->steel_cosine + cos_beta * factors->steel_sine) +
                        c_a * width * d * cos_beta / sine;
    const double down = F * (cos_beta * factors->steel_cosine - sine * factors->steel_sine) - c_a * width * d;

    const double tooth = digger->def->tooth_length;
    const hl_vec3 point =
        hl_mul(&pose->motion.rotation, hl_v3(digger->shape.ahead.x, 0, digger->shape.ahead.z));
    const double tip = tip_force(digger->def, soil.soil, width, d, d - tooth * point.z);
    const double at_rest = 0.5 * factors->rest * soil.density * TERR_GRAVITY * d * d; /* [N/m] */
    const double ahead = back + tip;
    sum->ahead += ahead;
    sum->weight += down;
    sum->down += tip + 2.0 * width * (c_a * d + at_rest * factors->tan_steel);
    sum->up += width * (soil.cohesion * d + at_rest * factors->tan_friction);
    sum->across += terr_cutting_force(&factors->wedge[0], soil.density, soil.cohesion, c_a,
                                      side_length(digger) / DIG_STATIONS, d, 0.0);
    sum->moment = hl_add_scaled(sum->moment, ahead, hl_v3(edge.x, edge.y, fma(LEVER, d, edge.z)));
    return d;
}

void dig_resist(terr_digger *digger, const terr_payload *carried, const dig_bed *bed, terr_tool_load *load)
{
    const dig_pose *pose = &digger->pose;
    const double strip = digger->def->width / DIG_STATIONS, cosine = cosine_of_rake(digger);
    const double mouth = digger->def->width * digger->shape.mouth;
    const double pressure = fmax(carried->mass, 0.0) * TERR_GRAVITY / mouth; /* of the load [Pa] */
    resistance_sum sum = {.weight = 0.0};
    load->depth = 0.0;
    for (int i = 0; i < DIG_STATIONS; i++) {
        const double across = pose->half_width * ((2.0 * i + 1.0) / DIG_STATIONS - 1.0);
        load->depth = fmax(load->depth, resist_at(digger, bed, across, strip, cosine, pressure, &sum));
    }
    digger->deepest = load->depth;
    load->resistance.cuts = sum.ahead > 0.0;
    if (!load->resistance.cuts) return;
    const hl_vec3 centre = hl_scale(1.0 / sum.ahead, sum.moment);
    const double called = pose->speed > 0.0 ? pose->speed / (pose->speed + CALLING_SPEED) : 0.0;
    load->resistance = (terr_resistance){
        .cuts = true,
        .point = hl_mul_transposed(&pose->motion.rotation, hl_sub(centre, pose->motion.position)),
        .axis = {pose->ahead, pose->across, hl_v3(0, 0, 1)},
        .ahead = sum.ahead + LEAST_LIMIT,
        .back = sum.back + LEAST_LIMIT,
        .across = sum.across + LEAST_LIMIT,
        .down = sum.down + LEAST_LIMIT,
        .up = sum.up + LEAST_LIMIT,
        .weight = hl_v3(0.0, 0.0, -called * sum.weight)};
}
