/* Tables of the parts of a machine. Private to the author room. */
#ifndef AUTHOR_MACHINE_TABLES_H
#define AUTHOR_MACHINE_TABLES_H

#include "reader/fields.h"

#include "auth/machine.h"

extern const auth_table auth_seat_table, auth_feel_table, auth_picture_table, auth_voice_table;

#endif
