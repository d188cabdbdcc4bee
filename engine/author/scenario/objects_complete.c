/* Objects of a scenario once their types are known: keys of types, solids, copies, their order. */
#include "scenario_reader.h"

#include "hl/quat.h"
#include "hl/random.h"
#include "hl/real.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const kind_words[] = {"box", "sphere", "capsule", "cylinder", "hull", "compound"};

/* ---- keys of the type ---- */

static bool has_size(const auth_solid *solid)
{
    return solid->size[0] > 0.0;
}

/* Take from the type the measures that the object does not give. */
static void merge_solid(auth_solid *solid, const auth_solid *type)
{
    if (!has_size(solid)) memcpy(solid->size, type->size, sizeof solid->size);
    if (!(solid->radius > 0.0)) solid->radius = type->radius;
    if (!(solid->length > 0.0)) solid->length = type->length;
    if (solid->axis < 0) solid->axis = type->axis;
    if (solid->point_count == 0) {
        solid->point_count = type->point_count;
        solid->points = type->points;
    }
}

/* An object of another kind than its type takes none of the type's measures. */
static void merge_form(auth_form *form, const auth_form *type)
{
    const bool other = form->whole.kind != AUTH_SOLID_NOT_GIVEN && form->whole.kind != type->whole.kind;
    if (!other && form->shape_count == 0 && form->whole.point_count == 0) {
        form->whole.kind = type->whole.kind;
        merge_solid(&form->whole, &type->whole);
        form->shape_count = type->shape_count;
        form->shapes = type->shapes;
        if (form->eye_count == 0) {
            form->eye_count = type->eye_count;
            form->eyes = type->eyes;
        }
    }
    if (!(form->mass > 0.0) && !(form->density > 0.0)) {
        form->mass = type->mass;
        form->density = type->density;
    }
    if (!(form->breaks > 0.0)) form->breaks = type->breaks;
    if (!(form->bends > 0.0)) form->bends = type->bends;
    if (!form->model) form->model = type->model;
    if (!form->material) form->material = type->material;
}

static void choose_kind(auth_form *form)
{
    if (form->whole.kind == AUTH_SOLID_NOT_GIVEN)
        form->whole.kind = form->shape_count > 0         ? AUTH_SOLID_COMPOUND
                           : form->whole.point_count > 0 ? AUTH_SOLID_HULL
                                                         : AUTH_SOLID_BOX;
}

/* ---- checks ---- */

/* @return false after a complaint */
static bool check_measure(hl_place place, const char *name, auth_solid_kind kind, const char *key, bool given,
                          bool needed, hl_report *report)
{
    if (given == needed) return true;
    hl_report_add(report, place,
                  needed ? "object '%s' has no '%s', which the kind '%s' needs: add it"
                         : "object '%s': '%s' has no effect on the kind '%s': remove it",
                  name, key, kind_words[kind]);
    return false;
}

static bool check_solid(const auth_object *object, hl_place place, const auth_solid *solid, hl_report *report)
{
    const auth_solid_kind kind = solid->kind;
    const bool round = kind == AUTH_SOLID_CAPSULE || kind == AUTH_SOLID_CYLINDER;
    const struct {
        const char *key;
        bool given, needed;
    } list[] = {{"size", has_size(solid), kind == AUTH_SOLID_BOX},
                {"radius", solid->radius > 0.0, round || kind == AUTH_SOLID_SPHERE},
                {"length", solid->length > 0.0, round},
                {"axis", solid->axis >= 0 && !round, false},
                {"points", solid->point_count > 0, kind == AUTH_SOLID_HULL}};
    bool good = true;
    for (int i = 0; i < AUTH_COUNT_OF(list); i++)
        good &= check_measure(place, object->name, kind, list[i].key, list[i].given, list[i].needed, report);
    return good;
}

static bool check_solids(const auth_object *object, hl_report *report)
{
    const auth_form *form = &object->form;
    bool good = check_solid(object, object->place, &form->whole, report);
    if (form->whole.kind != AUTH_SOLID_COMPOUND && form->shape_count > 0) {
        hl_report_add(report, object->place,
                      "object '%s': 'shapes' has no effect on the kind '%s': remove it, or give the kind "
                      "'compound'",
                      object->name, kind_words[form->whole.kind]);
        good = false;
    }
    if (form->whole.kind == AUTH_SOLID_COMPOUND && form->shape_count == 0) {
        hl_report_add(report, object->place,
                      "object '%s' has no 'shapes', which the kind 'compound' needs: add them", object->name);
        good = false;
    }
    for (int i = 0; i < form->shape_count; i++)
        good &= check_solid(object, form->shapes[i].place, &form->shapes[i], report);
    return good;
}

/* Refuse keys that only free objects can have. */
static bool check_fixed(const auth_object *object, hl_report *report)
{
    const auth_form *form = &object->form;
    const char *key = form->breaks > 0.0     ? "breaks"
                      : form->eye_count > 0  ? "eyes"
                      : object->has_velocity ? "velocity"
                      : object->has_awake    ? "awake"
                      : object->has_settled  ? "settled"
                                             : NULL;
    if (key) {
        hl_report_add(report, object->place,
                      "object '%s': '%s' has no effect on a fixed object: add 'mass' or "
                      "'density', or remove it",
                      object->name, key);
        return false;
    }
    if (form->whole.kind == AUTH_SOLID_BOX) return true;
    hl_report_add(report, object->place,
                  "object '%s' of the kind '%s' has neither 'mass' nor 'density': add one of them; only "
                  "boxes can be fixed",
                  object->name, kind_words[form->whole.kind]);
    return false;
}

static bool check_object(const auth_object *object, hl_report *report)
{
    const auth_form *form = &object->form;
    bool good = check_solids(object, report);
    if (!object->free) return good && check_fixed(object, report);
    if (object->has_drivable && object->drivable) {
        hl_report_add(report, object->place,
                      "object '%s': 'drivable' has no effect on a free object: remove it, or remove its mass",
                      object->name);
        good = false;
    }
    if (form->bends > 0.0 && !(form->breaks > 0.0)) {
        hl_report_add(report, object->place,
                      "object '%s': 'bends' has no effect without 'breaks': add 'breaks', or remove it",
                      object->name);
        good = false;
    }
    if (object->has_velocity && form->breaks > 0.0) {
        hl_report_add(report, object->place,
                      "object '%s': 'velocity' has no effect on an object that the ground holds: remove it",
                      object->name);
        good = false;
    }
    return good;
}

/* ---- solids ---- */

/* Half extents of a solid along the axes of its own frame. */
static hl_vec3 half_of(const auth_solid *solid)
{
    const double r = solid->radius;
    double half[3] = {r, r, r};
    if (solid->kind == AUTH_SOLID_BOX)
        return hl_v3(0.5 * solid->size[0], 0.5 * solid->size[1], 0.5 * solid->size[2]);
    if (solid->kind == AUTH_SOLID_CAPSULE) half[solid->axis] += 0.5 * solid->length;
    if (solid->kind == AUTH_SOLID_CYLINDER) half[solid->axis] = 0.5 * solid->length;
    return hl_v3(half[0], half[1], half[2]);
}

static void include(double low[3], double high[3], hl_vec3 point)
{
    const double at[3] = {point.x, point.y, point.z};
    for (int k = 0; k < 3; k++) {
        low[k] = fmin(low[k], at[k]);
        high[k] = fmax(high[k], at[k]);
    }
}

/* Uses the corners of its box; for turned round solids this is slightly too large. */
static void include_solid(double low[3], double high[3], const auth_solid *solid)
{
    const hl_mat3 axes = hl_quat_matrix(hl_quat_exp(hl_v3(solid->turn[0], solid->turn[1], solid->turn[2])));
    const hl_vec3 at = hl_v3(solid->at[0], solid->at[1], solid->at[2]);
    if (solid->kind == AUTH_SOLID_HULL) {
        for (int i = 0; i < solid->point_count; i++) {
            const double *p = solid->points[i];
            include(low, high, hl_add(at, hl_mul(&axes, hl_v3(p[0], p[1], p[2]))));
        }
        return;
    }
    const hl_vec3 half = half_of(solid);
    for (int i = 0; i < 8; i++)
        include(low, high,
                hl_add(at, hl_mul(&axes, hl_v3(i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                               i & 4 ? half.z : -half.z))));
}

static void find_bounds(auth_object *object)
{
    for (int k = 0; k < 3; k++) object->low[k] = HUGE_VAL, object->high[k] = -HUGE_VAL;
    for (int i = 0; i < object->solid_count; i++)
        include_solid(object->low, object->high, &object->solids[i]);
    for (int k = 0; k < 3; k++) object->size[k] = object->high[k] - object->low[k];
}

/* Place a single solid with the middle of its base at the origin. @return false: out of memory */
static bool make_solids(auth_object *object, hl_arena *arena)
{
    auth_form *form = &object->form;
    const bool compound = form->whole.kind == AUTH_SOLID_COMPOUND;
    const int count = compound ? form->shape_count : 1;
    auth_solid *solids = HL_NEW(arena, auth_solid, count);
    if (!solids) return false;
    for (int i = 0; i < count; i++) {
        solids[i] = compound ? form->shapes[i] : form->whole;
        if (solids[i].axis < 0) solids[i].axis = 2;
    }
    if (!compound && solids->kind != AUTH_SOLID_HULL) solids->at[2] = half_of(solids).z;
    object->solid_count = count;
    object->solids = solids;
    find_bounds(object);
    return true;
}

/* @return false: out of memory */
static bool make_eyes(auth_object *object, hl_arena *arena)
{
    const double *low = object->low, *high = object->high;
    const double top[3] = {0.5 * (low[0] + high[0]), 0.5 * (low[1] + high[1]), high[2]};
    object->eye_count = object->form.eye_count;
    object->eyes = (const double(*)[3])object->form.eyes;
    if (object->eye_count > 0) return true;
    double(*eyes)[3] = (double(*)[3])hl_arena_take(arena, 1, sizeof *eyes);
    if (!eyes) return false;
    memcpy(eyes[0], top, sizeof top);
    object->eye_count = 1;
    object->eyes = (const double(*)[3])eyes;
    return true;
}

/* @return HL_OK, HL_BAD_INPUT after a complaint, HL_OUT_OF_MEMORY */
static hl_status complete_object(const auth_scenario *scenario, auth_object *object, hl_arena *arena,
                                 hl_report *report)
{
    auth_form *form = &object->form;
    if (object->type_index >= 0) {
        const auth_object_type *type = scenario->object_types[object->type_index].type;
        merge_form(form, &type->form);
        if (!object->has_drivable) object->drivable = type->drivable;
    }
    choose_kind(form);
    object->free = form->mass > 0.0 || form->density > 0.0;
    object->mass = form->mass;
    object->density = form->density;
    object->breaks = form->breaks;
    object->bends = form->bends;
    object->model = form->model;
    object->model_place = form->model_place;
    object->material = form->material ? form->material : AUTH_OBJECT_MATERIAL;
    object->material_place = form->material_place;
    memcpy(object->size, form->whole.size, sizeof object->size);
    if (!check_object(object, report)) return HL_BAD_INPUT;
    if (!object->free) return HL_OK;
    if (!object->has_settled) object->settled = !object->absolute && object->at[2] == 0.0;
    if (!object->has_awake)
        object->awake = !(form->breaks > 0.0) && (object->has_velocity || !object->settled);
    return make_solids(object, arena) && make_eyes(object, arena) ? HL_OK : HL_OUT_OF_MEMORY;
}

/* ---- copies ---- */

static int copies_of(const auth_object *object)
{
    if (object->scatter.count > 0) return object->scatter.count;
    const int *count = object->repeat.count;
    return object->repeat.given ? count[0] * count[1] * count[2] : 1;
}

/* @return false: out of memory */
static bool name_copy(auth_object *copy, int number, hl_arena *arena)
{
    char name[AUTH_NAME_LENGTH + 16];
    snprintf(name, sizeof name, "%s %d", copy->name, number);
    copy->name = hl_arena_string(arena, name, strlen(name));
    copy->is_copy = true;
    return copy->name != NULL;
}

static void place_in_row(auth_object *copy, int number)
{
    static const double gap = 0.01; /* [m] */
    const auth_repeat *repeat = &copy->repeat;
    const int x = number % repeat->count[0], y = number / repeat->count[0] % repeat->count[1],
              z = number / repeat->count[0] / repeat->count[1];
    const int at[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        copy->at[k] += at[k] * (repeat->has_step ? repeat->step[k] : copy->size[k] + (k < 2 ? gap : 0.0));
    if (copy->free && z > 0 && !copy->has_settled) copy->settled = false; /* it lies on the layer below */
}

static double reach_of(const auth_object *object)
{
    return 0.5 * hl_hypot(object->size[0], object->size[1]);
}

static bool is_free_place(const auth_scenario *scenario, const auth_object *made, int made_count,
                          const auth_object *copy)
{
    static const double gap = 0.05, start = 4.0; /* [m] */
    const double *machine = scenario->start.at;
    if (hl_hypot(copy->at[0] - machine[0], copy->at[1] - machine[1]) < start + reach_of(copy)) return false;
    for (int i = 0; i < made_count; i++)
        if (hl_hypot(copy->at[0] - made[i].at[0], copy->at[1] - made[i].at[1]) <
            gap + reach_of(copy) + reach_of(&made[i]))
            return false;
    return true;
}

/* @return false: no place was found */
static bool place_at_random(const auth_scenario *scenario, const auth_object *made, int made_count,
                            auth_object *copy, hl_random *random)
{
    enum { TRIES = 256 };
    static const double turn = 6.28318530717958647692;
    const auth_object_scatter *scatter = &copy->scatter;
    for (int i = 0; i < TRIES; i++) {
        for (int k = 0; k < 2; k++)
            copy->at[k] = scatter->from[k] + (scatter->to[k] - scatter->from[k]) * hl_random_unit(random);
        const hl_quat heading = hl_quat_exp(hl_v3(0, 0, turn * (hl_random_unit(random) - 0.5)));
        if (!is_free_place(scenario, made, made_count, copy)) continue;
        const hl_quat own = hl_quat_exp(hl_v3(copy->turn[0], copy->turn[1], copy->turn[2]));
        const hl_vec3 turned = hl_quat_log(hl_quat_mul(heading, own));
        copy->turn[0] = turned.x, copy->turn[1] = turned.y, copy->turn[2] = turned.z;
        return true;
    }
    return false;
}

/* @return HL_OK, HL_BAD_INPUT after a complaint, HL_OUT_OF_MEMORY */
static hl_status make_copies(const auth_scenario *scenario, const auth_object *object, auth_object *made,
                             int *made_count, hl_arena *arena, hl_report *report)
{
    const int count = copies_of(object);
    hl_random random = {(uint64_t)object->scatter.seed};
    for (int i = 0; i < count; i++) {
        auth_object *copy = &made[*made_count];
        *copy = *object;
        if (object->repeat.given || object->scatter.count > 0)
            if (!name_copy(copy, i + 1, arena)) return HL_OUT_OF_MEMORY;
        if (object->repeat.given) place_in_row(copy, i);
        if (object->scatter.count > 0 && !place_at_random(scenario, made, *made_count, copy, &random)) {
            hl_report_add(
                report, object->place,
                "object '%s': only %d of %d copies found a place in the rectangle of 'scatter': use "
                "a larger one or fewer copies",
                object->name, i, count);
            return HL_BAD_INPUT;
        }
        ++*made_count;
    }
    return HL_OK;
}

/* ---- order, names ---- */

static bool check_names(const auth_object *list, int count, hl_report *report)
{
    for (int i = 1; i < count; i++)
        for (int k = 0; k < i; k++) {
            if (!list[i].is_copy && !list[k].is_copy) continue;
            if (list[i].entry == list[k].entry || !auth_same_signal(list[i].name, list[k].name)) continue;
            hl_report_add(report, list[i].place,
                          "object '%s' has the name of a copy or of another object, in line %d: give another "
                          "name",
                          list[i].name, list[k].place.line);
            return false;
        }
    return true;
}

/* Fixed objects come first; otherwise the order of the file. */
static void sort(const auth_object *from, int count, auth_object *to)
{
    int at = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < count; i++)
            if (from[i].free == (pass == 1)) to[at++] = from[i];
}

static bool check_counts(const auth_object *list, int count, hl_report *report)
{
    int moving = 0;
    for (int i = 0; i < count; i++) {
        moving += list[i].free;
        if (moving <= AUTH_MAX_FREE) continue;
        hl_report_add(report, list[i].place, "more than %d free objects, counting copies: use fewer",
                      AUTH_MAX_FREE);
        return false;
    }
    return true;
}

hl_status auth_scenario_complete_objects(auth_scenario *scenario, hl_arena *arena, hl_report *report)
{
    if (scenario->objects_complete) return HL_OK;
    int count = 0, made_count = 0;
    hl_status status = HL_OK;
    for (int i = 0; i < scenario->object_count; i++) {
        auth_object *object = &scenario->objects[i];
        object->entry = i;
        const hl_status completed = complete_object(scenario, object, arena, report);
        if (completed == HL_OUT_OF_MEMORY) return completed;
        if (completed != HL_OK) status = completed;
        count += copies_of(object);
    }
    if (status != HL_OK) return status;
    auth_object *made = HL_NEW(arena, auth_object, count), *sorted = HL_NEW(arena, auth_object, count);
    if (!made || !sorted) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < scenario->object_count && status == HL_OK; i++)
        status = make_copies(scenario, &scenario->objects[i], made, &made_count, arena, report);
    if (status != HL_OK) return status;
    if (!check_names(made, count, report) || !check_counts(made, count, report)) return HL_BAD_INPUT;
    sort(made, count, sorted);
    scenario->objects = sorted;
    scenario->object_count = count;
    scenario->objects_complete = true;
    return HL_OK;
}
