/* What makes a scenario an exercise: texts, layout, level, attempts; regions, tasks and the score are read in
 * files of their own. */
#include "training_reader.h"

/* ---- texts and what stands alone ---- */

static void read_texts(const auth_training_reader *t)
{
    const yaml_node_t *item = auth_document_value(t->file->document, t->root, "texts");
    const raw_texts none = {0}, *raw = t->raw->texts ? t->raw->texts : &none;
    t->out->title = raw->title ? auth_drawn_text(t->file, item, "title", raw->title) : t->scenario->name;
    t->out->briefing =
        raw->briefing ? auth_drawn_text(t->file, item, "briefing", raw->briefing) : t->scenario->description;
    t->out->finished = auth_drawn_text(t->file, item, "finished", raw->finished ? raw->finished : "");
    t->out->failed = auth_drawn_text(t->file, item, "failed", raw->failed ? raw->failed : "");
}

static void read_single_values(const auth_training_reader *t)
{
    enum { EASIEST = 1, HARDEST = 5, MOST_ATTEMPTS = 1000 };
    auth_training *out = t->out;
    out->hud = auth_resolve_path(t->file, t->raw->hud);
    out->hud_place = auth_key_place(t->file, t->root, "hud");
    out->level = EASIEST;
    if (auth_given(t->file, t->root, "level") &&
        auth_check_range(t->file, t->root, "level", t->raw->level, EASIEST, HARDEST))
        out->level = (int)t->raw->level;
    if (auth_check_range(t->file, t->root, "attempts", t->raw->attempts, 0, MOST_ATTEMPTS))
        out->attempts = (int)t->raw->attempts;
}

/* ---- the whole ---- */

/* Objects have been read and complained about already: here only their names are needed. */
static bool sort_objects(auth_training_reader *t)
{
    const int count = t->scenario->object_count;
    const char **names = HL_NEW(t->file->arena, const char *, count);
    for (int i = 0; i < count && names; i++) names[i] = t->scenario->objects[i].name;
    return names && auth_names_sort(&t->objects, names, count, t->file->arena);
}

bool auth_read_training(const auth_reader *reader, const yaml_node_t *root, const raw_training *raw,
                        auth_scenario *scenario)
{
    auth_training_reader t = {
        .file = reader, .root = root, .raw = raw, .scenario = scenario, .out = &scenario->training};
    read_texts(&t);
    read_single_values(&t);
    if (!sort_objects(&t) || !auth_read_places(&t) || !auth_read_tasks(&t) || !auth_read_score(&t) ||
        !auth_read_plots(&t))
        return false;
    if (hl_report_clean(reader->report)) auth_check_order(&t);
    return true;
}
