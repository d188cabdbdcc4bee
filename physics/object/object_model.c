/* Building the model of free bodies: checks, frames at centres of mass, limits of stiffness. */
#include "object_internal.h"

#include "hl/real.h"
#include "hl/report.h"

#include <math.h>

enum {
    DEFAULT_AWAKE = 24,
    DEFAULT_CONTACTS = 96,
    DEFAULT_ALONE = 256,
    POINTS = 4,       /* of a face that lies on another; one corner yields four times as easily */
    PAIRS_EACH = 8,   /* of a body awake, with its neighbours */
    SPOTS_EACH = 32,  /* of a body awake */
    MACHINES = 4,     /* bodies of machines with as many points on objects that are not awake */
    ENTRIES_EACH = 8, /* chunks of memory of a body, awake or not */
    ENTRIES_LEAST = 64,
    HINGE_STEPS = 40 /* of a period of a bending anchor */
};

static const double EARTH = 9.81;   /* [m/s^2] */
static const double FASTEST = 3.0;  /* [m/s] at which a Hertzian contact lasts ten steps */
static const double OVERLAP = 1e-3; /* [m] at the start that is reported */

/* ---- checks ---- */

static void complain(hl_report *report, const char *name, const char *what)
{
    hl_report_add(report, (hl_place){0, 0}, "object '%s': %s", name, what);
}

static bool check_body(const obj_body_def *def, hl_report *report)
{
    const hl_sym3 *I = &def->mass.inertia;
    const int before = report->count + report->dropped;
    if (def->piece_count < 1 || def->piece_count > OBJ_MAX_PIECES)
        complain(report, def->name, "needs 1 to 16 pieces");
    if (!(def->mass.mass >= 0.0) || !isfinite(def->mass.mass))
        complain(report, def->name, "its mass must be a number >= 0 kg");
    if (def->mass.mass > 0.0 && !(I->xx > 0.0 && I->yy > 0.0 && I->zz > 0.0))
        complain(report, def->name, "has a mass, but no moments of inertia: give it pieces with a volume");
    if (def->anchored && !(def->anchor.yield > 0.0 && def->mass.mass > 0.0))
        complain(report, def->name, "an anchored body needs a mass and a yield moment > 0 N m");
    return report->count + report->dropped == before;
}

static bool check_link(const obj_def *def, const obj_link_def *link, hl_report *report)
{
    const bool held =
        link->body >= 0 ? link->body < def->body_count : link->port >= 0 && link->port < def->port_count;
    if (held && link->length > 0.0 && link->stiffness >= 0.0 && link->breaks_at >= 0.0) return true;
    hl_report_add(report, (hl_place){0, 0},
                  "link '%s': needs a holder, a length > 0 m, a stiffness and a limit >= 0", link->name);
    return false;
}

/* ---- inertia ---- */

/* Smallest eigenvalue of a symmetric matrix by its characteristic cubic. */
static double least_principal(const hl_sym3 *I)
{
    const double off = I->xy * I->xy + I->xz * I->xz + I->yz * I->yz, mean = (I->xx + I->yy + I->zz) / 3.0;
    const double x = I->xx - mean, y = I->yy - mean, z = I->zz - mean;
    const double p = sqrt((x * x + y * y + z * z + 2.0 * off) / 6.0);
    if (!(p > 1e-14 * mean)) return mean;
    const double half_det = 0.5 *
                            (x * (y * z - I->yz * I->yz) - I->xy * (I->xy * z - I->yz * I->xz) +
                             I->xz * (I->xy * I->yz - y * I->xz)) /
                            (p * p * p);
    const double r = hl_clamp(half_det, -1.0, 1.0);
    double sine, cosine;
    hl_sincos(hl_atan2(sqrt(1.0 - r * r), r) / 3.0 + 2.0 * HL_PI / 3.0, &sine, &cosine);
    return hl_max(mean + 2.0 * p * cosine, 1e-6 * mean);
}

/* ---- parts ---- */

coll_bounds object_bounds(const obj_model *model, int first_piece, int count, const mb_pose *pose,
                          double margin)
{
    coll_bounds all = {{(double)INFINITY, (double)INFINITY, (double)INFINITY},
                       {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}};
    for (int p = 0; p < count; p++) {
        const obj_piece *piece = &model->pieces[first_piece + p];
        const mb_pose at = object_piece_pose(pose, piece);
        const coll_bounds b = coll_shape_bounds(&piece->shape, &at, margin);
        all = object_bounds_join(&all, &b);
    }
    return all;
}

static double piece_radius(const obj_piece *piece)
{
    const coll_bounds bounds = coll_shape_bounds(&piece->shape, &piece->at, 0.0);
    const hl_vec3 far = hl_v3(hl_max(fabs(bounds.low.x), fabs(bounds.high.x)),
                              hl_max(fabs(bounds.low.y), fabs(bounds.high.y)),
                              hl_max(fabs(bounds.low.z), fabs(bounds.high.z)));
    return hl_norm(far);
}

/* A period of HINGE_STEPS steps, critically damped. */
static void set_anchor(object_body *body, double step)
{
    const double rate = 2.0 * HL_PI / (HINGE_STEPS * step), arm = hl_norm(body->centre);
    const double inertia = body->least_inertia + body->mass * arm * arm;
    body->hinge[0] = inertia * rate * rate;
    body->hinge[1] = 2.0 * inertia * rate;
    body->hold[0] = body->mass * rate * rate;
    body->hold[1] = 2.0 * body->mass * rate;
}

static void add_body(obj_model *model, const obj_def *def, int index, int first)
{
    const obj_body_def *from = &def->bodies[index];
    object_body *body = &model->bodies[index];
    *body = (object_body){.name = from->name,
                          .first_piece = first,
                          .piece_count = from->piece_count,
                          .mass = from->mass.mass,
                          .inertia = from->mass.inertia,
                          .centre = from->mass.mass > 0.0 ? from->mass.centre : hl_v3(0, 0, 0),
                          .anchored = from->anchored,
                          .anchor = from->anchor};
    for (int p = 0; p < body->piece_count; p++) {
        obj_piece *piece = &model->pieces[first + p];
        *piece = from->pieces[p];
        piece->at.position = hl_sub(piece->at.position, body->centre);
        body->radius = hl_max(body->radius, piece_radius(piece));
    }
    model->start[index] = from->pose;
    model->start[index].position = hl_add(from->pose.position, hl_mul(&from->pose.rotation, body->centre));
    model->awake[index] = from->awake && body->mass > 0.0 && !body->anchored;
    if (body->mass > 0.0) body->least_inertia = least_principal(&body->inertia);
    if (body->anchored) set_anchor(body, def->step);
}

static void add_port(obj_model *model, const obj_def *def, int index, int first)
{
    const obj_port_def *from = &def->ports[index];
    object_port *port = &model->ports[index];
    *port = (object_port){.machine = from->machine,
                          .body = from->body,
                          .first_piece = first,
                          .piece_count = from->piece_count,
                          .lower = from->lower,
                          .heap = from->heap};
    for (int p = 0; p < port->piece_count; p++) {
        model->pieces[first + p] = from->pieces[p];
        port->radius = hl_max(port->radius, piece_radius(&from->pieces[p]));
    }
    for (int i = 0; from->heap != NULL && i < 8; i++) {
        const hl_vec3 low = from->heap->low, high = from->heap->high;
        const hl_vec3 corner = hl_v3(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        const hl_vec3 at = hl_add(from->heap->at.position, hl_mul(&from->heap->at.rotation, corner));
        port->radius = hl_max(port->radius, hl_norm(at));
    }
    if (port->machine >= model->machine_count) model->machine_count = port->machine + 1;
}

static void add_law(obj_model *model, const obj_def *def, int index)
{
    object_law *law = &model->laws[index];
    law->law = def->laws[index];
    const double depth = law->law.normal.hertz_depth;
    law->limit = depth > 0.0 ? contact_hertz_stiffness_limit(1.0, POINTS, def->step, depth, FASTEST)
                             : contact_stiffness_limit(1.0, POINTS, def->step);
}

static object_link link_of(const obj_model *model, const obj_link_def *def)
{
    const bool of_port = def->body < 0;
    return (object_link){.holder = of_port ? object_port_code(def->port) : def->body,
                         .at = of_port ? def->at : hl_sub(def->at, model->bodies[def->body].centre),
                         .length = def->length,
                         .stiffness = def->stiffness,
                         .breaks_at = def->breaks_at};
}

/* ---- overlaps ---- */

static void report_overlaps(const obj_model *model, hl_report *report)
{
    for (int i = 0; i < model->body_count; i++)
        for (int j = i + 1; j < model->body_count; j++) {
            const object_body *a = &model->bodies[i], *b = &model->bodies[j];
            const hl_vec3 apart = hl_sub(model->start[i].position, model->start[j].position);
            if ((a->mass == 0.0 && b->mass == 0.0) || hl_norm(apart) > a->radius + b->radius) continue;
            double deepest = 0.0;
            for (int p = 0; p < a->piece_count; p++)
                for (int q = 0; q < b->piece_count; q++) {
                    coll_point points[COLL_POINTS];
                    const obj_piece *of_a = &model->pieces[a->first_piece + p],
                                    *of_b = &model->pieces[b->first_piece + q];
                    const mb_pose pose_a = object_piece_pose(&model->start[i], of_a),
                                  pose_b = object_piece_pose(&model->start[j], of_b);
                    const int count = coll_shapes(&of_a->shape, &pose_a, &of_b->shape, &pose_b, 0.0, points);
                    for (int k = 0; k < count; k++) deepest = hl_max(deepest, points[k].depth);
                }
            if (deepest > OVERLAP)
                hl_report_add(report, (hl_place){0, 0},
                              "objects '%s' and '%s' overlap by %.0f mm at the start: move them apart",
                              a->name, b->name, 1e3 * deepest);
        }
}

/* ---- model ---- */

static int or_default(int value, int otherwise)
{
    return value > 0 ? value : otherwise;
}

static void set_sizes(obj_model *model, const obj_def *def)
{
    int movable = 0;
    for (int i = 0; i < model->body_count; i++) movable += model->bodies[i].mass > 0.0;
    model->most_awake = or_default(def->most_awake, DEFAULT_AWAKE);
    if (model->most_awake > DIRECT_NODES - MB_GUEST_PORTS) model->most_awake = DIRECT_NODES - MB_GUEST_PORTS;
    model->most_contacts = or_default(def->most_contacts, DEFAULT_CONTACTS);
    model->most_alone = or_default(def->most_alone, DEFAULT_ALONE);
    const int alone = model->most_alone < movable ? model->most_alone : movable;
    const int awake = (model->most_awake < movable ? model->most_awake : movable) + alone;
    model->most_pairs = PAIRS_EACH * awake + 4 * model->port_count + ENTRIES_LEAST + model->link_count;
    const int bodies = awake < movable ? awake : movable;
    model->most_spots = SPOTS_EACH * (bodies + MACHINES) + CONTACT_MAX_POINTS; /* the last pair fits */
    model->entry_capacity = ENTRIES_EACH * movable + 4 * model->port_count + ENTRIES_LEAST;
}

static bool check_all(const obj_def *def, hl_report *report)
{
    bool good = true;
    for (int i = 0; i < def->body_count; i++) good &= check_body(&def->bodies[i], report);
    for (int i = 0; i < def->link_count; i++) good &= check_link(def, &def->links[i], report);
    if (def->port_count > OBJ_MAX_PORTS) {
        hl_report_add(report, (hl_place){0, 0},
                      "objects: at most %d bodies of machines can touch them, not %d", OBJ_MAX_PORTS,
                      def->port_count);
        good = false;
    }
    return good;
}

obj_model *obj_model_new(const obj_def *def, hl_arena *arena, hl_report *report)
{
    if (!check_all(def, report)) return NULL;
    const int bodies = def->body_count, ports = def->port_count, laws = def->material_count;
    int pieces = 0;
    for (int i = 0; i < bodies; i++) pieces += def->bodies[i].piece_count;
    for (int i = 0; i < ports; i++) pieces += def->ports[i].piece_count;
    obj_model *model = HL_NEW(arena, obj_model, 1);
    object_body *body_list = HL_NEW(arena, object_body, bodies);
    object_port *port_list = HL_NEW(arena, object_port, ports);
    obj_piece *piece_list = HL_NEW(arena, obj_piece, pieces);
    object_law *law_list = HL_NEW(arena, object_law, laws * laws);
    mb_pose *start = HL_NEW(arena, mb_pose, bodies);
    bool *awake = HL_NEW(arena, bool, bodies);
    object_link *links = HL_NEW(arena, object_link, def->link_count);
    if (hl_arena_failed(arena)) return NULL;
    const double weight = hl_norm(def->gravity);
    *model = (obj_model){.gravity = def->gravity,
                         .weight = weight > 0.0 ? weight : EARTH,
                         .step = def->step,
                         .slowest = def->slowest,
                         .body_count = bodies,
                         .port_count = ports,
                         .material_count = laws,
                         .link_count = def->link_count,
                         .links = links,
                         .bodies = body_list,
                         .ports = port_list,
                         .pieces = piece_list,
                         .laws = law_list,
                         .start = start,
                         .awake = awake,
                         .ground = def->ground};
    int first = 0;
    for (int i = 0; i < bodies; i++, first += def->bodies[i - 1].piece_count) add_body(model, def, i, first);
    for (int i = 0; i < ports; i++, first += def->ports[i - 1].piece_count) add_port(model, def, i, first);
    for (int i = 0; i < laws * laws; i++) add_law(model, def, i);
    for (int i = 0; i < def->link_count; i++) links[i] = link_of(model, &def->links[i]);
    set_sizes(model, def);
    report_overlaps(model, report);
    return model;
}
