/* Crawler tracks on sand: Bekker's sinkage, ruts and second passes, compaction resistance, what the soil
 * offers to shear, digging in by slip, imprints of grousers, planes that they do not disturb. */
#include "press_check.h"
#include "support/check.h"

#include <math.h>

static const double CELL = 0.05, STEP = 1e-3, WIDTH = 0.6, LOAD = 110e3, SPACING = 0.4;
static const double STATION_STIFFNESS = 3e6;         /* [N/m]; 4 mm under its share of the load */
static const double AT_REST = 1e-5, ROUNDING = 1e-6; /* press_internal.h; heights are quanta [m] */
static const double START = 3.0, MIDDLE = 2.5;       /* of the track along x, and of the field along y [m] */

enum { STATIONS = 10 };

typedef struct fixture {
    hl_arena arena;
    terr_soil soil;
    terr_field *field;
    terr_track track;
    terr_track_soil offer;
    double x, y, heading; /* of the middle [m], [rad] */
} fixture;

static void place_feet(fixture *f)
{
    f->track.forward = hl_v3(cos(f->heading), sin(f->heading), 0.0);
    for (int i = 0; i < STATIONS; i++) {
        const double s = SPACING * (0.5 * (STATIONS - 1) - i);
        f->track.foot[i].x = f->x + s * f->track.forward.x;
        f->track.foot[i].y = f->y + s * f->track.forward.y;
        f->track.share[i] = SPACING;
    }
}

static void open_field(fixture *f, double cohesion)
{
    *f = (fixture){.soil = press_sand(), .x = START, .y = MIDDLE};
    f->soil.cohesion = cohesion;
    f->field = press_field(&f->soil, CELL, 240, 100, &f->arena);
    f->track = (terr_track){.stations = STATIONS, .width = WIDTH, .shoe_pitch = 0.2};
    place_feet(f);
}

static void close_field(fixture *f)
{
    assert_true(terr_field_weigh(f->field) == terr_field_count(f->field).initial);
    hl_arena_free(&f->arena);
}

/* A level machine, whose stations' springs carry LOAD together on the planes of the last step. */
static void carry(fixture *f)
{
    double mean = 0.0;
    for (int i = 0; i < STATIONS; i++) mean += f->offer.height[i] / STATIONS;
    const double z = mean - LOAD / (STATIONS * STATION_STIFFNESS);
    for (int i = 0; i < STATIONS; i++) {
        f->track.foot[i].z = z;
        f->track.force[i] = STATION_STIFFNESS * fmax(f->offer.height[i] - z, 0.0);
    }
}

/* Steps at a speed over the ground, forward, and a slip speed of the belt. */
static void run(fixture *f, double speed, double slip, int steps)
{
    f->track.belt_speed = speed + slip;
    for (int i = 0; i < STATIONS; i++) f->track.slip_velocity[i][0] = -slip;
    for (int n = 0; n < steps; n++) {
        f->x += speed * STEP * f->track.forward.x;
        f->y += speed * STEP * f->track.forward.y;
        f->track.run += f->track.belt_speed * STEP;
        place_feet(f);
        carry(f);
        terr_track_press(f->field, &f->track, STEP, &f->offer);
        f->track.turn = (f->track.turn + 1) % TERR_TRACK_TURNS;
    }
}

static double carried(const fixture *f)
{
    return terr_bekker_sinkage(&f->soil, WIDTH, LOAD / (STATIONS * SPACING * WIDTH));
}

/* ---- sinkage ---- */

static void stands_as_bekker_says(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, 0.0);
    run(&f, 0.0, 0.0, 500); /* 33 tau */
    for (int i = 0; i < STATIONS; i++) CHECK_NEAR(f.offer.height[i], -carried(&f), 2.0 * AT_REST + ROUNDING);
    CHECK_NEAR(press_rut(f.field, START - 1.9, START + 1.9, MIDDLE), carried(&f), AT_REST + ROUNDING);
    CHECK_NEAR(f.offer.sinkage, carried(&f), 2.0 * AT_REST + ROUNDING);
    const uint64_t before = terr_field_hash(f.field);
    run(&f, 0.0, 0.0, 100);
    assert_true(terr_field_hash(f.field) == before);
    close_field(&f);
}

/* The rut behind is as deep as the pressure says, in whatever direction; the planes on fresh ground lie a bit
 * higher in front, where the forces are larger: by no more than the deflection of a station. */
static void leaves_a_rut(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        fixture f;
        open_field(&f, 0.0);
        f.heading = k * 0.35;
        f.y = MIDDLE - 0.8 * k;
        run(&f, 0.0, 0.0, 300);
        run(&f, 1.0, 0.0, 5000);
        double deepest = 0.0;
        const double x = START + 2.3 * cos(f.heading), y = MIDDLE - 0.8 * k + 2.3 * sin(f.heading);
        for (int n = -2; n <= 2; n++) {
            const double u = 0.1 * n;
            const double h =
                terr_field_sample(f.field, x - u * sin(f.heading), y + u * cos(f.heading)).height;
            deepest = fmin(deepest, h);
        }
        CHECK_RELATIVE(-deepest, carried(&f), 0.2);
        assert_true(-deepest >= carried(&f) - 2.0 * AT_REST);
        close_field(&f);
    }
}

static void second_pass_finds_it_firm(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, 0.0);
    run(&f, 0.0, 0.0, 300);
    run(&f, 1.0, 0.0, 4000);
    const double first = f.offer.rolling_resistance,
                 rut = press_rut(f.field, START + 1.0, START + 3.0, MIDDLE);
    run(&f, -1.0, 0.0, 2000);
    /* what leads carries some tenths more than what trailed, here where the machine cannot pitch: z ~ p */
    assert_true(f.offer.rolling_resistance < 0.2 * first && f.offer.sinkage < 0.2 * carried(&f));
    CHECK_RELATIVE(press_rut(f.field, START + 1.0, START + 3.0, MIDDLE), rut, 0.02);
    close_field(&f);
}

/* Work of the rut: b k z^(n+1)/(n+1), at the depth that is there. */
static void resistance_is_the_work_of_the_rut(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, 0.0);
    run(&f, 0.0, 0.0, 300);
    CHECK_SAME(f.offer.rolling_resistance, 0.0); /* at rest nothing is made */
    run(&f, 1.0, 0.0, 4000);
    const double force = terr_compaction_resistance(&f.soil, WIDTH, f.offer.sinkage);
    CHECK_RELATIVE(f.offer.rolling_resistance * LOAD, force, 0.02);
    CHECK_RELATIVE(f.offer.sinkage, carried(&f), 0.2);
    run(&f, 0.5, 0.5, 200); /* half the belt's run makes rut */
    const double deeper = terr_compaction_resistance(&f.soil, WIDTH, f.offer.sinkage);
    CHECK_RELATIVE(f.offer.rolling_resistance * LOAD, 0.5 * deeper, 0.1);
    close_field(&f);
}

/* Spinning on the spot it goes down to S(1) = 4 times the sinkage (Lyasko), in some shares of slip. */
static void digs_itself_in(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, 0.0);
    run(&f, 0.0, 0.0, 300);
    run(&f, 0.0, 1.0, 4000); /* ten shares */
    const double z = -f.offer.height[STATIONS / 2];
    assert_true(z > 3.0 * carried(&f) && z < 4.0 * carried(&f) + 2.0 * AT_REST);
    close_field(&f);
}

/* ---- shear ---- */

static void offers_the_strength_of_soil(void **state)
{
    (void)state;
    const double cohesions[] = {0.0, 5e3};
    for (int k = 0; k < 2; k++) {
        fixture f;
        open_field(&f, cohesions[k]);
        run(&f, 0.0, 0.0, 300);
        const double p = LOAD / (STATIONS * SPACING * WIDTH);
        CHECK_RELATIVE(f.offer.pressure, p, 1e-3);
        for (int i = 0; i < STATIONS; i++) {
            /* c/p, a hundredth less at 5 kPa beside 46 kPa */
            const double mu = tan(f.soil.friction_angle) + cohesions[k] / p;
            CHECK_RELATIVE(f.offer.friction[i], mu, 0.015);
            CHECK_RELATIVE(f.offer.bristle_stiffness[i], f.offer.friction[i] / f.soil.janosi_displacement,
                           1e-12);
        }
        close_field(&f);
    }
}

/* ---- grousers ---- */

/* Rows a shoe apart are deeper by the rib's own sinkage, at most its height; the planes do not feel them. */
static void grousers_leave_their_imprint(void **state)
{
    (void)state;
    static const double HEIGHT = 0.026, EDGE = 0.015; /* press_track.c */
    fixture f;
    open_field(&f, 0.0);
    f.track.grouser = HEIGHT;
    run(&f, 0.0, 0.0, 300);
    double height[3] = {0.0, 0.0, 0.0}, ripple = 0.0;
    for (int n = 0; n < 80; n++) { /* a quarter of a shoe each: grooves would show as second differences */
        run(&f, 1.0, 0.0, 50);
        height[0] = height[1], height[1] = height[2], height[2] = f.offer.height[STATIONS - 3];
        if (n > 10) ripple = fmax(ripple, fabs(height[1] - 0.5 * (height[0] + height[2])));
    }
    const double bar = LOAD / (STATIONS * SPACING * WIDTH) * f.track.shoe_pitch / EDGE;
    const double imprint = fmin(terr_bekker_sinkage(&f.soil, EDGE, bar), HEIGHT);
    /* cells of half a metre between the start and where the track now is */
    double shallow = HUGE_VAL, deep = -HUGE_VAL;
    for (int i = 0; i < 10; i++) {
        int column, row;
        assert_true(terr_field_cell(f.field, START + 2.1 + 0.05 * i, MIDDLE + 0.025, &column, &row));
        const double z = -terr_field_height(f.field, column, row);
        shallow = fmin(shallow, z), deep = fmax(deep, z);
    }
    assert_true(deep - shallow > 0.5 * imprint && deep - shallow < 1.5 * imprint);
    assert_true(ripple < 0.05 * imprint);
    close_field(&f);
}

/* ---- edges ---- */

static void beyond_the_field_nothing_is_offered(void **state)
{
    (void)state;
    fixture f;
    open_field(&f, 0.0);
    f.x = -20.0;
    run(&f, 0.0, 0.0, 10);
    for (int i = 0; i < STATIONS; i++) CHECK_SAME(f.offer.friction[i], 0.0);
    f.x = 0.0; /* half on it */
    run(&f, 0.0, 0.0, 10);
    assert_true(f.offer.friction[0] > 0.0 && f.offer.friction[STATIONS - 1] == 0.0);
    f.x = (double)NAN;
    run(&f, 0.0, 0.0, 1);
    CHECK_SAME(f.offer.friction[0], 0.0);
    close_field(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stands_as_bekker_says),
        cmocka_unit_test(leaves_a_rut),
        cmocka_unit_test(second_pass_finds_it_firm),
        cmocka_unit_test(resistance_is_the_work_of_the_rut),
        cmocka_unit_test(digs_itself_in),
        cmocka_unit_test(offers_the_strength_of_soil),
        cmocka_unit_test(grousers_leave_their_imprint),
        cmocka_unit_test(beyond_the_field_nothing_is_offered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
