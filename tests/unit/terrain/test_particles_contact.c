/* One particle or two against the laws of mechanics: bouncing, sticking, sliding, rolling, colliding. */
#include "particles_scene.h"

static const double RADIUS = 0.02, GRAVITY = 9.81;

static scene_def ball(void)
{
    return (scene_def){.capacity = 8, .radius = RADIUS, .gravity = GRAVITY, .restitution = 0.5};
}

/* Without gravity, so that the speeds before and after are those of the collision alone. The phase of the
 * step at which it touches spreads the rebound; its mean over the phases is the restitution by construction,
 * so the mean over 16 other phases is nearer than the spread: a step's share of the contact's 7, 1/7 of 1 -
 * e. */
static void restitution_is_the_soils(void **state)
{
    (void)state;
    for (double e = 0.4; e < 0.95; e += 0.1) {
        double sum = 0.0;
        for (int phase = 0; phase < 16; phase++) {
            scene s;
            scene_def def = ball();
            def.gravity = 0.0;
            def.restitution = e;
            scene_open(&s, &def);
            scene_add(&s, hl_v3(0.0, 0.0, RADIUS + 0.01 + phase / 16.0 * 1e-3 + 3e-5), hl_v3(0.0, 0.0, -1.0));
            scene_run(&s, 40);
            sum += terr_particles_get(s.particles, 0).velocity.z / 16.0;
            scene_close(&s);
        }
        CHECK_NEAR(sum, e, (1.0 - e) / 7.0);
    }
}

static terr_particle on_incline(double slope, double sliding, double rolling, int steps)
{
    scene s;
    scene_def def = ball();
    def.slope = slope;
    def.sliding = sliding;
    def.rolling = rolling;
    scene_open(&s, &def);
    scene_add(&s, hl_v3(0.0, 0.0, RADIUS / cos(slope)), hl_v3(0.0, 0.0, 0.0));
    scene_run(&s, steps);
    const terr_particle q = terr_particles_get(s.particles, 0);
    scene_close(&s);
    return q;
}

/* Below both frictions' angles it stays: what remains is bending of the springs, m g/k < g dt^2/0.05. */
static void sticks_on_a_gentle_incline(void **state)
{
    (void)state;
    const terr_particle q = on_incline(0.3, 0.5, 0.5, 2000);
    CHECK_NEAR(hl_norm(q.velocity), 0.0, 1e-6);
    CHECK_NEAR(q.position.x, 0.0, GRAVITY * 1e-6 / 0.05);
    assert_true(q.grounded);
    assert_true(q.still > 1500);
}

/* Down the incline a = g (sin a - mu cos a), rolling being held. The first steps press the springs: some
 * hundredths of a second times g of 1 s. */
static void slides_on_a_steep_incline(void **state)
{
    (void)state;
    const double slope = 0.6, mu = 0.3;
    const double early = hl_norm(on_incline(slope, mu, 0.9, 200).velocity),
                 late = hl_norm(on_incline(slope, mu, 0.9, 700).velocity);
    /* the field's spline and float positions: 1e-3 */
    CHECK_RELATIVE((late - early) / 0.5, GRAVITY * (sin(slope) - mu * cos(slope)), 2e-3);
}

/* Rolling without sliding: a = g (sin a - mu_r cos a)/(1 + 2/5). */
static void rolls_down_an_incline(void **state)
{
    (void)state;
    const double slope = 0.3, mu_r = 0.1;
    const double early = hl_norm(on_incline(slope, 0.9, mu_r, 200).velocity),
                 late = hl_norm(on_incline(slope, 0.9, mu_r, 700).velocity);
    CHECK_RELATIVE((late - early) / 0.5, GRAVITY * (sin(slope) - mu_r * cos(slope)) / 1.4, 2e-3);
}

/* The field is as rough as its slopes are steep: a grain with little friction of its own stays on a slope
 * that stands, and leaves one that does not, rolling against tan(repose): a = g (sin a - tan(repose) cos
 * a)/1.4. */
static void stays_on_slopes_that_stand(void **state)
{
    (void)state;
    const double repose = 0.59, slopes[] = {0.5, 0.7};
    double speed[2];
    for (int k = 0; k < 2; k++) {
        scene s;
        scene_def def = ball();
        def.repose = repose;
        def.slope = slopes[k];
        def.sliding = def.rolling = 0.1;
        scene_open(&s, &def);
        scene_add(&s, hl_v3(0.0, 0.0, RADIUS / cos(slopes[k])), hl_v3(0.0, 0.0, 0.0));
        scene_run(&s, 500);
        speed[k] = hl_norm(terr_particles_get(s.particles, 0).velocity);
        scene_close(&s);
    }
    CHECK_NEAR(speed[0], 0.0, 1e-6);
    /* slides as it rolls: both are resisted by tan(repose), and sliding wins */
    const double a = GRAVITY * (sin(0.7) - tan(repose) * cos(0.7));
    assert_true(speed[1] > 0.5 * a / 1.4 * 0.9 && speed[1] < 0.5 * a * 1.1);
}

/* On the level it rolls out with mu_r g/(7/5) and stays where it stopped. */
static void rolling_ball_comes_to_rest(void **state)
{
    (void)state;
    scene s;
    scene_def def = ball();
    def.sliding = 0.8;
    def.rolling = 0.2;
    scene_open(&s, &def);
    scene_add(&s, hl_v3(0.0, 0.0, RADIUS), hl_v3(1.0, 0.0, 0.0));
    scene_run(&s, 150);
    const terr_particle early = terr_particles_get(s.particles, 0);
    CHECK_RELATIVE(early.spin.y * RADIUS, early.velocity.x, 0.01); /* it rolls */
    scene_run(&s, 100);
    const terr_particle late = terr_particles_get(s.particles, 0);
    CHECK_RELATIVE((early.velocity.x - late.velocity.x) / 0.1, 0.2 * GRAVITY / 1.4, 0.01);
    scene_run(&s, 1500);
    const terr_particle stopped = terr_particles_get(s.particles, 0);
    CHECK_NEAR(hl_norm(stopped.velocity), 0.0, 1e-6);
    scene_run(&s, 1000);
    CHECK_NEAR(terr_particles_get(s.particles, 0).position.x, stopped.position.x, 1e-6);
    scene_close(&s);
}

/* A cloud that collides far above the ground, without gravity: momentum stays to the rounding of floats. Each
 * contact adds to two sums of some N dt; 400 steps of 64 particles with up to 10 contacts each round at
 * random: sqrt(400 x 64 x 10) x 2^-24 of the impulse of a contact, m x 1 m/s. */
static void free_collisions_keep_momentum(void **state)
{
    (void)state;
    enum { COUNT = 64 };
    scene s;
    scene_def def = ball();
    def.capacity = COUNT;
    def.gravity = 0.0;
    def.sliding = 0.5;
    def.rolling = 0.1;
    scene_open(&s, &def);
    uint64_t seed = 3;
    const double m = terr_kilograms(terr_particle_mass(s.particles, 0));
    hl_vec3 before = hl_v3(0.0, 0.0, 0.0), after = before;
    for (int i = 0; i < COUNT; i++) {
        const int column = i % 4, row = i / 4 % 4, layer = i / 16;
        const hl_vec3 place = hl_v3(0.05 * (column - 1.5), 0.05 * (row - 1.5), 0.05 * (layer - 1.5));
        scene_add(&s, hl_add(place, hl_v3(0.0, 0.0, 3.0)),
                  hl_add_scaled(
                      hl_v3(0.2 * check_random(&seed), 0.2 * check_random(&seed), 0.2 * check_random(&seed)),
                      -8.0, place));
    }
    for (int i = 0; i < COUNT; i++)
        before = hl_add_scaled(before, m, terr_particles_get(s.particles, i).velocity);
    int contacts = 0;
    for (int k = 0; k < 400; k++) {
        scene_run(&s, 1);
        contacts += terr_particles_counted(s.particles).contacts;
    }
    assert_true(contacts > 1000);
    for (int i = 0; i < COUNT; i++)
        after = hl_add_scaled(after, m, terr_particles_get(s.particles, i).velocity);
    CHECK_NEAR(hl_norm(hl_sub(after, before)), 0.0, m * sqrt(400.0 * 64.0 * 10.0) * 6e-8);
    scene_close(&s);
}

/* Two spheres that meet squarely part with e of their speed, whatever their masses, shared by momentum:
 * v_c -+ m_other/m dv. Speeds of 1/2 m/s add up in floats: 1e-6. */
static void unequal_masses_collide_by_reduced_mass(void **state)
{
    (void)state;
    const double centre = (0.5 - 3.0 * 0.5) / 4.0;
    double mean = 0.0;
    for (int phase = 0; phase < 16; phase++) {
        scene s;
        scene_def def = ball();
        def.gravity = 0.0;
        scene_open(&s, &def);
        const terr_mass light = terr_particle_mass(s.particles, 0), heavy = 3 * light;
        terr_particles_add(s.particles, hl_v3(-0.025, 0.0, 3.0), hl_v3(0.5, 0.0, 0.0), light, 0);
        terr_particles_add(s.particles, hl_v3(0.025 + phase / 16.0 * 1e-3 + 3e-5, 0.0, 3.0),
                           hl_v3(-0.5, 0.0, 0.0), heavy, 0);
        scene_run(&s, 60);
        const double v = terr_particles_get(s.particles, 0).velocity.x,
                     w = terr_particles_get(s.particles, 1).velocity.x;
        CHECK_NEAR(v, centre - 0.75 * (w - v), 1e-6);
        CHECK_NEAR(w, centre + 0.25 * (w - v), 1e-6);
        mean += (w - v) / 16.0;
        scene_close(&s);
    }
    CHECK_NEAR(mean, 0.5, 0.5 / 7.0); /* as above */
}

/* What is born inside something else comes out slowly: at most the named 1 m/s. */
static void overlapping_birth_does_not_explode(void **state)
{
    (void)state;
    scene s;
    scene_def def = ball();
    def.gravity = 0.0;
    scene_open(&s, &def);
    scene_add(&s, hl_v3(0.0, 0.0, 3.0), hl_v3(0.0, 0.0, 0.0));
    scene_add(&s, hl_v3(0.5 * RADIUS, 0.0, 3.0), hl_v3(0.0, 0.0, 0.0));
    scene_add(&s, hl_v3(2.0, 0.0, -RADIUS), hl_v3(0.0, 0.0, 0.0));
    scene_run(&s, 200);
    for (int i = 0; i < 3; i++)
        assert_true(hl_norm(terr_particles_get(s.particles, i).velocity) <= 1.0 + 1e-6);
    assert_true(hl_norm(hl_sub(terr_particles_get(s.particles, 1).position,
                               terr_particles_get(s.particles, 0).position)) > 2.0 * RADIUS);
    scene_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restitution_is_the_soils),
        cmocka_unit_test(sticks_on_a_gentle_incline),
        cmocka_unit_test(slides_on_a_steep_incline),
        cmocka_unit_test(rolls_down_an_incline),
        cmocka_unit_test(stays_on_slopes_that_stand),
        cmocka_unit_test(rolling_ball_comes_to_rest),
        cmocka_unit_test(free_collisions_keep_momentum),
        cmocka_unit_test(unequal_masses_collide_by_reduced_mass),
        cmocka_unit_test(overlapping_birth_does_not_explode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
