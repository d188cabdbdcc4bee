/* Complaints about authored files, on standard error unless they are collected. */
#ifndef COMPLAINTS_H
#define COMPLAINTS_H

#include "hl/report.h"
#include "hl/status.h"

#include <stdio.h>

/** Collect all further complaints in a stream, to list a file as unreadable with its reason.
 *  @param out  NULL: they go to standard error again */
void complaints_to(FILE *out);

/** Where complaints go. */
FILE *complaints_out(void);

/** Print all complaints, one a line, as file:line:column: text. */
void complaints_print(const hl_report *report);

/** The same, of a file that was refused. Where there is no complaint, as when memory is exhausted, the status
 * speaks for itself.
 *  @return exit status */
int complaints_refuse(const char *path, hl_status status, const hl_report *report);

#endif
