/* The machine in the scene: its models, solids for parts without a model, moves by signals. */
#include "geometry.h"
#include "scene_internal.h"

#include "hl/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- solids of a machine without models ---- */

static const double PI = 3.14159265358979323846;

static const rnd_material paint = {RND_PAINT, {0.62F, 0.30F, 0.02F, 1}, 0, 0.35F, {0}, 0};
static const rnd_material steel = {RND_STEEL, {0.16F, 0.17F, 0.18F, 1}, 0.8F, 0.45F, {0}, 0};
static const rnd_material chrome = {RND_CHROME, {0.75F, 0.75F, 0.76F, 1}, 1, 0.12F, {0}, 0};
static const rnd_material rubber = {RND_RUBBER, {0.02F, 0.02F, 0.02F, 1}, 0, 0.85F, {0}, 0};

/* Shapes of the chassis are painted, the others are steel. */
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
    const float r = (float)tire->model.radius, w = 0.5F * (float)tire->model.width;
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

/* Index of a cylinder's strut, added at its first use; 0 if memory is exhausted. */
static int scene_strut_of(rnd_scene *scene, const auth_cylinder *cylinder)
{
    for (int s = 0; s < scene->strut_count; s++)
        if (scene->struts[s].author == cylinder) return s;
    scene_strut *list = scene_grow(scene, scene->struts, scene->strut_count, sizeof *list);
    if (list == NULL) return 0;
    scene->struts = list;
    list[scene->strut_count] = (scene_strut){.author = cylinder, .first_body = scene->actor.first_body};
    return scene->strut_count++;
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

/* Add a machine without a model. @param striped  a model is missing: its shapes are drawn with stripes */
static void scene_add_solids(rnd_scene *scene, bool striped)
{
    const auth_machine *machine = scene->actor.machine;
    const auth_mechanism *m = machine->mechanism;
    for (int i = 0; i < machine->shape_count; i++) add_shape(scene, &machine->shapes[i], striped);
    for (int i = 0; i < machine->wheel_count; i++) add_wheel(scene, &machine->wheels[i]);
    for (int c = 0; c < m->circuit_count; c++)
        for (int i = 0; i < m->circuits[c].def.cylinder_count; i++)
            add_cylinder(scene, &m->circuits[c].cylinders[i]);
}

/* ---- the machine ---- */

/* The machine: nodes of its model on its bodies and cylinders, moved by signals. */

/* ---- carriers of nodes: "BODY", "barrel:CIRCUIT.CYLINDER", "rod:CIRCUIT.CYLINDER"; also with a part ---- */

static bool same(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && strncmp(text, word, length) == 0;
}

static int find_body(const rnd_scene *scene, const char *name, size_t length)
{
    const auth_mechanism *m = scene->actor.machine->mechanism;
    for (int b = 0; b < m->body_count; b++)
        if (same(name, length, m->bodies[b].name)) return b;
    return -1;
}

/* "CIRCUIT.CYLINDER" or "CIRCUIT.CYLINDER:part" */
static const auth_cylinder *find_cylinder(const rnd_scene *scene, const char *name)
{
    const auth_mechanism *m = scene->actor.machine->mechanism;
    const char *dot = strchr(name, '.');
    for (int c = 0; dot != NULL && c < m->circuit_count; c++) {
        const auth_circuit *circuit = &m->circuits[c];
        if (!same(name, (size_t)(dot - name), circuit->def.name)) continue;
        for (int i = 0; i < circuit->def.cylinder_count; i++)
            if (same(dot + 1, strcspn(dot + 1, ":"), circuit->cylinders[i].def.name))
                return &circuit->cylinders[i];
    }
    return NULL;
}

/* Report an unknown carrier in a node's name; the node is put on the chassis. */
static void complain_about_node(rnd_scene *scene, const char *path, const char *name, size_t length)
{
    const auth_mechanism *m = scene->actor.machine->mechanism;
    char word[64], hint[HL_HINT_LENGTH];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    hl_nearest nearest = hl_spelling_begin(word);
    for (int b = 0; b < m->body_count; b++) hl_spelling_offer(&nearest, m->bodies[b].name);
    scene_report(scene, "%.120s: node '%.60s' is of no body or cylinder of the machine%s", path, name,
                 hl_did_you_mean(nearest.best, hint));
}

static int frame_of_node(rnd_scene *scene, const char *path, const rnd_node *node)
{
    matrix place;
    memcpy(place.m, node->place, sizeof place.m);
    const size_t length = strcspn(node->name, ":");
    const bool barrel = same(node->name, length, "barrel"), rod = same(node->name, length, "rod");
    if ((barrel || rod) && node->name[length] == ':') {
        const auth_cylinder *cylinder = find_cylinder(scene, node->name + length + 1);
        if (cylinder != NULL)
            return scene_add_frame(scene, barrel ? SCENE_BARREL : SCENE_ROD, scene_strut_of(scene, cylinder),
                                   place);
    }
    const int body = find_body(scene, node->name, length);
    if (body < 0) complain_about_node(scene, path, node->name, length);
    return scene_add_frame(scene, SCENE_BODY, body < 0 ? scene->actor.machine->chassis : body, place);
}

/* ---- moves ---- */

int scene_signal(const rnd_scene *scene, const char *name)
{
    for (int i = 0; i < scene->setup.signal_count && i < XCH_SIGNALS; i++)
        if (strcmp(scene->setup.signals[i].name, name) == 0) return i;
    return -1;
}

static void add_move(rnd_scene *scene, int frame, const auth_move *author)
{
    char name[200];
    if (scene->actor.name == NULL)
        snprintf(name, sizeof name, "%s", author->signal);
    else
        snprintf(name, sizeof name, "%s.%s", scene->actor.name, author->signal);
    const int signal = scene_signal(scene, name);
    if (signal < 0) {
        scene_report_at(scene, scene->actor.file, author->signal_place, "'%.80s' is no signal of the machine",
                        author->signal);
        return;
    }
    scene_move *list = scene_grow(scene, scene->moves, scene->move_count, sizeof *list);
    if (list == NULL) return;
    scene->moves = list;
    list[scene->move_count++] = (scene_move){.frame = frame, .signal = signal, .author = author};
}

/* ---- mirrors ---- */

/* Width over height of a glass: of its vertices' extents along the directions of u and v. The glass is a
 * rectangle, nearly upright: v is up. */
static double aspect_of(const rnd_mesh *mesh)
{
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int v = 0; v < mesh->vertex_count; v++)
        for (int k = 0; k < 3; k++) {
            low[k] = fminf(low[k], mesh->vertices[v].position[k]);
            high[k] = fmaxf(high[k], mesh->vertices[v].position[k]);
        }
    const double height = (double)(high[2] - low[2]);
    return height > 0.0 ? hypot((double)(high[0] - low[0]), (double)(high[1] - low[1])) / height : 1.0;
}

/* A model's glasses are called left, right, rear; the picture's views are in the order of the file. */
static void match_mirror(rnd_scene *scene, rnd_mesh *mesh)
{
    static const char *const names[AUTH_MAX_MIRRORS] = {"left", "right", "rear"};
    const auth_picture *picture = &scene->actor.machine->picture;
    const int kind = mesh->material.mirror;
    for (int m = 0; m < picture->mirror_count; m++)
        if (strcmp(picture->mirrors[m].name, names[kind]) == 0) {
            mesh->material.mirror = m;
            scene->rig.mirror_aspect[m] = aspect_of(mesh);
            return;
        }
    mesh->material.substance = RND_CHROME; /* its direction is not given */
}

/* Only mirrors of the driven machine show a view. */
static void make_mirror(rnd_scene *scene, int mesh)
{
    if (scene->actor.name == NULL)
        match_mirror(scene, &scene->meshes[mesh]);
    else if (mesh >= scene->own_meshes)
        scene->meshes[mesh].material.substance = RND_CHROME;
}

/* ---- with a model ---- */

/* Whether a name, up to a colon, is that of a body that the picture hides. */
static bool is_hidden(const auth_picture *picture, const char *name)
{
    const size_t length = strcspn(name, ":");
    for (int i = 0; i < picture->hide_count; i++)
        if (strlen(picture->hides[i]) == length && strncmp(name, picture->hides[i], length) == 0) return true;
    return false;
}

/* Bodies that the picture hides are drawn as their shapes. */
static void add_hidden(rnd_scene *scene)
{
    const auth_machine *machine = scene->actor.machine;
    for (int i = 0; i < machine->shape_count; i++)
        if (is_hidden(&machine->picture, machine->mechanism->bodies[machine->shapes[i].body].name))
            add_shape(scene, &machine->shapes[i], false);
}

static void add_nodes(rnd_scene *scene, const scene_model *model)
{
    const auth_picture *picture = &scene->actor.machine->picture;
    for (int n = 0; n < model->model.node_count; n++) {
        const rnd_node *node = &model->model.nodes[n];
        if (is_hidden(picture, node->name) || scene_add_chain(scene, node, model->first_mesh)) continue;
        const int frame = frame_of_node(scene, model->path, node);
        for (int m = 0; m < node->mesh_count; m++) {
            const int mesh = model->first_mesh + node->first_mesh + m;
            if (scene->meshes[mesh].material.substance == RND_MIRROR) make_mirror(scene, mesh);
            scene_add_part(scene, mesh, frame);
        }
        for (int k = 0; k < picture->move_count; k++)
            if (strcmp(picture->moves[k].node, node->name) == 0) add_move(scene, frame, &picture->moves[k]);
    }
}

/* Check that the model has all nodes named by the picture. */
static void check_nodes(rnd_scene *scene, const scene_model *model)
{
    const auth_picture *picture = &scene->actor.machine->picture;
    for (int k = 0; k < picture->move_count; k++)
        scene_check_node(scene, model, picture->moves[k].node, picture->moves[k].place);
    for (int c = 0; c < picture->chain_count; c++)
        scene_check_node(scene, model, picture->chains[c].node, picture->chains[c].place);
}

static void make_actor(rnd_scene *scene)
{
    const auth_picture *picture = &scene->actor.machine->picture;
    const bool wanted = picture->present && picture->model != NULL;
    scene_model *model =
        wanted ? scene_find_model(scene, picture->model, scene->actor.file, picture->model_place) : NULL;
    if (model == NULL) {
        scene_add_solids(scene, wanted);
        return;
    }
    add_nodes(scene, model);
    add_hidden(scene);
    const scene_model *attachment =
        picture->attachment != NULL
            ? scene_find_model(scene, picture->attachment, scene->actor.file, picture->attachment_place)
            : NULL;
    if (attachment != NULL) add_nodes(scene, attachment);
    check_nodes(scene, model);
}

void scene_make_machine(rnd_scene *scene)
{
    const rnd_scene_setup *setup = &scene->setup;
    scene->actor = (rnd_scene_machine){.machine = setup->machine, .file = setup->machine_file};
    make_actor(scene);
    scene->own_meshes = scene->stock.mesh_count;
    scene->own_frames = scene->frame_count;
    for (int i = 0; i < setup->other_count; i++) {
        scene->actor = setup->others[i];
        make_actor(scene);
    }
    scene->actor = (rnd_scene_machine){.machine = setup->machine, .file = setup->machine_file};
}

/* ---- pictures ---- */

static void place_strut(scene_strut *strut, const xch_snapshot *snapshot)
{
    const matrix a = matrix_of_body(snapshot, strut->first_body + strut->author->a);
    const matrix b = matrix_of_body(snapshot, strut->first_body + strut->author->b);
    const hl_vec3 from = matrix_point(&a, matrix_vec3(strut->author->a_at));
    const hl_vec3 to = matrix_point(&b, matrix_vec3(strut->author->b_at));
    const hl_vec3 x = hl_normalized(hl_sub(to, from)), side = matrix_column(&a, 1);
    const hl_vec3 y = hl_normalized(hl_add_scaled(side, -hl_dot(side, x), x));
    strut->barrel = matrix_of_axes(x, y, hl_cross(x, y), from);
    strut->rod = matrix_of_axes(x, y, hl_cross(x, y), to);
}

static void move(rnd_scene *scene, const scene_move *m)
{
    const double value = scene->shown.signals[m->signal];
    const hl_vec3 axis = matrix_vec3(m->author->axis);
    if (!isfinite(value)) return;
    const matrix moved = matrix_of_turn(hl_quat_about(axis, m->author->turn * value),
                                        hl_scale(m->author->shift * value, axis));
    scene_frame *frame = &scene->frames[m->frame];
    frame->now = matrix_mul(&frame->now, &moved);
}

void scene_place(rnd_scene *scene)
{
    matrix bodies[XCH_BODIES];
    const int known = scene->shown.body_count < XCH_BODIES ? scene->shown.body_count : XCH_BODIES;
    for (int b = 0; b < known; b++) bodies[b] = matrix_of_body(&scene->shown, b);
    for (int s = 0; s < scene->strut_count; s++) place_strut(&scene->struts[s], &scene->shown);
    for (int f = 0; f < scene->frame_count; f++) {
        scene_frame *frame = &scene->frames[f];
        if (frame->carrier == SCENE_BODY && frame->of >= 0 && frame->of < known)
            frame->now = matrix_mul(&bodies[frame->of], &frame->place);
        else if (frame->carrier == SCENE_OBJECT && frame->of < scene->shown.object_count) {
            const matrix object = matrix_of_pose(&scene->shown.objects[frame->of]);
            frame->now = matrix_mul(&object, &frame->place);
        } else if (frame->carrier == SCENE_BARREL)
            frame->now = matrix_mul(&scene->struts[frame->of].barrel, &frame->place);
        else if (frame->carrier == SCENE_ROD)
            frame->now = matrix_mul(&scene->struts[frame->of].rod, &frame->place);
    }
    for (int c = 0; c < scene->chain_count; c++) scene_place_chain(scene, &scene->chains[c]);
    for (int m = 0; m < scene->move_count; m++) move(scene, &scene->moves[m]);
}
