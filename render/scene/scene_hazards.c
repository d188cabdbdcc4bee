/* Persons, at the poses of the world, and utilities, which the ground hides until they are uncovered. For
 * instructors their courses are marked on the ground. */
#include "geometry.h"
#include "scene_internal.h"

#include "hl/clamp.h"

#include <math.h>
#include <string.h>

static const double TURN = 6.28318530717958647692;

/* ---- persons ---- */

static const char *const person_signals[SCENE_PERSON_SIGNALS] = {".x", ".y", ".z", ".heading"};

static void add_person(rnd_scene *scene, const auth_person *author, const scene_model *model)
{
    scene_person person = {.model = model, .first_frame = scene->frame_count};
    for (int i = 0; i < SCENE_PERSON_SIGNALS; i++) {
        person.signals[i] = rnd_signal_of(scene->setup.signals, scene->setup.signal_count, "person.",
                                          author->name, person_signals[i]);
        if (person.signals[i] < 0 || person.signals[i] >= XCH_SIGNALS) return;
    }
    scene_add_model(scene, model, SCENE_STILL, MB_GROUND, matrix_identity());
    scene->persons[scene->person_count++] = person;
}

/* [rad] Swing of legs and arms about the y axis of shoulder and hip; a step is 0.7 m long. */
static double swing_of(const char *node, double phase)
{
    static const double LEG = 0.45, ARM = 0.35;
    const double side = strstr(node, "_left") != NULL ? 1.0 : -1.0;
    if (strstr(node, ":leg") != NULL) return LEG * side * sin(phase);
    return strstr(node, ":arm") != NULL ? -ARM * side * sin(phase) : 0.0;
}

static bool walks(const rnd_scene *scene, const scene_person *person)
{
    const double *before = scene->motion.last[0].signals, *after = scene->motion.last[1].signals;
    return fabs(after[person->signals[0]] - before[person->signals[0]]) +
               fabs(after[person->signals[1]] - before[person->signals[1]]) >
           0.0;
}

static void place_person(rnd_scene *scene, const scene_person *person)
{
    static const double PACE = 1.4; /* [m] both steps */
    const double *signals = scene->shown.signals;
    const double x = signals[person->signals[0]], y = signals[person->signals[1]];
    const double heading = signals[person->signals[3]];
    const double way = x * cos(heading) + y * sin(heading);
    const double phase = walks(scene, person) ? TURN * way / PACE : 0.0;
    const matrix place =
        matrix_of_turn(hl_quat_about(hl_v3(0, 0, 1), heading), hl_v3(x, y, signals[person->signals[2]]));
    for (int n = 0; n < person->model->model.node_count; n++) {
        scene_frame *frame = &scene->frames[person->first_frame + n];
        const double swing = swing_of(person->model->model.nodes[n].name, phase);
        const matrix turned = matrix_of_turn(hl_quat_about(hl_v3(0, 1, 0), swing), hl_v3(0, 0, 0));
        const matrix own = matrix_mul(&frame->place, &turned);
        frame->now = matrix_mul(&place, &own);
    }
}

/* ---- utilities ---- */

/* Colours of the marks that utilities get before digging (American Public Works Association): red
 * electricity, yellow gas, blue water. */
static rnd_material material_of(auth_utility_kind kind, bool glows)
{
    static const float colours[][3] = {[AUTH_UTILITY_CABLE] = {0.62F, 0.03F, 0.02F},
                                       [AUTH_UTILITY_GAS] = {0.80F, 0.52F, 0.02F},
                                       [AUTH_UTILITY_WATER] = {0.03F, 0.16F, 0.55F}};
    const float *c = colours[kind];
    rnd_material material = {RND_PLASTIC, {c[0], c[1], c[2], 1}, 0, 0.5F, {0}, 0};
    if (glows)
        for (int k = 0; k < 3; k++) material.emission[k] = 0.8F * c[k];
    return material;
}

static int pipe_mesh(rnd_scene *scene, const auth_utility *utility)
{
    rnd_mesh mesh;
    if (!solid_rod((float)utility->radius, material_of(utility->kind, false), scene->arena, &mesh)) return -1;
    return scene_add_mesh(scene, &mesh);
}

static hl_vec3 axis_point(const rnd_scene *scene, const auth_utility *utility, int point)
{
    const rnd_surface *ground = &scene->setup.ground;
    const double x = utility->points[point][0], y = utility->points[point][1];
    return hl_v3(x, y, ground->height(ground->context, x, y) - utility->depth);
}

static void add_pipe(rnd_scene *scene, int mesh, hl_vec3 from, hl_vec3 to)
{
    scene_add_part(scene, mesh, scene_add_frame(scene, SCENE_STILL, MB_GROUND, matrix_between(from, to)));
}

/* Pieces of about 0.8 m follow the ground as it is dug. */
static int pieces_of(const auth_utility *utility, int way)
{
    static const double PIECE = 0.8;
    const double length = hypot(utility->points[way + 1][0] - utility->points[way][0],
                                utility->points[way + 1][1] - utility->points[way][1]);
    return (int)hl_clamp(ceil(length / PIECE), 1.0, 64.0);
}

static void add_marks(rnd_scene *scene, const auth_utility *utility)
{
    static const float size[3] = {1.0F, 0.08F, 0.02F};
    rnd_mesh mesh;
    if (!solid_box(size, false, material_of(utility->kind, true), scene->arena, &mesh)) return;
    const int piece = scene_add_mesh(scene, &mesh);
    for (int w = 0; w + 1 < utility->point_count; w++)
        for (int i = 0; i < pieces_of(utility, w); i++) {
            const int frame = scene_add_frame(scene, SCENE_STILL, MB_GROUND, matrix_identity());
            if (hl_arena_failed(scene->arena)) return;
            scene->frames[frame].mark = true;
            scene_add_part(scene, piece, frame);
        }
}

static hl_vec3 on_ground(const rnd_scene *scene, const double from[2], const double to[2], double share)
{
    static const double RAISED = 0.02; /* [m] */
    const double x = from[0] + share * (to[0] - from[0]), y = from[1] + share * (to[1] - from[1]);
    return hl_v3(x, y, rnd_ground_at(scene->ground, x, y) + RAISED);
}

static int place_marks(rnd_scene *scene, const auth_utility *utility, int frame)
{
    for (int w = 0; w + 1 < utility->point_count; w++) {
        const double *from = utility->points[w], *to = utility->points[w + 1];
        const int pieces = pieces_of(utility, w);
        for (int i = 0; i < pieces; i++, frame++) {
            const hl_vec3 a = on_ground(scene, from, to, (double)i / pieces),
                          b = on_ground(scene, from, to, (i + 1.0) / pieces), along = hl_sub(b, a);
            const hl_vec3 left = hl_normalized(hl_cross(hl_v3(0, 0, 1), along));
            scene->frames[frame].now =
                matrix_of_axes(along, left, hl_v3(0, 0, 1), hl_scale(0.5, hl_add(a, b)));
            scene->frames[frame].stretch = fmaxf(1.0F, (float)hl_norm(along));
        }
    }
    return frame;
}

static void add_utility(rnd_scene *scene, const auth_utility *utility)
{
    const int pipe = pipe_mesh(scene, utility);
    for (int w = 0; pipe >= 0 && w + 1 < utility->point_count; w++)
        add_pipe(scene, pipe, axis_point(scene, utility, w), axis_point(scene, utility, w + 1));
}

/* ---- both ---- */

void scene_make_hazards(rnd_scene *scene)
{
    const auth_scenario *scenario = scene->setup.scenario;
    if (scenario == NULL) return;
    const scene_model *model = scenario->person_count == 0
                                   ? NULL
                                   : scene_find_model(scene, "person", NULL, scenario->persons[0].place);
    for (int i = 0; model != NULL && i < scenario->person_count; i++)
        add_person(scene, &scenario->persons[i], model);
    for (int i = 0; i < scenario->utility_count; i++) add_utility(scene, &scenario->utilities[i]);
    scene->first_hazard_mark = scene->frame_count;
    for (int i = 0; scene->setup.show_utilities && i < scenario->utility_count; i++)
        add_marks(scene, &scenario->utilities[i]);
}

void scene_place_hazards(rnd_scene *scene)
{
    const auth_scenario *scenario = scene->setup.scenario;
    for (int i = 0; i < scene->person_count; i++) place_person(scene, &scene->persons[i]);
    if (!scene->setup.show_utilities || scenario == NULL) return;
    int frame = scene->first_hazard_mark;
    for (int i = 0; i < scenario->utility_count; i++)
        frame = place_marks(scene, &scenario->utilities[i], frame);
}
