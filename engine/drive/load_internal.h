/* What load.c and settings.c share. */
#ifndef LOAD_INTERNAL_H
#define LOAD_INTERNAL_H

#include "drv/load.h"

/** Choices of variants and parameters of a machine. */
typedef struct load_choices {
    int count;
    auth_choice list[DRV_SETTINGS];
} load_choices;

/** The settings that are about the machine's file. Whether it has them, the file decides.
 *  @return false after a message: *status is a drv_status */
bool load_choices_read(const drv_log *log, const drv_settings *set, hl_arena *arena, load_choices *choices,
                       int *status);

#endif
