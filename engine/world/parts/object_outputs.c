/* What leaves the free objects: sounds, signals, warnings, poses for pictures. */
#include "parts/objects.h"

#include "hl/real.h"

#include <math.h>
#include <string.h>

/* ---- sounds ---- */

static bool is_round(const auth_object *object)
{
    for (int i = 0; i < object->solid_count; i++)
        if (object->solids[i].kind != AUTH_SOLID_BOX) return true;
    return false;
}

static const char *const sound_words[WORLD_SOUND_CLASSES] = {"steel", "stone", "wood", "soft"};

const char *world_sound_class_word(world_sound_class kind)
{
    return sound_words[kind];
}

static world_sound_class sound_of(const auth_object *object)
{
    const char *material = world_site_object_material(object);
    if (strcmp(material, "steel") == 0) return WORLD_SOUNDS_STEEL;
    if (strcmp(material, "wood") == 0) return WORLD_SOUNDS_WOOD;
    if (strcmp(material, "rubber") == 0 || strcmp(material, "straw") == 0) return WORLD_SOUNDS_SOFT;
    return WORLD_SOUNDS_STONE;
}

void world_objects_note_sounds(const world *w)
{
    world_objects *objects = world_objects_of(w);
    const obj_touch *touches;
    const int count = obj_touches(objects->work, &touches);
    memset(objects->sounds, 0, sizeof objects->sounds);
    for (int i = 0; i < count; i++) {
        const obj_touch *touch = &touches[i];
        const int bodies[2] = {touch->body, touch->other};
        for (int k = 0; k < 2; k++) {
            const int body = bodies[k];
            if (body < 0 || body >= objects->count || !obj_is_awake(objects->state, body)) continue;
            const auth_object *object = &w->site.scenario->objects[objects->first + body];
            double *sounds = objects->sounds[sound_of(object)];
            const double whole = hl_dot(touch->force, touch->force);
            const double friction = sqrt(fmax(whole - touch->normal * touch->normal, 0.0));
            const hl_vec3 arm = hl_sub(world_object_middle(w->machines[0], body), touch->place);
            sounds[0] += touch->normal;
            sounds[1] += friction * touch->slip;
            if (is_round(object))
                sounds[2] += touch->normal * hl_norm(hl_cross(obj_turn(objects->state, body), arm));
            sounds[3] += touch->normal * touch->place.x;
            sounds[4] += touch->normal * touch->place.y;
            sounds[5] += touch->normal * touch->place.z;
        }
    }
}

/* ---- signals ---- */

hl_vec3 world_object_middle(const world_machine *machine, int index)
{
    const world_objects *objects = world_objects_of(machine->world);
    const auth_object *object = &machine->site->scenario->objects[objects->first + index];
    const mb_pose pose = obj_pose(objects->state, index);
    const hl_vec3 sum = hl_add(world_vec3(object->low), world_vec3(object->high));
    return hl_add(pose.position, hl_mul(&pose.rotation, hl_scale(0.5, sum)));
}

static double x_of(const world_machine *machine, int of)
{
    return world_object_middle(machine, of).x;
}

static double y_of(const world_machine *machine, int of)
{
    return world_object_middle(machine, of).y;
}

static double z_of(const world_machine *machine, int of)
{
    return world_object_middle(machine, of).z;
}

static double heading_of(const world_machine *machine, int of)
{
    const hl_mat3 R = obj_pose(machine->objects->state, of).rotation;
    return hl_atan2(R.m[1][0], R.m[0][0]);
}

static double tilt_of(const world_machine *machine, int of)
{
    const hl_mat3 R = obj_pose(machine->objects->state, of).rotation;
    return hl_atan2(hl_hypot(R.m[0][2], R.m[1][2]), R.m[2][2]);
}

static double slope_of(const world_machine *machine, int of)
{
    const hl_mat3 R = obj_pose(machine->objects->state, of).rotation;
    return hl_atan2(R.m[2][0], hl_hypot(R.m[0][0], R.m[1][0]));
}

static double speed_of(const world_machine *machine, int of)
{
    const obj_state *state = machine->objects->state;
    const hl_vec3 arm = hl_sub(world_object_middle(machine, of), obj_pose(state, of).position);
    return hl_norm(hl_add(obj_velocity(state, of), hl_cross(obj_turn(state, of), arm)));
}

static double awake_of(const world_machine *machine, int of)
{
    return obj_is_awake(machine->objects->state, of) ? 1.0 : 0.0;
}

static double hits_of(const world_machine *machine, int of)
{
    return machine->objects->notes[of].hits;
}

static double drops_of(const world_machine *machine, int of)
{
    return machine->objects->notes[of].drops;
}

static double load_of(const world_machine *machine, int of)
{
    return machine->objects->notes[of].load;
}

static double all_awake(const world_machine *machine, int of)
{
    int count = 0;
    (void)of;
    for (int i = 0; i < machine->objects->count; i++) count += obj_is_awake(machine->objects->state, i);
    return count;
}

static double all_waiting(const world_machine *machine, int of)
{
    (void)of;
    return obj_report_of(machine->objects->work).waiting;
}

static double all_drops(const world_machine *machine, int of)
{
    double sum = 0.0;
    (void)of;
    for (int i = 0; i < machine->objects->count; i++) sum += machine->objects->notes[i].drops;
    return sum;
}

static double sound_force(const world_machine *machine, int of)
{
    return machine->objects->sounds[of][0];
}

static double sound_scrape(const world_machine *machine, int of)
{
    return machine->objects->sounds[of][1];
}

static double sound_roll(const world_machine *machine, int of)
{
    return machine->objects->sounds[of][2];
}

/* Centre of the contacts. @param axis  0 to 2 */
static double sound_place(const world_machine *machine, int of, int axis)
{
    const double *sounds = machine->objects->sounds[of];
    return sounds[0] > 0.0 ? sounds[3 + axis] / sounds[0] : 0.0;
}

static double sound_x(const world_machine *machine, int of)
{
    return sound_place(machine, of, 0);
}

static double sound_y(const world_machine *machine, int of)
{
    return sound_place(machine, of, 1);
}

static double sound_z(const world_machine *machine, int of)
{
    return sound_place(machine, of, 2);
}

static void put_sound_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row rows[] = {
        {".force", "N", 1.0, sound_force, "normal forces on moving objects of this kind of material"},
        {".scrape", "W", 1.0, sound_scrape, "work of friction on them"},
        {".roll", "W", 1.0, sound_roll, "normal forces times the speed at which they roll"},
        {".x", "m", 1.0, sound_x, "centre of these contacts, by their normal forces; 0 without contact"},
        {".y", "m", 1.0, sound_y, "centre of these contacts, by their normal forces; 0 without contact"},
        {".z", "m", 1.0, sound_z, "centre of these contacts, by their normal forces; 0 without contact"},
    };
    for (int i = 0; i < WORLD_SOUND_CLASSES; i++)
        world_signals_put(machine, WORLD_ROWS(rows), "objects.", sound_words[i], i, arena);
}

void world_objects_put_signals(world_machine *machine, hl_arena *arena)
{
    static const world_signal_row each[] = {
        {".x", "m", 1.0, x_of, "position of the object's middle"},
        {".y", "m", 1.0, y_of, "position of the object's middle"},
        {".z", "m", 1.0, z_of, "height of the object's middle"},
        {".heading", "rad", 1.0, heading_of, "direction of the object's x axis, from x towards y"},
        {".tilt", "rad", 1.0, tilt_of, "angle between the object's z axis and the vertical"},
        {".slope", "rad", 1.0, slope_of, "angle of the object's x axis above the horizontal, e.g. of a pipe"},
        {".speed", "m/s", 1.0, speed_of, "of the object's middle"},
        {".awake", "1", 1.0, awake_of, "1 while the object moves, 0 while it is at rest"},
        {".hits", "1", 1.0, hits_of, "times that machines struck the object"},
        {".drops", "1", 1.0, drops_of, "times that the object fell after a machine had held it"},
        {".load", "kg", 1.0, load_of, "what machines carry of the object"},
    };
    static const world_signal_row all[] = {
        {"objects.awake", "1", 1.0, all_awake, "free objects that move"},
        {"objects.waiting", "1", 1.0, all_waiting,
         "groups of objects that stood still in the last step because there were too many"},
        {"objects.drops", "1", 1.0, all_drops, "drops of all free objects"},
    };
    const world_objects *objects = machine->objects;
    if (objects == NULL) return;
    world_signals_put(machine, WORLD_ROWS(all), "", "", 0, arena);
    put_sound_signals(machine, arena);
    for (int i = 0; i < objects->count; i++) {
        const auth_object *object = &machine->site->scenario->objects[objects->first + i];
        if (!object->is_copy) world_signals_put(machine, WORLD_ROWS(each), "object.", object->name, i, arena);
    }
}

/* ---- warnings ---- */

/* The stiffness between two objects is limited for the lighter one: a heavy one sinks into it. */
void world_objects_warn(const world_machine *machine, hl_report *warnings)
{
    static const double most = 1e5; /* of two masses */
    const world_objects *objects = world_objects_of(machine->world);
    if (objects == NULL) return;
    int light = 0, heavy = 0;
    for (int i = 1; i < objects->count; i++) {
        if (objects->bodies[i].mass.mass < objects->bodies[light].mass.mass) light = i;
        if (objects->bodies[i].mass.mass > objects->bodies[heavy].mass.mass) heavy = i;
    }
    const double low = objects->bodies[light].mass.mass, high = objects->bodies[heavy].mass.mass;
    if (high <= most * low) return;
    hl_report_add(warnings, machine->site->scenario->objects[objects->first + light].place,
                  "object '%s' has a mass of %.3g kg, '%s' one of %.3g kg: where they touch, the heavy one "
                  "sinks into the light one",
                  objects->bodies[light].name, low, objects->bodies[heavy].name, high);
}

/* ---- pictures ---- */

int world_object_count(const world_machine *machine)
{
    const world_objects *objects = world_objects_of(machine->world);
    return objects == NULL ? 0 : objects->count;
}

void world_object_pose(const world_machine *machine, int object, hl_vec3 *position, hl_quat *rotation)
{
    const mb_pose pose = obj_pose(world_objects_of(machine->world)->state, object);
    *position = pose.position;
    *rotation = hl_quat_from_matrix(&pose.rotation);
}
