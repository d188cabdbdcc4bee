/* What a drive writes while it goes on: recording, black box and telemetry. */
#ifndef DRV_RECORD_H
#define DRV_RECORD_H

#include "drv/load.h"
#include "rt/recorder.h"
#include "rt/session.h"
#include "rt/telemetry.h"
#include "train/store.h"

enum { DRV_PATH = TRAIN_PATH + 32 };

typedef struct drv_record {
    const char *folder; /**< NULL: nothing but a black box in the current folder, if the world stops */
    bool packed;        /**< telemetry is compressed */
    rt_recorder *recorder;
    rt_telemetry *telemetry;      /**< NULL: none */
    rt_recorder_outcome recorded; /**< once closed */
    rt_telemetry_outcome rows;    /**< likewise */
} drv_record;

typedef struct drv_record_setup {
    const drv_log *log;
    const drv_files *files;
    world_machine *machine; /**< as it stands at the start */
    rt_session *session;    /**< has not started */
    const char *folder;     /**< made if needed; results of an earlier drive in it are removed; NULL: none */
    bool packed;            /**< for attempts, which are kept for long */
    int64_t reserve;        /**< bytes kept free on the disk for the recording; 0: none */
} drv_record_setup;

/** Open recorder and telemetry as hooks of the session. @return false after a message */
bool drv_record_open(drv_record *record, const drv_record_setup *setup, hl_arena *arena);

/** Close them; the session has ended. */
void drv_record_close(drv_record *record, world_machine *machine, const rt_session *session);

/** Name of the telemetry's file. */
const char *drv_telemetry_name(const drv_record *record);

/** Path of a file in the folder. */
const char *drv_record_path(const drv_record *record, const char *name, char path[DRV_PATH]);

#endif
