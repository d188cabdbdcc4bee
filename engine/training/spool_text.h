/* An outcome as text (JSON) and back. */
#ifndef TRAIN_SPOOL_TEXT_H
#define TRAIN_SPOOL_TEXT_H

#include "train/store.h"

/** To be freed with free(); NULL: memory is exhausted. */
char *train_spool_text(const train_outcome *outcome);

/** @return HL_BAD_INPUT: it is something else; HL_OUT_OF_MEMORY */
hl_status train_spool_parse(const char *text, hl_arena *arena, train_outcome *outcome);

#endif
