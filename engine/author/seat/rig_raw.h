/* Motion rigs as libcyaml reads them; see mechanism_raw.h. Private to the author room. */
#ifndef AUTHOR_RIG_RAW_H
#define AUTHOR_RIG_RAW_H

#include "mechanism/mechanism_raw.h"

#include "auth/rig.h"

enum { AUTH_HOST_LENGTH = 255, AUTH_TEMPLATE_LENGTH = 200 };

typedef struct raw_rig_channel {
    char *scale, *high_pass, *damping, *back, *position, *speed, *acceleration;
} raw_rig_channel;

typedef struct raw_rig_tilt {
    char *scale, *low_pass, *damping, *angle, *rate, *acceleration;
} raw_rig_tilt;

typedef struct raw_rig_output {
    char *host, *rate, *text, *heartbeat;
    unsigned port, bits;
    int format; /* auth_rig_format */
} raw_rig_output;

typedef struct raw_rig {
    raw_head head;
    raw_rig_channel *surge, *sway, *heave, *roll, *pitch, *yaw;
    raw_rig_tilt *tilt;
    char *vibration, *engage, *silence;
    raw_rig_output *output;
} raw_rig;

/** Schema of the whole file: a pointer to a raw_rig. */
extern const cyaml_schema_value_t auth_rig_schema;

#endif
