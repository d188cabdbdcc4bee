/* What a request is about, in this seat. */
#ifndef LINK_RESOLVE_H
#define LINK_RESOLVE_H

#include "io/instructor.h"
#include "io/link_parse.h"

/** @param seat  NULL: nothing is driven
 *  @param out   what the seat's main thread is told
 *  @return NULL, or why the seat cannot do that */
const char *link_resolve(const io_link_request *request, const io_link_seat *seat, xch_director *out);

#endif
