/* What the files of the report share. */
#ifndef REPORT_INTERNAL_H
#define REPORT_INTERNAL_H

#include "drv/drive.h"

#include <cjson/cJSON.h>

/** Add what the drive is judged by: goal, exercise, score, fuel, soil in zones, hits, the highest pressures.
 */
void report_add_score(cJSON *root, const drv_drive *drive);

#endif
