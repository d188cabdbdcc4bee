/* Prints the JSON Schema of mechanism files: headland_write_schema > assets/schemas/mechanism.schema.json
 * A unit test fails while the file in assets/schemas is not what this prints. */
#include "json_schema.h"
#include "mechanism_raw.h"

#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text = auth_json_schema(&auth_mechanism_schema, "mechanism.schema.json", "headland mechanism");
    if (!text || fputs(text, stdout) == EOF) return EXIT_FAILURE;
    free(text);
    return EXIT_SUCCESS;
}
