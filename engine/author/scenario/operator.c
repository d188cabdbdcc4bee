/* Operator scripts: a list of actions, each of which starts, moves one control, and ends. */
#include "operator_raw.h"
#include "reader/format.h"

#include "auth/operator.h"

#include <string.h>

/* One action under the reader's eyes. */
typedef struct action_reader {
    const auth_reader *file;
    const yaml_node_t *item;
    const raw_action *raw;
    const auth_operator *script;
    const auth_names *names; /* of all actions, empty for those without */
    auth_action *out;
} action_reader;

/* ---- start and end ---- */

static const auth_rule time_rules[] = {
    AUTH_SCALAR(action, from, TIME, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(action, delay, TIME, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(action, until, TIME, POSITIVE, 0.0),
    {"for", offsetof(raw_action, lasting), offsetof(auth_action, lasting), 1, AUTH_KIND_TIME, AUTH_KIND_TIME,
     AUTH_POSITIVE, 0.0},
};

static void read_after(const action_reader *a)
{
    a->out->after = -1;
    if (!a->raw->after) {
        auth_refuse(a->file, a->item, "delay", "has no effect without 'after'");
        return;
    }
    const int found =
        auth_name_reference(a->file, a->item, "after", a->raw->after, a->names, "action", "file");
    if (found == AUTH_NOT_FOUND) return;
    a->out->after = found;
    if (found >= a->out - a->script->actions)
        AUTH_COMPLAIN(a, a->item, "after",
                      "action '%s' does not stand before this one in the list; an earlier one is expected",
                      a->raw->after);
}

static void read_times(const action_reader *a)
{
    auth_action *out = a->out;
    read_after(a);
    auth_read_condition(a->file, a->item, "when", a->raw->when, &out->when);
    auth_read_condition(a->file, a->item, "until_when", a->raw->until_when, &out->until_when);
    if (!auth_apply_rules(a->file, a->item, AUTH_RULES(time_rules), false, a->raw, out)) return;
    if (out->until > 0.0 && out->until <= out->from)
        AUTH_COMPLAIN(a, a->item, "until", "'until' is not after 'from'; a later time is expected");
    if (out->from >= a->script->seconds && a->script->seconds > 0.0)
        AUTH_COMPLAIN(a, a->item, "from",
                      "the script ends after %g s, before this action starts; an earlier time is expected",
                      a->script->seconds);
}

/* ---- what it does ---- */

/* Which keys a kind of action takes, and which of them it cannot do without. */
enum { SET = 1 << AUTH_ACTION_SET, KEEP = 1 << AUTH_ACTION_KEEP, FOLLOW = 1 << AUTH_ACTION_FOLLOW };

static const struct action_key {
    const char *key;
    unsigned kinds, required;
} action_keys[] = {
    {"to", SET, SET},
    {"over", SET, 0},
    {"keep", KEEP, KEEP},
    {"at", KEEP, KEEP},
    {"integral", KEEP, 0},
    {"feed", KEEP, 0},
    {"gain", KEEP | FOLLOW, FOLLOW},
    {"follow", FOLLOW, FOLLOW},
    {"ahead", FOLLOW, FOLLOW},
    {"backwards", FOLLOW, 0},
};

/* The three words that say what an action does, in the order of auth_action_kind. */
static const char *const kind_keys[] = {"to", "keep", "follow"};
enum { KINDS = sizeof kind_keys / sizeof *kind_keys };

static bool check_keys(const action_reader *a)
{
    const unsigned kind = 1u << a->out->kind;
    const char *word = kind_keys[a->out->kind];
    bool good = true;
    for (size_t i = 0; i < sizeof action_keys / sizeof *action_keys; i++) {
        const struct action_key *k = &action_keys[i];
        const bool given = auth_given(a->file, a->item, k->key);
        if (given && !(k->kinds & kind)) {
            AUTH_COMPLAIN(a, a->item, k->key,
                          "'%s' has no effect with '%s'; the key is expected to be left out", k->key, word);
            good = false;
        } else if (!given && (k->required & kind)) {
            hl_report_add(a->file->report, auth_node_place(a->item), "'%s' without '%s'; the key is expected",
                          word, k->key);
            good = false;
        }
    }
    return good;
}

static const auth_rule set_rules[] = {AUTH_SCALAR(action, to, NUMBER, ANY, 0.0),
                                      AUTH_SCALAR(action, over, TIME, POSITIVE, 0.0)};

/* Per unit of whatever signal it is: bare numbers. */
static const auth_rule keep_rules[] = {AUTH_SCALAR(action, gain, NUMBER, ANY, 0.0),
                                       AUTH_SCALAR(action, integral, NUMBER, ANY, 0.0),
                                       AUTH_SCALAR(action, feed, NUMBER, ANY, 0.0)};

static const auth_rule follow_rules[] = {AUTH_SCALAR(action, gain, LENGTH, ANY, 0.0),
                                         AUTH_SCALAR(action, ahead, LENGTH, POSITIVE, 0.0)};

static void read_keep(const action_reader *a)
{
    auth_action *out = a->out;
    auth_apply_rules(a->file, a->item, AUTH_RULES(keep_rules), false, a->raw, out);
    out->signal = auth_copy_text(a->file, a->raw->keep);
    out->signal_place = auth_key_place(a->file, a->item, "keep");
    out->at_place = auth_key_place(a->file, a->item, "at");
    auth_read_any(a->file, out->at_place, "at", a->raw->at, &out->at, &out->at_dimension, &out->at_with_unit);
    if (!a->raw->gain && !a->raw->integral)
        AUTH_COMPLAIN(a, a->item, "keep",
                      "'keep' without 'gain' and 'integral' keeps nothing; one of them is expected");
}

static void read_follow(const action_reader *a)
{
    static const auth_kind kind[2] = {AUTH_KIND_LENGTH, AUTH_KIND_LENGTH};
    static const auth_range range[2] = {AUTH_ANY, AUTH_ANY};
    auth_action *out = a->out;
    auth_apply_rules(a->file, a->item, AUTH_RULES(follow_rules), false, a->raw, out);
    out->backwards = a->raw->backwards;
    out->points = hl_arena_take(a->file->arena, a->raw->follow_count, sizeof *out->points);
    *a->file->starved |= out->points == NULL;
    if (!out->points) return;
    out->point_count = (int)a->raw->follow_count;
    for (int i = 0; i < out->point_count && a->file->report->dropped == 0; i++)
        auth_read_pair(a->file, a->item, "follow", i, a->raw->follow[i], kind, range, out->points[i]);
}

/* ---- what comes after it ---- */

static bool ends(const auth_action *out)
{
    return out->until > 0.0 || out->lasting > 0.0 || out->until_when.signal ||
           out->kind == AUTH_ACTION_FOLLOW;
}

/* What never ends cannot be let go; what is set for no time would not be seen. */
static void check_release(const action_reader *a)
{
    const auth_action *out = a->out;
    if (!out->release || ends(out)) return;
    if (out->kind == AUTH_ACTION_SET && out->over > 0.0) return;
    AUTH_COMPLAIN(a, a->item, "release",
                  "'release' of an action without an end; 'until', 'for' or 'until_when' is expected");
}

static void read_repeat(const action_reader *a)
{
    enum { MOST_TIMES = 1000000 }; /* a count of rounds, far above what anybody waits for */
    auth_action *out = a->out;
    const raw_repeat *raw = a->raw->repeat;
    out->repeat_from = -1;
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(a->file->document, a->item, "repeat");
    const int found = auth_name_reference(a->file, item, "from", raw->from, a->names, "action", "file");
    out->repeat_place = auth_key_place(a->file, item, "from");
    if (found != AUTH_NOT_FOUND) out->repeat_from = found;
    if (found > out - a->script->actions)
        hl_report_add(a->file->report, out->repeat_place,
                      "action '%s' stands behind this one in the list; an earlier one, or this one, is "
                      "expected",
                      raw->from);
    auth_read_condition(a->file, item, "until_when", raw->until_when, &out->repeat_until);
    if (auth_given(a->file, item, "times") &&
        auth_check_range(a->file, item, "times", raw->times, 1, MOST_TIMES))
        out->repeat_times = (int)raw->times;
    if (!ends(out) && out->kind == AUTH_ACTION_KEEP)
        AUTH_COMPLAIN(a, a->item, "repeat",
                      "'repeat' behind an action without an end; 'until', 'for' or 'until_when' is expected");
}

static void read_action(const action_reader *a)
{
    auth_action *out = a->out;
    out->control = auth_copy_text(a->file, a->raw->control);
    out->control_place = auth_key_place(a->file, a->item, "control");
    out->release = a->raw->release;
    read_times(a);
    const int kind = auth_one_of(a->file, a->item, "an action", kind_keys, KINDS);
    if (kind == AUTH_NOT_FOUND) return;
    out->kind = (auth_action_kind)kind;
    if (!check_keys(a)) return;
    out->to_place = auth_key_place(a->file, a->item, "to");
    if (out->kind == AUTH_ACTION_SET)
        auth_apply_rules(a->file, a->item, AUTH_RULES(set_rules), false, a->raw, out);
    else if (out->kind == AUTH_ACTION_KEEP)
        read_keep(a);
    else
        read_follow(a);
    check_release(a);
    read_repeat(a);
}

/* ---- the list: names may be left out, so it is not one of named items ---- */

static void check_unique(const auth_reader *reader, const yaml_node_t *list, const auth_names *names)
{
    for (int i = 1; i < names->count; i++) {
        const char *name = names->sorted[i].name;
        if (!*name || strcmp(name, names->sorted[i - 1].name) != 0) continue;
        const yaml_node_t *item = auth_document_entry(reader->document, list, names->sorted[i].index);
        hl_report_add(reader->report, auth_key_place(reader, item, "name"),
                      "the name '%s' is taken in this list; another name is expected", name);
    }
}

static bool name_actions(const auth_reader *reader, const yaml_node_t *list, const raw_operator *raw,
                         auth_operator *script, auth_names *names)
{
    const char **texts = HL_NEW(reader->arena, const char *, script->action_count);
    if (!texts) return false;
    for (int i = 0; i < script->action_count; i++) {
        const yaml_node_t *item = auth_document_entry(reader->document, list, i);
        auth_action *action = &script->actions[i];
        action->place = auth_node_place(item);
        action->name = auth_copy_text(reader, raw->actions[i].name);
        if (!action->name) return false;
        if (*action->name) auth_check_name(reader, item, action->name);
        texts[i] = action->name;
    }
    if (!auth_names_sort(names, texts, script->action_count, reader->arena)) return false;
    check_unique(reader, list, names);
    return true;
}

static const auth_rule operator_rules[] = {AUTH_SCALAR(operator, seconds, TIME, POSITIVE, 0.0)};

static hl_status read_operator(auth_reader *reader, const void *raw, void **out)
{
    const raw_operator *from = raw;
    const yaml_node_t *root = auth_document_root(reader->document);
    const yaml_node_t *list = auth_document_value(reader->document, root, "actions");
    auth_operator *script = HL_NEW(reader->arena, auth_operator, 1);
    auth_names names;
    if (!script || !auth_read_head(reader, &from->head, &script->name, &script->description))
        return HL_OUT_OF_MEMORY;
    auth_apply_rules(reader, root, AUTH_RULES(operator_rules), false, raw, script);
    script->action_count = (int)from->actions_count;
    script->actions = HL_NEW(reader->arena, auth_action, script->action_count);
    if (!script->actions || !name_actions(reader, list, from, script, &names)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < script->action_count && reader->report->dropped == 0; i++)
        read_action(&(action_reader){.file = reader,
                                     .item = auth_document_entry(reader->document, list, i),
                                     .raw = &from->actions[i],
                                     .script = script,
                                     .names = &names,
                                     .out = &script->actions[i]});
    if (*reader->starved) return HL_OUT_OF_MEMORY;
    *out = script;
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- entry ---- */

static const auth_format format = {
    .kind = AUTH_FILE_OPERATOR, .schema = &auth_operator_schema, .read = read_operator};

AUTH_FORMAT_ENTRY(operator, script)
