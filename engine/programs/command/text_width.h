/* How wide a text is on a terminal. */
#ifndef TEXT_WIDTH_H
#define TEXT_WIDTH_H

/** Characters: a byte 10xxxxxx of UTF-8 goes on with one. */
static inline int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

#endif
