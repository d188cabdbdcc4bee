/* Layouts of head-up displays: canvas, palette, and a list of gauges, each read in hud_gauges.c. */
#include "hud_reader.h"
#include "reader/format.h"

#include <string.h>

enum { QUOTE_LENGTH = 48, SMALLEST_CANVAS = 100, LARGEST_CANVAS = 8000 /* [dots] */ };

static const char default_font[] = "DejaVu Sans";

/* ---- what the parts share ---- */

bool auth_read_dots(const auth_hud_reader *h, const yaml_node_t *item, const char *key, int index,
                    const char *text, double low, double high, double *dots)
{
    char quoted[QUOTE_LENGTH];
    auth_dimension dimension;
    bool with_unit;
    const hl_place place = auth_entry_place(h->file, item, key, index);
    if (!auth_read_any(h->file, place, key, text, dots, &dimension, &with_unit)) return false;
    if (!with_unit && *dots >= low && *dots <= high) return true;
    hl_report_add(h->file->report, place, "'%s' is %s; a bare number of dots, %g to %g, is expected", key,
                  auth_quote(text, quoted, sizeof quoted), low, high);
    return false;
}

/* ---- ids ---- */

static void check_unique(const auth_hud_reader *h, const yaml_node_t *list)
{
    for (int i = 1; i < h->ids.count; i++) {
        const struct auth_name *before = &h->ids.sorted[i - 1], *here = &h->ids.sorted[i];
        if (strcmp(before->name, here->name) != 0) continue;
        const yaml_node_t *item = auth_document_entry(h->file->document, list, here->index);
        AUTH_COMPLAIN(h, item, "id", "the id '%s' is taken by the gauge of line %d; another id is expected",
                      here->name, h->out->gauges[before->index].place.line);
    }
}

/* Before any gauge is read: markers may stand before their gauges. */
static bool read_ids(auth_hud_reader *h, const yaml_node_t *list)
{
    const char **ids = HL_NEW(h->file->arena, const char *, h->out->gauge_count);
    if (!ids) return false;
    for (int i = 0; i < h->out->gauge_count; i++) {
        const yaml_node_t *item = auth_document_entry(h->file->document, list, i);
        auth_gauge *gauge = &h->out->gauges[i];
        gauge->place = auth_node_place(item);
        gauge->id = ids[i] = auth_drawn_text(h->file, item, "id", h->raw->gauges[i].id);
        if (!ids[i]) return false;
    }
    if (!auth_names_sort(&h->ids, ids, h->out->gauge_count, h->file->arena)) return false;
    check_unique(h, list);
    return true;
}

/* ---- the whole ---- */

static bool read_gauges(auth_hud_reader *h, const yaml_node_t *root)
{
    const hl_report *report = h->file->report;
    const yaml_node_t *list = auth_document_value(h->file->document, root, "gauges");
    h->out->gauge_count = (int)h->raw->gauges_count;
    h->out->gauges = HL_NEW(h->file->arena, auth_gauge, h->out->gauge_count);
    if (!h->out->gauges || !read_ids(h, list)) return false;
    for (int i = 0; i < h->out->gauge_count && report->dropped == 0; i++)
        auth_read_gauge(h, auth_document_entry(h->file->document, list, i), i);
    for (int i = 0; i < h->out->gauge_count && report->dropped == 0; i++)
        auth_tie_marker(h, auth_document_entry(h->file->document, list, i), i);
    return true;
}

static void read_canvas(const auth_hud_reader *h, const yaml_node_t *root)
{
    for (int i = 0; i < 2; i++)
        if (!auth_read_dots(h, root, "canvas", i, h->raw->canvas[i], SMALLEST_CANVAS, LARGEST_CANVAS,
                            &h->out->size[i]))
            h->out->size[i] = LARGEST_CANVAS; /* one complaint is enough: gauges are not measured by it */
}

static hl_status read_hud(auth_reader *reader, const void *raw, void **out)
{
    const raw_hud *from = raw;
    const yaml_node_t *root = auth_document_root(reader->document);
    auth_hud *hud = HL_NEW(reader->arena, auth_hud, 1);
    if (!hud || !auth_read_head(reader, &from->head, &hud->name, &hud->description)) return HL_OUT_OF_MEMORY;
    auth_hud_reader h = {.file = reader, .raw = from, .out = hud};
    hud->machine = auth_resolve_path(reader, from->machine);
    hud->machine_place = auth_key_place(reader, root, "machine");
    hud->font = auth_copy_text(reader, from->font ? from->font : default_font);
    read_canvas(&h, root);
    if (!auth_read_palette(&h, root) || !read_gauges(&h, root) || *reader->starved) return HL_OUT_OF_MEMORY;
    *out = hud;
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- entry ---- */

static const auth_format format = {.kind = AUTH_FILE_HUD, .schema = &auth_hud_schema, .read = read_hud};

AUTH_FORMAT_ENTRY(hud, hud)
