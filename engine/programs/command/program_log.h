/* What libraries leave to the program: messages go to standard error, those of a command begin with its name;
 * plots are drawn by gnuplot, pages are made of templates in the assets. */
#ifndef PROGRAM_LOG_H
#define PROGRAM_LOG_H

#include "drv/results.h"

extern const drv_log program_log;

/** A store of results as libraries take it. @param path  of the store */
drv_results program_store(train_store *store, const char *path);

#endif
