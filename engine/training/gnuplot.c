/* What the gnuplot scripts of all figures share: quoted texts, styles of drives, columns of traces. */
#include "figures.h"
#include "words.h"

#include "file/template.h"
#include "hl/status.h"
#include "train/debrief.h"

#include <string.h>

/* ---- texts ---- */

static void quote(FILE *out, const char *text, const char *doubled)
{
    enum { LONGEST = 60 };
    fputc('\'', out);
    for (int length = 0; *text && length < LONGEST; length++) {
        const char *from = text;
        const uint32_t code = file_utf8_next(&text);
        if (code < 0x20 || code == 0x7f)
            fputc(' ', out);
        else if (code == 0xfffd)
            fputc('?', out);
        else
            fwrite(from, 1, (size_t)(text - from), out);
        for (const char *d = doubled; *d; d++)
            if (code == (unsigned char)*d) fputc(*d, out);
    }
    if (*text) fputs("...", out);
    fputc('\'', out);
}

void plot_text(FILE *out, const char *text)
{
    quote(out, text, "'");
}

void plot_tic(FILE *out, const char *text)
{
    quote(out, text, "'%");
}

/* A path is never cut; a quote in it is doubled. */
static void quote_path(FILE *out, const char *path)
{
    fputc('\'', out);
    for (; *path; path++) fputs(*path == '\'' ? "''" : (char[]){*path, '\0'}, out);
    fputc('\'', out);
}

void plot_label(FILE *out, const char *key, const char *text, const char *unit)
{
    char label[200];
    snprintf(label, sizeof label, *unit ? "%s [%s]" : "%s", text, unit);
    fprintf(out, "set %s ", key);
    plot_text(out, label);
    fputc('\n', out);
}

/* ---- look ---- */

enum { REFERENCE_STYLE = 4, STYLES = REFERENCE_STYLE };

/* Colours of Okabe and Ito, which colour-blind readers can tell apart; on grey paper the dashes of lines and
 * the brightness of bars differ. */
static const struct {
    const char *line, *fill;
    double width;
    const char *dash;
} looks[STYLES] = {{"#0072b2", "#0072b2", 3.0, "solid"},
                   {"#e69f00", "#f0c45c", 2.0, "'-'"},
                   {"#b0558a", "#c07aa5", 2.0, "'.'"},
                   {"#777777", "#e2e2e2", 2.0, "'-.'"}};

int plot_style(const train_debrief *debrief, int drive)
{
    const train_attempt *attempt = debrief->drives[drive].attempt;
    int style = 1;
    if (drive > 0 && attempt && attempt->exercise.reference) return REFERENCE_STYLE;
    for (int i = 0; i < drive; i++) style += plot_style(debrief, i) != REFERENCE_STYLE;
    return style < REFERENCE_STYLE ? style : REFERENCE_STYLE;
}

const char *plot_fill(int style)
{
    return looks[style - 1].fill;
}

void plot_begin(FILE *out, const char *svg, int width, int height)
{
    fprintf(out,
            "set encoding utf8\nset terminal svg noenhanced size %d,%d font 'sans-serif,15' background "
            "'#ffffff'\n"
            "set output ",
            width, height);
    quote_path(out, svg);
    fputc('\n', out);
    for (int i = 0; i < STYLES; i++)
        fprintf(out, "set style line %d linecolor rgb '%s' linewidth %g dashtype %s\n", i + 1, looks[i].line,
                looks[i].width, looks[i].dash);
    fputs("set grid linecolor rgb '#d0d0d0'\nset border 3 linecolor rgb '#555555'\nset tics nomirror\n"
          "set key outside top left horizontal reverse Left samplen 2.5 maxcols 3 font ',13'\n",
          out);
}

void plot_drives(FILE *out, const train_debrief *debrief, const bool there[TRAIN_DRIVES], const char *with)
{
    const char *before = "plot ";
    for (int i = 0; i < debrief->drive_count; i++) {
        if (!there[i]) continue;
        fprintf(out, "%skeyentry with lines linestyle %d title ", before, plot_style(debrief, i));
        plot_text(out, debrief->drives[i].label);
        before = ", ";
    }
    for (int i = debrief->drive_count - 1; i >= 0; i--)
        if (there[i])
            fprintf(out, ", $drive%d using 1:2 with %s linestyle %d notitle", i, with,
                    plot_style(debrief, i));
}

/* ---- traces ---- */

static const char **copy_texts(hl_arena *arena, const char **texts, int count)
{
    const char **copy = HL_NEW(arena, const char *, count);
    for (int i = 0; copy && i < count; i++) copy[i] = hl_arena_text(arena, texts[i]);
    return copy;
}

hl_status train_trace_thin(const train_trace *whole, int most, hl_arena *arena, train_trace *thin)
{
    HL_ASSERT(most >= 2);
    const int rows = whole->rows < most ? whole->rows : most;
    const size_t columns = (size_t)whole->columns;
    double *time = HL_NEW(arena, double, rows);
    double *values = HL_NEW(arena, double, (size_t)rows *columns);
    *thin = (train_trace){.rows = rows,
                          .columns = whole->columns,
                          .names = copy_texts(arena, whole->names, whole->columns),
                          .units = copy_texts(arena, whole->units, whole->columns),
                          .time = time,
                          .values = values};
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < rows; i++) {
        const size_t from =
            rows == whole->rows ? (size_t)i : (size_t)i * (size_t)(whole->rows - 1) / (size_t)(rows - 1);
        time[i] = whole->time[from];
        memcpy(values + (size_t)i * columns, whole->values + from * columns, columns * sizeof(double));
    }
    return HL_OK;
}

int train_trace_find(const train_trace *trace, const char *signal)
{
    for (int c = 0; c < trace->columns; c++)
        if (strcmp(trace->names[c], signal) == 0) return c;
    return -1;
}

plot_column plot_column_of(const train_trace *trace, const char *signal)
{
    const int at = train_trace_find(trace, signal);
    if (at < 0) return (plot_column){-1, 0.0, ""};
    const words_unit unit = words_unit_of(trace->units[at]);
    return (plot_column){at, unit.factor, unit.text};
}

double plot_value(const train_trace *trace, plot_column column, int row)
{
    return column.factor * trace->values[(size_t)row * (size_t)trace->columns + (size_t)column.at];
}
