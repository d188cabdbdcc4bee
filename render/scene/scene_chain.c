/* Crawler tracks: the taut belt round the wheels, and its links in the picture. */
#include "geometry.h"
#include "scene_internal.h"

#include <math.h>
#include <string.h>

/* ---- the taut belt ---- */

static const double TURN = 6.283185307179586;

/* Direction outwards of the common tangent from one circle to the next, which keeps both on its inner side:
 * n . (c2 - c1) = r1 - r2. */
static double tangent(const belt_wheel *from, const belt_wheel *to, double *run)
{
    const double dx = to->centre[0] - from->centre[0], dz = to->centre[1] - from->centre[1];
    const double distance = hypot(dx, dz), along = (from->radius - to->radius) / distance;
    const double across = sqrt(fmax(1.0 - along * along, 0.0));
    *run = distance * across;
    return atan2(along * dz + across * dx, along * dx - across * dz);
}

/* Clockwise angle from one direction to another; slightly anticlockwise angles, with rollers in a line, are
 * 0. */
static double clockwise(double from, double to)
{
    const double turn = fmod(from - to + 2.0 * TURN, TURN);
    return turn > 0.75 * TURN ? 0.0 : turn;
}

belt belt_round(int count, const double wheels[][3])
{
    belt b = {.count = count};
    double leaves[BELT_MOST_WHEELS];
    for (int i = 0; i < count; i++)
        b.wheels[i] = (belt_wheel){.centre = {wheels[i][0], wheels[i][1]}, .radius = wheels[i][2]};
    for (int i = 0; i < count; i++)
        leaves[i] = tangent(&b.wheels[i], &b.wheels[(i + 1) % count], &b.wheels[i].run);
    for (int i = 0; i < count; i++) {
        b.wheels[i].begin = leaves[(i + count - 1) % count];
        b.wheels[i].arc = clockwise(b.wheels[i].begin, leaves[i]);
        b.length += b.wheels[i].radius * b.wheels[i].arc + b.wheels[i].run;
    }
    return b;
}

belt_place belt_at(const belt *b, double along)
{
    double left = along - b->length * floor(along / b->length);
    const belt_wheel *w = b->wheels;
    while (left > w->radius * w->arc + w->run && w < b->wheels + b->count - 1) {
        left -= w->radius * w->arc + w->run;
        w++;
    }
    const double on_wheel = fmin(left, w->radius * w->arc), straight = left - on_wheel;
    const double direction = w->begin - on_wheel / w->radius, n[2] = {cos(direction), sin(direction)};
    return (belt_place){{w->centre[0] + w->radius * n[0] + straight * n[1],
                         w->centre[1] + w->radius * n[1] - straight * n[0]},
                        {n[0], n[1]}};
}

/* ---- the chain in the picture ---- */

/* Belts of crawlers: copies of a shoe, joined by pins, that move around the wheels with the sprocket. */

static const double PI = 3.14159265358979323846;

/* The sprocket is the first wheel that the belt meets, or the last one on the ground. */
static int sprocket_of(const rnd_scene *scene, const auth_track *track)
{
    const double x = scene->actor.machine->mechanism->joints[track->joint].at[0];
    const int last = track->model.stations - 1;
    return fabs(track->model.station[0].centre.x - x) < fabs(track->model.station[last].centre.x - x) ? 0
                                                                                                      : last;
}

/* Shoes are joined by pins on the pitch circle of the sprocket: the chain of pins, `depth` inside the outer
 * faces, is stretched around the wheels. */
static belt belt_of(const auth_track *track, const auth_chain *author, double depth)
{
    static const double LEAST = 1e-3; /* [m] remaining radius of a wheel that is smaller than the depth */
    const int stations = track->model.stations, count = stations + author->over_count;
    double wheels[BELT_MOST_WHEELS][3];
    memcpy(wheels + stations, author->over, (size_t)author->over_count * sizeof *wheels);
    for (int i = 0; i < stations; i++) {
        const track_station *station = &track->model.station[i];
        memcpy(wheels[i], (const double[]){station->centre.x, station->centre.z, station->radius},
               sizeof *wheels);
    }
    for (int i = 0; i < count; i++) wheels[i][2] = fmax(wheels[i][2] - depth, LEAST);
    return belt_round(count, (const double(*)[3])wheels);
}

/* The way along the belt to the end of the machine on a wheel's x axis [m]. At the angle 0 the sprocket has a
 * gap between its teeth there, for a pin. */
static double along_to_end(const belt *b, int wheel)
{
    const double direction = wheel == 0 ? 0.0 : PI;
    double along = b->wheels[wheel].radius * fmod(b->wheels[wheel].begin - direction + 4.0 * PI, 2.0 * PI);
    for (int i = 0; i < wheel; i++) along += b->wheels[i].radius * b->wheels[i].arc + b->wheels[i].run;
    return along;
}

static void stretch(const rnd_scene *scene, scene_chain *chain)
{
    const int sprocket = sprocket_of(scene, chain->track);
    chain->depth = fmax(chain->track->model.station[sprocket].radius - chain->track->model.pitch_radius, 0.0);
    chain->belt = belt_of(chain->track, chain->author, chain->depth);
    chain->first_pin = along_to_end(&chain->belt, sprocket);
    chain->shoes = chain->author->shoes;
}

/* Shoes that pass in a turn of the sprocket, a whole number: the angle in a snapshot is reset with each turn,
 * which must not move the shoes. */
static double shoes_a_turn(const auth_track *track, double spacing)
{
    return fmax(round(2.0 * PI * track->model.pitch_radius / spacing), 1.0);
}

/* If a model has several nodes of the name, the first is the shoe. */
static bool has_shoes(const rnd_scene *scene, const auth_chain *author)
{
    for (int c = 0; c < scene->chain_count; c++)
        if (scene->chains[c].author == author) return true;
    return false;
}

bool scene_add_chain(rnd_scene *scene, const rnd_node *node, int first_mesh)
{
    const auth_picture *picture = &scene->actor.machine->picture;
    bool any = false;
    for (int c = 0; c < picture->chain_count; c++) {
        const auth_chain *author = &picture->chains[c];
        if (strcmp(author->node, node->name) != 0) continue;
        any = true;
        if (has_shoes(scene, author)) continue;
        scene_chain *chain = &scene->chains[scene->chain_count++];
        chain->author = author;
        chain->track = &scene->actor.machine->tracks[author->track];
        chain->first_body = scene->actor.first_body;
        chain->sprocket_body =
            chain->first_body + scene->actor.machine->mechanism->joints[chain->track->joint].child;
        stretch(scene, chain);
        for (int s = 0; s < author->shoes; s++) {
            const int frame = scene_add_frame(scene, SCENE_SHOE, scene->chain_count - 1, matrix_identity());
            if (s == 0) chain->first_frame = frame;
            for (int m = 0; m < node->mesh_count; m++)
                scene_add_part(scene, first_mesh + node->first_mesh + m, frame);
        }
    }
    return any;
}

/* Angle of the sprocket about the y axis of the body that carries it. */
static double sprocket_angle(const matrix *body, const matrix *sprocket)
{
    const hl_vec3 x = matrix_column(sprocket, 0);
    return atan2(-hl_dot(x, matrix_column(body, 2)), hl_dot(x, matrix_column(body, 0)));
}

/* A shoe from the pin at `along` to the next one behind it. */
static matrix matrix_of_shoe(const matrix *body, const scene_chain *chain, double along, double spacing)
{
    const belt_place front = belt_at(&chain->belt, along), rear = belt_at(&chain->belt, along + spacing);
    const hl_vec3 a = hl_v3(front.at[0], chain->track->y, front.at[1]);
    const hl_vec3 b = hl_v3(rear.at[0], chain->track->y, rear.at[1]);
    const hl_vec3 x = hl_normalized(hl_sub(a, b)), y = hl_v3(0, 1, 0), z = hl_cross(x, y);
    const hl_vec3 middle = hl_scale(0.5, hl_add(a, b));
    const matrix on_body = matrix_of_axes(x, y, z, hl_sub(middle, hl_scale(chain->depth, z)));
    return matrix_mul(body, &on_body);
}

void scene_place_chain(rnd_scene *scene, const scene_chain *chain)
{
    const auth_track *track = chain->track;
    const matrix body = matrix_of_body(&scene->shown, chain->first_body + track->body);
    const matrix sprocket = matrix_of_body(&scene->shown, chain->sprocket_body);
    const double spacing = chain->belt.length / chain->shoes;
    const double moved =
        sprocket_angle(&body, &sprocket) / (2.0 * PI) * shoes_a_turn(track, spacing) * spacing;
    for (int s = 0; s < chain->shoes; s++)
        scene->frames[chain->first_frame + s].now =
            matrix_of_shoe(&body, chain, chain->first_pin + moved + s * spacing, spacing);
}
