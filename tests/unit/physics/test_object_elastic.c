/* Elastic collisions of free bodies without friction: what the springs of a pair take from its bodies, they
 * give back, although its points change during an impact. */
#include "support/check.h"

#include "object_rig.h"

#include <math.h>

enum { COLLISIONS = 60, KINDS = COLL_HULL + 1 };

static const double SPEED = 3.0, DENSITY = 300.0; /* [m/s], [kg/m^3] */

static double between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * 0.5 * (1.0 + check_random(seed));
}

static hl_vec3 random_vector(uint64_t *seed, double size)
{
    const double x = check_random(seed), y = check_random(seed), z = check_random(seed);
    return hl_scale(size, hl_v3(x, y, z));
}

/* About half a metre large. */
static coll_shape random_shape(coll_kind kind, uint64_t *seed, object_rig *rig)
{
    coll_shape shape = {.kind = kind, .radius = between(seed, 0.1, 0.5)};
    if (kind == COLL_CAPSULE || kind == COLL_CYLINDER) shape.half_length = between(seed, 0.1, 0.6);
    if (kind == COLL_BOX)
        return coll_box(hl_add(hl_v3(0.35, 0.35, 0.35), random_vector(seed, 0.25)), &rig->arena);
    if (kind == COLL_HULL) {
        hl_vec3 points[20];
        for (int i = 0; i < 20; i++) points[i] = hl_scale(0.5, hl_normalized(random_vector(seed, 1.0)));
        shape.hull = coll_hull_new(points, 20, &rig->report, &rig->arena);
        assert_non_null(shape.hull);
    }
    return shape;
}

static double energy_of(const object_rig *rig)
{
    return rig_energy(rig) + obj_report_of(rig->work).elastic;
}

/* A body flies at another one, both turn. @return energy after the collision over that before, less one */
static double collide(coll_kind kind_a, coll_kind kind_b, uint64_t *seed)
{
    object_rig *rig = rig_new(false);
    rig->def.gravity = hl_v3(0, 0, 0);
    rig->law.rolling = -1.0;
    rig->law.surface = (contact_surface){.dissipation = 0.0, .kinetic = 1e-9, .stiction = 1e-9};
    const coll_kind kinds[2] = {kind_a, kind_b};
    const hl_vec3 from = hl_normalized(random_vector(seed, 1.0));
    hl_vec3 turn[2];
    for (int i = 0; i < 2; i++) {
        const coll_shape shape = random_shape(kinds[i], seed, rig);
        const hl_mat3 rotation = hl_quat_matrix(hl_quat_exp(random_vector(seed, 3.0)));
        const hl_vec3 aside = i == 0 ? random_vector(seed, 0.3) : hl_v3(0, 0, 0);
        rig_add(rig, shape, DENSITY * coll_shape_mass(&shape, 1.0).mass,
                hl_add_scaled(aside, i == 0 ? 2.0 : 0.0, from));
        rig->bodies[i].pose.rotation = rotation;
        turn[i] = random_vector(seed, 3.0);
    }
    rig_open(rig);
    rig_set_velocity(rig, 0, hl_scale(-SPEED, from), turn[0]);
    rig_set_velocity(rig, 1, hl_v3(0, 0, 0), turn[1]);
    rig_step(rig);
    const double before = energy_of(rig);
    rig_run(rig, 1300); /* 4 m */
    const double gain = energy_of(rig) / before - 1.0;
    rig_free(rig);
    return gain;
}

/* Bars: no energy is gained beyond 0.1 %. A contact at one point loses less than 0.1 %, since points found at
 * the predicted end of a step are a little too far. Where a corner passes from one side of an edge to the
 * other, the points change while they press by centimetres, and some impacts lose a few percent. */
static void collisions_keep_their_energy(void **state)
{
    (void)state;
    uint64_t seed = 51;
    int count = 0, lossy = 0;
    double sum = 0.0, most = 0.0, least = 0.0;
    for (int a = COLL_SPHERE; a < KINDS; a++)
        for (int b = a; b < KINDS; b++)
            for (int i = 0; i < COLLISIONS && b != COLL_SPHERE; i++) {
                const double gain = collide((coll_kind)a, (coll_kind)b, &seed);
                if (a == COLL_SPHERE && !(fabs(gain) < 1e-3)) fail_msg("sphere and %d: %.5f", b, gain);
                sum += gain;
                count++;
                lossy += gain < -0.01;
                most = fmax(most, gain);
                least = fmin(least, gain);
            }
    print_message("%d collisions: mean %.5f, least %.5f, most %.5f, %d lose more than 1 %%\n", count,
                  sum / count, least, most, lossy);
    assert_int_equal(count, 840);
    assert_true(most < 1e-3);
    assert_true(least > -0.06 && lossy <= 8 && sum / count > -1e-3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(collisions_keep_their_energy)};
    return cmocka_run_group_tests_name("object_elastic", tests, NULL, NULL);
}
