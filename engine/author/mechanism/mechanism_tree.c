/* Check that the joints form trees with the ground as root: one joint per body, no cycle, and each massless
 * body carries a body with mass. */
#include "mechanism_tables.h"

#include <string.h>

typedef struct tree {
    auth_mechanism *mechanism;
    hl_report *report;
    const auth_reader *reader;
    int *carrier; /* joint that carries each body, AUTH_NOT_FOUND without one */
    int *order;   /* bodies, parents before children */
    int *place;   /* where each body stands in `order`, -1 while it does not */
    int *stack;   /* scratch, one entry per body */
    bool good;
} tree;

static const yaml_node_t *item_of(const auth_reader *reader, const char *section, int index)
{
    const yaml_node_t *list =
        auth_document_value(reader->document, auth_document_root(reader->document), section);
    return auth_document_entry(reader->document, list, index);
}

static int parent_of(const tree *t, int body)
{
    return t->mechanism->joints[t->carrier[body]].parent;
}

/* ---- one joint per body ---- */

static void carry_bodies(tree *t)
{
    const auth_mechanism *m = t->mechanism;
    for (int i = 0; i < m->body_count; i++) t->carrier[i] = AUTH_NOT_FOUND;
    for (int i = 0; i < m->joint_count; i++) {
        const auth_joint *joint = &m->joints[i];
        if (joint->child < 0 || joint->parent == AUTH_NOT_FOUND) {
            t->good = false; /* complained about when it was read */
            if (joint->child < 0) continue;
        }
        const int before = t->carrier[joint->child];
        if (before == AUTH_NOT_FOUND) {
            t->carrier[joint->child] = i;
            continue;
        }
        t->good = false;
        hl_report_add(t->report, auth_key_place(t->reader, item_of(t->reader, "joints", i), "child"),
                      "body '%s' is already carried by joint '%s'; one joint per body is expected: a second "
                      "one closes a "
                      "loop, write it under 'loops'",
                      m->bodies[joint->child].name, m->joints[before].name);
    }
}

static void check_carried(tree *t)
{
    const auth_mechanism *m = t->mechanism;
    for (int i = 0; i < m->body_count; i++) {
        if (t->carrier[i] != AUTH_NOT_FOUND) continue;
        if (t->good)
            hl_report_add(t->report, m->bodies[i].place,
                          "no joint carries body '%s'; one joint with 'child: %s' is expected (type 'free' "
                          "lets it float)",
                          m->bodies[i].name, m->bodies[i].name);
    }
    for (int i = 0; i < m->body_count; i++) t->good &= t->carrier[i] != AUTH_NOT_FOUND;
}

/* ---- order ---- */

/* Walk from a body towards the ground until a placed one is met, then place the walk backwards. A walk that
 * is longer than there are bodies goes in a circle. */
static bool place_with_ancestors(tree *t, int body, int *placed)
{
    int depth = 0;
    for (int b = body; b != MB_GROUND && t->place[b] < 0; b = parent_of(t, b)) {
        if (depth == t->mechanism->body_count) return false;
        t->stack[depth++] = b;
    }
    while (depth > 0) {
        const int b = t->stack[--depth];
        t->place[b] = *placed;
        t->order[(*placed)++] = b;
    }
    return true;
}

/* The last body of the walk stands in the circle itself, where the first one may only lead into it. */
static void complain_cycle(tree *t)
{
    const auth_mechanism *m = t->mechanism;
    const int joint = t->carrier[t->stack[m->body_count - 1]];
    t->good = false;
    hl_report_add(t->report, m->joints[joint].place,
                  "joint '%s' stands in a cycle of joints that never reaches the ground; a tree rooted in "
                  "the ground is "
                  "expected: write the joint that closes the cycle under 'loops'",
                  m->joints[joint].name);
}

static void find_order(tree *t)
{
    int placed = 0;
    for (int i = 0; i < t->mechanism->body_count; i++) t->place[i] = -1;
    for (int i = 0; i < t->mechanism->body_count; i++) {
        if (place_with_ancestors(t, i, &placed)) continue;
        complain_cycle(t);
        return;
    }
}

/* ---- mass ---- */

/* Children stand after their parents: one pass from the end gathers the mass of each subtree. */
static void check_massive(tree *t, double *mass)
{
    const auth_mechanism *m = t->mechanism;
    for (int i = 0; i < m->body_count; i++) mass[i] = m->bodies[i].mass;
    for (int i = m->body_count - 1; i >= 0; i--) {
        const int body = t->order[i], parent = parent_of(t, body);
        if (parent != MB_GROUND) mass[parent] += mass[body];
        if (mass[body] > 0.0) continue;
        hl_report_add(t->report, m->bodies[body].place,
                      "massless body '%s' has nothing massive beyond it in the tree; a mass on it, or a "
                      "joint from it to a "
                      "massive body, is expected",
                      m->bodies[body].name);
    }
}

/* ---- putting in order ---- */

static bool permute(tree *t, hl_arena *arena)
{
    auth_mechanism *m = t->mechanism;
    auth_body *bodies = HL_NEW(arena, auth_body, m->body_count);
    auth_joint *joints = HL_NEW(arena, auth_joint, m->body_count);
    if (!bodies || !joints) return false;
    for (int i = 0; i < m->body_count; i++) {
        bodies[i] = m->bodies[t->order[i]];
        joints[i] = m->joints[t->carrier[t->order[i]]];
        joints[i].child = i;
        if (joints[i].parent != MB_GROUND) joints[i].parent = t->place[joints[i].parent];
    }
    m->bodies = bodies;
    m->joints = joints;
    return true;
}

/* Names are looked up from here on in the new order. */
static void renumber(const auth_item *item, const char *list, const int *to)
{
    auth_names *names = auth_list_names(item, list, NULL);
    for (int i = 0; names && i < names->count; i++) names->sorted[i].index = to[names->sorted[i].index];
}

bool auth_order_tree(auth_item *item, const auth_field *field)
{
    (void)field;
    const auth_reader *reader = item->reader;
    auth_mechanism *mechanism = item->out;
    const int count = mechanism->body_count;
    const bool clean = hl_report_clean(reader->report);
    int *numbers = HL_NEW(reader->arena, int, 4 * (size_t)count + (size_t)mechanism->joint_count);
    double *mass = HL_NEW(reader->arena, double, count);
    *reader->starved |= !numbers || !mass;
    if (!numbers || !mass) return false;
    tree t = {.mechanism = mechanism,
              .report = reader->report,
              .reader = reader,
              .carrier = numbers,
              .order = numbers + count,
              .place = numbers + 2 * count,
              .stack = numbers + 3 * count,
              .good = true};
    carry_bodies(&t);
    check_carried(&t);
    if (t.good) find_order(&t);
    if (!t.good) return false;
    if (clean) check_massive(&t, mass); /* else masses may be missing that were complained about */
    int *joints = numbers + 4 * count;  /* with one joint a body there are as many of both */
    for (int i = 0; i < count; i++) joints[t.carrier[t.order[i]]] = i;
    if (!permute(&t, reader->arena)) {
        *reader->starved = true;
        return false;
    }
    renumber(item, "bodies", t.place);
    renumber(item, "joints", joints);
    return true;
}
