/* The instructor's side of a drive: the seat tells how it stands, and does what it is asked for. */
#ifndef DRV_DIRECTOR_H
#define DRV_DIRECTOR_H

#include "drv/drive.h"
#include "drv/exercises.h"
#include "xch/director.h"

/** Listen as a seat of this name, from one drive to the next.
 *  @param found   exercises that may be loaded; they outlive it
 *  @param status  out: drv_status when NULL, which comes after a message */
drv_director *drv_director_open(const drv_log *log, const char *seat, const drv_exercises *found,
                                int *status);

/** Join the session of a drive's round, which has not started. @return false: out of memory */
bool drv_director_join(drv_director *director, drv_drive *drive);

/** Leave it: nothing of it is looked at any more. */
void drv_director_leave(drv_director *director);

/** Tell something that happened. */
void drv_director_event(drv_director *director, double time, const char *kind, const char *text);

/** Tell how the drive stands, do what was asked for; some times a second, from the drive's thread. */
void drv_director_look(drv_director *director, drv_drive *drive);

/** Do one thing that was asked for. */
void drv_director_act(drv_director *director, drv_drive *drive, const xch_director *request);

void drv_director_close(drv_director *director);

#endif
