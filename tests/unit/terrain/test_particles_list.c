/* Lists of pairs in which single particles came, went and strayed: they hold the pairs that a search over all
 * particles finds, and are continued from a saved state bit for bit. */
#include "particles_scene.h"

#include "particles/particles_internal.h"

#include <stdlib.h>

enum { COUNT = 260, STEPS = 1200 };

static const terr_tool_def TROUGH = {.corners = 4,
                                     .profile = {{-0.2, 0.3}, {-0.2, 0.0}, {0.2, 0.0}, {0.2, 0.3}},
                                     .width = 0.4,
                                     .thickness = 0.02,
                                     .sides = true};

static scene_def sand(void)
{
    return (scene_def){.capacity = COUNT,
                       .radius = 0.02,
                       .gravity = 9.81,
                       .restitution = 0.3,
                       .sliding = 0.5,
                       .rolling = 0.1,
                       .steel_friction = 0.37,
                       .tools = &TROUGH,
                       .tool_count = 1};
}

/* In turn a grain is thrown in and one taken away, every other step; some are frozen for a while. */
static void change(scene *s, int step, uint64_t *seed)
{
    const int count = terr_particles_count(s->particles);
    const int any = (int)((0.5 + 0.5 * check_random(seed)) * (count - 1));
    if (step % 400 == 100)
        for (int i = 0; i < count; i += 3) terr_particles_freeze(s->particles, i, 0);
    if (step % 400 == 150)
        for (int i = 0; i < count; i++) terr_particles_wake(s->particles, i);
    if (step % 4 == 0)
        scene_add(s, hl_v3(0.1 * check_random(seed), 0.1 * check_random(seed), 0.95), hl_v3(0.5, 0.0, -1.5));
    if (step % 4 == 2) terr_particles_remove(s->particles, any);
}

static void step_on(scene *s, int step, uint64_t *seed)
{
    const terr_tool_motion still = motion_at(hl_v3(0.0, 0.0, 0.5));
    terr_tool_load load = {0};
    change(s, step, seed);
    terr_particles_step(s->particles, s->field, &still, &load);
}

static void open_filled(scene *s)
{
    const scene_def def = sand();
    scene_open(s, &def);
    scene_pour(s, 150, 7, 0.17, hl_v3(0.0, 0.0, 0.54));
}

static float square_of_listing(const terr_particles *p, int i, int j)
{
    const float *a = p->built[i].c, *b = p->built[j].c;
    const float dx = b[0] - a[0], dy = b[1] - a[1], dz = b[2] - a[2];
    return dx * dx + dy * dy + dz * dz;
}

/* Every pair once, in its row, and none else. @return dead pairs */
static int check_lists(const terr_particles *p)
{
    static char listed[COUNT][COUNT];
    const pair_list *pairs = &p->pairs;
    int dead = 0;
    for (int i = 0; i < p->awake; i++)
        for (int j = 0; j < p->awake; j++) listed[i][j] = 0;
    assert_int_equal(pairs->rows, p->awake);
    for (int k = 0; k < pairs->count; k++) {
        const int i = pairs->first[k], j = pairs->second[k];
        dead += j == no_one(p);
        if (j == no_one(p)) continue;
        assert_true(i >= 0 && i < p->awake && j >= 0 && j < p->awake);
        assert_true(k >= pairs->row[i] && k < pairs->end[i]);
        listed[i][j]++;
    }
    for (int i = 0; i < p->awake; i++)
        for (int j = 0; j < i; j++)
            assert_int_equal(listed[i][j] + listed[j][i], square_of_listing(p, i, j) < p->reach * p->reach);
    assert_int_equal(dead, pairs->dead);
    return dead;
}

static void single_changes_keep_lists_whole(void **state)
{
    (void)state;
    scene s;
    uint64_t seed = 3;
    int kept = 0;
    open_filled(&s);
    for (int k = 0; k < STEPS; k++) {
        step_on(&s, k, &seed);
        if (s.particles->dirty) continue;
        kept += check_lists(s.particles) > 0;
    }
    /* lists lived on with dead pairs: it was not built anew each time */
    assert_true(kept > STEPS / 4);
    assert_int_equal(terr_particles_counted(s.particles).overflowed, 0);
    scene_close(&s);
}

/* Nobody touches whom he is not listed with: at the beginning of a step, when forces are found. */
static void who_touches_is_listed(void **state)
{
    (void)state;
    scene s;
    uint64_t seed = 7;
    open_filled(&s);
    for (int k = 0; k < STEPS; k++) {
        step_on(&s, k, &seed);
        const terr_particles *p = s.particles;
        if (k % 4 == 1 || !terr_particles_lists_are_valid(s.particles)) continue;
        for (int i = 0; i < p->awake; i++)
            for (int j = 0; j < i; j++) {
                float square = 0.0f;
                for (int c = 0; c < AXES; c++) {
                    const float d = p->position[i].c[c] - p->position[j].c[c];
                    square += d * d;
                }
                if (square < 4.0f * p->radius * p->radius)
                    assert_true(terr_particles_find_pair(&p->pairs, i, j) >= 0 ||
                                terr_particles_find_pair(&p->pairs, j, i) >= 0);
            }
    }
    scene_close(&s);
}

static void changed_lists_continue_bit_for_bit(void **state)
{
    (void)state;
    scene a, b;
    uint64_t seed_a = 5;
    open_filled(&a);
    open_filled(&b);
    for (int saved_at = 301; saved_at < STEPS; saved_at += 300) {
        for (int k = saved_at - 300; k < saved_at; k++) step_on(&a, k, &seed_a);
        change(&a, saved_at - 1, &seed_a); /* with changes since the last step */
        uint64_t seed_b = seed_a;
        void *saved = malloc(terr_particles_state_size(a.particles));
        assert_non_null(saved);
        terr_particles_save(a.particles, saved);
        terr_particles_restore(b.particles, saved);
        free(saved);
        scene *both[2] = {&a, &b};
        uint64_t *seeds[2] = {&seed_a, &seed_b};
        for (int k = 0; k < 150; k++) {
            for (int w = 0; w < 2; w++) step_on(both[w], saved_at + k, seeds[w]);
            assert_true(terr_particles_hash(a.particles) == terr_particles_hash(b.particles));
        }
    }
    scene_close(&a);
    scene_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_changes_keep_lists_whole),
        cmocka_unit_test(who_touches_is_listed),
        cmocka_unit_test(changed_lists_continue_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
