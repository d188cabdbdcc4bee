/* From a raw layout to its descriptor: what the readers of its parts share. Private to the author room. */
#ifndef AUTHOR_HUD_READER_H
#define AUTHOR_HUD_READER_H

#include "hud_raw.h"
#include "reader/reader.h"

#include "auth/hud.h"

/** Colours that the layout names itself, the last of one name counts. */
typedef struct auth_palette {
    struct auth_palette_entry {
        const char *name;
        auth_colour colour;
    } * entries;
    int count;
} auth_palette;

typedef struct auth_hud_reader {
    const auth_reader *file;
    const raw_hud *raw;
    auth_hud *out;
    auth_palette palette;
    auth_names ids; /* of the gauges */
} auth_hud_reader;

/** Read the layout's palette, and from it the colours of the roles. @return false: out of memory */
bool auth_read_palette(auth_hud_reader *h, const yaml_node_t *root);

/** Read the colour under `key`, "#rrggbb", "#rrggbbaa" or a name. @return false after a complaint */
bool auth_read_colour(const auth_hud_reader *h, const yaml_node_t *item, const char *key, const char *text,
                      auth_colour *colour);

/** Read a number of dots under `key` (entry `index` of a list, or -1) between low and high. @return false
 * after a complaint */
bool auth_read_dots(const auth_hud_reader *h, const yaml_node_t *item, const char *key, int index,
                    const char *text, double low, double high, double *dots);

/* ---- gauges ---- */

/** One gauge under the reader's eyes. */
typedef struct auth_gauge_reader {
    const auth_hud_reader *h;
    const yaml_node_t *item;
    const raw_gauge *raw;
    auth_gauge *out;
    double unit_si; /* one `unit` in SI; 0: the signal's own unit, or one that was complained about */
} auth_gauge_reader;

/** Complain about keys that this kind of gauge does not have, or needs and has not. */
void auth_check_gauge_keys(const auth_gauge_reader *g);

/** Read `unit`. */
void auth_read_unit(auth_gauge_reader *g);

/** Read `from`, `to`, `major`, `minor`, `limit`, and with a good scale, or none, `ranges`. */
void auth_read_scale(const auth_gauge_reader *g);

/** Read gauge `index`. Markers are tied to their gauges by auth_tie_marker, once all have been read. */
void auth_read_gauge(const auth_hud_reader *h, const yaml_node_t *item, int index);

/** A gauge of a kind that has a scale. */
bool auth_has_scale(const auth_gauge *gauge);

/** Find the gauge of a marker and check its value against that gauge's scale; nothing for other gauges. */
void auth_tie_marker(const auth_hud_reader *h, const yaml_node_t *item, int index);

#endif
