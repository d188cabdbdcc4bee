/* What `headland run` and `headland train` share: how a drive is asked for. */
#ifndef RUN_H
#define RUN_H

#include "command/options.h"
#include "drv/drive.h"
#include "picture/window.h"

/** Options of the cockpit as they were written; NULL: not given. */
typedef struct cockpit_request {
    const char *bindings, *pattern, *sound, *motion;
    bool mute;
} cockpit_request;

/** Their entries in a table of options. */
#define COCKPIT_OPTIONS(request)                                                                             \
    {"bindings", OPTION_FILE, &(request)->bindings, "FILE",                                                  \
     "bindings of devices to controls (default: the user's own bindings.yaml)"},                             \
        {"pattern", OPTION_TEXT, &(request)->pattern, "NAME",                                                \
         "control pattern of the levers, one of the machine's (default: as chosen in the window)"},          \
        {"sound", OPTION_OUTPUT, &(request)->sound, "FILE.wav",                                              \
         "write the sound to a file instead of playing it"},                                                 \
        {"mute", OPTION_FLAG, &(request)->mute, NULL, "play no sound"},                                      \
    {                                                                                                        \
        "motion", OPTION_FILE, &(request)->motion, "RIG", "rig file of a motion platform to move"            \
    }

/** The command line. */
typedef struct run_request {
    bool headless, rt_report, json;
    double seconds;             /**< [s]; 0: not given */
    const char *speed, *driver; /**< --speed and --operator; NULL: not given */
    const char *out;            /**< folder; NULL: nothing is written */
    const char *frames;         /**< pictures that are asked for; NULL: none */
    int cpu;                    /**< below 0: not given */
    int physics_threads;        /**< 0: not given */
    const char *trainee;        /**< NULL: no attempt */
    const char *db;             /**< of results; NULL: the user's own */
    bool practice;              /**< without end and score, and without an attempt */
    bool reference;             /**< the exercise's own script drives, for comparison */
    bool unproved;              /**< attempts are not computed again at the end */
    const char *seat;           /**< name under which an instructor finds it; NULL: none */
    const char *exercises;      /**< folder of more exercises that an instructor may load; NULL: none */
    option_list set;
    window_request window;
    cockpit_request cockpit;
    void (*ready)(void *context); /**< called when the window is there, or cannot be; NULL: none */
    void *ready_context;
} run_request;

/** Drive once, and again where that is asked for.
 *  @param director  NULL: none
 *  @param next      out: the exercise that is to be driven then, empty: none
 *  @param last      out, may be NULL: the last attempt in the store; 0: none
 *  @return exit status */
int run_scenario(const run_request *request, const char *path, drv_director *director, char next[DRV_PATH],
                 int64_t *last);

/** Whether a driver is a person, at the keyboard or at devices. */
bool run_is_person(const char *driver);

/* ---- run_summary.c ---- */

/** Print what came of a round, for people.
 *  @param written  whether report.json was written, if there is a folder */
void run_print_summary(const drv_drive *drive, bool written);

#endif
