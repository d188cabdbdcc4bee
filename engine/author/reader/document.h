/* An authored file as a tree of libyaml nodes, each of which knows its place. Private to the author room.
 *
 * Files come from outside: before the tree is built, a pass over the events bounds size, depth and number of
 * nodes, and refuses anchors and aliases (with which a small file can grow without bound). */
#ifndef AUTHOR_DOCUMENT_H
#define AUTHOR_DOCUMENT_H

#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <yaml.h>

enum {
    AUTH_MAX_BYTES = 4 << 20, /* of a file; a chain of 10000 links takes about 3 MB */
    AUTH_MAX_DEPTH = 32,      /* lists and mappings inside each other; schemas use 7 */
    AUTH_MAX_NODES = 500000   /* a node takes about 200 bytes */
};

typedef struct auth_document {
    yaml_document_t yaml;
    bool loaded;
} auth_document;

/** Load a document from text, which must stay alive as long as the document.
 *  @return HL_OK; HL_BAD_INPUT with one complaint; HL_OUT_OF_MEMORY */
hl_status auth_document_load(const char *text, size_t length, auth_document *document, hl_report *report);

/** Give a document's memory back; harmless on a zeroed one. */
void auth_document_free(auth_document *document);

/** The top node. */
yaml_node_t *auth_document_root(const auth_document *document);

/** The node with this id. */
yaml_node_t *auth_document_node(const auth_document *document, int id);

/** Value of `key` in a mapping; NULL when there is none. */
yaml_node_t *auth_document_value(const auth_document *document, const yaml_node_t *mapping, const char *key);

/** Entry `index` of a list; NULL when there is none. */
yaml_node_t *auth_document_entry(const auth_document *document, const yaml_node_t *list, int index);

/** Number of entries of a list; 0 when it is none. */
int auth_entry_count(const yaml_node_t *list);

/** Where a node begins. */
hl_place auth_node_place(const yaml_node_t *node);

/** Text of a scalar node. */
const char *auth_node_text(const yaml_node_t *scalar);

#endif
