/* How a trainee stands with an exercise, in the menu's words. */
#ifndef TRAIN_STANDING_H
#define TRAIN_STANDING_H

#include "train/store.h"

/** "best 83.0; 2 of 3 attempts left"; empty when there is nothing to say.
 *  @param list  attempts of the trainee at the exercise
 *  @param hash  of the exercise's texts as they are now: attempts at other texts are neither compared nor
 *               counted, as when one begins (train_attempts_counted)
 *  @param most  attempts that count; 0: all */
void train_standing(const train_attempt *list, int count, const char *hash, int most, char *text,
                    size_t size);

#endif
