#include "document.h"

#include <stdio.h>
#include <string.h>

/* ---- nodes ---- */

/* libyaml counts nodes from 1; its accessors are not const. */
yaml_node_t *auth_document_node(const auth_document *document, int id)
{
    return document->yaml.nodes.start + (id - 1);
}

yaml_node_t *auth_document_root(const auth_document *document)
{
    return document->yaml.nodes.start;
}

yaml_node_t *auth_document_value(const auth_document *document, const yaml_node_t *mapping, const char *key)
{
    if (!mapping || mapping->type != YAML_MAPPING_NODE) return NULL;
    const yaml_node_pair_t *pair = mapping->data.mapping.pairs.start;
    for (; pair < mapping->data.mapping.pairs.top; pair++) {
        const yaml_node_t *name = auth_document_node(document, pair->key);
        if (name->type == YAML_SCALAR_NODE && strcmp(auth_node_text(name), key) == 0)
            return auth_document_node(document, pair->value);
    }
    return NULL;
}

yaml_node_t *auth_document_entry(const auth_document *document, const yaml_node_t *list, int index)
{
    if (!list || list->type != YAML_SEQUENCE_NODE) return NULL;
    const yaml_node_item_t *item = list->data.sequence.items.start + index;
    return item < list->data.sequence.items.top ? auth_document_node(document, *item) : NULL;
}

int auth_entry_count(const yaml_node_t *list)
{
    if (!list || list->type != YAML_SEQUENCE_NODE) return 0;
    return (int)(list->data.sequence.items.top - list->data.sequence.items.start);
}

/* libyaml counts lines and columns from 0. */
static hl_place mark_place(yaml_mark_t mark)
{
    return (hl_place){.line = (int)mark.line + 1, .column = (int)mark.column + 1};
}

hl_place auth_node_place(const yaml_node_t *node)
{
    return mark_place(node->start_mark);
}

const char *auth_node_text(const yaml_node_t *scalar)
{
    return (const char *)scalar->data.scalar.value;
}

/* ---- guards ---- */

static hl_place byte_place(const char *text, size_t offset)
{
    hl_place place = {.line = 1, .column = 1};
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            place.line++;
            place.column = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) { /* the first byte of a UTF-8 character */
            place.column++;
        }
    }
    return place;
}

static bool text_plausible(const char *text, size_t length, hl_report *report)
{
    if (length > AUTH_MAX_BYTES) {
        hl_report_add(report, (hl_place){1, 1},
                      "the file is longer than %d bytes, which none needs; a shorter one is expected",
                      (int)AUTH_MAX_BYTES);
        return false;
    }
    const char *nul = length > 0 ? memchr(text, '\0', length) : NULL;
    if (nul) {
        hl_report_add(report, byte_place(text, (size_t)(nul - text)),
                      "a NUL byte; text in UTF-8 is expected (is this a binary file?)");
        return false;
    }
    return true;
}

static void parser_begin(yaml_parser_t *parser, const char *text, size_t length)
{
    yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(parser, (const unsigned char *)text, length);
}

/* libyaml skips a byte order mark only while it detects the encoding, which is fixed here. */
static size_t byte_order_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* ---- what libyaml's complaints mean ---- */

/* Tabs among the blanks that a line begins with. The text has no end but its length. */
static bool tab_indents(const char *text, const char *end, size_t line)
{
    for (; line > 0; line--) {
        text = memchr(text, '\n', (size_t)(end - text));
        if (!text) return false;
        text++;
    }
    while (text < end && *text == ' ') text++;
    return text < end && *text == '\t';
}

/* What most probably is wrong, in the words of who wrote the file. */
static const char *advice_on(const yaml_parser_t *parser, const char *text)
{
    static const struct {
        const char *problem, *advice;
    } list[] = {
        {"mapping values are not allowed",
         "quotes around a text with a colon, a blank after the colon of a key and after the dash of an "
         "entry, and the keys of one entry in one column, are expected"},
        {"block end", "lines of one list in one column are expected"},
        {"expected '-' indicator", "the keys of one entry in one column are expected"},
        {"',' or", "a closing bracket is expected"},
        {"unexpected end of stream", "a closing quote is expected"},
        {"unexpected document indicator", "a closing quote is expected"},
        {"alphabetic or numeric", "quotes around a text that begins with * or & are expected"},
        {"cannot start any token", "quotes around a text that begins with @, % or ` are expected"},
        {"expected key",
         "the keys of one entry in one column, and quotes around a text with a quote, are expected"},
    };
    if (tab_indents(text, (const char *)parser->input.string.end, parser->problem_mark.line))
        return "blanks, no tabs, before the first word are expected";
    for (size_t i = 0; parser->problem && i < sizeof list / sizeof *list; i++)
        if (strstr(parser->problem, list[i].problem)) return list[i].advice;
    return "YAML 1.1 is expected";
}

static hl_status complain_parser(const yaml_parser_t *parser, const char *text, hl_report *report)
{
    if (parser->error == YAML_MEMORY_ERROR) return HL_OUT_OF_MEMORY;
    const char *problem = parser->problem ? parser->problem : "it cannot be parsed";
    if (parser->error == YAML_READER_ERROR) {
        hl_report_add(report, byte_place(text, parser->problem_offset), "not text: %s; UTF-8 is expected",
                      problem);
        return HL_BAD_INPUT;
    }
    char context[120] = "";
    if (parser->context)
        snprintf(context, sizeof context, ", %s that began at line %d, column %d", parser->context,
                 mark_place(parser->context_mark).line, mark_place(parser->context_mark).column);
    hl_report_add(report, mark_place(parser->problem_mark), "not valid YAML: %s%s; %s", problem, context,
                  advice_on(parser, text));
    return HL_BAD_INPUT;
}

/* What the pass over the events has counted. */
typedef struct census {
    int depth, nodes, documents;
} census;

/* libyaml compares each anchor with all before it: some hundred thousand take minutes. */
static bool has_anchor(const yaml_event_t *event)
{
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        return event->data.scalar.anchor != NULL;
    case YAML_SEQUENCE_START_EVENT:
        return event->data.sequence_start.anchor != NULL;
    case YAML_MAPPING_START_EVENT:
        return event->data.mapping_start.anchor != NULL;
    default:
        return false;
    }
}

/* What is wrong with an event in view of those before it; NULL when nothing is. */
static const char *judge_event(const yaml_event_t *event, census *count)
{
    if (has_anchor(event))
        return "an anchor (&name); the value itself, written out at each place, is expected";
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        return "an alias (*name); the value itself, written out, is expected";
    case YAML_DOCUMENT_START_EVENT:
        if (++count->documents > 1) return "a second document (---); one document is expected";
        return NULL;
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT:
        if (++count->depth > AUTH_MAX_DEPTH)
            return "nested more than 32 levels deep; at most 5 levels are expected";
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        count->depth--;
        return NULL;
    case YAML_SCALAR_EVENT:
        break;
    default:
        return NULL;
    }
    return ++count->nodes > AUTH_MAX_NODES ? "more than 500000 values; fewer are expected" : NULL;
}

static hl_status survey_events(yaml_parser_t *parser, const char *text, hl_report *report)
{
    census count = {0, 0, 0};
    for (bool ended = false; !ended;) {
        yaml_event_t event;
        if (!yaml_parser_parse(parser, &event)) return complain_parser(parser, text, report);
        const char *wrong = judge_event(&event, &count);
        if (wrong) hl_report_add(report, mark_place(event.start_mark), "%s", wrong);
        ended = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
        if (wrong) return HL_BAD_INPUT;
    }
    if (count.nodes > 0) return HL_OK;
    hl_report_add(report, (hl_place){1, 1},
                  "the file is empty; a mapping that begins with 'headland:' is expected");
    return HL_BAD_INPUT;
}

/* ---- loading ---- */

typedef hl_status (*parser_pass)(yaml_parser_t *parser, const char *text, auth_document *document,
                                 hl_report *report);

static hl_status survey(yaml_parser_t *parser, const char *text, auth_document *document, hl_report *report)
{
    (void)document;
    return survey_events(parser, text, report);
}

static hl_status build(yaml_parser_t *parser, const char *text, auth_document *document, hl_report *report)
{
    if (!yaml_parser_load(parser, &document->yaml)) return complain_parser(parser, text, report);
    document->loaded = true;
    return HL_OK;
}

static hl_status with_parser(parser_pass pass, const char *text, size_t length, auth_document *document,
                             hl_report *report)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return HL_OUT_OF_MEMORY;
    const size_t skip = byte_order_mark(text, length);
    parser_begin(&parser, text + skip, length - skip);
    const hl_status status = pass(&parser, text + skip, document, report);
    yaml_parser_delete(&parser);
    return status;
}

hl_status auth_document_load(const char *text, size_t length, auth_document *document, hl_report *report)
{
    document->loaded = false;
    if (!text_plausible(text, length, report)) return HL_BAD_INPUT;
    const hl_status status = with_parser(survey, text, length, document, report);
    return status == HL_OK ? with_parser(build, text, length, document, report) : status;
}

void auth_document_free(auth_document *document)
{
    if (document->loaded) yaml_document_delete(&document->yaml);
    document->loaded = false;
}
