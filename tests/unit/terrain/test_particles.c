/* Particles as a store: adding, removing, capacity, what is lost, mass; runs that repeat; saved states. */
#include "particles/particles_contact.h"
#include "particles_scene.h"

#include <stdlib.h>
#include <string.h>

static const double RADIUS = 0.02;

static const terr_tool_def TROUGH = {.corners = 4,
                                     .profile = {{-0.2, 0.3}, {-0.2, 0.0}, {0.2, 0.0}, {0.2, 0.3}},
                                     .width = 0.4,
                                     .thickness = 0.02,
                                     .sides = true};

static scene_def sand(int capacity)
{
    return (scene_def){.capacity = capacity,
                       .radius = RADIUS,
                       .gravity = 9.81,
                       .restitution = 0.4,
                       .sliding = 0.5,
                       .rolling = 0.1,
                       .steel_friction = 0.37,
                       .tools = &TROUGH,
                       .tool_count = 1};
}

static terr_tool_motion rocking(int step)
{
    terr_tool_motion m = motion_at(hl_v3(0.0, 0.0, 0.5));
    const double t = 1e-3 * step;
    m.position.x = 0.2 * (t - 0.5 * t * t);
    m.velocity.x = 0.2 * (1.0 - t);
    return m;
}

static void run_rocking(scene *s, int from, int steps)
{
    terr_tool_load load = {0};
    for (int k = from; k < from + steps; k++) {
        const terr_tool_motion m = rocking(k);
        terr_particles_step(s->particles, s->field, &m, &load);
    }
}

static void all_places_are_used_and_given_back(void **state)
{
    (void)state;
    scene s;
    const scene_def def = sand(4);
    scene_open(&s, &def);
    const terr_mass mass = terr_particle_mass(s.particles, 0);
    for (int i = 0; i < 4; i++) assert_int_equal(scene_add(&s, hl_v3(i, 0.0, 1.0), hl_v3(0.0, 0.0, 0.0)), i);
    assert_int_equal(scene_add(&s, hl_v3(9.0, 0.0, 1.0), hl_v3(0.0, 0.0, 0.0)), -1);
    assert_int_equal(terr_particles_mass(s.particles), 4 * mass);
    terr_particles_freeze(s.particles, 2, 0);
    terr_particles_remove(s.particles, 1); /* the last comes into its place */
    assert_int_equal(terr_particles_count(s.particles), 3);
    assert_int_equal(terr_particles_counted(s.particles).awake, 2);
    CHECK_NEAR(terr_particles_get(s.particles, 0).position.x, 0.0, 1e-6);
    CHECK_NEAR(terr_particles_get(s.particles, 1).position.x, 3.0, 1e-6);
    CHECK_NEAR(terr_particles_get(s.particles, 2).position.x, 2.0, 1e-6);
    assert_int_equal(terr_particles_get(s.particles, 2).carrier, 0);
    terr_particles_remove(s.particles, 2);
    assert_int_equal(scene_add(&s, hl_v3(9.0, 0.0, 1.0), hl_v3(0.0, 0.0, 0.0)), 2);
    assert_int_equal(terr_particles_mass(s.particles), 3 * mass);
    float xyzr[8];
    assert_int_equal(terr_particles_draw(s.particles, 2, xyzr), 2);
    CHECK_NEAR((double)xyzr[4], 3.0, 1e-6);
    CHECK_NEAR((double)xyzr[7], RADIUS, 1e-8);
    scene_close(&s);
}

/* The solid share of the loose soil is the sphere. */
static void mass_is_that_of_the_loose_soil(void **state)
{
    (void)state;
    scene s;
    const scene_def def = sand(1);
    scene_open(&s, &def);
    const double volume = 4.0 / 3.0 * 3.14159265358979 * RADIUS * RADIUS * RADIUS;
    CHECK_NEAR(terr_kilograms(terr_particle_mass(s.particles, 0)) * 0.6 / volume / 1420.0, 1.0, 1e-5);
    scene_close(&s);
}

/* Particles removed out of a settled heap, and others put in: what remains stays where it is as long as
 * nothing near it changed, and the step goes on. */
static void removals_and_births_in_bursts(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    scene s;
    const scene_def def = sand(COUNT);
    scene_open(&s, &def);
    scene_pour(&s, COUNT, 7, 0.17, hl_v3(0.0, 0.0, 0.54));
    run_rocking(&s, 0, 500);
    uint64_t seed = 5;
    for (int k = 0; k < 200; k++) {
        for (int r = 0; r < 20; r++) {
            const int count = terr_particles_count(s.particles);
            const int index = (int)((0.5 + 0.5 * check_random(&seed)) * count);
            const hl_vec3 last = terr_particles_get(s.particles, count - 1).position;
            terr_particles_remove(s.particles, index);
            if (index < count - 1)
                CHECK_SAME(hl_norm(hl_sub(terr_particles_get(s.particles, index).position, last)), 0.0);
        }
        for (int r = 0; r < 20; r++)
            scene_add(&s,
                      hl_v3(0.15 * check_random(&seed), 0.15 * check_random(&seed),
                            0.9 + 0.05 * check_random(&seed)),
                      hl_v3(0.0, 0.0, -1.0));
        run_rocking(&s, 500 + k, 1);
    }
    assert_int_equal(terr_particles_count(s.particles), COUNT);
    assert_int_equal(terr_particles_counted(s.particles).overflowed, 0);
    assert_int_equal(terr_particles_find_lost(s.particles, 0), -1);
    scene_close(&s);
}

/* What is not finite is marked at once, and its neighbours go on. */
static void lost_particles_are_found(void **state)
{
    (void)state;
    scene s;
    const scene_def def = sand(8);
    scene_open(&s, &def);
    for (int i = 0; i < 4; i++) scene_add(&s, hl_v3(0.5 + 0.039 * i, 0.0, 1.0), hl_v3(0.0, 0.0, 0.0));
    run_rocking(&s, 0, 3);
    assert_int_equal(terr_particles_find_lost(s.particles, 0), -1);
    scene_add(&s, hl_v3((double)NAN, 0.0, 1.0), hl_v3(0.0, 0.0, 0.0));
    scene_add(&s, hl_v3(2.0, 0.0, 1.0), hl_v3(0.0, 1e30, 0.0));
    scene_add(&s, hl_v3(4.0, 0.0, 1.0), hl_v3(0.0, 3e6, 0.0));
    run_rocking(&s, 3, 1);
    assert_int_equal(terr_particles_find_lost(s.particles, 0), 4);
    assert_int_equal(terr_particles_find_lost(s.particles, 5), 5);
    assert_int_equal(terr_particles_find_lost(s.particles, 6), 6);
    for (int i = 6; i >= 4; i--) terr_particles_remove(s.particles, i);
    assert_int_equal(terr_particles_find_lost(s.particles, 0), -1);
    run_rocking(&s, 4, 50);
    for (int i = 0; i < 4; i++) {
        const terr_particle q = terr_particles_get(s.particles, i);
        assert_true(isfinite(q.position.x) && hl_norm(q.velocity) < 2.0);
    }
    scene_close(&s);
}

/* Energy that a heap at rest on its contact springs exchanges with them: its weight over the amplitude
 * v/omega of its motion, with omega = sqrt(kappa)/dt of one contact, the stiffest [J]. */
static double spring_exchange(const scene *s, double gravity, double kinetic)
{
    const double mass = scene_mass(s), speed = sqrt(2.0 * kinetic / mass);
    return mass * gravity * speed * s->step / sqrt((double)CONTACT_STIFFNESS);
}

/* The energy of a heap that settles in a closed box never exceeds what it had, and falls from half second to
 * half second until it is at rest. The energy of the springs is not included: once the heap lies, they take
 * and return no more than spring_exchange. */
static void energy_never_grows(void **state)
{
    (void)state;
    enum { COUNT = 250, BLOCK = 500 };
    scene s;
    scene_def def = sand(COUNT);
    scene_open(&s, &def);
    scene_pour(&s, COUNT, 7, 0.17, hl_v3(0.0, 0.0, 0.54));
    const double initial = scene_height_energy(&s);
    const terr_tool_motion still = motion_at(hl_v3(0.0, 0.0, 0.5));
    terr_tool_load load = {0};
    double before = initial, moving = 0.0;
    for (int k = 0; k < 6 * BLOCK; k++) {
        terr_particles_step(s.particles, s.field, &still, &load);
        const double kinetic = scene_kinetic(&s), now = kinetic + scene_height_energy(&s);
        assert_true(now <= initial * (1.0 + 1e-9));
        moving = fmax(moving, kinetic);
        if (k % BLOCK != BLOCK - 1) continue;
        assert_true(now <= before + (k < BLOCK ? 0.0 : moving + spring_exchange(&s, def.gravity, moving)));
        before = now;
        moving = kinetic;
    }
    /* at rest: less than 1 mm/s of root mean square */
    assert_true(scene_kinetic(&s) < 0.5 * scene_mass(&s) * 1e-6);
    scene_close(&s);
}

static void same_run_same_bits(void **state)
{
    (void)state;
    uint64_t hash[2];
    for (int run = 0; run < 2; run++) {
        scene s;
        const scene_def def = sand(200);
        scene_open(&s, &def);
        scene_pour(&s, 200, 7, 0.17, hl_v3(0.0, 0.0, 0.54));
        run_rocking(&s, 0, 700);
        hash[run] = terr_particles_hash(s.particles);
        scene_close(&s);
    }
    assert_true(hash[0] == hash[1]);
}

/* Saved in the middle of a slide, with frozen ones among them, restored into other particles and continued.
 */
static void restored_state_continues_bit_for_bit(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    scene a, b;
    const scene_def def = sand(COUNT);
    scene_open(&a, &def);
    scene_open(&b, &def);
    scene_pour(&a, COUNT - 10, 7, 0.17, hl_v3(0.0, 0.0, 0.54));
    scene_pour(&b, 20, 3, 0.1, hl_v3(1.0, 0.0, 0.54));
    run_rocking(&b, 0, 50);
    run_rocking(&a, 0, 333);
    for (int i = 0; i < 5; i++) terr_particles_freeze(a.particles, 3 * i, 0);
    const size_t size = terr_particles_state_size(a.particles);
    assert_true(size <= terr_particles_state_capacity(a.particles));
    void *saved = malloc(size);
    assert_non_null(saved);
    terr_particles_save(a.particles, saved);
    terr_particles_restore(b.particles, saved);
    for (int k = 0; k < 300; k++) {
        assert_true(terr_particles_hash(a.particles) == terr_particles_hash(b.particles));
        if (k == 100)
            for (int i = 0; i < 5; i++) {
                terr_particles_wake(a.particles, 3 * i);
                terr_particles_wake(b.particles, 3 * i);
            }
        run_rocking(&a, 333 + k, 1);
        run_rocking(&b, 333 + k, 1);
    }
    free(saved);
    scene_close(&a);
    scene_close(&b);
}

/* The hash sees a changed frozen particle, and does not ask how they came to be frozen. */
static void hash_sees_the_frozen(void **state)
{
    (void)state;
    scene s;
    const scene_def def = sand(8);
    scene_open(&s, &def);
    for (int i = 0; i < 4; i++) scene_add(&s, hl_v3(0.1 * i, 0.0, 1.0), hl_v3(0.0, 0.0, 0.0));
    run_rocking(&s, 0, 1);
    const uint64_t awake = terr_particles_hash(s.particles);
    terr_particles_freeze(s.particles, 3, 0);
    const uint64_t one = terr_particles_hash(s.particles);
    assert_true(one != awake);
    terr_particles_freeze(s.particles, 2, 0);
    assert_true(terr_particles_hash(s.particles) != one);
    terr_particles_remove(s.particles, 2);
    terr_particles_remove(s.particles, 2);
    const uint64_t two = terr_particles_hash(s.particles);
    terr_particles_freeze(s.particles, 1, 0);
    terr_particles_remove(s.particles, 1);
    assert_true(terr_particles_hash(s.particles) != two);
    scene_close(&s);
}

/* The same heap 200 m from the origin behaves the same: positions about a base that moved there differ by
 * rounding alone, which the slide does not magnify beyond a radius in 0.3 s. Near the base they are as fine
 * as at the origin: a resting particle bends its spring by m g/k = 49 um, seen to some um. */
static void far_from_the_origin(void **state)
{
    (void)state;
    scene s;
    scene_def def = sand(64);
    def.origin = 200.0;
    scene_open(&s, &def);
    for (int i = 0; i < 16; i++) {
        const int column = i % 4, row = i / 4;
        scene_add(&s, hl_v3(200.0 + 0.1 * column, 200.0 + 0.1 * row, RADIUS), hl_v3(0.0, 0.0, 0.0));
    }
    run_rocking(&s, 0, 600);
    for (int i = 0; i < 16; i++) {
        const hl_vec3 at = terr_particles_get(s.particles, i).position;
        CHECK_NEAR(at.x, 200.0 + 0.1 * (i % 4), 2e-6);
        CHECK_NEAR(at.z, RADIUS - 9.81 * 1e-6 / 0.2, 2e-6);
        assert_true(terr_particles_get(s.particles, i).grounded);
    }
    scene_close(&s);
}

/* All in one place: 64 x 63/2 pairs find no room in lists for 8 a particle. It is counted, and they part all
 * the same. */
static void full_lists_are_counted(void **state)
{
    (void)state;
    scene s;
    const scene_def def = sand(64);
    scene_open(&s, &def);
    uint64_t seed = 1;
    for (int i = 0; i < 64; i++)
        scene_add(&s, hl_v3(1.0 + 1e-3 * check_random(&seed), 1e-3 * check_random(&seed), 1.0),
                  hl_v3(0.0, 0.0, 0.0));
    run_rocking(&s, 0, 1);
    const int64_t at_first = terr_particles_counted(s.particles).overflowed;
    assert_true(at_first > 0);
    run_rocking(&s, 1, 999);
    const int64_t then = terr_particles_counted(s.particles).overflowed;
    run_rocking(&s, 1000, 100);
    assert_int_equal(terr_particles_counted(s.particles).overflowed, then);
    assert_int_equal(terr_particles_find_lost(s.particles, 0), -1);
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < i; j++) {
            const hl_vec3 apart = hl_sub(terr_particles_get(s.particles, i).position,
                                         terr_particles_get(s.particles, j).position);
            assert_true(hl_norm(apart) > 1.9 * RADIUS); /* 5 % under some layers */
        }
    scene_close(&s);
}

static void impossible_definitions_are_refused(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_soil soil = {.loose_density = 1400.0, .solid_share = 0.6, .restitution = 0.3};
    const terr_particles_def good = {
        .capacity = 8, .radius = 0.02, .step = 1e-3, .gravity = 9.81, .soils = &soil, .soil_count = 1};
    terr_particles *p = NULL;
    char why[HL_MESSAGE_LENGTH] = "";
    assert_int_equal(terr_particles_new(&good, &arena, &p, why), HL_OK);
    terr_particles_def bad = good;
    bad.capacity = 0;
    assert_int_equal(terr_particles_new(&bad, &arena, &p, why), HL_BAD_INPUT);
    assert_non_null(strstr(why, "particles"));
    bad = good;
    bad.radius = -0.1;
    assert_int_equal(terr_particles_new(&bad, &arena, &p, why), HL_BAD_INPUT);
    assert_non_null(strstr(why, "radius"));
    bad = good;
    bad.step = 0.0;
    assert_int_equal(terr_particles_new(&bad, &arena, &p, why), HL_BAD_INPUT);
    bad = good;
    bad.soil_count = 0;
    assert_int_equal(terr_particles_new(&bad, &arena, &p, why), HL_BAD_INPUT);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_places_are_used_and_given_back),
        cmocka_unit_test(mass_is_that_of_the_loose_soil),
        cmocka_unit_test(removals_and_births_in_bursts),
        cmocka_unit_test(lost_particles_are_found),
        cmocka_unit_test(energy_never_grows),
        cmocka_unit_test(same_run_same_bits),
        cmocka_unit_test(restored_state_continues_bit_for_bit),
        cmocka_unit_test(hash_sees_the_frozen),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(full_lists_are_counted),
        cmocka_unit_test(impossible_definitions_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
