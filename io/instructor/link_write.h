/* Lines of JSON into memory of a fixed size: what does not fit makes the line bad, and a bad line stays
 * so. */
#ifndef LINK_WRITE_H
#define LINK_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct link_line {
    char *bytes;
    size_t size, length;
    bool bad; /**< it did not fit; its bytes are of no use */
} link_line;

/** Text as it is, of the writer's own making. */
void link_put(link_line *line, const char *text);

/** A string in quotes. What is no UTF-8, and control characters, become '?'; at most `most` bytes of it,
 * whole characters. */
void link_put_text(link_line *line, const char *text, size_t most);

/** Not finite: null. @param digits  significant ones */
void link_put_number(link_line *line, double number, int digits);

void link_put_whole(link_line *line, int64_t number);

/** `,"name":` */
void link_put_key(link_line *line, const char *name);

/** Bytes of a valid character of UTF-8 that is no control character; 0: there is none. */
size_t link_character(const char *text, size_t length);

#endif
