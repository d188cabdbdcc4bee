/* Patterns: which lever of the operator's place moves which control. */
#include "machine_reader.h"

/* Index of an earlier entry of the same lever; -1: there is none. */
static int earlier(const auth_pattern *pattern, int index)
{
    for (int i = 0; i < index; i++)
        if (pattern->levers[i].lever == pattern->levers[index].lever) return i; /* words are shared */
    return -1;
}

static void read_lever(const auth_machine_reader *m, const yaml_node_t *item, const raw_lever *raw,
                       auth_pattern *pattern, int index)
{
    auth_lever *lever = &pattern->levers[index];
    *lever = (auth_lever){
        .lever = auth_lever_word(raw->lever),
        .place = auth_node_place(item),
        .invert = raw->invert,
        .control = auth_machine_reference(m, item, "control", raw->control, AUTH_CONTROLS, "control")};
    const int before = earlier(pattern, index);
    if (before >= 0)
        AUTH_COMPLAIN(
            m, item, "lever",
            "the lever '%s' moves a control already, in line %d; each once in a pattern is expected",
            lever->lever, pattern->levers[before].place.line);
}

void auth_read_pattern(const auth_machine_reader *m, const yaml_node_t *item, const void *raw, void *out)
{
    const raw_pattern *from = raw;
    const yaml_node_t *list = auth_document_value(m->file->document, item, "levers");
    auth_pattern *pattern = out;
    pattern->meaning = auth_copy_text(m->file, from->meaning);
    pattern->levers = hl_arena_take(m->file->arena, from->levers_count, sizeof *pattern->levers);
    *m->file->starved |= pattern->levers == NULL;
    if (!pattern->levers) return;
    pattern->lever_count = (int)from->levers_count;
    for (int i = 0; i < pattern->lever_count && m->file->report->dropped == 0; i++)
        read_lever(m, auth_document_entry(m->file->document, list, i), &from->levers[i], pattern, i);
}
