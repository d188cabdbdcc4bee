/* Elastic collisions of random shapes without friction: what the contacts of a pair give back beyond what
 * they took. The points are found anew in each of some hundred small steps of a contact, so energy is made
 * where points appear with a depth, where their number changes, and where normals jump. Each body has the
 * density of wood and springs of 1e6 N/m a point, so the deepest of these contacts are some centimetres. */
#include "support/check.h"

#include "hl/real.h"
#include "shape_rig.h"

#include <math.h>

enum { COLLISIONS = 100 };

static const double STIFFNESS = 1e6, DENSITY = 300.0, SPEED = 3.0, STEP = 2e-4, MARGIN = 2e-3;

typedef struct body {
    coll_shape shape;
    coll_mass mass;
    mb_pose pose;
    hl_vec3 velocity, turn;
} body;

static hl_vec3 times(const hl_sym3 *I, hl_vec3 w)
{
    return hl_v3(I->xx * w.x + I->xy * w.y + I->xz * w.z, I->xy * w.x + I->yy * w.y + I->yz * w.z,
                 I->xz * w.x + I->yz * w.y + I->zz * w.z);
}

static hl_vec3 solved(const hl_sym3 *I, hl_vec3 r)
{
    const hl_vec3 x = hl_v3(I->xx, I->xy, I->xz), y = hl_v3(I->xy, I->yy, I->yz),
                  z = hl_v3(I->xz, I->yz, I->zz);
    const double determinant = hl_dot(x, hl_cross(y, z));
    return hl_scale(1.0 / determinant,
                    hl_v3(hl_dot(r, hl_cross(y, z)), hl_dot(x, hl_cross(r, z)), hl_dot(x, hl_cross(y, r))));
}

/* Angular momentum about the origin of the body, which counts as its centre of mass. */
static hl_vec3 momentum(const body *b, const hl_mat3 *axes)
{
    return hl_mul(axes, times(&b->mass.inertia, hl_mul_transposed(axes, b->turn)));
}

static hl_vec3 turn_of(const body *b, const hl_mat3 *axes, hl_vec3 momentum)
{
    return hl_mul(axes, solved(&b->mass.inertia, hl_mul_transposed(axes, momentum)));
}

static void kick(body *b, hl_vec3 force, hl_vec3 moment)
{
    const hl_vec3 L = hl_add_scaled(momentum(b, &b->pose.rotation), 0.5 * STEP, moment);
    b->velocity = hl_add_scaled(b->velocity, 0.5 * STEP / b->mass.mass, force);
    b->turn = turn_of(b, &b->pose.rotation, L);
}

static hl_mat3 turned(const hl_mat3 *axes, hl_vec3 by)
{
    const hl_mat3 turn = hl_quat_matrix(hl_quat_exp(by));
    return hl_mat3_mul(&turn, axes);
}

static void drift(body *b)
{
    const hl_vec3 L = momentum(b, &b->pose.rotation);
    const hl_mat3 half = turned(&b->pose.rotation, hl_scale(0.5 * STEP, b->turn));
    b->pose.position = hl_add_scaled(b->pose.position, STEP, b->velocity);
    b->pose.rotation = turned(&b->pose.rotation, hl_scale(STEP, turn_of(b, &half, L)));
    b->turn = turn_of(b, &b->pose.rotation, L);
}

static double kinetic(const body *b)
{
    return 0.5 * b->mass.mass * hl_dot(b->velocity, b->velocity) +
           0.5 * hl_dot(b->turn, momentum(b, &b->pose.rotation));
}

typedef struct load {
    hl_vec3 force, moment_a, moment_b;
    double energy;
    int count;
} load;

static load load_of(const body *a, const body *b)
{
    coll_point points[COLL_POINTS];
    load all = {.count = coll_shapes(&a->shape, &a->pose, &b->shape, &b->pose, MARGIN, points)};
    for (int i = 0; i < all.count; i++) {
        const double d = points[i].depth, K = STIFFNESS * points[i].weight;
        if (d <= 0.0) continue;
        const hl_vec3 force = hl_scale(K * d, points[i].normal),
                      at = hl_add_scaled(points[i].point, 0.5 * d, points[i].normal);
        all.energy += 0.5 * K * d * d;
        all.force = hl_add(all.force, force);
        all.moment_a = hl_add(all.moment_a, hl_cross(hl_sub(at, a->pose.position), force));
        all.moment_b = hl_sub(all.moment_b, hl_cross(hl_sub(at, b->pose.position), force));
    }
    return all;
}

static void put(body *b, coll_kind kind, uint64_t *seed, hl_arena *arena)
{
    b->shape = rig_shape(kind, seed, arena);
    b->mass = coll_shape_mass(&b->shape, DENSITY);
    b->pose = rig_shape_pose(seed, 0.0);
    b->turn = rig_random_vector(seed, 3.0);
}

/* @return energy after the collision over that before, less one */
static double collide(coll_kind kind_a, coll_kind kind_b, uint64_t *seed)
{
    hl_arena arena = {0};
    body a = {.mass = {0}}, b = {.mass = {0}};
    put(&a, kind_a, seed, &arena);
    put(&b, kind_b, seed, &arena);
    const hl_vec3 from = hl_normalized(rig_random_vector(seed, 1.0));
    a.pose.position = hl_add(hl_scale(2.0, from), rig_random_vector(seed, 0.3));
    a.velocity = hl_scale(-SPEED, from);
    const double before = kinetic(&a) + kinetic(&b);
    load now = load_of(&a, &b);
    int apart = 0;
    bool touched = false;
    for (double time = 0.0; time < 4.0 / SPEED && apart < 50; time += STEP) {
        kick(&a, now.force, now.moment_a);
        kick(&b, hl_neg(now.force), now.moment_b);
        drift(&a);
        drift(&b);
        now = load_of(&a, &b);
        kick(&a, now.force, now.moment_a);
        kick(&b, hl_neg(now.force), now.moment_b);
        touched |= now.energy > 0.0;
        apart = touched && now.count == 0 ? apart + 1 : 0;
    }
    hl_arena_free(&arena);
    return (kinetic(&a) + kinetic(&b) + now.energy) / before - 1.0;
}

/* Of 100 collisions of two kinds: mean of what is made, and the largest [1], rounded up from what is
 * measured. Sharp edges that press by centimetres change places with faces. */
typedef struct bound {
    coll_kind a, b;
    double mean, most;
} bound;

static void collisions_make_little_energy(void **state)
{
    (void)state;
    static const bound BOUNDS[] = {
        {COLL_SPHERE, COLL_CAPSULE, 0.0001, 0.002}, {COLL_SPHERE, COLL_CYLINDER, 0.0002, 0.002},
        {COLL_SPHERE, COLL_BOX, 0.0001, 0.002},     {COLL_SPHERE, COLL_HULL, 0.0001, 0.001},
        {COLL_CAPSULE, COLL_CAPSULE, 1e-4, 1e-3},   {COLL_CAPSULE, COLL_CYLINDER, 0.006, 0.3},
        {COLL_CAPSULE, COLL_BOX, 0.0001, 0.006},    {COLL_CAPSULE, COLL_HULL, 0.009, 0.4},
        {COLL_CYLINDER, COLL_CYLINDER, 0.008, 0.2}, {COLL_CYLINDER, COLL_BOX, 1e-4, 1e-3},
        {COLL_CYLINDER, COLL_HULL, 0.005, 0.4},     {COLL_BOX, COLL_BOX, 0.0012, 0.06},
        {COLL_BOX, COLL_HULL, 0.003, 0.15},         {COLL_HULL, COLL_HULL, 0.008, 0.35}};
    uint64_t seed = 51;
    for (size_t i = 0; i < sizeof BOUNDS / sizeof *BOUNDS; i++) {
        double sum = 0.0, most = 0.0;
        for (int n = 0; n < COLLISIONS; n++) {
            const double gain = collide(BOUNDS[i].a, BOUNDS[i].b, &seed);
            sum += fmax(gain, 0.0);
            most = fmax(most, gain);
        }
        if (!(sum / COLLISIONS <= BOUNDS[i].mean && most <= BOUNDS[i].most))
            fail_msg("kinds %d and %d: mean %.5f, most %.4f", (int)BOUNDS[i].a, (int)BOUNDS[i].b,
                     sum / COLLISIONS, most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(collisions_make_little_energy)};
    return cmocka_run_group_tests_name("collision_energy", tests, NULL, NULL);
}
