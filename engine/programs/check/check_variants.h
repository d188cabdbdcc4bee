/* headland check, of a machine's variants. */
#ifndef CHECK_VARIANTS_H
#define CHECK_VARIANTS_H

#include "drv/load.h"

/** Try every choice of every variant of a machine file, the others at their first, and print what is wrong
 * with it beyond what is wrong with the first choices, each once. Nothing is tried of a scenario's machine.
 *  @param files   what was read of the file, though its machine may have been refused
 *  @param status  exit status so far, of the first choices, whose complaints have been printed
 *  @return exit status */
int check_variants(const drv_files *files, int status);

#endif
