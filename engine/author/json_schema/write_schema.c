/* Writes the JSON Schemas of all kinds of file into a folder: headland_write_schema assets/schemas
 * A unit test fails while the files in assets/schemas are not what this writes. */
#include "json_schema.h"

#include <stdio.h>
#include <stdlib.h>

static int write_schema(const char *folder, auth_file_kind kind)
{
    char path[1024];
    char *text = auth_json_schema_of(kind);
    snprintf(path, sizeof path, "%s/%s.schema.json", folder, auth_file_kind_word(kind));
    FILE *file = text ? fopen(path, "wb") : NULL;
    bool good = file && fputs(text, file) != EOF;
    if (file) good &= fclose(file) == 0;
    if (!good) perror(path);
    free(text);
    return good;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: headland_write_schema FOLDER\n");
        return EXIT_FAILURE;
    }
    bool good = true;
    for (auth_file_kind kind = AUTH_FILE_MECHANISM; kind < AUTH_FILE_KINDS; kind++)
        good &= write_schema(argv[1], kind);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
