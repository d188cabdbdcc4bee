/* Regions that stand out while they are marked, and panels of an exercise in the draw list. */
#include "support/check.h"
#include "support/exhaustion.h"

#include "scene_internal.h"
#include "site.h"

#include <string.h>

static hl_arena arena;
static site *tractor;
static rnd_scene *scene;
static rnd_signal signals[XCH_SIGNALS];
static int marked; /* signal */
static xch_snapshot snapshot;

enum { POSTS = 4, PIECES = POSTS + 2 * 3 + 2 * 8 /* bars of at most 0.8 m along 2 m and 6 m */ };

/* The region `far gate` is marked by an instruction some time, `bay` never. */
static auth_region regions[] = {{.name = "far gate", .at = {20.0, 3.0, 0.5}, .size = {2.0, 6.0, 3.0}},
                                {.name = "bay", .at = {-9.0, 0.0, 0.0}, .size = {1.0, 1.0, 1.0}}};
static const auth_instruction mark = {.kind = AUTH_DO_MARK, .of = 0, .shown = true};
static const auth_instruction *instructions[] = {&mark};
static auth_task tasks[] = {{.name = "drive", .text = "Drive", .repeat = 1}};

static int open_scene(void **unused)
{
    (void)unused;
    tractor = site_new(HEADLAND_ASSETS "/scenarios/flat.yaml", &arena);
    auth_training *training = &tractor->scenario->training;
    training->region_count = 2;
    training->regions = regions;
    training->instruction_count = 1;
    training->instructions = instructions;
    training->task_count = 1;
    training->tasks = tasks;
    rnd_scene_setup setup = tractor->setup;
    marked = setup.signal_count;
    memcpy(signals, setup.signals, sizeof *signals * (size_t)setup.signal_count);
    signals[setup.signal_count++] = (rnd_signal){"region.far_gate.marked", "1", "", 1.0};
    signals[setup.signal_count++] = (rnd_signal){"region.bay.marked", "1", "", 1.0};
    setup.signals = signals;
    scene = rnd_scene_new(&setup, &arena);
    assert_non_null(scene);
    site_look(tractor, &snapshot);
    return 0;
}

static int close_scene(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

static bool build_scene(hl_arena *own, void *context)
{
    return rnd_scene_new(context, own) != NULL;
}

/* With models, objects and marked regions. */
static void exhausted_memory_is_reported(void **state)
{
    (void)state;
    rnd_scene_setup setup = scene->setup;
    check_exhaustion(build_scene, &setup, 40);
}

static const rnd_draw_list *show(double mark_value, rnd_tasks *panels)
{
    const rnd_picture picture = {
        .camera = {.kind = RND_CHASE}, .width = 1280, .height = 720, .time = snapshot.time, .tasks = panels};
    snapshot.signal_count = marked + 2;
    snapshot.signals[marked] = mark_value;
    snapshot.signals[marked + 1] = 1.0;
    snapshot.tick++; /* a snapshot of its own, of the same world */
    rnd_scene_snapshot(scene, &snapshot);
    snapshot.tick++;
    rnd_scene_snapshot(scene, &snapshot);
    return rnd_scene_picture(scene, &picture);
}

/* A model matrix is copied, not computed anew: its numbers are the same. */
static bool same_matrix(const float *a, const float *b)
{
    for (int i = 0; i < 16; i++)
        if (a[i] < b[i] || a[i] > b[i]) return false;
    return true;
}

static bool is_of_mark(const rnd_instance *instance)
{
    for (int f = 0; f < scene->frame_count; f++)
        if (scene->frames[f].mark && !scene->frames[f].hidden &&
            same_matrix((const float *)scene->frames[f].now.m, (const float *)instance->model))
            return true;
    return false;
}

/* @return pieces of marks that a list shows */
static int pieces(const rnd_draw_list *list, bool glass)
{
    int count = 0;
    const int from = glass ? list->glass_first : 0, to = glass ? list->instance_count : list->glass_first;
    for (int i = from; i < to; i++) count += is_of_mark(&list->instances[i]);
    return count;
}

static void only_what_is_ever_marked_is_made(void **unused)
{
    (void)unused;
    int made = 0;
    for (int f = 0; f < scene->frame_count; f++) made += scene->frames[f].mark;
    assert_int_equal(scene->mark_count, 1);
    assert_int_equal(made, PIECES);
}

static void marks_are_shown_by_their_signal(void **unused)
{
    (void)unused;
    assert_int_equal(pieces(show(0.0, NULL), false), 0);
    const rnd_draw_list *list = show(1.0, NULL);
    assert_int_equal(pieces(list, false), PIECES);
    assert_int_equal(pieces(list, true), 0); /* no veil between the eye and the work */
    assert_int_equal(pieces(show(0.0, NULL), false), 0);
}

/* They are no part of the world. */
static void marks_cast_no_shadow(void **unused)
{
    (void)unused;
    const rnd_draw_list *list = show(1.0, NULL);
    for (int i = 0; i < list->instance_count; i++)
        if (is_of_mark(&list->instances[i])) assert_true(list->instances[i].seen < rnd_in_cascade(0));
}

/* Its floor is 0.5 m above the ground at z = 0, its top at 3.5 m: posts reach from the ground to 1.2 m above
 * the floor, the outline lies 0.03 m above the ground, along the region's edges. */
static void marks_lie_around_their_region(void **unused)
{
    (void)unused;
    (void)show(1.0, NULL);
    int number = 0;
    for (int f = 0; f < scene->frame_count; f++) {
        const scene_frame *frame = &scene->frames[f];
        if (!frame->mark) continue;
        const double x = fabs((double)frame->now.m[3][0] - 20.0), y = fabs((double)frame->now.m[3][1] - 3.0);
        const double z = (double)frame->now.m[3][2];
        const bool post = number++ < POSTS;
        assert_true(fabs(x - 1.0) < 1e-5 || fabs(y - 3.0) < 1e-5);
        assert_true(x < 1.0 + 1e-5 && y < 3.0 + 1e-5);
        CHECK_NEAR(z, post ? 0.85 : 0.03, 1e-5);
        if (post) CHECK_NEAR((double)frame->now.m[2][2], 1.7, 1e-5);
    }
}

/* In slots behind the gauges', upright on the screen, where their pixels say. */
static void panels_are_on_the_screen(void **unused)
{
    (void)unused;
    static const rnd_signal current[] = {{"task.current", "1", "", 1.0}};
    static hl_report report;
    hl_report_begin(&report, "test");
    rnd_tasks *panels = rnd_tasks_new(&tractor->scenario->training, false, current, 1, &report);
    assert_non_null(panels);
    snapshot.signals[0] = 1.0;
    const rnd_draw_list *list = show(0.0, panels);
    assert_int_equal(list->panel_count, 1);
    const rnd_panel *panel = &list->panels[0];
    const rnd_hud_gauge_view view = rnd_tasks_panel(panels, panel->slot - AUTH_MOST_GAUGES);
    assert_false(panel->in_world);
    CHECK_NEAR((double)panel->corners[0][0], 2.0 * view.at[0] / 1280.0 - 1.0, 1e-6);
    CHECK_NEAR((double)panel->corners[0][1], 1.0 - 2.0 * view.at[1] / 720.0, 1e-6);
    CHECK_NEAR((double)panel->corners[2][0], 2.0 * (view.at[0] + view.size[0]) / 1280.0 - 1.0, 1e-6);
    CHECK_NEAR((double)panel->corners[2][1], 1.0 - 2.0 * (view.at[1] + view.size[1]) / 720.0, 1e-6);
    rnd_tasks_free(panels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_ever_marked_is_made),
        cmocka_unit_test(marks_are_shown_by_their_signal),
        cmocka_unit_test(marks_cast_no_shadow),
        cmocka_unit_test(marks_lie_around_their_region),
        cmocka_unit_test(panels_are_on_the_screen),
        cmocka_unit_test(exhausted_memory_is_reported),
    };
    return cmocka_run_group_tests_name("scene_marks", tests, open_scene, close_scene);
}
