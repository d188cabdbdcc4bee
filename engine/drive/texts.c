#include "drv/load.h"

#include "file/read.h"
#include "hl/hash.h"
#include "train/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The hash alone does not tell a tail of zeros, nor where a text ends. */
static uint64_t begin_hash(uint64_t hash, uint64_t length)
{
    return hl_hash(hash, &length, sizeof length);
}

static uint64_t add_bytes(uint64_t hash, const char *bytes, size_t count)
{
    return hl_hash(begin_hash(hash, count), bytes, count);
}

static void write_digits(uint64_t hash, char digits[DRV_HASH])
{
    snprintf(digits, DRV_HASH, "%016" PRIx64, hash);
}

/* ---- what a result was computed from and with ---- */

static void add(drv_inputs *inputs, const char *path, const rt_text *text)
{
    drv_input *file = &inputs->files[inputs->count++];
    file->path = path;
    write_digits(add_bytes(HL_HASH_START, text->text, text->length), file->hash);
}

bool drv_inputs_of(const drv_files *files, const char *script, drv_inputs *inputs, char *why)
{
    *inputs = (drv_inputs){0};
    if (files->scenario) add(inputs, files->scenario_text.path, &files->scenario_text);
    add(inputs, files->machine_text.path, &files->machine_text);
    for (int i = 0; i < files->named_count; i++)
        add(inputs, files->named_texts[i].path, &files->named_texts[i]);
    if (!script) return true;
    hl_arena arena = {0};
    rt_text text;
    const bool read = rt_text_read(script, &arena, &text, why) == HL_OK;
    if (read) add(inputs, script, &text);
    hl_arena_free(&arena);
    return read;
}

void drv_program_name(char text[DRV_PROGRAM])
{
    char hash[DRV_HASH] = "unknown";
    hl_arena arena = {0};
    file_bytes program;
    if (file_read("/proc/self/exe", FILE_PROGRAM, &arena, &program, NULL) == HL_OK)
        write_digits(add_bytes(HL_HASH_START, program.data, program.length), hash);
    snprintf(text, DRV_PROGRAM, HEADLAND_VERSION " %s", hash);
    hl_arena_free(&arena);
}

/* ---- exercises ---- */

void drv_texts_hash(const rt_text *scenario, const rt_text *machine, const rt_text *named, int count,
                    char hash[DRV_HASH])
{
    uint64_t all = add_bytes(HL_HASH_START, scenario->text, scenario->length);
    all = add_bytes(all, machine->text, machine->length);
    for (int i = 0; i < count; i++) all = add_bytes(all, named[i].text, named[i].length);
    write_digits(all, hash);
}

void drv_exercise_hash(const char *path, const auth_scenario *scenario, char hash[DRV_HASH])
{
    hl_arena arena = {0};
    rt_text own, machine, named[DRV_MOST_NAMED];
    char why[RT_WHY_LENGTH];
    int count = 0;
    bool good = rt_text_read(path, &arena, &own, why) == HL_OK &&
                rt_text_read(scenario->machine, &arena, &machine, why) == HL_OK;
    for (int i = 0; good && i < scenario->sand.soil_count; i++)
        good = rt_text_read(scenario->sand.soils[i].path, &arena, &named[count++], why) == HL_OK;
    for (int i = 0; good && i < auth_scenario_others(scenario); i++)
        good = rt_text_read(auth_scenario_other(scenario, i)->machine, &arena, &named[count++], why) == HL_OK;
    *hash = '\0';
    if (good) drv_texts_hash(&own, &machine, named, count, hash);
    hl_arena_free(&arena);
}

/* ---- recordings ---- */

/* Pieces of whole words, so that they hash as the whole does. */
static bool hash_stream(FILE *file, uint64_t *hash)
{
    enum { PIECE = 1 << 16 };
    unsigned char piece[PIECE];
    size_t size;
    do {
        size = fread(piece, 1, PIECE, file);
        *hash = hl_hash(*hash, piece, size);
    } while (size == PIECE);
    return !ferror(file);
}

bool drv_file_hash(const char *path, char hash[DRV_HASH], char *why)
{
    int64_t size;
    char reason[FILE_WHY];
    errno = 0;
    FILE *file = file_stream(path, FILE_RECORDING, &size, reason);
    uint64_t all = file ? begin_hash(HL_HASH_START, (uint64_t)size) : 0;
    const bool good = file && hash_stream(file, &all);
    if (!good)
        snprintf(why, TRAIN_WHY, "its file cannot be read: %s",
                 file ? strerror(errno ? errno : EIO) : reason);
    if (file) (void)fclose(file);
    if (good) write_digits(all, hash);
    return good;
}
