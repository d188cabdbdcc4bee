/* A document changed before it is checked: one part laid over another, single values set. Private to the
 * author room.
 *
 * Nodes keep the places at which they were written, so that later complaints are about the text that is
 * wrong, whichever it is. No node is made: what lies above is hung into what lies below, and a document never
 * grows beyond the bounds of its file. */
#ifndef AUTHOR_OVERLAY_H
#define AUTHOR_OVERLAY_H

#include "document.h"

#include "hl/arena.h"

/** Lay the mapping `above` over the mapping `below`, key by key: a mapping over a mapping likewise; a list of
 * named items over one by their names, which the list below must have; all else replaces what is there.
 *  @param above  part of the same document, but not of `below`; it belongs to `below` afterwards
 *  @param where  key under which `below` is found, for complaints
 *  @param arena  for scratch
 *  @return HL_OK, also after complaints; HL_OUT_OF_MEMORY */
hl_status auth_overlay(auth_document *document, yaml_node_t *below, const yaml_node_t *above,
                       const char *where, hl_arena *arena, hl_report *report);

/** Add the mapping `above` to the mapping `below`, which keeps all its values: mappings and lists of named
 * items are merged as by auth_overlay, but items with other names and items without names are appended. A key
 * that has another value below is complained about. Parameters as of auth_overlay. */
hl_status auth_overlay_add(auth_document *document, yaml_node_t *below, const yaml_node_t *above,
                           const char *where, hl_arena *arena, hl_report *report);

/** Write a value into a document: "bodies.bucket.mass", "500 kg". It takes the place of what is there, in
 * complaints of the schema too; a key that is missing at the end of the path is added. A path that leads
 * nowhere is complained about where it ends. Pointers to nodes are invalid afterwards.
 *  @param path   keys of mappings, names of items, and in lists without names numbers from 1, between dots
 *  @param value  a single one, as a file would have it without quotes */
void auth_parameter_set(auth_document *document, const char *path, const char *value, hl_report *report);

#endif
