/* Writes the JSON Schemas of all kinds of file to a folder, and updates the key tables of pages:
 *   headland_write_schema assets/schemas docs/PAGE.md ...
 * A unit test fails if the files in assets/schemas and docs differ from its output. */
#include "json_schema.h"

#include "file/read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool write_text(const char *path, const char *text)
{
    FILE *file = text ? fopen(path, "wb") : NULL;
    bool good = file && fputs(text, file) != EOF;
    if (file) good &= fclose(file) == 0;
    if (!good) perror(path);
    return good;
}

static bool write_schema(const char *folder, auth_file_kind kind)
{
    char path[1024];
    char *text = auth_json_schema_of(kind);
    snprintf(path, sizeof path, "%s/%s.schema.json", folder, auth_file_kind_word(kind));
    const bool good = write_text(path, text);
    free(text);
    return good;
}

/* An unchanged page is not written. */
static bool write_page(const char *path)
{
    char wrong[300] = "";
    hl_arena arena = {0};
    file_bytes page = {0};
    char *made = NULL;
    if (file_read(path, FILE_PAGE, &arena, &page, wrong) == HL_OK)
        made = auth_page_with_keys(page.data, wrong, sizeof wrong);
    bool good = made != NULL;
    if (!good) fprintf(stderr, "%s: %s\n", path, *wrong ? wrong : "out of memory");
    if (good && strcmp(page.data, made) != 0) good = write_text(path, made);
    free(made);
    hl_arena_free(&arena);
    return good;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: headland_write_schema FOLDER [PAGE...]\n");
        return EXIT_FAILURE;
    }
    bool good = true;
    for (auth_file_kind kind = AUTH_FILE_MECHANISM; kind < AUTH_FILE_KINDS; kind++)
        good &= write_schema(argv[1], kind);
    for (int i = 2; i < argc; i++) good &= write_page(argv[i]);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
