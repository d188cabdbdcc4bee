/* Laying one part of a document over another, before any schema is asked. Private to the author room.
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

#endif
