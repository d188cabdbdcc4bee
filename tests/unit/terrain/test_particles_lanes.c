/* Eight numbers at a time against plain loops, for random values: all masks, places and pairs. */
#include "particles/particles_lanes.h"
#include "support/check.h"

enum { PLACES = 40, ROUNDS = 200 };

static uint32_t draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static float draw_float(uint32_t *seed)
{
    return (float)draw(seed) / (float)(1 << 24);
}

static void packs_lanes_in_their_order(void **state)
{
    (void)state;
    const int from[LANES] = {7, -1, 12, 3, 900, 4, 1000000, 5};
    for (unsigned lanes = 0; lanes < 1u << LANES; lanes++) {
        int kept[LANES], counted[LANES], count = 0;
        const int many = lanes_keep(lanes, from, kept), same = lanes_count(lanes, 40, counted);
        for (int e = 0; e < LANES; e++) {
            if ((lanes >> e & 1u) == 0) continue;
            assert_int_equal(kept[count], from[e]);
            assert_int_equal(counted[count++], 40 + e);
        }
        assert_int_equal(many, count);
        assert_int_equal(same, count);
        uint8_t bytes[LANES];
        lanes_to_bytes(lanes, bytes);
        for (int e = 0; e < LANES; e++) assert_int_equal(bytes[e], lanes >> e & 1u);
        assert_int_equal(lanes_of_bytes(bytes), lanes);
    }
}

static void finds_the_first_of_a_list(void **state)
{
    (void)state;
    int list[3 * LANES];
    for (int k = 0; k < 3 * LANES; k++) list[k] = k;
    list[19] = 5;
    for (int count = 0; count <= 2 * LANES; count++)
        for (int wanted = 0; wanted < 3 * LANES; wanted++)
            assert_int_equal(lanes_find(list, count, wanted), wanted < count ? wanted : -1);
    assert_int_equal(lanes_find(list + 8, 12, 5), 11);
}

/* Some pairs are exactly at the limit: distances are multiples of 1/4. */
static void tells_near_pairs_as_the_scalar_product_does(void **state)
{
    (void)state;
    uint32_t seed = 3;
    for (int round = 0; round < ROUNDS; round++) {
        quad at[PLACES];
        int first[LANES], second[LANES];
        float value[LANES];
        for (int i = 0; i < PLACES; i++)
            for (int c = 0; c < 4; c++)
                at[i].c[c] = round % 2 ? draw_float(&seed) : 0.25f * (float)(draw(&seed) % 8);
        unsigned near = 0, below = 0;
        for (int e = 0; e < LANES; e++) {
            first[e] = (int)(draw(&seed) % PLACES);
            second[e] = (int)(draw(&seed) % PLACES);
            value[e] = 0.25f * (float)(draw(&seed) % 4);
            const quad_value d = quad_less(quad_load(&at[first[e]]), quad_load(&at[second[e]]));
            near |= (unsigned)(quad_dot(d, d) < 0.5f) << e;
            below |= (unsigned)(value[e] < 0.5f) << e;
        }
        assert_int_equal(lanes_near(at, first, second, 0.5f), near);
        assert_int_equal(lanes_below(value, 0.5f), below);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(packs_lanes_in_their_order),
                                       cmocka_unit_test(finds_the_first_of_a_list),
                                       cmocka_unit_test(tells_near_pairs_as_the_scalar_product_does)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
