/* Cylinders: pins, areas, chambers, cushions, friction. */
#include "circuit_reader.h"
#include "reader/angles.h"

#include <math.h>

/* ---- where ---- */

static void read_pins(const auth_circuit_reader *c, const yaml_node_t *item, const raw_cylinder *raw,
                      auth_cylinder *cylinder)
{
    cylinder->a = auth_body_reference(c->file, item, "body_a", raw->body_a);
    cylinder->b = auth_body_reference(c->file, item, "body_b", raw->body_b);
    if (cylinder->a != cylinder->b || cylinder->a == AUTH_NOT_FOUND) return;
    AUTH_COMPLAIN(c, item, "body_b",
                  "'body_a' and 'body_b' are both '%s'; two different bodies, or a body and the ground, are "
                  "expected",
                  raw->body_a);
}

/* ---- areas ---- */

static double disc(double diameter)
{
    return AUTH_PI * diameter * diameter / 4.0;
}

static bool read_piston(const auth_circuit_reader *c, const yaml_node_t *item, const raw_cylinder *raw,
                        double *area)
{
    double diameter = 0.0;
    if (raw->piston_area) {
        auth_refuse(c->file, item, "piston", "is given beside 'piston_area'");
        return auth_read_quantity(c->file, item, "piston_area", -1, raw->piston_area, AUTH_KIND_AREA,
                                  AUTH_POSITIVE, area);
    }
    if (!raw->piston) {
        hl_report_add(c->file->report, auth_node_place(item),
                      "how large is the piston? 'piston' (diameter) or 'piston_area' is expected");
        return false;
    }
    if (!auth_read_quantity(c->file, item, "piston", -1, raw->piston, AUTH_KIND_LENGTH, AUTH_POSITIVE,
                            &diameter))
        return false;
    *area = disc(diameter);
    return auth_check_normal(c, item, "piston", "the area", *area);
}

/* The ring between rod and bore. */
static bool read_rod(const auth_circuit_reader *c, const yaml_node_t *item, const raw_cylinder *raw,
                     double *area)
{
    double diameter = 0.0;
    if (raw->rod_area) {
        auth_refuse(c->file, item, "rod", "is given beside 'rod_area'");
        return auth_read_quantity(c->file, item, "rod_area", -1, raw->rod_area, AUTH_KIND_AREA,
                                  AUTH_NOT_NEGATIVE, area);
    }
    if (!raw->rod) {
        hl_report_add(c->file->report, auth_node_place(item),
                      "how thick is the rod? 'rod' (diameter) or 'rod_area' is expected");
        return false;
    }
    if (!auth_read_quantity(c->file, item, "rod", -1, raw->rod, AUTH_KIND_LENGTH, AUTH_NOT_NEGATIVE,
                            &diameter))
        return false;
    *area -= disc(diameter);
    return true;
}

static void read_areas(const auth_circuit_reader *c, const yaml_node_t *item, const raw_cylinder *raw,
                       auth_cylinder *cylinder)
{
    if (!read_piston(c, item, raw, &cylinder->def.cylinder.area_a)) return;
    cylinder->def.cylinder.area_b = cylinder->def.cylinder.area_a;
    if (!read_rod(c, item, raw, &cylinder->def.cylinder.area_b)) return;
    if (raw->rod && cylinder->def.cylinder.area_b <= 0.0)
        AUTH_COMPLAIN(c, item, "rod", "'rod' is %s, as thick as the piston or thicker; less is expected",
                      raw->rod);
    if (raw->rod_area && cylinder->def.cylinder.area_b > cylinder->def.cylinder.area_a)
        AUTH_COMPLAIN(c, item, "rod_area",
                      "'rod_area' is %s, above the %g m2 of the piston; the ring around the rod is expected",
                      raw->rod_area, cylinder->def.cylinder.area_a);
}

/* ---- chambers ---- */

static const auth_rule chamber_rules[] = {
    AUTH_RULE_TO(cylinder, cylinder, stroke, def.cylinder.stroke, LENGTH, POSITIVE, 0.0),
    AUTH_RULE_TO(cylinder, cylinder, length, def.cylinder.length_0, LENGTH, POSITIVE, 0.0),
    AUTH_RULE_TO(cylinder, cylinder, chamber, def.cylinder.chamber_0, LENGTH, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(cylinder, cylinder, chamber_modulus, def.cylinder.chamber_modulus, PRESSURE, POSITIVE, 0.0),
    AUTH_RULE_TO(cylinder, cylinder, least_chamber, def.cylinder.least_chamber, LENGTH, NOT_NEGATIVE, 1e-3),
    AUTH_RULE_TO(cylinder, cylinder, leakage, def.cylinder.leakage, CONDUCTANCE, NOT_NEGATIVE, 0.0),
};

static void read_chambers(const auth_circuit_reader *c, const yaml_node_t *item, const raw_cylinder *raw,
                          auth_cylinder *cylinder)
{
    cylinder->def.cylinder.sign = (hyd_stroke_sign)raw->sign;
    cylinder->length_given = raw->length != NULL;
    if (!auth_apply_rules(c->file, item, AUTH_RULES(chamber_rules), false, raw, cylinder)) return;
    if (!raw->length && !raw->chamber)
        hl_report_add(c->file->report, auth_node_place(item),
                      "where is the piston? 'chamber' (piston-side chamber at the start), or 'length' (of "
                      "the cylinder with the chamber at 'chamber', else 0), is expected");
    if (cylinder->def.cylinder.chamber_0 > cylinder->def.cylinder.stroke)
        AUTH_COMPLAIN(c, item, "chamber", "'chamber' is %s, beyond the 'stroke' of %s; less is expected",
                      raw->chamber, raw->stroke);
}

/* ---- cushions, efficiency, friction ---- */

static const auth_rule cushion_rules[] = {
    AUTH_RULE_TO(cushion, cylinder, stiffness, def.cylinder.stop_stiffness, STIFFNESS, POSITIVE, 0.0),
    AUTH_RULE_TO(cushion, cylinder, damping, def.cylinder.stop_damping, DAMPING, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(cushion, cylinder, dissipation, def.cylinder.stop_dissipation, SLOWNESS, NOT_NEGATIVE, 0.0),
    AUTH_RULE_TO(cushion, cylinder, ramp, def.cylinder.stop_ramp, LENGTH, NOT_NEGATIVE, 1e-3),
    AUTH_RULE_TO(cushion, cylinder, speed, def.cylinder.stop_speed, VELOCITY, POSITIVE, 1e-3),
};

static bool curve_point(const auth_circuit_reader *c, const yaml_node_t *pair, int i, const char *text,
                        double *value)
{
    char complaint[HL_MESSAGE_LENGTH - 80];
    const yaml_node_t *entry = auth_document_entry(c->file->document, pair, i);
    const auth_kind kind = i == 0 ? AUTH_KIND_VELOCITY : AUTH_KIND_NUMBER;
    if (!auth_quantity_read(text, kind, value, complaint, sizeof complaint)) {
        hl_report_add(c->file->report, auth_node_place(entry), "'efficiency_curve': %s", complaint);
        return false;
    }
    if (*value >= 0.0) return true;
    hl_report_add(c->file->report, auth_node_place(entry),
                  "'efficiency_curve' has %s; zero or more is expected", text);
    return false;
}

/* f(v) of 001 Eq. (2.54): speeds that rise from 0 */
static void read_curve(const auth_circuit_reader *c, const yaml_node_t *item, const raw_cylinder *raw,
                       auth_cylinder *cylinder)
{
    const auth_document *document = c->file->document;
    const yaml_node_t *list = auth_document_value(document, item, "efficiency_curve");
    cylinder->def.cylinder.curve.count = (int)raw->efficiency_curve_count;
    for (int i = 0; i < cylinder->def.cylinder.curve.count; i++) {
        const yaml_node_t *pair = auth_document_entry(document, list, i);
        double *speed = &cylinder->def.cylinder.curve.speed[i];
        if (!curve_point(c, pair, 0, raw->efficiency_curve[i][0], speed) ||
            !curve_point(c, pair, 1, raw->efficiency_curve[i][1], &cylinder->def.cylinder.curve.factor[i]))
            return;
        if (i == 0 ? *speed == 0.0 : *speed > speed[-1]) continue;
        hl_report_add(c->file->report, auth_node_place(pair),
                      "'efficiency_curve' has the speed %s here; speeds that rise from 0 are expected",
                      raw->efficiency_curve[i][0]);
        return;
    }
}

static void read_efficiency(const auth_circuit_reader *c, const yaml_node_t *item, const raw_cylinder *raw,
                            auth_cylinder *cylinder)
{
    auth_read_or(c, item, "efficiency", raw->efficiency, AUTH_KIND_NUMBER, AUTH_POSITIVE, 1.0,
                 &cylinder->def.cylinder.efficiency);
    auth_read_or(c, item, "efficiency_speed", raw->efficiency_speed, AUTH_KIND_VELOCITY, AUTH_POSITIVE, 0.01,
                 &cylinder->def.cylinder.friction_speed);
    if (cylinder->def.cylinder.efficiency > 1.0)
        AUTH_COMPLAIN(c, item, "efficiency", "'efficiency' is %s; above 0, up to 1 is expected",
                      raw->efficiency);
    if (!raw->efficiency) {
        auth_refuse(c->file, item, "efficiency_speed", "has no effect without 'efficiency'");
        auth_refuse(c->file, item, "efficiency_curve", "has no effect without 'efficiency'");
    }
    read_curve(c, item, raw, cylinder);
}

static void read_seals(const auth_circuit_reader *c, const yaml_node_t *item, const raw_friction *raw,
                       auth_cylinder *cylinder)
{
    mb_friction *friction = &cylinder->friction;
    if (!raw) return;
    friction->law = (mb_friction_law)raw->law;
    auth_check_friction_keys(c->file, item, friction->law);
    auth_read_friction_law(c->file, item, raw, false, friction);
}

/* ---- twins ---- */

static bool multiply(auth_cylinder *cylinder, double n)
{
    bool good = true;
    mb_friction *f = &cylinder->friction;
    double *const grow[] = {&cylinder->def.cylinder.area_a,
                            &cylinder->def.cylinder.area_b,
                            &cylinder->def.cylinder.leakage,
                            &cylinder->def.cylinder.stop_damping,
                            &cylinder->def.cylinder.stop_stiffness,
                            &f->F_c,
                            &f->F_s,
                            &f->sigma_0,
                            &f->sigma_1,
                            &f->sigma_2};
    for (size_t i = 0; i < sizeof grow / sizeof *grow; i++) {
        *grow[i] *= n;
        good &= isfinite(*grow[i]) != 0;
    }
    return good;
}

static void read_count(const auth_circuit_reader *c, const yaml_node_t *item, const raw_cylinder *raw,
                       auth_cylinder *cylinder)
{
    enum { MAX_COUNT = 100 };
    cylinder->count = 1;
    if (!auth_given(c->file, item, "count")) return;
    if (raw->count < 1 || raw->count > MAX_COUNT) {
        AUTH_COMPLAIN(c, item, "count", "'count' is %u; 1 to %d are expected", raw->count, (int)MAX_COUNT);
        return;
    }
    cylinder->count = (int)raw->count;
    if (!multiply(cylinder, (double)cylinder->count))
        AUTH_COMPLAIN(c, item, "count", "'count' of so large a cylinder; a smaller one is expected");
}

/* ---- the cylinder ---- */

static const auth_rule pin_rules[] = {
    AUTH_ROW_TO(cylinder, cylinder, at_a, a_at, 3, LENGTH),
    AUTH_ROW_TO(cylinder, cylinder, at_b, b_at, 3, LENGTH),
};

void auth_read_cylinder(const auth_circuit_reader *c, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_cylinder *from = raw;
    auth_cylinder *cylinder = out;
    const auth_document *document = c->file->document;
    cylinder->def.a = auth_circuit_node(c, item, "piston_side", from->piston_side);
    cylinder->def.b = auth_circuit_node(c, item, "rod_side", from->rod_side);
    auth_check_apart(c, item, "piston_side", "rod_side", cylinder->def.a, cylinder->def.b);
    read_pins(c, item, from, cylinder);
    auth_apply_rules(c->file, item, AUTH_RULES(pin_rules), false, raw, out);
    read_areas(c, item, from, cylinder);
    read_chambers(c, item, from, cylinder);
    if (from->cushion)
        auth_apply_rules(c->file, auth_document_value(document, item, "cushion"), AUTH_RULES(cushion_rules),
                         false, from->cushion, out);
    read_efficiency(c, item, from, cylinder);
    read_seals(c, auth_document_value(document, item, "friction"), from->friction, cylinder);
    read_count(c, item, from, cylinder);
}
