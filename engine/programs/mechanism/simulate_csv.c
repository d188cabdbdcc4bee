/* The outputs of a run as comma-separated values: `time,NAME,...`, a row of units behind `#`, then full
 * precision. */
#include "simulate.h"

#include "rt/telemetry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void write_header(csv_file *csv, const world_mechanism *m)
{
    fputs("time", csv->file);
    for (int i = 0; i < m->output_count; i++) {
        fputc(',', csv->file);
        rt_csv_name(csv->file, m->output_names[i]);
    }
    fputs("\n# s", csv->file);
    for (int i = 0; i < m->output_count; i++) fprintf(csv->file, ",%s", m->output_units[i]);
    fputc('\n', csv->file);
}

static bool cannot_write(const char *path, const char *why)
{
    fprintf(stderr, "headland simulate: %s: %s; give a file that can be written\n", path, why);
    return false;
}

/* Where the rows go while the run lasts. A device, a pipe or a link (/dev/stdout) is never renamed over: it
 * is written to as it is. */
static bool choose_written(csv_file *csv, hl_arena *arena)
{
    struct stat there;
    csv->written = csv->path;
    if (stat(csv->path, &there) == 0 && S_ISDIR(there.st_mode))
        return cannot_write(csv->path, strerror(EISDIR));
    if (lstat(csv->path, &there) == 0 && !S_ISREG(there.st_mode)) return true;
    const size_t size = strlen(csv->path) + sizeof ".tmp";
    char *temporary = hl_arena_take(arena, size, 1);
    if (!temporary) return cannot_write(csv->path, "out of memory");
    snprintf(temporary, size, "%s.tmp", csv->path);
    csv->written = temporary;
    return true;
}

bool csv_begin(csv_file *csv, const char *path, const world_mechanism *mechanism, hl_arena *arena)
{
    *csv = (csv_file){.path = path, .values = HL_NEW(arena, double, mechanism->output_count)};
    if (!csv->values) return cannot_write(path, "out of memory");
    if (!choose_written(csv, arena)) return false;
    csv->file = fopen(csv->written, "w");
    if (!csv->file) return cannot_write(csv->path, strerror(errno));
    write_header(csv, mechanism);
    return true;
}

/* The first reason counts: later ones are its consequences. */
static void note_trouble(csv_file *csv)
{
    if (!csv->trouble) csv->trouble = errno ? errno : EIO;
}

void csv_row(csv_file *csv, const world_mechanism *mechanism)
{
    world_mechanism_outputs(mechanism, csv->values);
    fprintf(csv->file, "%.17g", mechanism->state->time);
    for (int i = 0; i < mechanism->output_count; i++) fprintf(csv->file, ",%.17g", csv->values[i]);
    fputc('\n', csv->file);
    if (ferror(csv->file)) note_trouble(csv);
    csv->rows++;
}

bool csv_end(csv_file *csv)
{
    const bool rename_it = csv->written != csv->path;
    if (fclose(csv->file) != 0) note_trouble(csv);
    if (!csv->trouble && rename_it && rename(csv->written, csv->path) != 0) note_trouble(csv);
    if (!csv->trouble) return true;
    fprintf(stderr, "headland simulate: %s: %s%s%s\n", csv->path, strerror(csv->trouble),
            rename_it ? "; the rows written so far are in " : "", rename_it ? csv->written : "");
    return false;
}
