/* Templates of pages: HTML with the values of a JSON object, in a subset of Mustache (mustache(5)), so that
 * designers edit pages without the program:
 *
 *   {{name}}                text or number; &, <, >, " and ' are written as entities
 *   {{{name}}}              the same without entities: HTML that the program has made
 *   {{#name}}...{{/name}}   once for each item of a list; once for true, an object, a text, a number; not for
 *                           false, null, 0, an empty text, an empty list
 *   {{^name}}...{{/name}}   where the section above would write nothing
 *   {{.}}                   the item itself, in a list of texts
 *   {{! ... }}              a comment
 *
 * A name is looked up in the innermost section first, then outwards. A tag of a section or a comment alone on
 * a line leaves no empty line. A name without a value is an error: a spelling mistake. */
#ifndef FILE_TEMPLATE_H
#define FILE_TEMPLATE_H

#include "hl/arena.h"
#include "hl/status.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { FILE_TEMPLATE_WHY = 400 /**< room for a message */ };

/** Write a template with its values.
 *  @param template  its text
 *  @param data      an object
 *  @param why       out: FILE_TEMPLATE_WHY: "line 12: ...", when it cannot be written; part of it is in `out`
 * then
 *  @return HL_OK; HL_BAD_INPUT: the template is malformed or names an unknown value; HL_IO_ERROR */
hl_status file_template_write(const char *text, const cJSON *data, FILE *out, char *why);

/** The same into memory. @return to be freed; NULL: see `why`. @param length  out */
char *file_template_print(const char *text, const cJSON *data, size_t *length, char *why);

/** Read a template. @return NULL: see `why`, which has the path */
const char *file_template_read(const char *folder, const char *name, hl_arena *arena, char *why);

/** Write a text with &, <, >, " and ' as entities of HTML. Bytes that are not UTF-8, and characters that HTML
 * does not allow, become U+FFFD. */
void file_html_write(const char *text, FILE *out);

/** The next character of a text as a code point, U+FFFD for bytes that are not UTF-8 (RFC 3629); *text moves
 * on. */
uint32_t file_utf8_next(const char **text);

#endif
