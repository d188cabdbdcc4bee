/* Setting a single value of a document by the way to it, before any schema is asked. Private to the author
 * room. */
#ifndef AUTHOR_PARAMETER_H
#define AUTHOR_PARAMETER_H

#include "document.h"

/** Write a value into a document: "bodies.bucket.mass", "500 kg". It takes the place of what is there, in
 * complaints of the schema too; a key that is missing at the end of the path is added. A path that leads
 * nowhere is complained about where it ends. Pointers to nodes are invalid afterwards.
 *  @param path   keys of mappings, names of items, and in lists without names numbers from 1, between dots
 *  @param value  a single one, as a file would have it without quotes */
void auth_parameter_set(auth_document *document, const char *path, const char *value, hl_report *report);

#endif
