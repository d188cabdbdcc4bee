/* Bindings as libcyaml reads them; see mechanism_raw.h. Private to the author room. */
#ifndef AUTHOR_BINDINGS_RAW_H
#define AUTHOR_BINDINGS_RAW_H

#include "mechanism/mechanism_raw.h"

enum {
    AUTH_PATTERN_LENGTH = 128, /* of names and ports of devices */
    AUTH_HELP_LENGTH = 80,
    AUTH_MOST_DEVICES = 64,
    AUTH_MOST_IDS = 16,
    AUTH_MOST_AXES = 64, /* the kernel's ABS_CNT */
    AUTH_MOST_BUTTONS = 256
};

typedef struct raw_match {
    char *id, **ids, *name, *phys;
    unsigned ids_count, instance; /* looked at when its key is there */
    int type;                     /* from 1; 0: not given */
    bool keyboard;
} raw_match;

typedef struct raw_bound_axis {
    char *axis, *command, *with, *min, *centre, *max, *dead_zone, *saturation, **curve, **values, *detent,
        **unless;
    unsigned curve_count, values_count, unless_count;
    bool invert, half;
    int join, side;
} raw_bound_axis;

typedef struct raw_bound_button {
    char *button, *axis, *beyond, *command, *with, *value, *rest, *rate, *step, **values, **unless, *help;
    unsigned values_count, unless_count;
    int mode;
} raw_bound_button;

typedef struct raw_force_feedback {
    char *gain, *vibration;
    bool invert;
} raw_force_feedback;

typedef struct raw_device {
    char *name;
    raw_match *match;
    raw_bound_axis *axes;
    raw_bound_button *buttons;
    raw_force_feedback *force;
    unsigned axes_count, buttons_count;
} raw_device;

typedef struct raw_bindings {
    raw_head head;
    char *machine;
    raw_device *devices;
    unsigned devices_count;
} raw_bindings;

/** Schema of the whole file: a pointer to a raw_bindings. */
extern const cyaml_schema_value_t auth_bindings_schema;

/** Word of a type of device as files write it; NULL for 0. */
const char *auth_device_type_word(int type);

/** Word of a button's mode. */
const char *auth_button_mode_word(int mode);

#endif
