/* Error messages for callers with a message buffer. */
#ifndef REFUSE_H
#define REFUSE_H

#include "rt/recording.h"

/** Write the message. Not RT.
 *  @param why  out: RT_WHY_LENGTH
 *  @return `status`, for a return statement */
hl_status rt_set_error(hl_status status, char *why, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/** The same for HL_OUT_OF_MEMORY, with a fixed message. */
hl_status rt_out_of_memory(char *why);

#endif
