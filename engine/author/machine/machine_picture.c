/* The `picture` of a machine: its model, the cab's eye, windshield and mirrors, what moves in it. */
#include "machine_reader.h"

#include "hl/real.h"
#include "reader/angles.h"

#include <math.h>
#include <string.h>

/* Two places between which there is a direction. @return false after a complaint */
static bool check_apart(const auth_machine_reader *m, const yaml_node_t *item, const char *eye,
                        const double from[3], const double to[3])
{
    static const double nearest = 1e-3, farthest = 1e4; /* [m] */
    const double distance = hl_hypot(hl_hypot(to[0] - from[0], to[1] - from[1]), to[2] - from[2]);
    if (distance >= nearest && distance <= farthest) return true;
    AUTH_COMPLAIN(m, item, "towards",
                  "'towards' is %g m from '%s'; a point 1 mm to 10 km away, for a direction, is expected",
                  distance, eye);
    return false;
}

/* ---- mirrors ---- */

static const auth_rule mirror_rules[] = {
    AUTH_VECTOR(mirror, at, LENGTH, ANY),
    AUTH_VECTOR(mirror, towards, LENGTH, ANY),
    AUTH_SCALAR(mirror, angle, ANGLE, POSITIVE, 30.0 * AUTH_DEGREE),
};

static void read_mirror(const auth_machine_reader *m, const yaml_node_t *item, const raw_mirror *raw,
                        const auth_picture *picture, auth_mirror *mirror)
{
    static const double narrowest = 0.0872, widest = 2.0945; /* [rad] 5 and 120 deg, rounded outwards */
    mirror->name = auth_mirror_word(raw->name);
    for (const auth_mirror *other = picture->mirrors; other < mirror; other++)
        if (other->name == mirror->name)
            AUTH_COMPLAIN(m, item, "name", "there is a mirror '%s' already; another name is expected",
                          mirror->name);
    if (!auth_apply_rules(m->file, item, AUTH_RULES(mirror_rules), false, raw, mirror)) return;
    check_apart(m, item, "at", mirror->at, mirror->towards);
    if (raw->angle)
        auth_check_span(m->file, item, "angle", raw->angle, mirror->angle, narrowest, widest, "5 to 120 deg");
}

/* ---- cab ---- */

static const auth_rule cab_rules[] = {
    AUTH_ROW_TO(cab, picture, eye, eye, 3, LENGTH),
    AUTH_ROW_TO(cab, picture, towards, towards, 3, LENGTH),
};

static const auth_rule windshield_rules[] = {
    AUTH_ROW_TO(windshield, picture, at, windshield, 3, LENGTH),
    AUTH_ROW_TO(windshield, picture, size, windshield_size, 2, LENGTH),
    AUTH_ROW_TO(windshield, picture, tilt, windshield_tilt, 1, ANGLE),
};

static void read_windshield(const auth_machine_reader *m, const yaml_node_t *item, const raw_windshield *raw,
                            auth_picture *picture)
{
    static const double smallest = 0.1, largest = 5.0; /* [m] */
    static const double steepest = 1.0472;             /* [rad] 60 deg, rounded outwards */
    if (!auth_apply_rules(m->file, item, AUTH_RULES(windshield_rules), false, raw, picture)) return;
    for (int i = 0; i < 2; i++) {
        const double edge = picture->windshield_size[i];
        if (edge >= smallest && edge <= largest) continue;
        hl_report_add(m->file->report, auth_entry_place(m->file, item, "size", i),
                      "'size' is %g m; 0.1 to 5 m is expected", edge);
    }
    if (raw->tilt)
        auth_check_span(m->file, item, "tilt", raw->tilt, picture->windshield_tilt, -steepest, steepest,
                        "-60 to 60 deg");
}

/* Where the file is silent: upright, an arm's length ahead of the eye, as large as the picture there. */
static void place_windshield(auth_picture *picture)
{
    static const double distance = 1.0, size[2] = {1.5, 0.9}; /* [m] */
    double ahead[3];
    for (int i = 0; i < 3; i++) ahead[i] = picture->towards[i] - picture->eye[i];
    const double length = hl_hypot(hl_hypot(ahead[0], ahead[1]), ahead[2]);
    for (int i = 0; i < 3; i++) picture->windshield[i] = picture->eye[i] + distance * ahead[i] / length;
    memcpy(picture->windshield_size, size, sizeof size);
}

static void read_cab(const auth_machine_reader *m, const yaml_node_t *parent, const raw_cab *raw,
                     auth_picture *picture)
{
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(m->file->document, parent, "cab");
    picture->cab = true;
    picture->cab_body = auth_reference(m->file, item, "body", raw->body, AUTH_BODIES);
    bool good = auth_apply_rules(m->file, item, AUTH_RULES(cab_rules), false, raw, picture);
    if (good && !raw->towards[0]) {
        memcpy(picture->towards, picture->eye, sizeof picture->eye);
        picture->towards[0] += 1.0; /* straight ahead is x */
    }
    good = good && check_apart(m, item, "eye", picture->eye, picture->towards);
    if (raw->windshield)
        read_windshield(m, auth_document_value(m->file->document, item, "windshield"), raw->windshield,
                        picture);
    else if (good)
        place_windshield(picture);
    picture->mirror_count = (int)raw->mirrors_count;
    const yaml_node_t *list = auth_document_value(m->file->document, item, "mirrors");
    for (int i = 0; i < picture->mirror_count; i++)
        read_mirror(m, auth_document_entry(m->file->document, list, i), &raw->mirrors[i], picture,
                    &picture->mirrors[i]);
}

/* ---- spots ---- */

static const auth_rule tool_rules[] = {AUTH_ROW_TO(spot, picture, at, tool_at, 3, LENGTH)};
static const auth_rule exhaust_rules[] = {AUTH_ROW_TO(spot, picture, at, exhaust_at, 3, LENGTH)};

/* @return whether the machine has it */
static bool read_spot(const auth_machine_reader *m, const yaml_node_t *parent, const char *key,
                      const raw_spot *raw, const auth_rule *rule, auth_picture *picture, int *body)
{
    if (!raw) return false;
    const yaml_node_t *item = auth_document_value(m->file->document, parent, key);
    *body = auth_reference(m->file, item, "body", raw->body, AUTH_BODIES);
    auth_apply_rules(m->file, item, rule, 1, false, raw, picture);
    return true;
}

/* ---- moves ---- */

static const auth_rule move_rules[] = {
    AUTH_SCALAR(move, turn, ANGLE, ANY, 0.0),
    AUTH_SCALAR(move, shift, LENGTH, ANY, 0.0),
};

static void read_move(const auth_machine_reader *m, const yaml_node_t *item, const raw_move *raw,
                      auth_move *move)
{
    static const double up[3] = {0, 0, 1};
    move->place = auth_node_place(item);
    move->node = auth_copy_text(m->file, raw->node);
    move->signal = auth_copy_text(m->file, raw->signal);
    move->signal_place = auth_key_place(m->file, item, "signal");
    auth_read_direction(m->file, item, "axis", raw->axis, up, move->axis);
    if (!auth_apply_rules(m->file, item, AUTH_RULES(move_rules), false, raw, move)) return;
    if (!raw->turn && !raw->shift)
        hl_report_add(m->file->report, move->place,
                      "'%s' does not move; 'turn' or 'shift' for each unit of the signal is expected",
                      raw->node);
}

static void read_moves(const auth_machine_reader *m, const yaml_node_t *parent, const raw_picture *raw,
                       auth_picture *picture)
{
    const yaml_node_t *list = auth_document_value(m->file->document, parent, "moves");
    picture->moves = HL_NEW(m->file->arena, auth_move, raw->moves_count);
    *m->file->starved |= picture->moves == NULL;
    if (!picture->moves) return;
    picture->move_count = (int)raw->moves_count;
    for (int i = 0; i < picture->move_count && m->file->report->dropped == 0; i++)
        read_move(m, auth_document_entry(m->file->document, list, i), &raw->moves[i], &picture->moves[i]);
}

/* ---- chains ---- */

static void read_over(const auth_machine_reader *m, const yaml_node_t *item, const raw_chain *raw,
                      auth_chain *chain)
{
    bool good = true;
    chain->over_count = (int)raw->over_count;
    for (int i = 0; i < chain->over_count; i++) {
        for (int k = 0; k < 3; k++)
            good &= auth_read_cell(m->file, item, "over", i, k, raw->over[i][k], AUTH_KIND_LENGTH,
                                   k == 2 ? AUTH_POSITIVE : AUTH_ANY, &chain->over[i][k]);
        if (good && i > 0 && chain->over[i][0] <= chain->over[i - 1][0])
            hl_report_add(
                m->file->report, auth_entry_place(m->file, item, "over", i),
                "'over': x of wheel %d is %g, that of the one before %g; x rising from the rear to the "
                "front is expected",
                i + 1, chain->over[i][0], chain->over[i - 1][0]);
    }
}

static void read_chain(const auth_machine_reader *m, const yaml_node_t *item, const raw_chain *raw,
                       auth_chain *chain)
{
    enum { FEWEST = 8, MOST = 200 };
    chain->place = auth_node_place(item);
    chain->node = auth_copy_text(m->file, raw->node);
    chain->track = auth_machine_reference(m, item, "track", raw->track, AUTH_TRACKS, "track");
    chain->shoes = (int)raw->shoes;
    auth_check_range(m->file, item, "shoes", chain->shoes, FEWEST, MOST);
    read_over(m, item, raw, chain);
}

static void read_chains(const auth_machine_reader *m, const yaml_node_t *parent, const raw_picture *raw,
                        auth_picture *picture)
{
    const yaml_node_t *list = auth_document_value(m->file->document, parent, "chains");
    picture->chains = HL_NEW(m->file->arena, auth_chain, raw->chains_count);
    *m->file->starved |= picture->chains == NULL;
    if (!picture->chains) return;
    picture->chain_count = (int)raw->chains_count;
    for (int i = 0; i < picture->chain_count && m->file->report->dropped == 0; i++)
        read_chain(m, auth_document_entry(m->file->document, list, i), &raw->chains[i], &picture->chains[i]);
}

/* ---- the whole ---- */

/* Files are named as they stand: see auth/picture.h. */
static const char *copy_path(const auth_machine_reader *m, const char *path)
{
    return path ? auth_copy_text(m->file, path) : NULL;
}

void auth_read_picture(auth_machine_reader *m, const yaml_node_t *root)
{
    const raw_picture *raw = m->raw->picture;
    auth_picture *picture = &m->out->picture;
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(m->file->document, root, "picture");
    picture->present = true;
    picture->model = copy_path(m, raw->model);
    picture->model_place = auth_key_place(m->file, item, "model");
    picture->attachment = copy_path(m, raw->attachment);
    picture->attachment_place = auth_key_place(m->file, item, "attachment");
    picture->hud = copy_path(m, raw->hud);
    picture->hud_place = auth_key_place(m->file, item, "hud");
    read_cab(m, item, raw->cab, picture);
    picture->tool = read_spot(m, item, "tool", raw->tool, tool_rules, picture, &picture->tool_body);
    picture->exhaust =
        read_spot(m, item, "exhaust", raw->exhaust, exhaust_rules, picture, &picture->exhaust_body);
    read_moves(m, item, raw, picture);
    read_chains(m, item, raw, picture);
}
