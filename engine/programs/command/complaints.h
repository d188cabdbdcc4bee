/* Complaints about authored files, on standard error. */
#ifndef COMPLAINTS_H
#define COMPLAINTS_H

#include "hl/report.h"
#include "hl/status.h"

/** Print all complaints, one a line, as file:line:column: text. */
void complaints_print(const hl_report *report);

/** The same, of a file that was refused. Where there is no complaint, as when memory is exhausted, the status
 * speaks for itself.
 *  @return exit status */
int complaints_refuse(const char *path, hl_status status, const hl_report *report);

#endif
