/* The instructions of a task: what happens when it begins, when it is done, when it is late. */
#include "training_reader.h"

#include <string.h>

/* The word of each kind, in the order of auth_instruction_kind. */
static const char *const kind_keys[] = {"message", "image", "gauge", "mark",   "sound",
                                        "count",   "score", "fail",  "finish", "next"};
enum { KINDS = sizeof kind_keys / sizeof *kind_keys };

/* Further keys, and the kinds that take them. */
#define OF(kind) (1u << AUTH_DO_##kind)
static const struct further_key {
    const char *key;
    unsigned kinds;
} further_keys[] = {
    {"seconds", OF(MESSAGE) | OF(IMAGE)},
    {"level", OF(MESSAGE)},
    {"shown", OF(GAUGE) | OF(MARK)},
    {"add", OF(COUNT)},
    {"text", OF(SCORE)},
};

static void check_keys(const auth_training_reader *t, const yaml_node_t *item, auth_instruction_kind kind)
{
    for (size_t i = 0; i < sizeof further_keys / sizeof *further_keys; i++) {
        const struct further_key *k = &further_keys[i];
        if (!(k->kinds & 1u << kind) && auth_given(t->file, item, k->key))
            AUTH_COMPLAIN(t, item, k->key, "'%s' has no effect with '%s'; the key is expected to be left out",
                          k->key, kind_keys[kind]);
    }
}

static bool ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

static void read_image(const auth_training_reader *t, const yaml_node_t *item, const raw_instruction *raw,
                       auth_instruction *out)
{
    out->text = auth_resolve_path(t->file, raw->image);
    if (!ends_with(raw->image, ".png") && !ends_with(raw->image, ".svg"))
        AUTH_COMPLAIN(t, item, "image",
                      "'image' is no picture that can be shown; a file whose name ends "
                      "with .png or .svg is expected");
}

static const auth_rule seconds_rule[] = {AUTH_SCALAR(instruction, seconds, TIME, NOT_NEGATIVE, 5.0)};
static const auth_rule add_rule[] = {AUTH_RULE_TO(instruction, instruction, add, amount, NUMBER, ANY, 1.0)};
static const auth_rule score_rule[] = {
    AUTH_RULE_TO(instruction, instruction, score, amount, NUMBER, ANY, 0.0)};

static void read_score(const auth_training_reader *t, const yaml_node_t *item, const raw_instruction *raw,
                       auth_instruction *out)
{
    static const double all = 100.0; /* points there are */
    out->text = auth_drawn_text(t->file, item, "text", raw->text ? raw->text : "");
    if (auth_apply_rules(t->file, item, AUTH_RULES(score_rule), false, raw, out))
        auth_check_range(t->file, item, "score", out->amount, -all, all);
}

static void read_text(const auth_training_reader *t, const yaml_node_t *item, const char *text,
                      auth_instruction *out)
{
    out->text = auth_drawn_text(t->file, item, kind_keys[out->kind], text);
}

static int reference(const auth_training_reader *t, const yaml_node_t *item, const char *name,
                     const auth_names *names, const char *word, auth_instruction_kind kind)
{
    return auth_name_reference(t->file, item, kind_keys[kind], name, names, word, "file");
}

static void read_kind(const auth_training_reader *t, const yaml_node_t *item, const raw_instruction *raw,
                      auth_instruction *out)
{
    switch (out->kind) {
    case AUTH_DO_MESSAGE:
        read_text(t, item, raw->message, out);
        break;
    case AUTH_DO_IMAGE:
        read_image(t, item, raw, out);
        break;
    case AUTH_DO_GAUGE:
        read_text(t, item, raw->gauge, out);
        break;
    case AUTH_DO_MARK:
        out->of = reference(t, item, raw->mark, &t->regions, "region", out->kind);
        break;
    case AUTH_DO_SOUND:
        out->cue = (auth_cue)raw->sound;
        break;
    case AUTH_DO_COUNT:
        out->of = reference(t, item, raw->count, &t->counters, "counter", out->kind);
        if (auth_apply_rules(t->file, item, AUTH_RULES(add_rule), false, raw, out))
            auth_check_range(t->file, item, "add", out->amount, -AUTH_MOST_COUNTED, AUTH_MOST_COUNTED);
        break;
    case AUTH_DO_SCORE:
        read_score(t, item, raw, out);
        break;
    case AUTH_DO_FAIL:
        read_text(t, item, raw->fail, out);
        break;
    case AUTH_DO_FINISH:
        read_text(t, item, raw->finish, out);
        break;
    case AUTH_DO_NEXT:
        out->of = reference(t, item, raw->next, &t->tasks, "task", out->kind);
        break;
    }
}

static void read_instruction(const auth_training_reader *t, const yaml_node_t *item,
                             const raw_instruction *raw, auth_instruction *out)
{
    *out = (auth_instruction){.place = auth_node_place(item), .text = "", .of = -1};
    const int kind = auth_one_of(t->file, item, "an instruction", kind_keys, KINDS);
    if (kind == AUTH_NOT_FOUND) return;
    out->kind = (auth_instruction_kind)kind;
    out->place = auth_key_place(t->file, item, kind_keys[out->kind]);
    check_keys(t, item, out->kind);
    auth_apply_rules(t->file, item, AUTH_RULES(seconds_rule), false, raw, out);
    out->shown = auth_given(t->file, item, "shown") ? raw->shown : true;
    if (auth_given(t->file, item, "level")) out->level = (auth_message_level)raw->level;
    read_kind(t, item, raw, out);
}

void auth_read_instructions(const auth_training_reader *t, const yaml_node_t *item, const char *key,
                            const raw_instruction *raw, unsigned count, auth_instructions *list)
{
    const yaml_node_t *entries = auth_document_value(t->file->document, item, key);
    list->count = (int)count;
    for (int i = 0; i < list->count && t->file->report->dropped == 0; i++)
        read_instruction(t, auth_document_entry(t->file->document, entries, i), &raw[i], &list->list[i]);
}
