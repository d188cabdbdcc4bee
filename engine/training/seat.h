/* Which process drives an attempt, told so that nobody else is taken for it: process numbers come again, and
 * after a new start of the system all of them do. */
#ifndef TRAIN_SEAT_H
#define TRAIN_SEAT_H

#include <stdbool.h>
#include <stdint.h>

enum { TRAIN_BOOT = 40 /* a UUID and its end */ };

typedef struct train_seat {
    int64_t pid;
    int64_t start;         /**< of the process, in clock ticks since the system started; 0: unknown */
    char boot[TRAIN_BOOT]; /**< which start of the system; empty: unknown */
} train_seat;

/** This process. */
void train_seat_self(train_seat *seat);

/** Whether the process of a seat still runs on this system. */
bool train_seat_is_alive(const train_seat *seat);

#endif
