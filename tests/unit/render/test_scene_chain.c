/* Shoes of a crawler: joined pin to pin round the wheels, in the gaps of the sprocket, moved by its turn. */
#include "support/check.h"

#include "scene_internal.h"
#include "site.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* Single precision at a few metres from the origin, 2^-24 of them, through three matrices. */
static const double rounding = 3e-6;

static hl_arena arena;
static site *excavator;
static rnd_scene *scene;
static xch_snapshot standing;

static int begin(void **unused)
{
    (void)unused;
    excavator = site_new(HEADLAND_ASSETS "/scenarios/excavator-flat.yaml", &arena);
    scene = rnd_scene_new(&excavator->setup, &arena);
    assert_non_null(scene);
    site_look(excavator, &standing);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

/* The scene with both sprockets turned by an angle from where their bodies stand without any [rad]. */
static void turn_to(double angle)
{
    xch_snapshot turned = standing;
    for (int c = 0; c < scene->chain_count; c++) {
        const auth_track *track = scene->chains[c].track;
        const int sprocket = excavator->author->mechanism->joints[track->joint].child;
        const hl_quat by = {cos(0.5 * angle), 0, sin(0.5 * angle), 0};
        const float *r = standing.bodies[track->body].rotation;
        const hl_quat q = hl_quat_mul((hl_quat){(double)r[0], (double)r[1], (double)r[2], (double)r[3]}, by);
        const double parts[4] = {q.w, q.x, q.y, q.z};
        for (int k = 0; k < 4; k++) turned.bodies[sprocket].rotation[k] = (float)parts[k];
    }
    scene->motion.any = false;
    rnd_scene_snapshot(scene, &turned);
    rnd_picture picture = {
        .camera = {.kind = RND_ORBIT}, .quality = RND_LOW, .width = 1600, .height = 900, .time = turned.time};
    assert_non_null(rnd_scene_picture(scene, &picture));
}

/* A point of a shoe in the frame of the body that carries the track. */
static hl_vec3 on_shoe(const scene_chain *chain, int shoe, double x, double z)
{
    const matrix body = matrix_of_body(&standing, chain->track->body);
    const int frame = chain->first_frame + (shoe + chain->shoes) % chain->shoes;
    const hl_vec3 at = matrix_point(&scene->frames[frame].now, hl_v3(x, 0, z));
    const hl_vec3 from = hl_sub(at, matrix_column(&body, 3));
    return hl_v3(hl_dot(from, matrix_column(&body, 0)), hl_dot(from, matrix_column(&body, 1)),
                 hl_dot(from, matrix_column(&body, 2)));
}

/* Pins lie half a shoe ahead of and behind its middle; a chord of an arc is a little shorter than the arc:
 * (1 - sin(a)/a) of it, a = half the angle of a shoe on the smallest wheel. */
static double half_of(const scene_chain *chain)
{
    return 0.5 * chain->belt.length / chain->shoes;
}

static void all_shoes_are_there(void **unused)
{
    (void)unused;
    for (int i = 0; i < rnd_scene_message_count(scene); i++) print_error("%s\n", rnd_scene_message(scene, i));
    assert_int_equal(rnd_scene_message_count(scene), 0);
    assert_int_equal(scene->chain_count, 2);
    int shoes = 0;
    for (int f = 0; f < scene->frame_count; f++) shoes += scene->frames[f].carrier == SCENE_SHOE;
    assert_int_equal(shoes, scene->chains[0].shoes + scene->chains[1].shoes);
}

/* All nodes twice, as a model with two shoes of one name would have them. */
static void a_second_node_adds_none(void **unused)
{
    (void)unused;
    hl_arena own = {0};
    auth_picture *picture = &excavator->author->picture;
    const char *attachment = picture->attachment;
    picture->attachment = picture->model;
    const rnd_scene *twice = rnd_scene_new(&excavator->setup, &own);
    picture->attachment = attachment;
    assert_non_null(twice);
    assert_int_equal(twice->chain_count, 2);
    hl_arena_free(&own);
}

static void shoes_hang_together(void **unused)
{
    (void)unused;
    for (int step = 0; step < 5; step++) {
        turn_to(0.2 * step);
        for (int c = 0; c < scene->chain_count; c++) {
            const scene_chain *chain = &scene->chains[c];
            const double half = half_of(chain);
            /* the smallest radius of the pins, of rollers and carriers: a chord there is so much shorter */
            const double a = half / 0.115, slack = 2.0 * half * (1.0 - sin(a) / a);
            for (int s = 0; s < chain->shoes; s++) {
                const hl_vec3 rear = on_shoe(chain, s, -half, chain->depth);
                const hl_vec3 front = on_shoe(chain, s + 1, half, chain->depth);
                assert_true(hl_norm(hl_sub(rear, front)) < slack + rounding);
                CHECK_NEAR(rear.y, chain->track->y, rounding);
            }
        }
    }
}

/* Under the rollers the shoes lie on the ground of the body's frame, their insides up. */
static void the_lower_run_lies_flat(void **unused)
{
    (void)unused;
    turn_to(0.0);
    const scene_chain *chain = &scene->chains[0];
    int flat = 0;
    for (int s = 0; s < chain->shoes; s++) {
        const hl_vec3 face = on_shoe(chain, s, 0, 0), inside = on_shoe(chain, s, 0, 1);
        if (fabs(face.x) > 1.3 || face.z > 0.4) continue; /* between the first and the last roller */
        CHECK_NEAR(face.z, 0.0, rounding);
        CHECK_NEAR(inside.z - face.z, 1.0, rounding);
        flat++;
    }
    assert_true(flat >= 13); /* 2.6 m of 0.19 m each */
}

/* Forward is the sprocket's positive turn: the lower run goes back, the upper one forward, by what the teeth
 * take along. */
static void the_sprocket_takes_them_along(void **unused)
{
    (void)unused;
    static const double ANGLE = 0.05;
    for (int c = 0; c < scene->chain_count; c++) {
        const scene_chain *chain = &scene->chains[c];
        /* a whole number of shoes a turn: half of one more or less than the pitch circle's length */
        const double moved = ANGLE * chain->track->model.pitch_radius, spacing = 2.0 * half_of(chain);
        const double tolerance = ANGLE * 0.5 * spacing / (2.0 * PI) + rounding;
        for (int s = 0; s < chain->shoes; s++) {
            turn_to(0.3);
            const hl_vec3 before = on_shoe(chain, s, 0, 0);
            turn_to(0.3 + ANGLE);
            const hl_vec3 after = on_shoe(chain, s, 0, 0);
            if (fabs(before.x) < 1.2 && before.z < 0.4) CHECK_NEAR(after.x - before.x, -moved, tolerance);
            if (fabs(before.x) < 0.4 && before.z > 0.6) CHECK_NEAR(after.x - before.x, moved, tolerance);
        }
    }
}

/* Twelve teeth, a gap on the x axis at zero angle. Where the chain leaves the wheel, a quarter turn away,
 * pins are off the middle of their gaps by three times the difference of a shoe's angle on the pitch circle
 * and a tooth's. */
static void pins_lie_between_the_teeth(void **unused)
{
    (void)unused;
    enum { TEETH = 12 };
    static const double TOOTH = 2.0 * 3.14159265358979323846 / TEETH;
    const scene_chain *chain = &scene->chains[0];
    const double *axle = excavator->author->mechanism->joints[chain->track->joint].at;
    const double radius = chain->track->model.pitch_radius, half = half_of(chain);
    const double tolerance = 3.5 * fabs(2.0 * half / radius - TOOTH) + 1e-3;
    assert_true(tolerance < 0.1 * TOOTH); /* a tenth: what the eye takes for sitting right */
    for (int step = 0; step < 7; step++) {
        const double angle = 0.4 * step;
        int engaged = 0;
        turn_to(angle);
        for (int s = 0; s < chain->shoes; s++) {
            const hl_vec3 pin = on_shoe(chain, s, half, chain->depth);
            const double x = pin.x - axle[0], z = pin.z - axle[2];
            if (x > -0.05) continue;
            CHECK_NEAR(hypot(x, z), radius, 0.02 * radius);      /* chords are short of the arc */
            const double teeth = (atan2(-z, x) - angle) / TOOTH; /* about y: from x towards -z */
            CHECK_NEAR(teeth - round(teeth), 0.0, tolerance / TOOTH);
            engaged++;
        }
        assert_in_range(engaged, 5, 7);
    }
}

/* The angle of a snapshot begins anew after a turn: other shoes are then where these were. */
static void a_turn_leaves_no_seam(void **unused)
{
    (void)unused;
    const scene_chain *chain = &scene->chains[0];
    const double half = half_of(chain);
    const int shoes = (int)round(2.0 * PI * chain->track->model.pitch_radius / (2.0 * half));
    turn_to(PI - 1e-6);
    const hl_vec3 before = on_shoe(chain, shoes, 0, 0);
    turn_to(-PI + 1e-6);
    const hl_vec3 after = on_shoe(chain, 2 * shoes, 0, 0);
    assert_true(hl_norm(hl_sub(before, after)) < 1e-5); /* 2e-6 rad of 0.36 m, and single precision */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_shoes_are_there),           cmocka_unit_test(a_second_node_adds_none),
        cmocka_unit_test(shoes_hang_together),           cmocka_unit_test(the_lower_run_lies_flat),
        cmocka_unit_test(the_sprocket_takes_them_along), cmocka_unit_test(pins_lie_between_the_teeth),
        cmocka_unit_test(a_turn_leaves_no_seam),
    };
    return cmocka_run_group_tests_name("scene_chain", tests, begin, end);
}
