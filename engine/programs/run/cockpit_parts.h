/* The parts of the cockpit: see cockpit.h, whose functions of the same names these are. */
#ifndef COCKPIT_PARTS_H
#define COCKPIT_PARTS_H

#include "cockpit.h"

/* ---- cockpit_hands.c: input devices ---- */

typedef struct cockpit_hands cockpit_hands;

/** Read the files of bindings. */
cockpit_hands *cockpit_hands_read(const cockpit_setup *setup, hl_arena *arena, int *status);
/** @return false after a message; PROGRAM_ENVIRONMENT then */
bool cockpit_hands_open(cockpit_hands *hands, const cockpit_setup *setup, int pattern, hl_arena *arena);
const io_device_bindings *cockpit_hands_keyboard(const cockpit_hands *hands);
bool cockpit_hands_join(cockpit_hands *hands, rt_session *session);
void cockpit_hands_leave(cockpit_hands *hands);
/** See cockpit_unreached. */
int cockpit_hands_unreached(const cockpit_hands *hands, int pattern, char *text, size_t size);
void cockpit_hands_pattern(cockpit_hands *hands, int pattern);
bool cockpit_hands_news(cockpit_hands *hands, char *text, size_t size);
bool cockpit_hands_action(cockpit_hands *hands, io_action *action);
void cockpit_hands_close(cockpit_hands *hands);

/* ---- cockpit_seat.c: the motion platform ---- */

typedef struct cockpit_seat cockpit_seat;

/** Read the rig. */
cockpit_seat *cockpit_seat_read(const cockpit_setup *setup, hl_arena *arena, int *status);
/** @return false after a message; PROGRAM_ENVIRONMENT then */
bool cockpit_seat_open(cockpit_seat *seat, const cockpit_setup *setup, hl_arena *arena);
bool cockpit_seat_join(cockpit_seat *seat, rt_session *session);
void cockpit_seat_leave(cockpit_seat *seat);
io_motion_counts cockpit_seat_counts(const cockpit_seat *seat);
bool cockpit_seat_news(cockpit_seat *seat, char *text, size_t size);
void cockpit_seat_close(cockpit_seat *seat);

#endif
