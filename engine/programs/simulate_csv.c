/* The outputs of a run as comma-separated values: `time,NAME,...`, a row of units behind `#`, then full
 * precision. */
#include "simulate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Quoted when a comma, a quote or a line end is in the name (RFC 4180). */
static void write_name(FILE *file, const char *name)
{
    if (!strpbrk(name, ",\"\r\n")) {
        fputs(name, file);
        return;
    }
    fputc('"', file);
    for (; *name; name++) {
        if (*name == '"') fputc('"', file);
        fputc(*name, file);
    }
    fputc('"', file);
}

static void write_header(csv_file *csv, const world_mechanism *m)
{
    fputs("time", csv->file);
    for (int i = 0; i < m->output_count; i++) {
        fputc(',', csv->file);
        write_name(csv->file, m->output_names[i]);
    }
    fputs("\n# s", csv->file);
    for (int i = 0; i < m->output_count; i++) fprintf(csv->file, ",%s", m->output_units[i]);
    fputc('\n', csv->file);
}

bool csv_begin(csv_file *csv, const char *path, const world_mechanism *mechanism, hl_arena *arena)
{
    *csv = (csv_file){.path = path};
    const size_t size = strlen(path) + sizeof ".tmp";
    csv->temporary = hl_arena_take(arena, size, 1);
    csv->values = HL_NEW(arena, double, mechanism->output_count);
    if (!csv->temporary || !csv->values) {
        fputs("headland simulate: out of memory\n", stderr);
        return false;
    }
    snprintf(csv->temporary, size, "%s.tmp", path);
    csv->file = fopen(csv->temporary, "w");
    if (!csv->file) {
        fprintf(stderr, "headland simulate: %s: %s; name a file that can be written\n", csv->temporary,
                strerror(errno));
        return false;
    }
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
    if (fclose(csv->file) != 0) note_trouble(csv);
    if (!csv->trouble && rename(csv->temporary, csv->path) != 0) note_trouble(csv);
    if (!csv->trouble) return true;
    fprintf(stderr, "headland simulate: %s: %s; what could be written stands in %s\n", csv->path,
            strerror(csv->trouble), csv->temporary);
    return false;
}
