/* The key tables of the pages in docs/, made from the tables that read the files. Private to the author room.
 *
 * A page says where a table stands: between `<!-- keys: PATH -->` and `<!-- end of keys -->`. PATH names a
 * kind of file and the keys down to a mapping: `rig`, `rig.tilt`, `scenario.tasks.when`. Two keys after it
 * take only the rows from the first to the second one: `<!-- keys: hud.gauges signal ranges -->`. */
#ifndef AUTHOR_KEY_TABLES_H
#define AUTHOR_KEY_TABLES_H

#include <stddef.h>

/** A page with its key tables written anew, to be given back with free().
 *  @param wrong  out: what is wrong with a marker, when the result is NULL; "": out of memory */
char *auth_page_with_keys(const char *page, char *wrong, size_t size);

#endif
