/* A machine without a model: solids for its shapes, wheels and cylinders. */
#include "scene_internal.h"
#include "solid.h"

#include <math.h>

static const double PI = 3.14159265358979323846;

static const rnd_material paint = {RND_PAINT, {0.62F, 0.30F, 0.02F, 1}, 0, 0.35F, {0}, 0};
static const rnd_material steel = {RND_STEEL, {0.16F, 0.17F, 0.18F, 1}, 0.8F, 0.45F, {0}, 0};
static const rnd_material chrome = {RND_CHROME, {0.75F, 0.75F, 0.76F, 1}, 1, 0.12F, {0}, 0};
static const rnd_material rubber = {RND_RUBBER, {0.02F, 0.02F, 0.02F, 1}, 0, 0.85F, {0}, 0};

/* Whatever is of the chassis is painted, the rest is steel. */
static void add_shape(rnd_scene *scene, const auth_shape *shape, bool striped)
{
    const float size[3] = {(float)shape->size[0], (float)shape->size[1], (float)shape->size[2]};
    const bool painted = shape->body == scene->actor.machine->chassis;
    matrix place = matrix_of_turn(hl_quat_exp(matrix_vec3(shape->turn)), matrix_vec3(shape->at));
    const matrix base = matrix_moved(0, 0, -0.5 * shape->size[2]);
    rnd_mesh mesh;
    if (striped) place = matrix_mul(&place, &base);
    if (striped ? !solid_striped(size, scene->arena, &mesh)
                : !solid_box(size, false, painted ? paint : steel, scene->arena, &mesh))
        return;
    const int frame = scene_add_frame(scene, SCENE_BODY, shape->body, place);
    scene_add_part(scene, scene_add_mesh(scene, &mesh), frame);
}

static void add_turned(rnd_scene *scene, int count, const solid_corner *profile, int blocks,
                       rnd_material material, int frame)
{
    rnd_mesh mesh;
    if (solid_turned(count, profile, blocks, material, scene->arena, &mesh))
        scene_add_part(scene, scene_add_mesh(scene, &mesh), frame);
}

/* A tire with rounded shoulders and blocks, and a dished rim, about the axle. */
static void add_wheel(rnd_scene *scene, const auth_wheel *wheel)
{
    enum { BLOCKS = 24 };
    const auth_tire *tire = &scene->actor.machine->tires[wheel->tire];
    const float r = (float)tire->radius, w = 0.5F * (float)tire->width;
    const float rim = 0.6F * r, shoulder = fminf(0.35F * w, 0.12F * r);
    const solid_corner rubber_profile[] = {{-0.8F * w, rim, 0.6F, true},
                                           {-w, rim + 0.3F * (r - rim), 0.9F, false},
                                           {-w, r - shoulder, 0.9F, false},
                                           {shoulder - w, r, 1.0F, true},
                                           {w - shoulder, r, 1.0F, true},
                                           {w, r - shoulder, 0.9F, false},
                                           {w, rim + 0.3F * (r - rim), 0.9F, false},
                                           {0.8F * w, rim, 0.6F, true}};
    const solid_corner rim_profile[] = {{-0.5F * w, 0.0F, 1.0F, false},    {-0.5F * w, 0.25F * r, 1.0F, true},
                                        {-0.3F * w, 0.3F * r, 0.7F, true}, {-0.3F * w, 0.5F * r, 0.6F, true},
                                        {-0.8F * w, rim, 0.9F, true},      {0.8F * w, rim, 0.9F, true},
                                        {0.3F * w, 0.5F * r, 0.6F, true},  {0.3F * w, 0.3F * r, 0.7F, true},
                                        {0.5F * w, 0.25F * r, 1.0F, true}, {0.5F * w, 0.0F, 1.0F, false}};
    const hl_vec3 axle = matrix_vec3(wheel->axle), beside = hl_any_orthogonal(axle);
    const matrix place = matrix_of_axes(axle, beside, hl_cross(axle, beside), hl_v3(0, 0, 0));
    const int frame = scene_add_frame(scene, SCENE_BODY, wheel->body, place);
    add_turned(scene, sizeof rubber_profile / sizeof *rubber_profile, rubber_profile, BLOCKS, rubber, frame);
    add_turned(scene, sizeof rim_profile / sizeof *rim_profile, rim_profile, 0, steel, frame);
}

/* A tube with walls of a fifth of the bore, and a rod, as long as the stroke asks for. */
static void add_cylinder(rnd_scene *scene, const auth_cylinder *author)
{
    const hyd_cylinder *cylinder = &author->def.cylinder;
    static const double eye = 0.05; /* [m] between a pin and the end of tube or stroke */
    const double closed = author->length_given ? fmax(cylinder->length_0 - cylinder->chamber_0, 0.0)
                                               : cylinder->stroke + 2.0 * eye;
    const float bore = (float)sqrt(cylinder->area_a / PI);
    const float rod = (float)sqrt(fmax(cylinder->area_a - cylinder->area_b, 0.0) / PI);
    const float tube_end = (float)fmax(closed - eye, eye), rod_end = (float)-(cylinder->stroke + 2.0 * eye);
    const float outer = 1.2F * bore;
    const solid_corner tube_profile[] = {{0.0F, 0.0F, 1.0F, false},
                                         {0.0F, outer, 1.0F, true},
                                         {tube_end, outer, 1.0F, true},
                                         {tube_end, 0.0F, 0.8F, false}};
    const solid_corner rod_profile[] = {{rod_end, 0.0F, 1.0F, false},
                                        {rod_end, rod, 1.0F, true},
                                        {0.0F, rod, 1.0F, true},
                                        {0.0F, 0.0F, 1.0F, false}};
    const int strut = scene_strut_of(scene, author);
    const int barrel = scene_add_frame(scene, SCENE_BARREL, strut, matrix_identity());
    add_turned(scene, sizeof tube_profile / sizeof *tube_profile, tube_profile, 0, steel, barrel);
    if (rod <= 0.0F) return;
    const int piston = scene_add_frame(scene, SCENE_ROD, strut, matrix_identity());
    add_turned(scene, sizeof rod_profile / sizeof *rod_profile, rod_profile, 0, chrome, piston);
}

void scene_add_solids(rnd_scene *scene, bool striped)
{
    const auth_machine *machine = scene->actor.machine;
    const auth_mechanism *m = machine->mechanism;
    for (int i = 0; i < machine->shape_count; i++) add_shape(scene, &machine->shapes[i], striped);
    for (int i = 0; i < machine->wheel_count; i++) add_wheel(scene, &machine->wheels[i]);
    for (int c = 0; c < m->circuit_count; c++)
        for (int i = 0; i < m->circuits[c].def.cylinder_count; i++)
            add_cylinder(scene, &m->circuits[c].cylinders[i]);
}
