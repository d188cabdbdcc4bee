/* An operator script as libcyaml reads it; see mechanism_raw.h. Private to the author room. */
#ifndef AUTHOR_OPERATOR_RAW_H
#define AUTHOR_OPERATOR_RAW_H

#include "reader/condition_reader.h"

typedef struct raw_repeat {
    char *from;
    raw_condition *until_when;
    unsigned times;
} raw_repeat;

typedef struct raw_action {
    char *name, *control, *from, *after, *delay, *until, *lasting, *to, *over, *keep, *at, *gain, *integral,
        *feed, ***follow, *ahead;
    unsigned follow_count;
    raw_condition *when, *until_when;
    raw_repeat *repeat;
    bool release, backwards;
} raw_action;

typedef struct raw_operator {
    raw_head head;
    char *seconds;
    raw_action *actions;
    unsigned actions_count;
} raw_operator;

/** Schema of the whole file: a pointer to a raw_operator. */
extern const cyaml_schema_value_t auth_operator_schema;

#endif
