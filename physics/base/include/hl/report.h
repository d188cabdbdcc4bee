/* Report: the list of errors or warnings of an authored file, each with its place, in the order of detection.
 * Fixed capacity: further entries are counted. */
#ifndef HL_REPORT_H
#define HL_REPORT_H

#include <stddef.h>

enum { HL_REPORT_CAPACITY = 64, HL_MESSAGE_LENGTH = 400, HL_FILE_LENGTH = 256 };

/** Place in an authored file. Lines and columns count from 1; 0: unknown. */
typedef struct hl_place {
    int line, column;
} hl_place;

typedef struct hl_complaint {
    hl_place place;
    char text[HL_MESSAGE_LENGTH]; /**< what is wrong, and what is expected */
} hl_complaint;

/** Zero-initialise, then hl_report_begin. */
typedef struct hl_report {
    char file[HL_FILE_LENGTH]; /**< file name in front of each message */
    const char *label;         /**< in front of every text: "" or "warning: " */
    int count;                 /**< complaints kept */
    int dropped;               /**< complaints dropped because the list was full */
    hl_complaint list[HL_REPORT_CAPACITY];
} hl_report;

/** Clear the report and set the file of the following complaints. */
void hl_report_begin(hl_report *report, const char *file);

/** The same for warnings about allowed but improbable values. Their lines are marked as warnings. */
void hl_report_begin_warnings(hl_report *report, const char *file);

/** Add a complaint, printf-like: say what is wrong and what is expected. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void hl_report_add(hl_report *report, hl_place place, const char *format, ...);

/** Sort the complaints by place, stable for equal places. Readers of a file work from top to bottom, checks
 * do not. */
void hl_report_sort(hl_report *report);

/** Write complaint `index` as `file:line:column: text` into `line` (`size` bytes, always NUL-ended); as
 * `file: text` when its place is line 0, of the whole file. */
void hl_report_line(const hl_report *report, int index, char *line, size_t size);

/** True without complaints. */
static inline int hl_report_clean(const hl_report *report)
{
    return report->count == 0;
}

/* ---- spelling ---- */

/* The nearest known word to a misspelt one, for complaints. */

typedef struct hl_nearest {
    const char *word; /* as it was written */
    const char *best; /* nearest candidate offered so far; NULL while none is near enough */
    int distance;     /* its edit distance; candidates must be nearer */
} hl_nearest;

/** Start with a word. A candidate is near if at most a third of the word (at least one character) differs.
 */
hl_nearest hl_spelling_begin(const char *word);

/** Offer a candidate; the first of several equally near ones wins. */
void hl_spelling_offer(hl_nearest *nearest, const char *candidate);

enum { HL_HINT_LENGTH = 160 };

/** The end of a complaint about an unknown word: "; did you mean 'BEST'?", "" for NULL; long words are cut.
 *  @param best  the nearest word
 *  @param hint  out
 *  @return hint */
const char *hl_did_you_mean(const char *best, char hint[HL_HINT_LENGTH]);

#endif
