/* Conditions on signals, as scripts and scenarios have them. Private to the author room. */
#ifndef AUTHOR_CONDITION_READER_H
#define AUTHOR_CONDITION_READER_H

#include "fields.h"

#include "auth/condition.h"

/** Keys of a condition: of parts that are an auth_condition. */
extern const auth_table auth_condition_table;

#endif
