/* Persons walk where their signals are; utilities lie in the ground, their ways on it for instructors. */
#include "support/check.h"

#include "scene_internal.h"
#include "site.h"

#include <math.h>
#include <string.h>

static hl_arena arena;
static site *tractor;
static rnd_signal signals[XCH_SIGNALS];
static int first; /* signal of the person */
static xch_snapshot snapshot;

static auth_person person = {.name = "a man"};
static double way[][2] = {{0.0, 5.0}, {3.0, 5.0}, {3.0, 9.0}};
static auth_utility utility = {
    .name = "main", .kind = AUTH_UTILITY_GAS, .point_count = 3, .points = way, .depth = 0.8, .radius = 0.1};

static int open_site(void **unused)
{
    static const char *const names[] = {"person.a_man.x", "person.a_man.y", "person.a_man.z",
                                        "person.a_man.heading"};
    (void)unused;
    tractor = site_new(HEADLAND_ASSETS "/scenarios/flat.yaml", &arena);
    tractor->scenario->person_count = 1;
    tractor->scenario->persons = &person;
    tractor->scenario->utility_count = 1;
    tractor->scenario->utilities = &utility;
    memcpy(signals, tractor->setup.signals, sizeof *signals * (size_t)tractor->setup.signal_count);
    first = tractor->setup.signal_count;
    for (int i = 0; i < 4; i++) signals[tractor->setup.signal_count++] = (rnd_signal){names[i], "m", "", 1.0};
    tractor->setup.signals = signals;
    site_look(tractor, &snapshot);
    return 0;
}

static int close_site(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

static rnd_scene *scene_of(bool show_utilities)
{
    rnd_scene_setup setup = tractor->setup;
    setup.show_utilities = show_utilities;
    rnd_scene *scene = rnd_scene_new(&setup, &arena);
    assert_non_null(scene);
    return scene;
}

/* Two snapshots, between which the person walks so far. */
static void show(rnd_scene *scene, double x, double y, double heading, double walked)
{
    const rnd_picture picture = {.camera = {.kind = RND_CHASE}, .width = 64, .height = 64, .time = 1e9};
    const double values[] = {x - walked, y, 0.0, heading};
    snapshot.signal_count = first + 4;
    memcpy(&snapshot.signals[first], values, sizeof values);
    snapshot.tick++;
    rnd_scene_snapshot(scene, &snapshot);
    snapshot.signals[first] = x;
    snapshot.tick++;
    rnd_scene_snapshot(scene, &snapshot);
    assert_non_null(rnd_scene_picture(scene, &picture));
}

static const scene_frame *node(const rnd_scene *scene, const char *name)
{
    const scene_person *shown = &scene->persons[0];
    for (int n = 0; n < shown->model->model.node_count; n++)
        if (strcmp(shown->model->model.nodes[n].name, name) == 0)
            return &scene->frames[shown->first_frame + n];
    fail_msg("no node %s", name);
    return NULL;
}

static void persons_stand_where_their_signals_are(void **unused)
{
    (void)unused;
    rnd_scene *scene = scene_of(false);
    assert_int_equal(scene->person_count, 1);
    show(scene, 4.0, -2.0, 1.57079632679, 0.0);
    const scene_frame *body = node(scene, "person:body"), *left = node(scene, "person:arm_left");
    CHECK_NEAR((double)body->now.m[3][0], 4.0, 1e-5);
    CHECK_NEAR((double)body->now.m[3][1], -2.0, 1e-5);
    assert_true((double)left->now.m[3][0] < 3.9); /* it looks along y: its left is at -x */
    assert_true((double)left->now.m[3][2] > 1.2);
}

/* Legs swing against each other, and hang when the person stands. */
static void legs_swing_while_they_walk(void **unused)
{
    (void)unused;
    rnd_scene *scene = scene_of(false);
    show(scene, 0.35, 0.0, 0.0, 0.001); /* a quarter of a pace */
    const double left = (double)node(scene, "person:leg_left")->now.m[2][0];
    const double right = (double)node(scene, "person:leg_right")->now.m[2][0];
    assert_true(fabs(left) > 0.3);
    CHECK_NEAR(left, -right, 1e-6);
    show(scene, 0.35, 0.0, 0.0, 0.0);
    CHECK_NEAR((double)node(scene, "person:leg_left")->now.m[2][0], 0.0, 1e-6);
}

static int pipes(const rnd_scene *scene)
{
    int count = 0;
    for (int f = 0; f < scene->frame_count; f++)
        count += fabs((double)scene->frames[f].now.m[3][2] + utility.depth) < 1e-6;
    return count;
}

static int marks(const rnd_scene *scene)
{
    int count = 0;
    for (int f = 0; f < scene->frame_count; f++) count += scene->frames[f].mark;
    return count;
}

static void utilities_lie_in_the_ground(void **unused)
{
    (void)unused;
    const rnd_scene *scene = scene_of(false);
    assert_int_equal(pipes(scene), 2);
    assert_int_equal(marks(scene), 0);
}

/* Four pieces along 3 m, five along 4 m, 2 cm above the ground. */
static void instructors_see_their_ways(void **unused)
{
    (void)unused;
    rnd_scene *scene = scene_of(true);
    assert_int_equal(marks(scene), 9);
    show(scene, 0.0, 0.0, 0.0, 0.0);
    for (int f = 0; f < scene->frame_count; f++)
        if (scene->frames[f].mark) CHECK_NEAR((double)scene->frames[f].now.m[3][2], 0.02, 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(persons_stand_where_their_signals_are),
        cmocka_unit_test(legs_swing_while_they_walk),
        cmocka_unit_test(utilities_lie_in_the_ground),
        cmocka_unit_test(instructors_see_their_ways),
    };
    return cmocka_run_group_tests_name("scene_hazards", tests, open_site, close_site);
}
