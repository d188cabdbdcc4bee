/* Symbols of lamps, after ISO 7000's: drawn in a square from -1 to 1, y down. */
#ifndef RND_HUD_SYMBOLS_H
#define RND_HUD_SYMBOLS_H

#include <cairo.h>

typedef struct hud_symbol {
    const char *name;
    void (*lines)(cairo_t *c); /**< path to be stroked */
    void (*solid)(cairo_t *c); /**< path to be filled; NULL: none */
} hud_symbol;

/** Width of the lines. */
#define HUD_SYMBOL_LINE 0.12

/** A symbol by its name: "fuel". @return NULL: unknown */
const hud_symbol *hud_symbol_find(const char *name);

#endif
