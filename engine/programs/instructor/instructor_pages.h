/* The files of the instructor's page: a fixed list, read once. */
#ifndef INSTRUCTOR_PAGES_H
#define INSTRUCTOR_PAGES_H

#include "instructor_reply.h"

#include "hl/arena.h"

enum { INSTRUCTOR_PAGES = 4 };

typedef struct instructor_pages {
    struct {
        const char *path, *type, *body;
        size_t length;
    } list[INSTRUCTOR_PAGES];
} instructor_pages;

/** Read them from ASSETS/instructor.
 *  @param why  out: what is missing */
bool pages_read(instructor_pages *pages, const char *assets, hl_arena *arena, char *why, size_t why_size);

/** The file at this path of an address; status 404: there is none. */
instructor_reply pages_find(const instructor_pages *pages, const char *path);

/** Whether this file is for everybody: the page without a token needs it. */
bool pages_is_public(const char *path);

/** The page without a session: a field for the token.
 *  @param status  401, or 429: after too many wrong tokens
 *  @param wait  until the next token is looked at [s]; 0: at once */
instructor_reply pages_door(unsigned status, int wait);

#endif
