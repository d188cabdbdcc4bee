/* Settings as libcyaml reads them; see mechanism_raw.h. Private to the author room. */
#ifndef AUTHOR_SETTINGS_RAW_H
#define AUTHOR_SETTINGS_RAW_H

#include "reader/schema.h"

typedef struct raw_settings {
    int headland;
    unsigned version;
    int quality, camera; /* looked at when their keys are there, as the flags */
    bool hud, mirrors, full_screen, sound;
    char *hud_scale, *view_angle, *pattern, *volume, *volume_machine, *volume_signals;
} raw_settings;

/** Schema of the whole file: a pointer to a raw_settings. */
extern const cyaml_schema_value_t auth_settings_schema;

#endif
