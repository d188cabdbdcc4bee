/* What a seat has, copied, so that whoever told it may forget it. */
#ifndef LINK_SEAT_H
#define LINK_SEAT_H

#include "io/instructor.h"

#include "hl/arena.h"

/** Copy a description, texts and lists and all.
 *  @return false: out of memory; `copy` is empty then */
bool link_seat_copy(const io_link_seat *seat, hl_arena *arena, io_link_seat *copy);

#endif
