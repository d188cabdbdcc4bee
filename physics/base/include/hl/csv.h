/* Cells of comma-separated values (RFC 4180). The caller writes the commas and the line ends.
 *
 * Inline, because the base library itself must not call file functions of the C library. */
#ifndef HL_CSV_H
#define HL_CSV_H

#include <math.h>
#include <stdio.h>
#include <string.h>

/** Write a text in quotes, its own quotes doubled, after `prefix` (within the quotes). */
static inline void hl_csv_quoted(FILE *out, const char *prefix, const char *text)
{
    fputc('"', out);
    fputs(prefix, out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

/** Write a text, in quotes if it has a comma, a quote or a line end. */
static inline void hl_csv_text(FILE *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n"))
        hl_csv_quoted(out, "", text);
    else
        fputs(text, out);
}

/** Write a number with that many digits; an empty cell if it is not finite. */
static inline void hl_csv_number(FILE *out, double value, int digits)
{
    if (isfinite(value)) fprintf(out, "%.*g", digits, value);
}

#endif
