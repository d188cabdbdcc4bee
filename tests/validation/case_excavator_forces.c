/* Forces: digging forces by the definitions of ISO 6015; cylinders and the cut pin against free bodies in the
 * plane, over a grid of poses; what the cylinders pull on an anchor. */
#include "excavator.h"
#include "excavator_arm.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double RELIEF = 35.0e6; /* [Pa] over the tank: Caterpillar 320 */

/* ---- ISO 6015: forces at the tip, cylinders at relief pressure ---- */

static void digging(valid_run *v)
{
    driven e;
    arm a;
    double force = 0.0, at = 0.0, lever;
    if (!excavator_build(v, &(driven_start){.unsettled = true}, &e) || !arm_begin(&e, &a)) return;
    if (!arm_bucket_force(&a, RELIEF, &force, &at)) return;
    valid_published(v, "bucket force by ISO 6015, 35 MPa", "kN", "class: 140 to 150; plane geometry 144",
                    144.0, 1e-3 * force, 0.5, "printed to 1 kN");
    if (!arm_dipper_force(&a, RELIEF, at, &force)) return;
    valid_published(v, "dipper force by ISO 6015, 35 MPa", "kN", "class: 105 to 108; plane geometry 106",
                    106.5, 1e-3 * force, 1.5, "the class");
    if (!arm_extend(&a, ARM_BUCKET, 0.999) || !arm_lever(&a, ARM_BUCKET, &lever)) return;
    valid_published(v, "bucket force at the end of the curl", "kN", "plane geometry", 41.0,
                    1e-3 * RELIEF * driven_cylinder(e.author, "bucket")->def.cylinder.area_a * fabs(lever) /
                        arm_tip_radius(&a),
                    0.5, "printed to 1 kN");
}

/* ---- free bodies in the plane ---- */

typedef struct vec {
    double x, z;
} vec;

static vec plus(vec a, vec b)
{
    return (vec){a.x + b.x, a.z + b.z};
}

static vec minus(vec a, vec b)
{
    return (vec){a.x - b.x, a.z - b.z};
}

static vec times(double k, vec a)
{
    return (vec){k * a.x, k * a.z};
}

/* Moment of a force at an arm. */
static double turn(vec at, vec force)
{
    return at.x * force.z - at.z * force.x;
}

static vec unit(vec a)
{
    return times(1.0 / hypot(a.x, a.z), a);
}

/* Pins and centres in the world, from the poses of the bodies. */
typedef struct pins {
    vec o1, o2, o3, k, j, l, boom_a, boom_b, dipper_a, dipper_b, bucket_a;
    vec centre[5], weight[5]; /* of boom, dipper, rocker, link, bucket */
} pins;

enum { F_BOOM, F_DIPPER, F_ROCKER, F_LINK, F_BUCKET };

static vec place(const driven *e, int body, const double at[3])
{
    const hl_vec3 p = driven_point(e, body, at);
    return (vec){p.x, p.z};
}

static pins look(const driven *e)
{
    static const char *const names[] = {"boom", "dipper", "rocker", "link", "bucket"};
    static const double origin[3] = {0, 0, 0};
    const auth_mechanism *m = e->author->mechanism;
    const auth_cylinder *boom = driven_cylinder(e->author, "boom"),
                        *dipper = driven_cylinder(e->author, "dipper"),
                        *bucket = driven_cylinder(e->author, "bucket");
    int body[5];
    pins p;
    for (int i = 0; i < 5; i++) {
        body[i] = driven_body(e, names[i]);
        p.centre[i] = place(e, body[i], m->bodies[body[i]].centre);
        p.weight[i] = (vec){0.0, -DRIVEN_GRAVITY * m->bodies[body[i]].mass};
    }
    p.o1 = place(e, body[F_BOOM], origin), p.o2 = place(e, body[F_DIPPER], origin);
    p.o3 = place(e, body[F_BUCKET], origin), p.k = place(e, body[F_ROCKER], origin);
    p.j = place(e, body[F_LINK], origin),
    p.l = place(e, m->loops[0].body_b, (const double *)&m->loops[0].point_b);
    p.boom_a = place(e, boom->a, boom->a_at), p.boom_b = place(e, boom->b, boom->b_at);
    p.dipper_a = place(e, dipper->a, dipper->a_at), p.dipper_b = place(e, dipper->b, dipper->b_at);
    p.bucket_a = place(e, bucket->a, bucket->a_at);
    return p;
}

/* Forces of cylinders, pushing apart is positive, and of pins, on the outer of the two bodies. */
typedef struct statics {
    double boom, dipper, bucket;
    vec o1, o2, o3, k, j, l;
} statics;

/* Force of the link on the bucket: moments of the bucket about O3, of the link about J. */
static vec link_force(const pins *p)
{
    const vec a = minus(p->l, p->o3), b = minus(p->l, p->j);
    const double right_a = -turn(minus(p->centre[F_BUCKET], p->o3), p->weight[F_BUCKET]),
                 right_b = turn(minus(p->centre[F_LINK], p->j), p->weight[F_LINK]);
    /* a.x F.z - a.z F.x = right_a, likewise b */
    const double determinant = a.x * b.z - a.z * b.x;
    return (vec){(b.x * right_a - a.x * right_b) / determinant,
                 (b.z * right_a - a.z * right_b) / determinant};
}

static statics solve(const pins *p)
{
    statics s;
    s.l = link_force(p);
    s.o3 = times(-1.0, plus(s.l, p->weight[F_BUCKET]));
    s.j = minus(s.l, p->weight[F_LINK]); /* on the link */
    const vec rod = unit(minus(p->j, p->bucket_a)), j_k = minus(p->j, p->k);
    s.bucket =
        (turn(j_k, s.j) - turn(minus(p->centre[F_ROCKER], p->k), p->weight[F_ROCKER])) / turn(j_k, rod);
    s.k = minus(minus(s.j, times(s.bucket, rod)), p->weight[F_ROCKER]); /* on the rocker */
    const vec push = unit(minus(p->dipper_b, p->dipper_a)), foot = times(-s.bucket, rod);
    const double about_o2 =
        turn(minus(p->o3, p->o2), times(-1.0, s.o3)) + turn(minus(p->k, p->o2), times(-1.0, s.k)) +
        turn(minus(p->bucket_a, p->o2), foot) + turn(minus(p->centre[F_DIPPER], p->o2), p->weight[F_DIPPER]);
    s.dipper = -about_o2 / turn(minus(p->dipper_b, p->o2), push);
    s.o2 = times(-1.0, plus(plus(minus(times(s.dipper, push), s.o3), minus(foot, s.k)), p->weight[F_DIPPER]));
    const vec lift = unit(minus(p->boom_b, p->boom_a)), back = times(-s.dipper, push);
    const double about_o1 = turn(minus(p->o2, p->o1), times(-1.0, s.o2)) +
                            turn(minus(p->dipper_a, p->o1), back) +
                            turn(minus(p->centre[F_BOOM], p->o1), p->weight[F_BOOM]);
    s.boom = -about_o1 / turn(minus(p->boom_b, p->o1), lift);
    s.o1 = times(-1.0, plus(plus(times(s.boom, lift), minus(back, s.o2)), p->weight[F_BOOM]));
    return s;
}

static const double REST = 4.0; /* [s] the arm creeps to where the oil carries it */

/* The largest differences of all poses. */
typedef struct worst {
    double boom, dipper, bucket, pin, pin_size;
} worst;

/* Of the cut pin, along the axes of its body, at the pose as it stands. */
static bool multipliers(driven *e, double lambda[3])
{
    const world_mechanism *m = e->mechanism;
    mb_assembly_report report;
    mb_state *state = mb_state_new(m->model, valid_arena(e->run));
    if (!state) return false;
    mb_state_copy(state, m->state);
    if (mb_assemble(m->model, state, m->work, &report) != HL_OK) {
        valid_failed(e->run, "the pose at rest does not assemble, %g left", report.violation);
        return false;
    }
    memcpy(lambda, state->lambda + mb_model_loop_equation(m->model, 0), 3 * sizeof *lambda);
    return true;
}

static bool compare(valid_run *v, const arm_pose *at, worst *w)
{
    driven e;
    if (!excavator_build(v, &(driven_start){.change = arm_pose_at_start, .with = at}, &e) ||
        !driven_drive(&e, REST))
        return false;
    driven_look(&e);
    const pins p = look(&e);
    const statics s = solve(&p);
    double lambda[3];
    if (!multipliers(&e, lambda)) return false;
    const double pin = hl_norm(hl_v3(lambda[0], lambda[1], lambda[2])), exact = hypot(s.l.x, s.l.z);
    w->boom = fmax(w->boom, fabs(driven_signal(&e, "cylinder.boom.force") - s.boom));
    w->dipper = fmax(w->dipper, fabs(driven_signal(&e, "cylinder.dipper.force") - s.dipper));
    w->bucket = fmax(w->bucket, fabs(driven_signal(&e, "cylinder.bucket.force") - s.bucket));
    w->pin = fmax(w->pin, fabs(pin - exact));
    w->pin_size = fmax(w->pin_size, exact);
    return true;
}

static void grid(valid_run *v)
{
    static const arm_pose poses[] = {{20, -60, -110}, {20, -100, -100}, {20, -50, 10},
                                     {40, -130, -60}, {40, -90, 0},     {40, -50, -100},
                                     {60, -140, -90}, {60, -100, -20},  {60, -50, -60}};
    static const double SPRING = 5.0; /* [N]: boom cylinders, 226 cm2 on 15 l and hoses at 1.5 GPa */
    worst w = {0};
    for (size_t i = 0; i < sizeof poses / sizeof *poses; i++)
        if (!compare(v, &poses[i], &w)) return;
    static const char source[] = "exact: free bodies in the plane",
                      reason[] = "Newton's tolerance, 1e-7 m, on the oil's spring of 50 kN/mm";
    valid_bound(v, "nine poses at rest: boom cylinders' force, largest difference", "N", source, w.boom,
                SPRING, reason);
    valid_bound(v, "nine poses at rest: dipper cylinder's force, largest difference", "N", source, w.dipper,
                SPRING, reason);
    valid_bound(v, "nine poses at rest: bucket cylinder's force, largest difference", "N", source, w.bucket,
                SPRING, reason);
    char text[120];
    snprintf(text, sizeof text, "nine poses at rest: force of the cut pin, up to %.0f N, largest difference",
             w.pin_size);
    valid_bound(v, text, "N", source, w.pin, SPRING, reason);
}

void excavator_forces(valid_run *v)
{
    digging(v);
    grid(v);
}
