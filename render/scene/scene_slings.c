/* Slings of the driven machine's hooks: from the hook to the held eye; straight down from an empty hook. */
#include "geometry.h"
#include "scene_internal.h"

#include <math.h>

void scene_make_slings(rnd_scene *scene)
{
    static const float RADIUS = 0.015F; /* [m] */
    static const rnd_material textile = {RND_PLAIN, {0.55F, 0.10F, 0.02F, 1}, 0, 0.9F, {0}, 0};
    const auth_machine *machine = scene->setup.machine;
    int mesh = -1;
    for (int i = 0; scene->setup.scenario != NULL && i < machine->hook_count; i++) {
        const char *name = machine->hooks[i].name;
        scene_sling sling = {.hook = &machine->hooks[i]};
        sling.object =
            rnd_signal_of(scene->setup.signals, scene->setup.signal_count, "sling.", name, ".object");
        sling.eye = rnd_signal_of(scene->setup.signals, scene->setup.signal_count, "sling.", name, ".eye");
        if (sling.object < 0 || sling.eye < 0 || sling.object >= XCH_SIGNALS || sling.eye >= XCH_SIGNALS)
            continue;
        rnd_mesh made;
        if (mesh < 0 && !solid_rod(RADIUS, textile, scene->arena, &made)) return;
        if (mesh < 0) mesh = scene_add_mesh(scene, &made);
        sling.frame = scene_add_frame(scene, SCENE_STILL, MB_GROUND, matrix_identity());
        scene_add_part(scene, mesh, sling.frame);
        scene->slings[scene->sling_count++] = sling;
    }
}

/* @return false: the hook is empty */
static bool eye_of(const rnd_scene *scene, const scene_sling *sling, hl_vec3 *at)
{
    const auth_scenario *scenario = scene->setup.scenario;
    const double number = scene->shown.signals[sling->object], eye = scene->shown.signals[sling->eye];
    const int first = auth_scenario_fixed(scenario), free = (int)number - 1, e = (int)eye - 1;
    if (!(number >= 1.0) || free >= scene->shown.object_count || first + free >= scenario->object_count)
        return false;
    const auth_object *object = &scenario->objects[first + free];
    if (e < 0 || e >= object->eye_count) return false;
    const matrix place = matrix_of_pose(&scene->shown.objects[free]);
    *at = matrix_point(&place, matrix_vec3(object->eyes[e]));
    return true;
}

void scene_place_slings(rnd_scene *scene)
{
    for (int i = 0; i < scene->sling_count; i++) {
        const scene_sling *sling = &scene->slings[i];
        const matrix body = matrix_of_body(&scene->shown, sling->hook->body);
        const hl_vec3 from = matrix_point(&body, matrix_vec3(sling->hook->at));
        hl_vec3 to;
        if (!eye_of(scene, sling, &to)) {
            const double above = from.z - rnd_ground_at(scene->ground, from.x, from.y);
            to = hl_sub(from, hl_v3(0, 0, fmax(fmin(sling->hook->length, above), 0.01)));
        }
        scene_frame *frame = &scene->frames[sling->frame];
        frame->now = matrix_between(from, to);
        frame->stretch = fmaxf(1.0F, (float)hl_norm(hl_sub(to, from)));
    }
}
