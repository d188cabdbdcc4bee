/* Report: the list of complaints about an authored file, each with its place, in the order in which they were
 * found. Fixed capacity: what does not fit is counted, not lost silently. */
#ifndef HL_REPORT_H
#define HL_REPORT_H

#include <stddef.h>

enum { HL_REPORT_CAPACITY = 64, HL_MESSAGE_LENGTH = 400, HL_FILE_LENGTH = 256 };

/** Where in an authored file something stands. Lines and columns count from 1; 0 when not known. */
typedef struct hl_place {
    int line, column;
} hl_place;

typedef struct hl_complaint {
    hl_place place;
    char text[HL_MESSAGE_LENGTH]; /**< what is wrong, and what is expected */
} hl_complaint;

/** Zero-initialise, then hl_report_begin. */
typedef struct hl_report {
    char file[HL_FILE_LENGTH]; /**< name used in front of every complaint */
    const char *label;         /**< in front of every text: "" or "warning: " */
    int count;                 /**< complaints kept */
    int dropped;               /**< complaints that found the list full */
    hl_complaint list[HL_REPORT_CAPACITY];
} hl_report;

/** Empty the report and name the file that the following complaints are about. */
void hl_report_begin(hl_report *report, const char *file);

/** The same for warnings: what a file may say, but hardly means. Their lines are marked as warnings. */
void hl_report_begin_warnings(hl_report *report, const char *file);

/** Add a complaint, printf-like: say what is wrong and what is expected. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void hl_report_add(hl_report *report, hl_place place, const char *format, ...);

/** Put the complaints in the order of their places, those of one place in that in which they were found:
 * readers of a file go from top to bottom, checks do not. */
void hl_report_sort(hl_report *report);

/** Write complaint `index` as `file:line:column: text` into `line` (`size` bytes, always NUL-ended); as
 * `file: text` when its place is line 0, of the whole file. */
void hl_report_line(const hl_report *report, int index, char *line, size_t size);

/** True while nothing was complained about. */
static inline int hl_report_clean(const hl_report *report)
{
    return report->count == 0;
}

#endif
