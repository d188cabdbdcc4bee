/* The scene: what a draw list shows is where the snapshot has it. */
#include "support/check.h"

#include "support/allocations.h"

#include "project.h"
#include "scene_internal.h"
#include "site.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Single precision at a few metres from the origin, 2^-24 of them, through three matrices. */
static const double rounding = 3e-6;

static hl_arena arena;
static site *tractor;
static rnd_scene *scene;
static xch_snapshot standing;

static int begin(void **unused)
{
    (void)unused;
    tractor = site_new(HEADLAND_ASSETS "/scenarios/flat.yaml", &arena);
    scene = rnd_scene_new(&tractor->setup, &arena);
    assert_non_null(scene);
    site_look(tractor, &standing);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    hl_arena_free(&arena);
    return 0;
}

static rnd_scene *scene_of(const rnd_scene_setup *setup)
{
    rnd_scene *made = rnd_scene_new(setup, &arena);
    assert_non_null(made);
    return made;
}

/* The picture of a snapshot as it is, whatever has come before. */
static rnd_draw_list *show(rnd_scene *s, const xch_snapshot *snapshot, rnd_picture picture)
{
    s->motion.any = false;
    rnd_scene_snapshot(s, snapshot);
    picture.width = 1600;
    picture.height = 900;
    picture.time = snapshot->time;
    rnd_draw_list *list = rnd_scene_picture(s, &picture);
    assert_non_null(list);
    return list;
}

static const rnd_picture orbit = {.camera = {.kind = RND_ORBIT}, .quality = RND_HIGH};
static const rnd_picture cab = {.camera = {.kind = RND_CAB}, .quality = RND_HIGH, .mirrors = true};

/* The instance of the first mesh that a frame carries. */
static const rnd_instance *instance_on(const rnd_scene *s, const rnd_draw_list *list, int frame)
{
    for (int p = 0; p < s->part_count; p++)
        for (int i = 0; i < list->instance_count && s->parts[p].frame == frame; i++)
            if (list->instances[i].mesh == s->parts[p].mesh) return &list->instances[i];
    return NULL;
}

static int frame_on(const rnd_scene *s, scene_carrier carrier, int of)
{
    for (int f = 0; f < s->frame_count; f++)
        if (s->frames[f].carrier == carrier && s->frames[f].of == of) return f;
    fail_msg("nothing is carried by %d of kind %d", of, (int)carrier);
    return -1;
}

static hl_vec3 at_of(const rnd_instance *instance)
{
    return hl_v3((double)instance->model[3][0], (double)instance->model[3][1], (double)instance->model[3][2]);
}

static void check_vec3(hl_vec3 actual, hl_vec3 expected, double tolerance)
{
    CHECK_NEAR(actual.x, expected.x, tolerance);
    CHECK_NEAR(actual.y, expected.y, tolerance);
    CHECK_NEAR(actual.z, expected.z, tolerance);
}

/* ---- the machine ---- */

static void nothing_comes_of_nothing(void **unused)
{
    (void)unused;
    rnd_scene *s = scene_of(&tractor->setup);
    rnd_picture picture = orbit;
    assert_null(rnd_scene_picture(s, &picture));
}

static void the_tractor_is_complete(void **unused)
{
    (void)unused;
    for (int i = 0; i < rnd_scene_message_count(scene); i++) print_error("%s\n", rnd_scene_message(scene, i));
    assert_int_equal(rnd_scene_message_count(scene), 0);
    assert_int_equal(scene->move_count, tractor->author->picture.move_count);
    assert_int_equal(scene->strut_count, 3); /* lift, tilt, steering */
}

static void a_body_takes_its_parts_along(void **unused)
{
    (void)unused;
    const int body = site_body(tractor, "bucket"), frame = frame_on(scene, SCENE_BODY, body);
    xch_snapshot moved = standing;
    const hl_vec3 before = at_of(instance_on(scene, show(scene, &standing, orbit), frame));
    const float by[3] = {0.25F, -0.5F, 0.125F};
    for (int k = 0; k < 3; k++) moved.bodies[body].position[k] += by[k];
    const hl_vec3 after = at_of(instance_on(scene, show(scene, &moved, orbit), frame));
    check_vec3(hl_sub(after, before), hl_v3(0.25, -0.5, 0.125), rounding);
    /* turned half round about z: its x and y point the other way */
    moved.bodies[body] = (xch_pose){{1, 2, 3}, {0, 0, 0, 1}};
    const rnd_draw_list *list = show(scene, &moved, orbit);
    const matrix *place = &scene->frames[frame].place;
    const rnd_instance *instance = instance_on(scene, list, frame);
    check_vec3(
        at_of(instance),
        hl_v3(1.0 - (double)place->m[3][0], 2.0 - (double)place->m[3][1], 3.0 + (double)place->m[3][2]),
        rounding);
    CHECK_NEAR((double)instance->model[0][0], -(double)place->m[0][0], rounding);
}

static hl_vec3 pin(int body, const double at[3])
{
    const matrix frame = matrix_of_body(&standing, body);
    return matrix_point(&frame, hl_v3(at[0], at[1], at[2]));
}

/* How far a point lies from the x-axis of a frame. */
static double off_axis(const rnd_instance *frame, hl_vec3 point)
{
    const hl_vec3 d = hl_sub(point, at_of(frame));
    const hl_vec3 x =
        hl_v3((double)frame->model[0][0], (double)frame->model[0][1], (double)frame->model[0][2]);
    return hl_norm(hl_cross(d, x));
}

static void cylinders_reach_from_pin_to_pin(void **unused)
{
    (void)unused;
    const rnd_draw_list *list = show(scene, &standing, orbit);
    for (int s = 0; s < scene->strut_count; s++) {
        const auth_cylinder *author = scene->struts[s].author;
        const hl_vec3 a = pin(author->a, author->a_at), b = pin(author->b, author->b_at);
        const rnd_instance *barrel = instance_on(scene, list, frame_on(scene, SCENE_BARREL, s));
        const rnd_instance *rod = instance_on(scene, list, frame_on(scene, SCENE_ROD, s));
        check_vec3(at_of(barrel), a, rounding);
        check_vec3(at_of(rod), b, rounding);
        CHECK_NEAR(off_axis(barrel, b), 0.0, rounding);
        CHECK_NEAR(off_axis(rod, a), 0.0, rounding);
        for (int k = 0; k < 3; k++) /* the same directions */
            CHECK_NEAR((double)barrel->model[0][k], (double)rod->model[0][k], rounding);
    }
}

/* P1 is the bucket's origin; the sensor measures it from the middle of the front axle. */
static void the_bucket_is_where_its_signal_says(void **unused)
{
    (void)unused;
    const int signal = scene_signal(scene, "bucket.height");
    const int bucket = frame_on(scene, SCENE_BODY, site_body(tractor, "bucket"));
    const int axle = site_body(tractor, "front_axle");
    double lowest = HUGE_VAL, highest = -HUGE_VAL;
    assert_true(signal >= 0);
    for (int moment = 0; moment < 3; moment++) {
        xch_snapshot now;
        if (moment > 0) site_run(tractor, 700, "lift", 1.0);
        site_look(tractor, &now);
        const rnd_draw_list *list = show(scene, &now, orbit);
        const double height =
            at_of(instance_on(scene, list, bucket)).z - (double)scene->frames[bucket].place.m[3][2];
        CHECK_NEAR(height - (double)now.bodies[axle].position[2], now.signals[signal], rounding);
        lowest = fmin(lowest, height);
        highest = fmax(highest, height);
    }
    assert_true(highest > lowest + 0.1); /* it did move */
}

static void signals_move_parts(void **unused)
{
    (void)unused;
    const int signal = scene_signal(scene, "control.steering");
    int found = 0;
    while (found < scene->move_count && scene->moves[found].signal != signal) found++;
    assert_true(found < scene->move_count);
    const scene_move *wheel = &scene->moves[found];
    xch_snapshot turned = standing;
    turned.signals[signal] = 0.0;
    const rnd_instance *instance = instance_on(scene, show(scene, &turned, cab), wheel->frame);
    matrix straight;
    memcpy(straight.m, instance->model, sizeof straight.m);
    turned.signals[signal] = 0.1;
    instance = instance_on(scene, show(scene, &turned, cab), wheel->frame);
    const double angle = 0.1 * wheel->author->turn;
    /* about its own z: x turns towards y by the angle, z stays */
    const hl_vec3 x = matrix_column(&straight, 0), y = matrix_column(&straight, 1);
    const hl_vec3 expected = hl_add(hl_scale(cos(angle), x), hl_scale(sin(angle), y));
    for (int k = 0; k < 3; k++) CHECK_NEAR((double)instance->model[2][k], (double)straight.m[2][k], rounding);
    check_vec3(
        hl_v3((double)instance->model[0][0], (double)instance->model[0][1], (double)instance->model[0][2]),
        expected, rounding);
    turned.signals[signal] = (double)NAN; /* a signal without a value moves nothing */
    instance = instance_on(scene, show(scene, &turned, cab), wheel->frame);
    CHECK_SAME((double)instance->model[0][0], (double)straight.m[0][0]);
}

static void machines_without_a_picture_are_solids(void **unused)
{
    (void)unused;
    auth_machine plain = *tractor->author;
    rnd_scene_setup setup = tractor->setup;
    plain.picture = (auth_picture){0};
    setup.machine = &plain;
    rnd_scene *s = scene_of(&setup);
    const rnd_draw_list *list = show(s, &standing, orbit);
    assert_int_equal(rnd_scene_message_count(s), 0);
    int cylinders = 0; /* a tube each, and a rod where it is thinner than the piston */
    for (int c = 0; c < s->strut_count; c++)
        cylinders +=
            s->struts[c].author->def.cylinder.area_b < s->struts[c].author->def.cylinder.area_a ? 2 : 1;
    /* a mesh a shape, two a wheel, and the ground */
    assert_int_equal(list->instance_count, plain.shape_count + 2 * plain.wheel_count + cylinders + 1);
    for (int m = 0; m < s->stock.mesh_count; m++) {
        const rnd_mesh *mesh = &s->meshes[m];
        if (m == s->stock.ground_mesh) continue;
        for (int t = 0; t < mesh->index_count; t += 3) { /* triangles look outwards, as their normals do */
            const rnd_vertex *c[3];
            hl_vec3 at[3];
            for (int k = 0; k < 3; k++) {
                c[k] = &mesh->vertices[mesh->indices[t + k]];
                at[k] =
                    hl_v3((double)c[k]->position[0], (double)c[k]->position[1], (double)c[k]->position[2]);
            }
            const hl_vec3 out = hl_cross(hl_sub(at[1], at[0]), hl_sub(at[2], at[0]));
            for (int k = 0; k < 3 && hl_norm(out) > 1e-9; k++)
                assert_true(hl_dot(out, hl_v3((double)c[k]->normal[0], (double)c[k]->normal[1],
                                              (double)c[k]->normal[2])) > 0.0);
        }
    }
}

static void a_missing_model_is_told_and_seen(void **unused)
{
    (void)unused;
    auth_machine machine = *tractor->author;
    rnd_scene_setup setup = tractor->setup;
    machine.picture.model = "tractro.glb";
    machine.picture.model_place = (hl_place){41, 7};
    setup.machine = &machine;
    const rnd_scene *s = scene_of(&setup);
    assert_int_equal(rnd_scene_message_count(s), 1);
    assert_non_null(strstr(rnd_scene_message(s, 0), "41:7"));
    assert_non_null(strstr(rnd_scene_message(s, 0), "tractro.glb"));
    assert_non_null(strstr(rnd_scene_message(s, 0), "'tractor'"));
    bool striped = false;
    for (int m = 0; m < s->stock.mesh_count; m++) {
        const rnd_material *material = &s->meshes[m].material;
        striped = striped ||
                  (material->colour[0] == 1.0F && material->colour[1] == 0.0F && material->colour[2] == 1.0F);
    }
    assert_true(striped);
}

/* ---- what is seen ---- */

static bool is_same(const vec4 *a, const vec4 *b)
{
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            if (a[column][row] != b[column][row]) return false;
    return true;
}

static void expect_seen(const rnd_scene *s, const rnd_draw_list *list, int part, uint32_t bit)
{
    const scene_frame *frame = &s->frames[s->parts[part].frame];
    for (int i = 0; i < list->instance_count; i++)
        if (list->instances[i].mesh == s->parts[part].mesh && (list->instances[i].seen & bit) != 0 &&
            is_same((const vec4 *)list->instances[i].model, frame->now.m))
            return;
    fail_msg("mesh %d is visible and was left out (bit %x)", s->parts[part].mesh, bit);
}

static bool inside(const matrix *clip, hl_vec3 p)
{
    double c[4];
    for (int row = 0; row < 4; row++)
        c[row] = (double)clip->m[0][row] * p.x + (double)clip->m[1][row] * p.y +
                 (double)clip->m[2][row] * p.z + (double)clip->m[3][row];
    return fabs(c[0]) < c[3] && fabs(c[1]) < c[3] && fabs(c[2]) < c[3];
}

/* Every part any vertex of which lies in a view's or map's clip space. */
static void check_seen(const rnd_scene *s, const rnd_draw_list *list, const matrix *clip, uint32_t bit,
                       bool map)
{
    enum { STRIDE = 5 }; /* neighbours lie close together */
    for (int p = 0; p < s->part_count; p++) {
        const rnd_mesh *mesh = &s->meshes[s->parts[p].mesh];
        const matrix *place = &s->frames[s->parts[p].frame].now;
        if (map && (s->parts[p].glass || s->parts[p].mesh == s->stock.ground_mesh)) continue;
        for (int v = 0; v < mesh->vertex_count; v += STRIDE) {
            const float *at = mesh->vertices[v].position;
            if (!inside(clip, matrix_point(place, hl_v3((double)at[0], (double)at[1], (double)at[2]))))
                continue;
            expect_seen(s, list, p, bit);
            break;
        }
    }
}

static matrix clip_of(const rnd_view *view)
{
    matrix v, p;
    memcpy(v.m, view->view, sizeof v.m);
    memcpy(p.m, view->projection, sizeof p.m);
    return matrix_mul(&p, &v);
}

static void nothing_visible_is_left_out(void **unused)
{
    (void)unused;
    for (int k = 0; k < RND_CAMERAS; k++)
        for (int turn = 0; turn < 5; turn++) {
            rnd_picture picture = cab;
            picture.camera = (rnd_camera){
                .kind = (rnd_camera_kind)k, .yaw = 1.3 * turn, .distance = turn % 2 == 0 ? 1 : 0.4};
            const rnd_draw_list *list = show(scene, &standing, picture);
            for (int v = 0; v < list->view_count; v++) {
                const matrix clip = clip_of(&list->views[v]);
                check_seen(scene, list, &clip, rnd_in_view(v), false);
            }
            for (int c = 0; c < list->cascade_count; c++) {
                matrix clip;
                memcpy(clip.m, list->cascades[c].view_projection, sizeof clip.m);
                check_seen(scene, list, &clip, rnd_in_cascade(c), true);
            }
        }
}

static void what_nobody_sees_is_not_drawn(void **unused)
{
    (void)unused;
    rnd_picture away = {.camera = {.kind = RND_CAB, .yaw = 2.7}, .quality = RND_HIGH};
    const rnd_draw_list *list = show(scene, &standing, away);
    const int bucket = frame_on(scene, SCENE_BODY, site_body(tractor, "bucket"));
    const rnd_instance *instance = instance_on(scene, list, bucket); /* it may still cast */
    assert_true(instance == NULL || (instance->seen & rnd_in_view(0)) == 0);
    for (int i = 0; i < list->instance_count; i++) assert_true(list->instances[i].seen != 0);
}

static void lists_are_in_order(void **unused)
{
    (void)unused;
    auth_machine glassy = *tractor->author;
    rnd_scene_setup setup = tractor->setup;
    setup.machine = &glassy;
    rnd_scene *s = scene_of(&setup);
    for (int p = 0; p < s->part_count; p += 3) /* much more glass, all over the machine */
        s->meshes[s->parts[p].mesh].material.substance = RND_GLASS;
    s->glass_count = 0;
    for (int p = 0; p < s->part_count; p++) {
        s->parts[p].glass = s->meshes[s->parts[p].mesh].material.substance == RND_GLASS;
        s->glass_count += s->parts[p].glass ? 1 : 0;
    }
    scene_sort(s);
    const rnd_draw_list *list = show(s, &standing, orbit);
    assert_true(list->instance_count - list->glass_first > 10);
    for (int i = 1; i < list->glass_first; i++)
        assert_true(list->instances[i - 1].mesh <= list->instances[i].mesh);
    double before = HUGE_VAL;
    for (int i = 0; i < list->instance_count; i++) {
        const rnd_mesh *mesh = &s->meshes[list->instances[i].mesh];
        assert_true((mesh->material.substance == RND_GLASS) == (i >= list->glass_first));
        if (i < list->glass_first) continue;
        matrix place;
        memcpy(place.m, list->instances[i].model, sizeof place.m);
        const hl_vec3 centre = matrix_point(
            &place, hl_v3((double)mesh->centre[0], (double)mesh->centre[1], (double)mesh->centre[2]));
        const float *eye = list->views[0].eye;
        const double distance =
            hl_norm(hl_sub(centre, hl_v3((double)eye[0], (double)eye[1], (double)eye[2])));
        assert_true(distance <= before + 1e-4); /* compared in squares of single precision */
        before = distance;
    }
}

static void no_memory_is_taken_for_a_picture(void **unused)
{
    (void)unused;
    if (!COUNTS_ALLOCATIONS) skip();
    for (int k = 0; k < RND_CAMERAS; k++) {
        rnd_picture picture = cab;
        picture.camera.kind = (rnd_camera_kind)k;
        (void)show(scene, &standing, picture);
#if COUNTS_ALLOCATIONS
        const long before = calls;
        for (int i = 0; i < 10; i++) (void)rnd_scene_picture(scene, &picture);
        assert_int_equal(calls, before);
#endif
    }
}

/* ---- mirrors ---- */

static void mirrors_are_views(void **unused)
{
    (void)unused;
    const rnd_draw_list *list = show(scene, &standing, cab);
    assert_int_equal(list->view_count, 1 + tractor->author->picture.mirror_count);
    int glasses = 0;
    for (int m = 0; m < scene->stock.mesh_count; m++) {
        const rnd_material *material = &scene->meshes[m].material;
        if (material->substance != RND_MIRROR) continue;
        glasses++;
        assert_in_range(material->mirror, 0, tractor->author->picture.mirror_count - 1);
        /* the view is as wide as the glass: the machine's own are upright rectangles */
        const rnd_view *view = &list->views[1 + material->mirror];
        CHECK_RELATIVE(fabs((double)view->projection[1][1] / (double)view->projection[0][0]),
                       scene->rig.mirror_aspect[material->mirror], 1e-5);
    }
    assert_int_equal(glasses, 2);
    assert_int_equal(show(scene, &standing, orbit)->view_count, 1);
}

/* ---- the site ---- */

static void objects_stand_where_the_scenario_has_them(void **unused)
{
    (void)unused;
    auth_object objects[] = {{.name = "box", .at = {10, 5, 0.5}, .size = {2, 4, 1}},
                             {.name = "post", .at = {12, 5, 0}, .size = {0.4, 0.2, 3}, .model = "tractor"},
                             {.name = "wall", .at = {9, -5, 0}, .size = {2, 4, 1}, .model = "none"},
                             {.name = "lost", .at = {14, 5, 0}, .size = {1, 1, 1}, .model = "lost"}};
    auth_scenario with = *tractor->scenario;
    rnd_scene_setup setup = tractor->setup;
    with.objects = objects;
    setup.scenario = &with;
    with.object_count = 0;
    const int bare = scene_of(&setup)->part_count;
    with.object_count = 4;
    rnd_scene *s = scene_of(&setup);
    assert_int_equal(rnd_scene_message_count(s), 1);
    assert_non_null(strstr(rnd_scene_message(s, 0), "'lost'"));
    (void)show(s, &standing, orbit);
    /* boxes around all vertices near each object; parts of the machine stay within 6 m of the origin */
    const double expected[3][2][3] = {
        {{9, 3, 0.5}, {11, 7, 1.5}}, {{11.8, 4.9, 0}, {12.2, 5.1, 3}}, {{13.5, 4.5, 0}, {14.5, 5.5, 1}}};
    int beyond = 0;
    double low[3][3], high[3][3];
    for (int o = 0; o < 3; o++)
        for (int k = 0; k < 3; k++) {
            low[o][k] = HUGE_VAL;
            high[o][k] = -HUGE_VAL;
        }
    for (int p = 0; p < s->part_count; p++) {
        const scene_frame *frame = &s->frames[s->parts[p].frame];
        const rnd_mesh *mesh = &s->meshes[s->parts[p].mesh];
        if (s->parts[p].mesh == s->stock.ground_mesh || frame->carrier != SCENE_STILL) continue;
        beyond++;
        for (int v = 0; v < mesh->vertex_count; v++) {
            const float *at = mesh->vertices[v].position;
            const hl_vec3 q = matrix_point(&frame->now, hl_v3((double)at[0], (double)at[1], (double)at[2]));
            const int o = q.x < 11.4 ? 0 : q.x < 13.0 ? 1 : 2;
            const double c[3] = {q.x, q.y, q.z};
            for (int k = 0; k < 3; k++) {
                low[o][k] = fmin(low[o][k], c[k]);
                high[o][k] = fmax(high[o][k], c[k]);
            }
        }
    }
    for (int o = 0; o < 3; o++)
        for (int k = 0; k < 3; k++) {
            /* rounded edges of 2 cm are shaded round, but cut straight: nothing sticks out, flats are exact
             */
            CHECK_NEAR(low[o][k], expected[o][0][k], 1e-5);
            CHECK_NEAR(high[o][k], expected[o][1][k], 1e-5);
        }
    assert_true(s->part_count > bare);
    assert_true(beyond > 3);
}

static bool has_no_place(const rnd_node *node)
{
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            if (node->place[column][row] != (column == row ? 1.0F : 0.0F)) return false;
    return true;
}

static void scattered_things_keep_away(void **unused)
{
    (void)unused;
    auth_object object = {.name = "box", .at = {20, 5, 0}, .size = {2, 4, 1}};
    auth_scenery trees = {
        .model = "tractor", .scale = 2.0, .count = 60, .from = {-30, -30}, .to = {30, 30}, .seed = 7};
    auth_scenario with = *tractor->scenario;
    rnd_scene_setup setup = tractor->setup;
    with.sand.present = true;
    with.sand.from[0] = with.sand.from[1] = -10.0;
    with.sand.to[0] = with.sand.to[1] = 10.0;
    with.start.at[0] = 20.0;
    with.start.at[1] = -20.0;
    with.object_count = 1;
    with.objects = &object;
    with.scenery_count = 1;
    with.scenery = &trees;
    setup.scenario = &with;
    const rnd_scene *a = scene_of(&setup), *b = scene_of(&setup);
    assert_int_equal(a->frame_count, b->frame_count);
    for (int f = 0; f < a->frame_count; f++)
        assert_memory_equal(&a->frames[f].place, &b->frames[f].place, sizeof(matrix));
    /* the last frames are theirs, a frame a node; a node without a place of its own tells the model's */
    const rnd_model *model = &a->models->model;
    int plain = 0;
    while (plain < model->node_count && !has_no_place(&model->nodes[plain])) plain++;
    assert_true(plain < model->node_count);
    double least = HUGE_VAL, most = 0.0;
    for (int t = 0; t < trees.count; t++) {
        const scene_frame *frame = &a->frames[a->frame_count - (trees.count - t) * model->node_count + plain];
        const hl_vec3 at = matrix_column(&frame->place, 3);
        assert_int_equal(frame->carrier, SCENE_STILL);
        assert_true(fabs(at.x) <= 30.0 && fabs(at.y) <= 30.0 && at.z == 0.0);
        assert_true(fabs(at.x) > 10.0 || fabs(at.y) > 10.0);                            /* the field */
        assert_true(hypot(at.x - 20.0, at.y + 20.0) > 4.0 - rounding);                  /* the start */
        assert_true(hypot(at.x - 20.0, at.y - 5.0) > 4.0 + hypot(1.0, 2.0) - rounding); /* the box */
        least = fmin(least, (double)frame->stretch);
        most = fmax(most, (double)frame->stretch);
    }
    assert_true(least >= 1.5 - rounding && most <= 2.5 + rounding && most > least + 0.5);
}

static void weather_makes_the_sky(void **unused)
{
    (void)unused;
    const rnd_draw_list *list = show(scene, &standing, orbit);
    vec3 to_sun;
    rnd_sun_direction(rnd_scene_weather(scene), to_sun);
    for (int k = 0; k < 3; k++) CHECK_SAME((double)list->sky.to_sun[k], (double)to_sun[k]);
    assert_int_equal(list->cascade_count, RND_CASCADES);
    const double day = rnd_scene_weather(scene)->time;
    rnd_scene_weather(scene)->time = 0.0; /* midnight */
    assert_int_equal(show(scene, &standing, orbit)->cascade_count, 0);
    rnd_scene_weather(scene)->time = day;
}

/* ---- sand ---- */

static void give_tiles(rnd_scene *s, float height)
{
    static xch_tile tile;
    for (int t = 0; t < 4; t++) {
        tile = (xch_tile){.column = t % 2, .row = t / 2, .version = 1, .cell = 0.1};
        tile.origin[0] = -3.2 + 3.2 * tile.column;
        tile.origin[1] = -3.2 + 3.2 * tile.row;
        for (int j = 0; j < XCH_KNOTS; j++)
            for (int i = 0; i < XCH_KNOTS; i++) tile.heights[j][i] = height;
        rnd_scene_tile(s, &tile);
    }
}

static void sand_and_grains_pass_through(void **unused)
{
    (void)unused;
    static xch_grains grains = {.count = 2, .xyzr = {1, 2, 3, 0.02F, 4, 5, 6, 0.03F}};
    rnd_scene_setup setup = tractor->setup;
    setup.field_columns = setup.field_rows = 2;
    rnd_scene *s = scene_of(&setup);
    assert_int_equal(s->stock.field_columns, 2 * XCH_TILE + 1);
    give_tiles(s, 0.25F);
    rnd_scene_grains(s, &grains);
    const rnd_draw_list *list = show(s, &standing, orbit);
    assert_int_equal(list->field.columns, s->stock.field_columns);
    const int middle = (list->field.rows / 2) * list->field.columns + list->field.columns / 2;
    CHECK_SAME((double)list->field.heights[middle], 0.25);
    int patches = 0;
    for (int level = 0; level < RND_LEVELS; level++) patches += list->patch_count[level];
    assert_true(patches > 0);
    assert_int_equal(list->grain_count, 2);
    assert_ptr_equal(list->grains, grains.xyzr);
    assert_ptr_equal(list->grain_soils, grains.soil);
    rnd_scene_grains(s, NULL);
    assert_int_equal(show(s, &standing, orbit)->grain_count, 0);
}

/* A skip on the ground: nothing of its heap is drawn while it is empty; then a mesh follows the heights,
 * between the walls, with grains on it. */
static void a_heap_follows_its_container(void **unused)
{
    (void)unused;
    enum { COLUMNS = 20, ROWS = 15 };
    static xch_heaps heaps = {.count = 1, .heaps = {{.columns = COLUMNS, .rows = ROWS}}};
    auth_skip skip = {.name = "skip", .at = {10, 0, 0}, .size = {2, 1.5, 1}, .cell = 0.1, .thickness = 0.05};
    auth_scenario with = *tractor->scenario;
    rnd_scene_setup setup = tractor->setup;
    with.sand.particle_radius = 0.05;
    with.skip_count = 1;
    with.skips = &skip;
    setup.scenario = &with;
    setup.field_columns = setup.field_rows = 2;
    rnd_scene *s = scene_of(&setup);
    give_tiles(s, 0.0F);
    assert_int_equal(s->heap_count, 1);
    for (int i = 0; i < COLUMNS * ROWS; i++) heaps.heaps[0].soils[i] = XCH_NO_SOIL;
    rnd_scene_heaps(s, &heaps);
    assert_int_equal(show(s, &standing, orbit)->changed_count, 0);
    assert_true(s->frames[s->heaps[0].frame].hidden);
    for (int i = 0; i < COLUMNS * ROWS; i++) {
        heaps.heaps[0].soils[i] = 0;
        heaps.heaps[0].heights[i] = 0.6F;
    }
    heaps.heaps[0].version = 7;
    rnd_scene_heaps(s, &heaps);
    const rnd_draw_list *list = show(s, &standing, orbit);
    assert_int_equal(list->changed_count, 1);
    const rnd_mesh *mesh = &s->meshes[list->changed[0]];
    assert_true(mesh->changes && !s->frames[s->heaps[0].frame].hidden);
    float top = 0.0F, bottom = 0.0F;
    for (int v = 0; v < mesh->vertex_count; v++) {
        const float *at = mesh->vertices[v].position;
        assert_true(fabsf(at[0]) < 1.02F && fabsf(at[1]) < 0.77F);
        top = fmaxf(top, at[2]), bottom = fminf(bottom, at[2]);
    }
    CHECK_NEAR((double)top, 0.6, 0.02);
    assert_true(bottom < 0.0F); /* its sides reach the floor */
    assert_in_range(list->grain_count, 100, COLUMNS * ROWS);
    for (int i = 0; i < list->grain_count; i++) {
        const float *grain = list->grains + (ptrdiff_t)4 * i;
        assert_true(fabsf(grain[0] - 10.0F) < 1.0F && fabsf(grain[1]) < 0.75F);
        CHECK_NEAR((double)grain[2], 0.05 + 0.6, 0.06);
    }
    assert_int_equal(show(s, &standing, orbit)->changed_count, 0);
}

/* A post of 0.4 x 0.2 m, turned by 90 deg, and a slab, in sand that slopes: cells under them have their tops
 * as heights, and nothing of that is seen, but for what lies on the slab. */
static void sand_does_not_climb_up_objects(void **unused)
{
    (void)unused;
    auth_object objects[] = {
        {.at = {-1, -1, -0.1}, .size = {0.4, 0.2, 2}, .turn = {0, 0, 1.5707963267948966}},
        {.at = {1, 1, 0}, .size = {1, 1, 0.1}, .model = "none"}};
    auth_scenario with = *tractor->scenario;
    rnd_scene_setup setup = tractor->setup;
    with.objects = objects;
    with.object_count = 2;
    setup.scenario = &with;
    setup.field_columns = setup.field_rows = 2;
    rnd_scene *s = scene_of(&setup);
    static xch_tile tile;
    for (int t = 0; t < 4; t++) {
        tile = (xch_tile){.column = t % 2, .row = t / 2, .version = 1, .cell = 0.1};
        tile.origin[0] = -3.2 + 3.2 * tile.column;
        tile.origin[1] = -3.2 + 3.2 * tile.row;
        for (int j = 0; j < XCH_KNOTS; j++)
            for (int i = 0; i < XCH_KNOTS; i++) {
                const double x = tile.origin[0] + 0.1 * i, y = tile.origin[1] + 0.1 * j;
                const bool post = fabs(x + 1) < 0.101 && fabs(y + 1) < 0.201;
                const bool slab = fabs(x - 1) < 0.501 && fabs(y - 1) < 0.501;
                const bool heap = fabs(x - 1) < 0.201 && fabs(y - 1) < 0.201;
                tile.heights[j][i] = post ? 1.9F : heap ? 0.3F : slab ? 0.1F : (float)(0.02 * x);
            }
        rnd_scene_tile(s, &tile);
    }
    /* the post: the mean of both sides of a plane is the plane */
    CHECK_NEAR(rnd_ground_at(s->ground, -1.0, -1.0), -0.02, rounding);
    CHECK_NEAR(rnd_ground_at(s->ground, -1.1, -1.2), -0.022, 0.002); /* at the corner: a cell to each side */
    CHECK_NEAR(rnd_ground_at(s->ground, 1.0, 1.0), 0.3, rounding);   /* a heap on the slab stays */
    assert_true(rnd_ground_at(s->ground, 1.4, 1.4) < 0.09);          /* the slab itself is no sand */
}

/* Pictures of a second of driving, 50 of them; sprites at the end. */
static int sprites_after(rnd_scene *s, const xch_snapshot *snapshot)
{
    xch_snapshot now = *snapshot;
    rnd_picture picture = orbit;
    picture.width = 1600;
    picture.height = 900;
    s->motion.any = false;
    for (int i = 0; i < 50; i++) {
        now.tick = 1000 + 20 * i;
        now.time = picture.time = 1.0 + 0.02 * i;
        rnd_scene_snapshot(s, &now);
        assert_non_null(rnd_scene_picture(s, &picture));
    }
    return s->list.sprite_count;
}

static void wheels_raise_dust(void **unused)
{
    (void)unused;
    rnd_scene_setup setup = tractor->setup;
    setup.field_columns = setup.field_rows = 2;
    rnd_scene *s = scene_of(&setup);
    give_tiles(s, 0.0F);
    xch_snapshot still = standing, driving;
    still.signals[s->running] = 0.0;
    driving = still;
    for (int w = 0; w < 4; w++) driving.signals[s->wheels[w].speed] = 4.0;
    assert_int_equal(sprites_after(s, &still), 0);
    const int rolling = sprites_after(s, &driving);
    assert_true(rolling > 0);
    for (int w = 0; w < 4; w++) driving.signals[s->wheels[w].slip] = 0.5;
    assert_true(sprites_after(s, &driving) > rolling); /* digging raises more */
    rnd_scene_weather(s)->rain = 1.0;
    assert_int_equal(sprites_after(s, &driving), 0); /* wet sand does not fly */
    still.signals[s->running] = 1.0;
    still.signals[s->engine_speed] = 2000.0;
    assert_true(sprites_after(s, &still) > 0); /* smoke does */
}

static void falling_grains_raise_dust(void **unused)
{
    (void)unused;
    static xch_grains grains = {.count = 1};
    rnd_scene_setup setup = tractor->setup;
    setup.field_columns = setup.field_rows = 2;
    rnd_scene *s = scene_of(&setup);
    give_tiles(s, 0.0F);
    xch_snapshot still = standing;
    still.signals[s->running] = 0.0;
    const float beside[4] = {0, 2.5F, 1.0F, 0.02F};
    memcpy(grains.xyzr, beside, sizeof beside);
    rnd_scene_grains(s, &grains);
    assert_true(sprites_after(s, &still) > 0);
    float densest = 0.0F; /* a fifth of what lies behind is veiled: a difference that is seen on sand */
    for (int i = 0; i < s->list.sprite_count; i++) densest = fmaxf(densest, s->list.sprites[i].alpha);
    assert_true(densest > 0.2F);
    grains.xyzr[2] = 0.02F; /* on the ground */
    assert_int_equal(sprites_after(s, &still), 0);
    /* in the bucket, which is raised */
    const int bucket = site_body(tractor, "bucket");
    still.bodies[bucket].position[2] = 2.0F;
    for (int k = 0; k < 3; k++) grains.xyzr[k] = still.bodies[bucket].position[k];
    grains.xyzr[0] += 0.4F;
    assert_int_equal(sprites_after(s, &still), 0);
}

/* ---- signals between snapshots ---- */

static void headings_do_not_spin(void **unused)
{
    (void)unused;
    const int heading = scene_signal(scene, "chassis.heading"), speed = scene_signal(scene, "vehicle.speed");
    xch_snapshot a = standing, b = standing;
    a.signals[heading] = 3.14;
    b.signals[heading] = -3.14;
    a.signals[speed] = 2.0;
    b.signals[speed] = 4.0;
    b.tick = a.tick + 10;
    b.time = a.time + 0.01;
    scene->motion.any = false;
    rnd_scene_snapshot(scene, &a);
    rnd_scene_snapshot(scene, &b);
    rnd_picture picture = orbit;
    picture.time = a.time + 0.005;
    assert_non_null(rnd_scene_picture(scene, &picture));
    CHECK_SAME(rnd_scene_shown(scene)->signals[heading], -3.14);
    CHECK_NEAR(rnd_scene_shown(scene)->signals[speed], 3.0, 1e-9);
}

/* ---- the display ---- */

static rnd_hud *display(void)
{
    static hl_report report;
    auth_hud *layout;
    hl_report_begin(&report, "minimal.yaml");
    assert_int_equal(auth_hud_read(HEADLAND_ASSETS "/hud/minimal.yaml", &arena, &layout, &report), HL_OK);
    const rnd_hud_setup setup = {.layout = layout,
                                 .signals = tractor->setup.signals,
                                 .signal_count = tractor->setup.signal_count,
                                 .scale = 1.0};
    rnd_hud *hud = rnd_hud_new(&setup, &report);
    assert_non_null(hud);
    return hud;
}

static double corner_distance(const rnd_panel *panel, int a, int b)
{
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        const double d = (double)panel->corners[a][k] - (double)panel->corners[b][k];
        square += d * d;
    }
    return sqrt(square);
}

/* On the windshield: in its plane and within it, upright, as wide to high as drawn. */
static void the_display_is_on_the_windshield(void **unused)
{
    (void)unused;
    rnd_hud *hud = display();
    const auth_picture *picture = &tractor->author->picture;
    rnd_picture with = cab;
    with.hud = hud;
    const rnd_draw_list *list = show(scene, &standing, with);
    const matrix body = matrix_of_body(&standing, picture->cab_body);
    assert_true(list->panel_count > 0);
    const double half = 0.5 * hypot(picture->windshield_size[0], picture->windshield_size[1]);
    for (int p = 0; p < list->panel_count; p++) {
        const rnd_panel *panel = &list->panels[p];
        if (!panel->in_world) continue;
        CHECK_RELATIVE(corner_distance(panel, 0, 1) / corner_distance(panel, 0, 3),
                       panel->picture.size[0] / panel->picture.size[1], 1e-4);
        for (int c = 0; c < 4; c++) {
            const float *at = panel->corners[c];
            const hl_vec3 middle = matrix_point(&body, matrix_vec3(picture->windshield));
            const hl_vec3 d = hl_sub(hl_v3((double)at[0], (double)at[1], (double)at[2]), middle);
            assert_true(hl_norm(d) <= 1.1 * half); /* a margin of a gauge may stand over */
            const double x = hl_dot(d, matrix_column(&body, 0)), z = hl_dot(d, matrix_column(&body, 2));
            CHECK_NEAR(x, tan(picture->windshield_tilt) * z, 1e-5);
        }
        /* seen by the driver: left is left, up is up */
        vec3 a = {0}, b = {0}, d = {0};
        if (!project_point(&list->views[0], panel->corners[0], a) ||
            !project_point(&list->views[0], panel->corners[1], b) ||
            !project_point(&list->views[0], panel->corners[3], d))
            fail();
        assert_true(a[0] < b[0] && a[1] > d[1]);
    }
    rnd_hud_free(hud);
}

static void the_display_is_on_the_screen_outside(void **unused)
{
    (void)unused;
    rnd_hud *hud = display();
    for (int i = 0; i < 2; i++) {
        rnd_picture with = i == 0 ? orbit : cab;
        with.hud = hud;
        with.hud_on_screen = i == 1;
        const rnd_draw_list *list = show(scene, &standing, with);
        assert_true(list->panel_count > 0);
        for (int p = 0; p < list->panel_count; p++) {
            const rnd_panel *panel = &list->panels[p];
            assert_false(panel->in_world);
            for (int c = 0; c < 4; c++)
                for (int k = 0; k < 2; k++) assert_true(fabsf(panel->corners[c][k]) <= 1.0F);
            /* pixels are square: 1600 x 900 */
            const double width = 1600.0 * (double)(panel->corners[1][0] - panel->corners[0][0]);
            const double height = 900.0 * (double)(panel->corners[0][1] - panel->corners[3][1]);
            CHECK_RELATIVE(width / height, panel->picture.size[0] / panel->picture.size[1], 1e-4);
        }
    }
    rnd_hud_free(hud);
}

/* ---- the back end that draws nothing ---- */

static void the_null_back_end_finds_nothing_bad(void **unused)
{
    (void)unused;
    rnd_backend *null = rnd_null_new(rnd_scene_stock(scene));
    assert_non_null(null);
    for (int k = 0; k < RND_CAMERAS; k++) {
        rnd_picture picture = cab;
        picture.camera.kind = (rnd_camera_kind)k;
        null->draw(null, show(scene, &standing, picture), 1600, 900);
    }
    const rnd_null_counts counts = rnd_null_look(null);
    assert_int_equal(counts.bad, 0);
    assert_int_equal(counts.pictures, RND_CAMERAS);
    assert_true(counts.instances > 0 && counts.triangles > 10000);
    null->free(null);
}

static void the_null_back_end_finds_what_is_bad(void **unused)
{
    (void)unused;
    rnd_backend *null = rnd_null_new(rnd_scene_stock(scene));
    assert_non_null(null);
    rnd_draw_list *list = show(scene, &standing, orbit);
    const rnd_draw_list good = *list;
    const rnd_instance first = list->instances[0];
    for (int fault = 0; fault < 6; fault++) {
        *list = good;
        list->instances[0] = first;
        if (fault == 0) list->instances[0].mesh = scene->stock.mesh_count;
        if (fault == 1) list->instances[0].model[3][1] = NAN;
        if (fault == 2) list->views[0].projection[1][1] = INFINITY;
        if (fault == 3) list->instances[0].seen |= rnd_in_view(3);
        if (fault == 4) list->glass_first = list->instance_count + 1;
        if (fault == 5) list->view_count = 0;
        null->draw(null, list, 1600, 900);
        assert_int_equal(rnd_null_look(null).bad, fault + 1);
    }
    *list = good;
    list->instances[0] = first;
    null->draw(null, list, 1600, 900);
    assert_int_equal(rnd_null_look(null).bad, 6);
    null->free(null);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_comes_of_nothing),
                                       cmocka_unit_test(the_tractor_is_complete),
                                       cmocka_unit_test(a_body_takes_its_parts_along),
                                       cmocka_unit_test(cylinders_reach_from_pin_to_pin),
                                       cmocka_unit_test(the_bucket_is_where_its_signal_says),
                                       cmocka_unit_test(signals_move_parts),
                                       cmocka_unit_test(machines_without_a_picture_are_solids),
                                       cmocka_unit_test(a_missing_model_is_told_and_seen),
                                       cmocka_unit_test(nothing_visible_is_left_out),
                                       cmocka_unit_test(what_nobody_sees_is_not_drawn),
                                       cmocka_unit_test(lists_are_in_order),
                                       cmocka_unit_test(no_memory_is_taken_for_a_picture),
                                       cmocka_unit_test(mirrors_are_views),
                                       cmocka_unit_test(objects_stand_where_the_scenario_has_them),
                                       cmocka_unit_test(scattered_things_keep_away),
                                       cmocka_unit_test(weather_makes_the_sky),
                                       cmocka_unit_test(sand_and_grains_pass_through),
                                       cmocka_unit_test(a_heap_follows_its_container),
                                       cmocka_unit_test(sand_does_not_climb_up_objects),
                                       cmocka_unit_test(wheels_raise_dust),
                                       cmocka_unit_test(falling_grains_raise_dust),
                                       cmocka_unit_test(headings_do_not_spin),
                                       cmocka_unit_test(the_display_is_on_the_windshield),
                                       cmocka_unit_test(the_display_is_on_the_screen_outside),
                                       cmocka_unit_test(the_null_back_end_finds_nothing_bad),
                                       cmocka_unit_test(the_null_back_end_finds_what_is_bad)};
    return cmocka_run_group_tests(tests, begin, end);
}
