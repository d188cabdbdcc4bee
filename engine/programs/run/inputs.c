/* What a result was computed from and with. */
#include "inputs.h"

#include "file/read.h"
#include "hl/hash.h"

#include <inttypes.h>
#include <stdio.h>

static void write_hash(const char *bytes, size_t count, char hash[INPUT_HASH])
{
    const uint64_t length = count; /* the hash alone does not tell a tail of zeros */
    const uint64_t begun = hl_hash(HL_HASH_START, &length, sizeof length);
    snprintf(hash, INPUT_HASH, "%016" PRIx64, hl_hash(begun, bytes, count));
}

static void add(inputs *out, const char *path, const rt_text *text)
{
    input_file *file = &out->files[out->count++];
    file->path = path;
    write_hash(text->text, text->length, file->hash);
}

bool inputs_of(const machine_files *files, const char *script, inputs *out, char *why)
{
    *out = (inputs){0};
    if (files->scenario) add(out, files->scenario_text.path, &files->scenario_text);
    add(out, files->machine_text.path, &files->machine_text);
    for (int i = 0; i < files->soil_count; i++) add(out, files->soil_texts[i].path, &files->soil_texts[i]);
    if (!script) return true;
    hl_arena arena = {0};
    rt_text text;
    const bool read = rt_text_read(script, &arena, &text, why) == HL_OK;
    if (read) add(out, script, &text);
    hl_arena_free(&arena);
    return read;
}

void inputs_program(char text[INPUTS_PROGRAM])
{
    char hash[INPUT_HASH] = "unknown";
    hl_arena arena = {0};
    file_bytes program;
    if (file_read("/proc/self/exe", FILE_PROGRAM, &arena, &program, NULL) == HL_OK)
        write_hash(program.data, program.length, hash);
    snprintf(text, INPUTS_PROGRAM, HEADLAND_VERSION " %s", hash);
    hl_arena_free(&arena);
}
