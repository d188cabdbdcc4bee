/* Contacts of particles with the field, boxes of the scenery, and tools.
 *
 * A particle far from field and boxes is skipped for the minimum number of steps in which it can travel half
 * the distance. The field under a particle is a plane, updated after the particle has moved or after some
 * steps. */
#include "particles_internal.h"

#include "hl/status.h"

/* Margin around the particles beyond which boxes do not count [m]. */
#define BOX_MARGIN 1.0f

/* What the surface may rise, and a particle gain, in speed until it is looked at again [m/s]. */
#define APPROACH 2.0f

/* How far a particle moves along the field until its plane is taken anew, in cells: with slopes that change
 * by 1 a cell, the plane is then 1/2000 of a cell off. */
#define PLANE_STEP (1.0 / 32.0)

enum { CHECK_MOST = 100, PLANE_AGE_LEAST = 5, PLANE_AGE_SPREAD = 7 };

/* Add a touch. @return NULL: no room, which is counted */
static touch *terr_particles_touch(terr_particles *p, int slot, int key, touch_place **place)
{
    touch_list *list = &p->touched;
    if (list->count == p->touch_capacity) {
        p->overflowed++;
        return NULL;
    }
    touch *made = &list->touches[list->count];
    *place = &p->places[list->count];
    *made = (touch){.slot = slot, .key = key, .next = list->head[slot], .side = 0.0f};
    for (int t = p->old_touched.head[slot]; t != NO_TOUCH; t = p->old_touched.touches[t].next) {
        const touch *old = &p->old_touched.touches[t];
        if (old->key != key) continue;
        for (int c = 0; c < AXES; c++) made->spring[c] = old->spring[c];
        made->side = old->side;
    }
    list->head[slot] = list->count++;
    return made;
}

/* ---- field ---- */

static void take_plane(terr_particles *p, const terr_field *field, int slot)
{
    grain *g = &p->grains[slot];
    const float *at = p->position[slot].c;
    const double x = p->base[0] + (double)at[0], y = p->base[1] + (double)at[1];
    const terr_sample s = terr_field_sample(field, x, y);
    g->plane[0] = (float)s.normal.x;
    g->plane[1] = (float)s.normal.y;
    g->plane[2] = (float)s.normal.z;
    g->plane[3] = g->plane[0] * at[0] + g->plane[1] * at[1] + g->plane[2] * (float)(s.height - p->base[2]);
    g->sampled[0] = at[0];
    g->sampled[1] = at[1];
    /* not all in the same step */
    g->age = (int16_t)(PLANE_AGE_LEAST + g->index % PLANE_AGE_SPREAD);
}

/* Take the plane anew where it is due. */
static void update_plane(terr_particles *p, const terr_field *field, float step_2, int slot)
{
    grain *g = &p->grains[slot];
    const float *at = p->position[slot].c;
    const float dx = at[0] - g->sampled[0], dy = at[1] - g->sampled[1];
    if (!g->sunk && (--g->age <= 0 || dx * dx + dy * dy > step_2)) take_plane(p, field, slot);
}

/* @return clearance [m] */
static float touch_field(terr_particles *p, int slot)
{
    const grain *g = &p->grains[slot];
    const float *at = p->position[slot].c;
    const float *n = g->plane;
    const float clearance = n[0] * at[0] + n[1] * at[1] + n[2] * at[2] - n[3] - p->radius;
    if (clearance >= 0.0f) return clearance;
    touch_place *place;
    if (terr_particles_touch(p, slot, key_of_field(), &place) == NULL) return clearance;
    /* the field's surface is smooth, that of a heap is rough: no grain slides or rolls on a slope that stands
     */
    const float own = 2.0f * p->velocity[slot].c[3], slope = p->slope[g->soil],
                more = slope - p->rolling[g->soil];
    *place = (touch_place){.normal = {n[0], n[1], n[2], -clearance},
                           .velocity = {0.0f, 0.0f, 0.0f, own > slope ? own : slope},
                           .rolling = more > 0.0f ? more : 0.0f};
    return clearance;
}

/* ---- boxes ---- */

static void place_box(const terr_particles *p, int b, box_place *place)
{
    const terr_box *box = &p->def.boxes[b];
    const double centre[AXES] = {box->centre.x, box->centre.y, box->centre.z},
                 half[AXES] = {box->half.x, box->half.y, box->half.z};
    place->box = b;
    for (int c = 0; c < AXES; c++) {
        place->centre[c] = (float)(centre[c] - p->base[c]);
        place->half[c] = (float)half[c];
        for (int k = 0; k < AXES; k++) place->axes[c][k] = (float)box->axes.m[c][k];
    }
}

/* Boxes near the bounds of all particles. */
static int find_boxes(terr_particles *p)
{
    int count = 0;
    for (int b = 0; b < p->def.box_count; b++) {
        box_place *box = &p->near_boxes[count];
        place_box(p, b, box);
        bool near = true;
        for (int c = 0; c < AXES; c++) {
            const float *m = box->axes[c];
            const float extent = fabsf(m[0]) * box->half[0] + fabsf(m[1]) * box->half[1] +
                                 fabsf(m[2]) * box->half[2] + BOX_MARGIN + p->radius;
            near = near && box->centre[c] + extent > p->low.c[c] && box->centre[c] - extent < p->high.c[c];
        }
        count += near;
    }
    return count;
}

/* From a box to a point of its frame: outward normal and distance, negative inside. */
static float box_distance(const float half[AXES], const float at[AXES], float normal[AXES])
{
    float out[AXES], square = 0.0f, least = -HUGE_VALF;
    int face = 0;
    for (int c = 0; c < AXES; c++) {
        const float depth = fabsf(at[c]) - half[c];
        out[c] = depth > 0.0f ? copysignf(depth, at[c]) : 0.0f;
        square += out[c] * out[c];
        if (depth > least) {
            least = depth;
            face = c;
        }
    }
    for (int c = 0; c < AXES; c++) normal[c] = 0.0f;
    if (square > 0.0f) {
        const float distance = sqrtf(square);
        for (int c = 0; c < AXES; c++) normal[c] = out[c] / distance;
        return distance;
    }
    normal[face] = copysignf(1.0f, at[face]);
    return least;
}

/* @return clearance [m] */
static float touch_box(terr_particles *p, const box_place *box, int slot)
{
    const float *x = p->position[slot].c;
    const float d[AXES] = {x[0] - box->centre[0], x[1] - box->centre[1], x[2] - box->centre[2]};
    float at[AXES], normal[AXES];
    for (int c = 0; c < AXES; c++)
        at[c] = box->axes[0][c] * d[0] + box->axes[1][c] * d[1] + box->axes[2][c] * d[2];
    const float clearance = box_distance(box->half, at, normal) - p->radius;
    if (clearance >= 0.0f) return clearance;
    touch_place *place;
    if (terr_particles_touch(p, slot, key_of_box(box->box), &place) == NULL) return clearance;
    *place = (touch_place){.normal = {[3] = -clearance},
                           .velocity = {0.0f, 0.0f, 0.0f, 2.0f * p->velocity[slot].c[3]}};
    for (int c = 0; c < AXES; c++)
        place->normal[c] =
            box->axes[c][0] * normal[0] + box->axes[c][1] * normal[1] + box->axes[c][2] * normal[2];
    return clearance;
}

/* ---- all ---- */

/* Steps in which a particle cannot come further than half its clearance. */
static int steps_until(const terr_particles *p, int slot, float clearance)
{
    const float *v = p->velocity[slot].c;
    const float speed = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) + APPROACH;
    const float steps = 0.5f * clearance / (speed * p->law.step);
    return steps > (float)CHECK_MOST ? CHECK_MOST : (int)steps;
}

/* Planes of all particles that are searched in this step, for a team. */
typedef struct planes {
    terr_particles *p;
    const terr_field *field;
    float step_2;
} planes;

static void update_planes(void *context, int index)
{
    const planes *due = context;
    const int end = block_end(index, BLOCK_SLOTS, due->p->awake);
    for (int i = index * BLOCK_SLOTS; i < end; i++)
        if (due->p->recheck[i] <= 1) update_plane(due->p, due->field, due->step_2, i);
}

void terr_particles_touch_ground(terr_particles *p, const terr_field *field)
{
    const int boxes = find_boxes(p);
    const double step = PLANE_STEP * terr_field_definition(field)->cell;
    planes due = {p, field, (float)(step * step)};
    const bool together = has_team(p);
    if (together) hl_team_run(p->work.team, hl_blocks_of(p->awake, BLOCK_SLOTS), update_planes, &due);
    for (int i = 0; i < p->awake; i++) {
        if (--p->recheck[i] > 0) continue;
        if (!together) update_plane(p, field, due.step_2, i);
        float clearance = touch_field(p, i);
        if (clearance > BOX_MARGIN) clearance = BOX_MARGIN;
        for (int k = 0; k < boxes; k++) {
            const float free = touch_box(p, &p->near_boxes[k], i);
            clearance = free < clearance ? free : clearance;
        }
        p->recheck[i] = clearance > 0.0f ? steps_until(p, i, clearance) : 0;
    }
}

/* Particles against the plates of a tool: in the tool's frame, each particle near a feature touches it.
 *
 * Features: plates 0 to 15, corners of the profile 16 to 31 (edges along y), side walls 32 and 33, the side
 * walls' free edges along the mouth 34 and 35. A corner is used if neither of its plates has the foot point:
 * at an outer bend one contact rolls around the corner, in an inner bend a particle touches both plates.
 * Plates have two sides: a particle stays on the side of its first contact, at any penetration.
 *
 * A table over the x-z plane gives the plates and corners that may be near. */

enum { CORNER = 16, SIDE = 32, MOUTH = 34 };

/* ---- at load ---- */

/* Square of the distance of a point of the x-z plane from plate s [m^2]. */
static float plate_distance_2(const plates *q, int s, float x, float z)
{
    const float dx = x - q->corner[s][0], dz = z - q->corner[s][1];
    const float t = dx * q->along[s][0] + dz * q->along[s][1];
    const float foot = t < 0.0f ? 0.0f : t > q->length[s] ? q->length[s] : t;
    const float ex = dx - foot * q->along[s][0], ez = dz - foot * q->along[s][1];
    return ex * ex + ez * ez;
}

static void fill_table(plates *q)
{
    const float size = 1.0f / q->scale, within = q->reach + 0.7072f * size; /* half a cell's diagonal */
    for (int row = 0; row < q->rows; row++)
        for (int column = 0; column < q->columns; column++) {
            const float x = q->low[0] + ((float)column + 0.5f) * size,
                        z = q->low[1] + ((float)row + 0.5f) * size;
            uint32_t near = 0;
            for (int s = 0; s + 1 < q->corners; s++)
                if (plate_distance_2(q, s, x, z) < within * within) near |= UINT32_C(1) << s;
            for (int c = 0; c < q->corners; c++) {
                const float dx = x - q->corner[c][0], dz = z - q->corner[c][1];
                if (dx * dx + dz * dz < within * within) near |= UINT32_C(1) << (CORNER + c);
            }
            q->near[row * q->columns + column] = near;
        }
}

hl_status terr_plates_new(const terr_tool_def *tool, double radius, hl_arena *arena, plates *q)
{
    *q = (plates){.corners = tool->corners,
                  .sides = tool->sides,
                  .reach = (float)(radius + 0.5 * tool->thickness),
                  .half_width = (float)(0.5 * tool->width)};
    for (int a = 0; a < 2; a++) {
        q->low[a] = HUGE_VALF;
        q->high[a] = -HUGE_VALF;
    }
    for (int c = 0; c < tool->corners; c++)
        for (int a = 0; a < 2; a++) {
            const float at = (float)tool->profile[c][a];
            q->corner[c][a] = at;
            q->low[a] = fminf(q->low[a], at - q->reach);
            q->high[a] = fmaxf(q->high[a], at + q->reach);
        }
    for (int s = 0; s + 1 < tool->corners; s++) {
        const float dx = q->corner[s + 1][0] - q->corner[s][0], dz = q->corner[s + 1][1] - q->corner[s][1];
        q->length[s] = sqrtf(dx * dx + dz * dz);
        q->along[s][0] = dx / q->length[s];
        q->along[s][1] = dz / q->length[s];
    }
    const float widest = fmaxf(q->high[0] - q->low[0], q->high[1] - q->low[1]);
    q->scale = fminf(1.0f / (float)radius, (float)(PLATE_CELLS_MOST - 1) / widest);
    q->columns = (int)((q->high[0] - q->low[0]) * q->scale) + 1;
    q->rows = (int)((q->high[1] - q->low[1]) * q->scale) + 1;
    q->near = HL_NEW(arena, uint32_t, q->columns * q->rows);
    if (q->near == NULL) return HL_OUT_OF_MEMORY;
    fill_table(q);
    return HL_OK;
}

/* ---- in a step ---- */

/* A particle at a tool. */
typedef struct visit {
    terr_particles *p;
    const plates *plates;
    const tool_place *place;
    int tool, slot;
    float at[AXES]; /* in the tool's frame [m] */
} visit;

/* A touch with outward normal n of the tool's frame and distance of the centre from the middle of the plate.
 */
static void touch_feature(const visit *v, touch_place *place, const float n[AXES], float distance)
{
    const tool_place *t = v->place;
    float world[AXES], arm[AXES];
    for (int c = 0; c < AXES; c++)
        world[c] = t->rotation[c][0] * n[0] + t->rotation[c][1] * n[1] + t->rotation[c][2] * n[2];
    for (int c = 0; c < AXES; c++)
        arm[c] = v->p->position[v->slot].c[c] - v->p->radius * world[c] - t->position[c];
    const contact_vector turned = contact_cross((contact_vector){t->spin[0], t->spin[1], t->spin[2]},
                                                (contact_vector){arm[0], arm[1], arm[2]});
    *place = (touch_place){.normal = {world[0], world[1], world[2], v->plates->reach - distance},
                           .velocity = {t->velocity[0] + turned.x, t->velocity[1] + turned.y,
                                        t->velocity[2] + turned.z,
                                        v->p->steel_friction[v->p->grains[v->slot].soil]},
                           .spin = {t->spin[0], t->spin[1], t->spin[2]}};
}

/* A feature with a foot point: d from the foot point to the centre. */
static void touch_edge(const visit *v, int feature, float dx, float dy, float dz)
{
    const float distance = sqrtf(dx * dx + dy * dy + dz * dz);
    if (!(distance < v->plates->reach && distance > 0.0f)) return;
    touch_place *place;
    touch *made = terr_particles_touch(v->p, v->slot, key_of_tool(v->p, v->tool, feature), &place);
    if (made == NULL) return;
    const float inverse = 1.0f / distance;
    touch_feature(v, place, (const float[AXES]){dx * inverse, dy * inverse, dz * inverse}, distance);
}

/* A face with normal n, and the signed distance of the centre from its middle plane. */
static void touch_face(const visit *v, int feature, const float n[AXES], float signed_distance)
{
    if (!(fabsf(signed_distance) < v->plates->reach)) return;
    touch_place *place;
    touch *made = terr_particles_touch(v->p, v->slot, key_of_tool(v->p, v->tool, feature), &place);
    if (made == NULL) return;
    if (made->side == 0.0f) made->side = signed_distance >= 0.0f ? 1.0f : -1.0f;
    touch_feature(v, place, (const float[AXES]){made->side * n[0], made->side * n[1], made->side * n[2]},
                  made->side * signed_distance);
}

/* Where the foot point of the particle lies along plate s [m]. */
static float foot_along(const visit *v, int s)
{
    const plates *q = v->plates;
    return (v->at[0] - q->corner[s][0]) * q->along[s][0] + (v->at[2] - q->corner[s][1]) * q->along[s][1];
}

/* How far a particle is outside the plates' width, with its sign [m]. */
static float beside(const visit *v)
{
    const float out = fabsf(v->at[1]) - v->plates->half_width;
    return out > 0.0f ? copysignf(out, v->at[1]) : 0.0f;
}

static void touch_plate(const visit *v, int s)
{
    const plates *q = v->plates;
    const float t = foot_along(v, s);
    if (!(t > 0.0f && t < q->length[s])) return;
    const float n[AXES] = {-q->along[s][1], 0.0f, q->along[s][0]};
    const float distance = (v->at[0] - q->corner[s][0]) * n[0] + (v->at[2] - q->corner[s][1]) * n[2];
    const float dy = beside(v);
    if (dy == 0.0f)
        touch_face(v, s, n, distance);
    else
        touch_edge(v, s, distance * n[0], dy, distance * n[2]);
}

static void touch_corner(const visit *v, int c)
{
    const plates *q = v->plates;
    if (c > 0 && foot_along(v, c - 1) < q->length[c - 1]) return;
    if (c + 1 < q->corners && foot_along(v, c) > 0.0f) return;
    touch_edge(v, CORNER + c, v->at[0] - q->corner[c][0], beside(v), v->at[2] - q->corner[c][1]);
}

/* Whether a point of the x-z plane is inside the profile closed by the mouth: even-odd rule. */
static bool inside_profile(const plates *q, float x, float z)
{
    bool inside = false;
    for (int c = 0, before = q->corners - 1; c < q->corners; before = c++) {
        const float *a = q->corner[c], *b = q->corner[before];
        if ((a[1] > z) != (b[1] > z) && x < a[0] + (b[0] - a[0]) * (z - a[1]) / (b[1] - a[1]))
            inside = !inside;
    }
    return inside;
}

static void touch_side(const visit *v, int side)
{
    const plates *q = v->plates;
    const float dy = v->at[1] - (side == 0 ? -q->half_width : q->half_width);
    if (!(fabsf(dy) < q->reach)) return;
    if (inside_profile(q, v->at[0], v->at[2])) {
        touch_face(v, SIDE + side, (const float[AXES]){0.0f, 1.0f, 0.0f}, dy);
        return;
    }
    const float *lip = q->corner[q->corners - 1], *edge = q->corner[0];
    const float mx = edge[0] - lip[0], mz = edge[1] - lip[1], length_2 = mx * mx + mz * mz;
    const float dx = v->at[0] - lip[0], dz = v->at[2] - lip[1];
    const float t = dx * mx + dz * mz;
    if (!(t > 0.0f && t < length_2)) return;
    touch_edge(v, MOUTH + side, dx - mx * t / length_2, dy, dz - mz * t / length_2);
}

static void visit_tool(const visit *v)
{
    const plates *q = v->plates;
    const int column = (int)((v->at[0] - q->low[0]) * q->scale),
              row = (int)((v->at[2] - q->low[1]) * q->scale);
    const uint32_t near = q->near[row * q->columns + column] & ~(uint32_t)q->left_out;
    for (uint32_t left = near; left != 0; left &= left - 1) { /* from the lowest bit on */
        const int feature = __builtin_ctz(left);
        if (feature < CORNER)
            touch_plate(v, feature);
        else
            touch_corner(v, feature - CORNER);
    }
    if (!q->sides || fabsf(v->at[1]) < q->half_width - q->reach) return;
    for (int side = 0; side < 2; side++)
        if ((q->left_out & TERR_WALL_FEATURES(side)) == 0) touch_side(v, side);
}

/* Particles within the tool's bounds: their slots and places in its frame. */
static int find_inside(terr_particles *p, const plates *q, const tool_place *t)
{
    const float width = q->half_width + q->reach;
    const quad low = {{q->low[0], -width, q->low[1], 0.0f}}, high = {{q->high[0], width, q->high[1], 0.0f}};
    const quad origin = {{t->position[0], t->position[1], t->position[2], 0.0f}};
    const quad_value least = quad_load(&low), most = quad_load(&high), from = quad_load(&origin);
    quad_value row[AXES];
    for (int c = 0; c < AXES; c++) {
        const quad of_tool = {{t->rotation[c][0], t->rotation[c][1], t->rotation[c][2], 0.0f}};
        row[c] = quad_load(&of_tool);
    }
    int count = 0;
    for (int i = 0; i < p->awake; i++) {
        const quad_value d = quad_less(quad_load(&p->position[i]), from);
        const quad_value at =
            quad_add(quad_add(quad_times(quad_lane_x(d), row[0]), quad_times(quad_lane_y(d), row[1])),
                     quad_times(quad_lane_z(d), row[2]));
        p->inside[count] = i;
        quad_store(&p->inside_at[count], at);
        count += quad_is_between(at, least, most);
    }
    return count;
}

/* Whether the bounds of all awake particles come near the tool's: its corners' distance from its origin. */
static bool tool_is_near(const terr_particles *p, const plates *q, const tool_place *t)
{
    const float x = fmaxf(fabsf(q->low[0]), fabsf(q->high[0])),
                z = fmaxf(fabsf(q->low[1]), fabsf(q->high[1])), y = q->half_width + q->reach;
    const float size = sqrtf(x * x + y * y + z * z);
    for (int c = 0; c < AXES; c++)
        if (t->position[c] + size < p->low.c[c] || t->position[c] - size > p->high.c[c]) return false;
    return true;
}

void terr_particles_leave_out(terr_particles *p, int tool, uint64_t features)
{
    HL_ASSERT(tool >= 0 && tool < touched_count(p));
    p->plates[tool].left_out = features;
}

void terr_particles_touch_tool(terr_particles *p, int tool, const tool_place *place)
{
    const plates *q = &p->plates[tool];
    if (p->awake == 0 || q->left_out == UINT64_MAX || !tool_is_near(p, q, place)) return;
    const int count = find_inside(p, q, place);
    for (int k = 0; k < count; k++) {
        const int slot = p->inside[k];
        const float *at = p->inside_at[k].c;
        p->grains[slot].holder = (int16_t)tool;
        const visit v = {p, q, place, tool, slot, {at[0], at[1], at[2]}};
        visit_tool(&v);
    }
}
