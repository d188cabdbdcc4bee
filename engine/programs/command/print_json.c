#include "print_json.h"

#include "hl/status.h"
#include "program.h"

#include <stdio.h>

int print_json(cJSON *document)
{
    char *text = cJSON_Print(document);
    cJSON_Delete(document);
    if (text)
        puts(text);
    else
        fprintf(stderr, "headland: %s\n", hl_status_text(HL_OUT_OF_MEMORY));
    cJSON_free(text);
    return text ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
}
