/* JSON on standard output. */
#ifndef PRINT_JSON_H
#define PRINT_JSON_H

#include <cjson/cJSON.h>

/** Print a document and delete it. @return exit status: memory may be exhausted, which is said */
int print_json(cJSON *document);

#endif
