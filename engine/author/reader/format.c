#include "format.h"

#include "file/read.h"
#include "hl/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTE_LENGTH = 48 };

/* ---- kinds of file ---- */

static const struct kind_text {
    const char *word, *phrase;
} kinds[AUTH_FILE_KINDS] = {
    [AUTH_FILE_MECHANISM] = {"mechanism", "a mechanism"},
    [AUTH_FILE_MACHINE] = {"machine", "a machine"},
    [AUTH_FILE_SCENARIO] = {"scenario", "a scenario"},
    [AUTH_FILE_OPERATOR] = {"operator", "an operator"},
    [AUTH_FILE_SOIL] = {"soil", "a soil"},
    [AUTH_FILE_HUD] = {"hud", "a hud"},
    [AUTH_FILE_SETTINGS] = {"settings", "a settings"},
    [AUTH_FILE_BINDINGS] = {"bindings", "a bindings"},
    [AUTH_FILE_RIG] = {"rig", "a rig"},
    [AUTH_FILE_OBJECT] = {"object", "an object"},
    [AUTH_FILE_COSTS] = {"costs", "a costs"},
    [AUTH_FILE_FLEXIBLE] = {"flexible", "a flexible"},
    [AUTH_FILE_FLEXIBLE_BODY] = {"flexible-body", "a flexible-body"},
    [AUTH_FILE_COURSE] = {"course", "a course"},
};

const char *auth_file_kind_word(auth_file_kind kind)
{
    return kinds[kind].word;
}

static const yaml_node_t *kind_node(const auth_document *document)
{
    const yaml_node_t *node = auth_document_value(document, auth_document_root(document), "headland");
    return node && node->type == YAML_SCALAR_NODE ? node : NULL;
}

/* AUTH_FILE_KINDS when it is none. */
static auth_file_kind find_kind(const char *word)
{
    auth_file_kind kind = AUTH_FILE_MECHANISM;
    while (kind < AUTH_FILE_KINDS && strcmp(kinds[kind].word, word) != 0) kind++;
    return kind;
}

static void complain_kind(const auth_document *document, const yaml_node_t *node, hl_report *report)
{
    char expected[200] = "", quoted[QUOTE_LENGTH], hint[48] = "";
    hl_nearest nearest = hl_spelling_begin(node ? auth_node_text(node) : "");
    for (auth_file_kind kind = AUTH_FILE_MECHANISM; kind < AUTH_FILE_KINDS; kind++) {
        const size_t used = strlen(expected);
        snprintf(expected + used, sizeof expected - used, "%s%s", used ? ", " : "", kinds[kind].word);
        hl_spelling_offer(&nearest, kinds[kind].word);
    }
    if (!node) {
        hl_report_add(report, auth_node_place(auth_document_root(document)),
                      "the file does not say what it is; the key 'headland' with one of these words is "
                      "expected: %s",
                      expected);
        return;
    }
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean '%s'? ", nearest.best);
    hl_report_add(report, auth_node_place(node), "unknown kind of file '%s' in 'headland'; %sexpected: %s",
                  auth_quote(auth_node_text(node), quoted, sizeof quoted), hint, expected);
}

/* ---- a document ---- */

/* A file of another kind gets one complaint rather than one for every key. */
static bool of_this_kind(const auth_document *document, auth_file_kind expected, hl_report *report)
{
    const yaml_node_t *node = kind_node(document);
    const auth_file_kind kind = node ? find_kind(auth_node_text(node)) : AUTH_FILE_KINDS;
    if (kind == expected || kind == AUTH_FILE_KINDS) return true; /* the schema knows what to say of none */
    hl_report_add(report, auth_node_place(node), "the file is %s file; %s file is expected",
                  kinds[kind].phrase, kinds[expected].phrase);
    return false;
}

/* One complaint likewise: other versions may have other keys. What is no number the schema complains about.
 */
static bool of_this_version(const auth_document *document, hl_report *report)
{
    char quoted[QUOTE_LENGTH];
    const yaml_node_t *node = auth_document_value(document, auth_document_root(document), "version");
    const char *text = node && node->type == YAML_SCALAR_NODE ? auth_node_text(node) : "";
    if (*text == '\0' || text[strspn(text, "0123456789")] != '\0' || strtoul(text, NULL, 10) == 1)
        return true;
    hl_report_add(report, auth_node_place(node), "'version' is %s; 1 is expected",
                  auth_quote(text, quoted, sizeof quoted));
    return false;
}

static hl_status read_table(const auth_reader *reader, const auth_table *table, void **out)
{
    const yaml_node_t *root = auth_document_root(reader->document);
    auth_fields_check(reader->document, root, table, "", reader->report);
    if (!hl_report_clean(reader->report)) return HL_BAD_INPUT;
    void *made = hl_arena_take(reader->arena, 1, table->size);
    if (!made) return HL_OUT_OF_MEMORY;
    auth_item file = {.reader = reader, .table = table, .node = root, .key = "", .out = made, .index = -1};
    auth_fields_apply(&file);
    if (*reader->starved) return HL_OUT_OF_MEMORY;
    if (!hl_report_clean(reader->report)) return HL_BAD_INPUT;
    *out = made;
    return HL_OK;
}

static hl_status parse_document(auth_document *document, const auth_format *format, hl_arena *arena,
                                void **out, hl_report *report)
{
    if (!of_this_kind(document, format->kind, report) || !of_this_version(document, report))
        return HL_BAD_INPUT;
    hl_status status = format->prepare ? format->prepare(format->of, document, arena, report) : HL_OK;
    if (status != HL_OK) return status;
    bool starved = false;
    struct auth_sorted_list *lists = NULL;
    const auth_reader reader = {
        .document = document, .arena = arena, .report = report, .lists = &lists, .starved = &starved};
    return read_table(&reader, format->table, out);
}

hl_status auth_format_parse(const char *text, size_t length, const char *name, const auth_format *format,
                            hl_arena *arena, void **out, hl_report *report)
{
    *out = NULL;
    hl_report_begin(report, name);
    auth_document document = {.loaded = false};
    hl_status status = auth_document_load(text, length, &document, report);
    if (status == HL_OK) status = parse_document(&document, format, arena, out, report);
    auth_document_free(&document);
    hl_report_sort(report);
    return status;
}

/* ---- files ---- */

static hl_status read_bytes(const char *path, const char *what, hl_arena *text, file_bytes *bytes,
                            hl_report *report)
{
    char why[FILE_WHY];
    const hl_status status = file_read(path, FILE_AUTHORED, text, bytes, why);
    if (status == HL_IO_ERROR)
        hl_report_add(report, (hl_place){0, 0}, "cannot be read: %s; %s file is expected", why, what);
    return status;
}

hl_status auth_format_read(const char *path, const auth_format *format, hl_arena *arena, void **out,
                           hl_report *report)
{
    *out = NULL;
    hl_report_begin(report, path);
    hl_arena text = {0};
    file_bytes bytes;
    hl_status status = read_bytes(path, kinds[format->kind].phrase, &text, &bytes, report);
    if (status == HL_OK)
        status = auth_format_parse(bytes.data, bytes.length, path, format, arena, out, report);
    hl_arena_free(&text);
    return status;
}

static hl_status kind_of_text(const char *text, size_t length, auth_file_kind *kind, hl_report *report)
{
    auth_document document = {.loaded = false};
    hl_status status = auth_document_load(text, length, &document, report);
    if (status == HL_OK) {
        const yaml_node_t *node = kind_node(&document);
        *kind = node ? find_kind(auth_node_text(node)) : AUTH_FILE_KINDS;
        if (*kind == AUTH_FILE_KINDS) {
            complain_kind(&document, node, report);
            status = HL_BAD_INPUT;
        }
    }
    auth_document_free(&document);
    return status;
}

hl_status auth_file_kind_of(const char *path, auth_file_kind *kind, hl_report *report)
{
    hl_report_begin(report, path);
    hl_arena text = {0};
    file_bytes bytes;
    hl_status status = read_bytes(path, "a headland", &text, &bytes, report);
    if (status == HL_OK) status = kind_of_text(bytes.data, bytes.length, kind, report);
    hl_arena_free(&text);
    return status;
}

auth_file_kind auth_file_kind_of_text(const char *text, size_t length)
{
    auth_file_kind kind = AUTH_FILE_KINDS;
    hl_arena arena = {0};
    hl_report *report = HL_NEW(&arena, hl_report, 1);
    if (report != NULL) {
        hl_report_begin(report, "");
        if (kind_of_text(text, length, &kind, report) != HL_OK) kind = AUTH_FILE_KINDS;
    }
    hl_arena_free(&arena);
    return kind;
}
