/* A drive without window, devices and instructor: the tractor in an exercise of one task, in a folder of its
 * own. Messages are collected. */
#ifndef DRIVE_RIG_H
#define DRIVE_RIG_H

#include "support/check.h"

#include "drv/drive.h"

#include <cjson/cJSON.h>

/** Folder of the test; made by rig_folder_make, removed by rig_folder_remove: setup and teardown of a group.
 */
extern const char *rig_folder;
int rig_folder_make(void **state);
int rig_folder_remove(void **state);

/** Path of a file in the folder: one of the last eight is kept. */
const char *rig_path(const char *name);

/** Write a file into the folder. @return its path */
const char *rig_write(const char *name, const char *text);

/** The whole text of a file in the folder, to be freed; NULL: there is none. */
char *rig_read(const char *name);

/** A scenario with the tractor and these further lines. @return its path */
const char *rig_scenario(const char *name, const char *lines);

/** The exercise: its task is done when the throttle is open, which its script does after 50 ms. */
extern const char rig_exercise[];

/** Write the exercise and its script, exercise.yaml and script.yaml. @return its path */
const char *rig_exercise_write(void);

/** All messages since rig_log_clear, one a line. */
extern const drv_log rig_log;
const char *rig_logged(void);
void rig_log_clear(void);

/** A drive with all its parts. */
typedef struct rig {
    drv_options options;
    drv_world world;
    drv_attempt attempt;
    drv_drive drive;
    int told;     /**< rounds that have ended */
    char *report; /**< of the last one */
    bool written;
    int64_t stop_after; /**< ticks, after which the drive is stopped; 0: it is not */
} rig;

/** Load a scenario and open a cockpit with nothing in it. Options may be changed before rig_prepare. */
void rig_load(rig *r, const char *path);

/** @return drv_status */
int rig_prepare(rig *r);

/** rig_prepare, then drive. @return drv_status */
int rig_drive(rig *r);

/** The report of the last round, to be deleted. */
cJSON *rig_report(const rig *r);

void rig_free(rig *r);

#endif
