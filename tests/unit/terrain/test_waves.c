/* Waves: flat at the start, smooth everywhere, within their amplitudes, the same for the same seed. */
#include "support/check.h"

#include "ground_check.h"

#include <float.h>

static const double PI = 3.14159265358979323846;
static const terr_waves HILLS = {.amplitude = 0.8,
                                 .wavelength = 40.0,
                                 .octaves = TERR_MAX_OCTAVES,
                                 .flat_radius = 12.0,
                                 .seed = 7,
                                 .surface = 2};

/* Bounds of the sum over all octaves: amplitudes fall by 0.4, slopes by 0.4/0.5, curvatures grow by
 * 0.4/0.25, third derivatives by 0.4/0.125. */
static double octaves_sum(double first, double ratio)
{
    double sum = 0.0;
    for (int i = 0; i < TERR_MAX_OCTAVES; i++, first *= ratio) sum += first;
    return sum;
}

static double highest(void)
{
    return octaves_sum(HILLS.amplitude, 0.4);
}

static double steepest(void)
{
    return octaves_sum(HILLS.amplitude * 2.0 * PI / HILLS.wavelength, 0.8);
}

static double sharpest(void)
{
    const double k = 2.0 * PI / HILLS.wavelength;
    return octaves_sum(HILLS.amplitude * k * k, 1.6);
}

static void flat_where_machines_start(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_ground *ground = terr_ground_waves(&HILLS, &arena);
    for (double x = -12.0; x <= 12.0; x += 0.75) {
        const double y = sqrt(144.0 - x * x) * (1.0 - 1e-12) * (x > 0.0 ? 0.3 : -1.0);
        const terr_sample sample = terr_ground_at(ground, x * (1.0 - 1e-12), y);
        CHECK_SAME(sample.height, 0.0);
        CHECK_SAME(sample.normal.z, 1.0);
        assert_int_equal(sample.surface, 2);
    }
    hl_arena_free(&arena);
}

/* Over the rise (12 to 52 m), outside it, and a thousand kilometres away, where x itself is known to 1e-10 m;
 * 1 mm is a thousandth of the shortest wave. */
static void normals_belong_to_heights(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_ground *ground = terr_ground_waves(&HILLS, &arena);
    uint64_t seed = 1;
    const double ranges[] = {20.0, 60.0, 1e3, 1e6};
    for (int r = 0; r < 4; r++)
        for (int i = 0; i < 200; i++) {
            const double x = ranges[r] * check_random(&seed), y = ranges[r] * check_random(&seed);
            const double size = highest() + steepest() * (fabs(x) + fabs(y));
            check_normal(ground, x, y, r < 3 ? 1e-3 : 1e-2, size);
        }
    hl_arena_free(&arena);
}

/* Along a line through the flat place heights and slopes have no jump: from one place to the next, e apart,
 * they change by less than e times the largest slope and curvature. The rise S adds its own: |S'| <= 1.5/L
 * and |S''| <= 6/L^2; its direction turns by 1/|p| <= 1/flat_radius. */
static void continuous_with_its_slope(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const terr_ground *ground = terr_ground_waves(&HILLS, &arena);
    const double L = HILLS.wavelength, e = 1e-4;
    const double slope = steepest() + 1.5 / L * highest();
    CHECK_NEAR(ground->steepest, slope, 1e-12 * slope); /* sums in another order */
    const double bend =
        sharpest() + 2.0 * 1.5 / L * steepest() + (6.0 / (L * L) + 1.5 / (L * HILLS.flat_radius)) * highest();
    const double borders[] = {-52.0, -12.0, 12.0, 52.0};
    for (int b = 0; b < 4; b++) {
        terr_sample last = terr_ground_at(ground, borders[b] - 100.0 * e, 0.0);
        for (int i = -99; i <= 100; i++) {
            const terr_sample here = terr_ground_at(ground, borders[b] + i * e, 0.0);
            assert_true(fabs(here.height - last.height) <= slope * e * (1.0 + 1e-6));
            assert_true(hl_norm(hl_sub(here.normal, last.normal)) <= bend * e * (1.0 + 1e-6));
            last = here;
        }
    }
    hl_arena_free(&arena);
}

/* A single wave outside the rise: over one wavelength along its direction the root mean square is
 * amplitude/sqrt 2. Its direction is the normal's, wherever that is not vertical. */
static void a_single_wave(void **state)
{
    (void)state;
    hl_arena arena = {0};
    terr_waves one = HILLS;
    one.octaves = 1;
    const terr_ground *ground = terr_ground_waves(&one, &arena);
    terr_sample sample = terr_ground_at(ground, 300.0, 0.0);
    if (fabs(sample.normal.z) > 0.9999) sample = terr_ground_at(ground, 300.0, 10.0);
    const hl_vec3 ahead = hl_normalized(hl_v3(sample.normal.x, sample.normal.y, 0.0));
    enum { N = 64 };
    double squares = 0.0, sum = 0.0;
    for (int i = 0; i < N; i++) {
        const double along = one.wavelength * i / N;
        const double h = terr_ground_at(ground, 300.0 + along * ahead.x, along * ahead.y).height;
        squares += h * h / N;
        sum += h / N;
        assert_true(fabs(h) <= one.amplitude);
    }
    /* equidistant sums over a period are exact; places are rounded to 1e-13 m */
    CHECK_NEAR(sum, 0.0, 1e-12);
    CHECK_NEAR(squares, 0.5 * one.amplitude * one.amplitude, 1e-12);
    hl_arena_free(&arena);
}

static void seeds_choose_the_waves(void **state)
{
    (void)state;
    hl_arena arena = {0};
    terr_waves other = HILLS;
    other.seed = 8;
    const terr_ground *first = terr_ground_waves(&HILLS, &arena), *again = terr_ground_waves(&HILLS, &arena),
                      *second = terr_ground_waves(&other, &arena);
    int different = 0;
    for (double x = 60.0; x < 160.0; x += 7.0) {
        const double h = terr_ground_at(first, x, -x).height;
        CHECK_SAME(terr_ground_at(again, x, -x).height, h);
        assert_true(fabs(h) <= highest());
        different += terr_ground_at(second, x, -x).height != h;
    }
    assert_int_equal(different, 15);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_where_machines_start), cmocka_unit_test(normals_belong_to_heights),
        cmocka_unit_test(continuous_with_its_slope), cmocka_unit_test(a_single_wave),
        cmocka_unit_test(seeds_choose_the_waves)};
    return cmocka_run_group_tests_name("waves", tests, NULL, NULL);
}
