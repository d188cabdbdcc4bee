/* Free objects: blows by their peak, pitch by material, scraping and rolling by their power. */
#include "support/check.h"

#include "voice_rig.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* In the order of IO_VOICE_OBJECTS. */
enum { STEEL, STONE, WOOD, SOFT };

typedef struct course {
    double peak, rest;   /* of a blow of 10 ms at 0.5 s; force that was there already [N] */
    double scrape, roll; /* [W] */
} course;

static void drive(double time, const void *context, double *values)
{
    const course *c = context;
    const double since = time - 0.5;
    values[0] = c->rest;
    if (since > 0.0 && since < 0.01) values[0] += c->peak * sin(pi * since / 0.01);
    values[1] = c->scrape;
    values[2] = c->roll;
}

static const float *play(int material, const course *c, double from, double to, int *count)
{
    auth_voice voice = {
        .kind = IO_VOICE_OBJECTS, .name = "v", .level = 1.0, .signals = {"a", "b", "c"}, .cue = material};
    return rig_play(&voice, drive, c, from, to, count);
}

static double loudness(int material, const course *c, double from, double to)
{
    int count;
    const float *x = play(material, c, from, to, &count);
    return rig_rms(x, count);
}

static double pitch(int material, const course *c)
{
    int count;
    const float *x = play(material, c, 0.5, 0.7, &count);
    return rig_centroid(x, count);
}

static void objects_at_rest_are_silent(void **state)
{
    (void)state;
    const course rest = {.rest = 20e3}, soft = {.peak = 40.0, .rest = 20e3};
    CHECK_SAME(loudness(STEEL, &rest, 0.5, 1.0), 0.0);
    CHECK_SAME(loudness(STEEL, &soft, 0.5, 1.0), 0.0);
}

static void a_blow_is_louder_with_its_peak_and_fades(void **state)
{
    (void)state;
    for (int material = STEEL; material <= SOFT; material++) {
        const course low = {.peak = 1e3}, high = {.peak = 16e3};
        const double quiet = loudness(material, &low, 0.5, 0.6), loud = loudness(material, &high, 0.5, 0.6);
        assert_true(quiet > 1e-4);
        CHECK_RELATIVE(loud / quiet, 4.0, 0.1);
        assert_true(loud < 0.5);
        assert_true(loudness(material, &high, 2.5, 3.0) < 1e-3 * loud);
    }
}

static void materials_differ_in_pitch_and_decay(void **state)
{
    (void)state;
    const course blow = {.peak = 10e3}, scrape = {.scrape = 1e3};
    assert_true(pitch(SOFT, &blow) < 0.6 * pitch(WOOD, &blow));
    assert_true(pitch(WOOD, &blow) < 0.8 * pitch(STONE, &blow));
    assert_true(pitch(SOFT, &scrape) < pitch(WOOD, &scrape));
    assert_true(pitch(STONE, &scrape) < pitch(STEEL, &scrape));
    /* steel rings on */
    assert_true(loudness(STEEL, &blow, 0.65, 0.75) > 10.0 * loudness(STONE, &blow, 0.65, 0.75));
    assert_true(loudness(STEEL, &blow, 0.65, 0.75) > 2.0 * loudness(WOOD, &blow, 0.65, 0.75));
}

/* The work of a barrel of 180 kg that is pushed at 1 m/s: 600 W. */
static void scraping_and_rolling_go_with_the_root_of_their_power(void **state)
{
    (void)state;
    const course scrape = {.scrape = 600.0}, more = {.scrape = 2400.0}, roll = {.roll = 600.0},
                 faster = {.roll = 2400.0};
    for (int material = STEEL; material <= SOFT; material++) {
        const double once = loudness(material, &scrape, 0.5, 2.5);
        CHECK_RELATIVE(loudness(material, &more, 0.5, 2.5) / once, 2.0, 0.05);
        assert_true(once > 0.003 && once < 0.1);
        const double slow = loudness(material, &roll, 0.5, 2.5);
        CHECK_RELATIVE(loudness(material, &faster, 0.5, 2.5) / slow, 2.0, 0.05);
        assert_true(pitch(material, &roll) < pitch(material, &scrape));
    }
}

static void a_burst_of_forces_stays_within_bounds(void **state)
{
    (void)state;
    const course most = {.peak = 1e8, .scrape = 1e7, .roll = 1e7};
    int count;
    const float *x = play(STEEL, &most, 0.0, 1.0, &count);
    assert_true(rig_largest(x, count) <= 1.0);
    assert_true(rig_steepest(x, count) <= (double)IO_STEEPEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_at_rest_are_silent),
        cmocka_unit_test(a_blow_is_louder_with_its_peak_and_fades),
        cmocka_unit_test(materials_differ_in_pitch_and_decay),
        cmocka_unit_test(scraping_and_rolling_go_with_the_root_of_their_power),
        cmocka_unit_test(a_burst_of_forces_stays_within_bounds),
    };
    return cmocka_run_group_tests_name("voice_objects", tests, NULL, NULL);
}
