/* Contacts of particles with fixed objects: the field, and boxes of the scenery.
 *
 * A particle far from both is skipped for the number of steps that it needs at least for half the distance.
 * The field under a particle is a plane, updated after the particle has moved or after some steps. */
#include "particles_internal.h"

/* Margin around the particles beyond which boxes do not count [m]. */
#define BOX_MARGIN 1.0f

/* What the surface may rise, and a particle gain, in speed until it is looked at again [m/s]. */
#define APPROACH 2.0f

/* How far a particle moves along the field until its plane is taken anew, in cells: with slopes that change
 * by 1 a cell, the plane is then 1/2000 of a cell off. */
#define PLANE_STEP (1.0 / 32.0)

enum { CHECK_MOST = 100, PLANE_AGE_LEAST = 5, PLANE_AGE_SPREAD = 7 };

touch *terr_particles_touch(terr_particles *p, int slot, int key, touch_place **place)
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

/* @return clearance [m] */
static float touch_field(terr_particles *p, const terr_field *field, float step_2, int slot)
{
    grain *g = &p->grains[slot];
    const float *at = p->position[slot].c;
    const float dx = at[0] - g->sampled[0], dy = at[1] - g->sampled[1];
    if (!g->sunk && (--g->age <= 0 || dx * dx + dy * dy > step_2)) take_plane(p, field, slot);
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

void terr_particles_touch_ground(terr_particles *p, const terr_field *field)
{
    const int boxes = find_boxes(p);
    const double step = PLANE_STEP * terr_field_definition(field)->cell;
    const float step_2 = (float)(step * step);
    for (int i = 0; i < p->awake; i++) {
        if (--p->recheck[i] > 0) continue;
        float clearance = touch_field(p, field, step_2, i);
        if (clearance > BOX_MARGIN) clearance = BOX_MARGIN;
        for (int k = 0; k < boxes; k++) {
            const float free = touch_box(p, &p->near_boxes[k], i);
            clearance = free < clearance ? free : clearance;
        }
        p->recheck[i] = clearance > 0.0f ? steps_until(p, i, clearance) : 0;
    }
}
