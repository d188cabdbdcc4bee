/* What a blade digs follows what it sweeps, at any speed; a blade that rocks circulates nothing. */
#include "support/check.h"

#include "terr/lab.h"

static const double DEGREE = 0.017453292519943295;

/* As the soils of the assets, without what digging does not ask for. */
static terr_soil loam(void)
{
    return (terr_soil){.name = "loam",
                       .loose_density = 1250.0,
                       .bank_density = 1550.0,
                       .repose = 38.0 * DEGREE,
                       .friction_angle = 30.0 * DEGREE,
                       .cohesion = 8e3,
                       .steel_friction = 20.0 * DEGREE,
                       .adhesion = 2e3,
                       .bekker_cohesive = 5270.0,
                       .bekker_frictional = 1515040.0,
                       .bekker_exponent = 0.7,
                       .janosi_displacement = 0.025,
                       .tip_pressure = 1.5e6,
                       .pressing = 4.0,
                       .solid_share = 0.6,
                       .restitution = 0.2,
                       .sliding_friction = 0.94,
                       .rolling_friction = 0.94};
}

static terr_soil dry_sand(void)
{
    terr_soil soil = loam();
    soil.name = "sand";
    soil.loose_density = 1420.0;
    soil.bank_density = 1600.0;
    soil.repose = 34.0 * DEGREE;
    soil.friction_angle = 32.0 * DEGREE;
    soil.cohesion = soil.adhesion = 0.0;
    soil.sliding_friction = soil.rolling_friction = 0.81;
    return soil;
}

static terr_lab_dug dig(const terr_soil *soil, double cell, const terr_lab_cut *cut, terr_lab_rocking rocking,
                        double seconds)
{
    const terr_lab lab = {.soil = soil, .cell = cell, .radius = 0.5 * cell, .step = 1e-3};
    hl_arena arena = {0};
    char why[HL_MESSAGE_LENGTH] = "";
    terr_lab_dug dug;
    if (terr_lab_dig(&lab, cut, rocking, seconds, &arena, &dug, why) != HL_OK)
        fail_msg("no digging: %s", why);
    assert_int_equal(dug.missing, 0);
    hl_arena_free(&arena);
    return dug;
}

static double particle(const terr_soil *soil, double cell)
{
    return 4.18879020478639 * 0.125 * cell * cell * cell * soil->loose_density / soil->solid_share;
}

/* Speeds over three decades; at the least ones ways are short, so that the test is. Within 5 %, and the one
 * particle that waits to be whole. */
static void dug_follows_swept(void **state)
{
    (void)state;
    static const struct {
        double speed, way; /* [m/s], [m] */
    } runs[] = {{0.001, 0.01}, {0.02, 0.1}, {0.1, 0.2}, {0.5, 0.4}, {2.0, 0.6}};
    static const double rakes[] = {45.0, 90.0}, cells[] = {0.05, 0.1};
    const terr_soil soils[] = {loam(), dry_sand()};
    for (int s = 0; s < 2; s++)
        for (int r = 0; r < 2; r++)
            for (int c = 0; c < 2; c++)
                for (int k = 0; k < 5; k++) {
                    const terr_lab_cut cut = {.rake = rakes[r] * DEGREE,
                                              .width = 1.0,
                                              .depth = 0.15,
                                              .thickness = 0.01,
                                              .speed = runs[k].speed,
                                              .way = runs[k].way};
                    const terr_lab_dug dug =
                        dig(&soils[s], cells[c], &cut, (terr_lab_rocking){0.0, 0.0}, 0.0);
                    CHECK_NEAR(dug.dug, dug.swept, 0.05 * dug.swept + particle(&soils[s], cells[c]));
                }
}

/* Grading: 20 mm deep, where a row of cells gives a few particles. */
static void a_thin_cut_is_dug_too(void **state)
{
    (void)state;
    const terr_soil soil = loam();
    static const double cells[] = {0.05, 0.1}, speeds[] = {0.05, 0.5};
    for (int c = 0; c < 2; c++)
        for (int k = 0; k < 2; k++) {
            const terr_lab_cut cut = {.rake = 45.0 * DEGREE,
                                      .width = 1.2,
                                      .depth = 0.02,
                                      .thickness = 0.01,
                                      .speed = speeds[k],
                                      .way = 0.6};
            const terr_lab_dug dug = dig(&soil, cells[c], &cut, (terr_lab_rocking){0.0, 0.0}, 0.0);
            CHECK_NEAR(dug.dug, dug.swept, 0.05 * dug.swept + particle(&soil, cells[c]));
        }
}

/* It goes back from where it stands and forward again to there: nothing is cut. While it creeps ahead, it
 * cuts what that sweeps. Amplitudes to 20 mm: the edge stays within the slack of 50 mm. */
static void rocking_circulates_nothing(void **state)
{
    (void)state;
    static const terr_lab_rocking rocking[] = {{0.002, 8.0}, {0.005, 3.0}, {0.010, 2.0}, {0.020, 1.0}};
    const terr_soil soils[] = {loam(), dry_sand()};
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 4; k++)
            for (int creeps = 0; creeps < 2; creeps++) {
                const terr_lab_cut cut = {.rake = 45.0 * DEGREE,
                                          .width = 1.0,
                                          .depth = 0.15,
                                          .thickness = 0.01,
                                          .speed = creeps ? 0.01 : 0.0,
                                          .way = 0.1};
                const terr_lab_dug dug = dig(&soils[s], 0.05, &cut, rocking[k], 2.0);
                CHECK_NEAR(dug.dug, dug.swept, 0.05 * dug.swept + particle(&soils[s], 0.05));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dug_follows_swept),
                                       cmocka_unit_test(a_thin_cut_is_dug_too),
                                       cmocka_unit_test(rocking_circulates_nothing)};
    return cmocka_run_group_tests_name("lab_dig", tests, NULL, NULL);
}
