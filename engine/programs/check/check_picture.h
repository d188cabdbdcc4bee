/* headland check of the picture of a machine: its models. */
#ifndef CHECK_PICTURE_H
#define CHECK_PICTURE_H

#include "run/machine.h"

/** See that the models which a machine's `picture:` names are there. Complaints on stderr.
 *  @return the exit status */
int check_picture(const machine_files *files);

#endif
