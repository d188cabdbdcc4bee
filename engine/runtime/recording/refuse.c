#include "refuse.h"

#include <stdarg.h>
#include <stdio.h>

hl_status rt_refuse(hl_status status, char *why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, RT_WHY_LENGTH, format, arguments);
    va_end(arguments);
    return status;
}

hl_status rt_out_of_memory(char *why)
{
    return rt_refuse(HL_OUT_OF_MEMORY, why, "%s", hl_status_text(HL_OUT_OF_MEMORY));
}
