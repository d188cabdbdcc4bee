/* Cylinders: pins, areas, chambers, cushions, friction. */
#include "mechanism_tables.h"

#include <math.h>

static hyd_cylinder *cylinder_of(const auth_item *item)
{
    return &((auth_cylinder *)item->out)->def.cylinder;
}

/* ---- where ---- */

static bool check_rod_side(auth_item *item, const auth_field *field)
{
    return auth_item_differ(item, "piston_side", field->key, "two different nodes");
}

static bool check_body_b(auth_item *item, const auth_field *field)
{
    return auth_item_differ(item, "body_a", field->key, "two different bodies, or a body and the ground,");
}

/* ---- areas ---- */

static double disc(double diameter)
{
    return AUTH_PI * diameter * diameter / 4.0;
}

/* `piston`, a diameter, or `piston_area` */
static bool read_piston(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    hyd_cylinder *cylinder = cylinder_of(item);
    const yaml_node_t *area = auth_item_value(item, "piston_area");
    double diameter = 0.0;
    if (area)
        return auth_both(auth_item_refuse(item, "piston", "is given beside 'piston_area'"),
                         auth_item_quantity(item, "piston_area", area, AUTH_KIND_AREA, AUTH_POSITIVE, NULL,
                                            &cylinder->area_a));
    if (!value) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "how large is the piston? 'piston' (diameter) or 'piston_area' is expected");
        return false;
    }
    if (!auth_field_quantity(item, field, value, &diameter)) return false;
    cylinder->area_a = disc(diameter);
    return auth_item_normal(item, "piston", "the area", cylinder->area_a);
}

/* The ring between rod and bore: `rod`, a diameter, or `rod_area`. */
static bool read_rod(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    hyd_cylinder *cylinder = cylinder_of(item);
    const yaml_node_t *area = auth_item_value(item, "rod_area");
    double diameter = 0.0;
    if (!(cylinder->area_a > 0.0) || !isfinite(cylinder->area_a)) return false; /* complained about */
    if (area) {
        if (!auth_both(auth_item_refuse(item, "rod", "is given beside 'rod_area'"),
                       auth_item_quantity(item, "rod_area", area, AUTH_KIND_AREA, AUTH_NOT_NEGATIVE, NULL,
                                          &cylinder->area_b)))
            return false;
        if (cylinder->area_b <= cylinder->area_a) return true;
        COMPLAIN(item, "rod_area",
                 "'rod_area' is %s, above the %g m2 of the piston; the ring around the rod is expected",
                 auth_node_text(area), cylinder->area_a);
        return false;
    }
    if (!value) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "how thick is the rod? 'rod' (diameter) or 'rod_area' is expected");
        return false;
    }
    if (!auth_field_quantity(item, field, value, &diameter)) return false;
    cylinder->area_b = cylinder->area_a - disc(diameter);
    if (cylinder->area_b > 0.0) return true;
    COMPLAIN(item, "rod", "'rod' is %s, as thick as the piston or thicker; less is expected",
             auth_node_text(value));
    return false;
}

/* ---- cushions ---- */

static const auth_field cushion_fields[] = {
    QUANTITY_AS("stiffness", hyd_cylinder, stop_stiffness, STIFFNESS, POSITIVE, "At the ends of the stroke"),
    QUANTITY_AS("damping", hyd_cylinder, stop_damping, DAMPING, NOT_NEGATIVE,
                "Against motion into the stop, c", DEFAULT("0")),
    QUANTITY_AS("dissipation", hyd_cylinder, stop_dissipation, SLOWNESS, NOT_NEGATIVE,
                "The elastic force is multiplied by 1 + this times the speed into the stop", DEFAULT("0")),
    QUANTITY_AS("ramp", hyd_cylinder, stop_ramp, LENGTH, NOT_NEGATIVE,
                "Depth over which c rises to its full value; 0: at once", DEFAULT("1 mm")),
    QUANTITY_AS("speed", hyd_cylinder, stop_speed, VELOCITY, POSITIVE,
                "Speed over which c rises to its full value", DEFAULT("1 mm/s")),
};
static const auth_table cushion = AUTH_TABLE(hyd_cylinder, cushion_fields, );

/* ---- efficiency ---- */

static bool needs_efficiency(auth_item *item, const char *key)
{
    return auth_item_has(item, "efficiency") ||
           auth_item_refuse(item, key, "has no effect without 'efficiency'");
}

static bool check_efficiency_speed(auth_item *item, const auth_field *field)
{
    return needs_efficiency(item, field->key);
}

/* f(v) of 001 Eq. (2.54): speeds that rise from 0 */
static bool read_efficiency(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    hyd_speed_curve *curve = &cylinder_of(item)->curve;
    if (!value) return true;
    if (!needs_efficiency(item, field->key) ||
        !auth_read_curve(item, field, value, curve->speed, curve->factor, &curve->count))
        return false;
    if (curve->speed[0] == 0.0) return true;
    hl_report_add(item->reader->report,
                  auth_node_place(auth_document_entry(item->reader->document, value, 0)),
                  "'%s' begins at %g m/s; speeds that rise from 0 are expected", field->key, curve->speed[0]);
    return false;
}

/* ---- the cylinder ---- */

static bool multiply(auth_cylinder *cylinder, double n)
{
    bool good = true;
    hyd_cylinder *c = &cylinder->def.cylinder;
    mb_friction *f = &cylinder->friction;
    double *const grow[] = {&c->area_a, &c->area_b, &c->leakage, &c->stop_damping, &c->stop_stiffness,
                            &f->F_c,    &f->F_s,    &f->sigma_0, &f->sigma_1,      &f->sigma_2};
    for (size_t i = 0; i < sizeof grow / sizeof *grow; i++) {
        *grow[i] *= n;
        good &= isfinite(*grow[i]) != 0;
    }
    return good;
}

static void check_cylinder(auth_item *item)
{
    auth_cylinder *cylinder = item->out;
    const hyd_cylinder *c = &cylinder->def.cylinder;
    if (!cylinder->length_given && !auth_item_has(item, "chamber"))
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "where is the piston? 'chamber' (piston-side chamber at the start), or 'length' (of "
                      "the cylinder with the chamber at 'chamber', else 0), is expected");
    if (c->chamber_0 > c->stroke)
        COMPLAIN(item, "chamber", "'chamber' is %s, beyond the 'stroke' of %s; less is expected",
                 auth_item_text(item, "chamber"), auth_item_text(item, "stroke"));
    if (!multiply(cylinder, cylinder->count))
        COMPLAIN(item, "count", "'count' of so large a cylinder; a smaller one is expected");
}

#define ROW(key, member, kind, range, ...)                                                                   \
    QUANTITY_AS(key, auth_cylinder, def.cylinder.member, kind, range, __VA_ARGS__)

static const auth_word signs[] = {{"physical", HYD_SIGN_PHYSICAL}, {"printed", HYD_SIGN_PRINTED}};
static const auth_field fields[] = {
    NAMED(auth_cylinder, def.name, "Name of the cylinder"),
    NODE_AS("piston_side", auth_cylinder, def.a, "Node, other than that of `rod_side`"),
    NODE_AS("rod_side", auth_cylinder, def.b,
            "Node, other than that of `piston_side`; of a plunger it may be the tank",
            .check = check_rod_side),
    BODY_AS("body_a", auth_cylinder, a, "Body of the one pin, or `ground`", GROUND),
    PLACE_AS("at_a", auth_cylinder, a_at, LENGTH, "Pin in the frame of `body_a`, vector"),
    BODY_AS("body_b", auth_cylinder, b, "Body of the other pin, or `ground`", GROUND, .check = check_body_b),
    PLACE_AS("at_b", auth_cylinder, b_at, LENGTH, "Pin in the frame of `body_b`, vector"),
    UNREAD_QUANTITY("piston", LENGTH, "Diameter; this or `piston_area` is required", OPTIONAL,
                    .range = AUTH_POSITIVE, .read = read_piston),
    UNREAD_QUANTITY("rod", LENGTH, "Diameter, 0 for a plunger; this or `rod_area` is required", OPTIONAL,
                    .range = AUTH_NOT_NEGATIVE, .read = read_rod),
    UNREAD_QUANTITY("piston_area", AREA, "Area of the piston, A_a; this or `piston` is required", OPTIONAL),
    UNREAD_QUANTITY("rod_area", AREA, "Area of the ring around the rod, A_b; this or `rod` is required",
                    OPTIONAL),
    ROW("stroke", stroke, LENGTH, POSITIVE, "Travel of the piston from end to end, l in 002"),
    ROW("length", length_0, LENGTH, POSITIVE,
        "Distance of the pins at which the piston-side chamber is `chamber` long; this or `chamber` is "
        "required",
        OTHERWISE("that at the start, once assembled"), GIVEN(auth_cylinder, length_given)),
    ROW("chamber", chamber_0, LENGTH, NOT_NEGATIVE,
        "Length of the piston-side chamber with the pins `length` apart, 0 to `stroke`; this or `length` is "
        "required",
        DEFAULT("0")),
    CHOICE_AS("sign", auth_cylinder, def.cylinder.sign, signs,
              "`physical`; `printed`: the opposite sign of s in the volumes alone, as 002 Eq. (43) and 000 "
              "publication II Eq. (44) print it",
              DEFAULT("physical")),
    ROW("chamber_modulus", chamber_modulus, PRESSURE, POSITIVE, "B_c of the tube", OTHERWISE("rigid")),
    ROW("least_chamber", least_chamber, LENGTH, NOT_NEGATIVE,
        "Below this length a chamber shrinks only exponentially, so that its volume stays positive; 0: plain",
        DEFAULT("1 mm")),
    ROW("leakage", leakage, CONDUCTANCE, NOT_NEGATIVE, "Past the piston", DEFAULT("0")),
    PART_AS("cushion", auth_cylinder, def.cylinder, cushion, "End stops, a mapping", OTHERWISE("none")),
    ROW("efficiency", efficiency, NUMBER, POSITIVE, "Share of the force that the seals let through",
        SPAN("0 to 1"), DEFAULT("1")),
    ROW("efficiency_speed", friction_speed, VELOCITY, POSITIVE,
        "Speed v_0 in tanh(v/v_0), the sign of the motion", DEFAULT("10 mm/s"),
        .check = check_efficiency_speed),
    READ(PAIRS, "efficiency_curve", read_efficiency,
         "Factor of the loss of efficiency over the speed: 2 to 8 points [speed, factor], speeds rising from "
         "0",
         OTHERWISE("1"), AUTH_IN(VELOCITY, NUMBER, NOT_NEGATIVE), .least = 2, .most = HYD_SPEED_POINTS),
    PART_AS("friction", auth_cylinder, friction, auth_seal_table,
            "Seal friction: a mapping, `law` and the parameters of `friction`, on the distance of the pins",
            OTHERWISE("none")),
    COUNT(auth_cylinder, count,
          "Cylinders side by side on the same pins; forces, flows, friction are those of all",
          SPAN("1 to 100"), DEFAULT("1")),
};
const auth_table auth_cylinder_table =
    AUTH_TABLE(auth_cylinder, fields, .place = AUTH_AT(auth_cylinder, def.place), .check = check_cylinder);
