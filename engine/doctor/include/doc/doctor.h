/* The doctor: finds settings of a computer that delay a real-time program, and names the commands that change
 * them.
 *
 * All settings are read from files of the kernel below a root folder, so that tests and support can use a
 * copy of /proc, /sys and /dev. Wake-up latencies are measured with the threads of the real-time loop. */
#ifndef DOC_DOCTOR_H
#define DOC_DOCTOR_H

#include "hl/arena.h"
#include "rt/loop.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- samples ---- */

/* Counters of the kernel at one time. Load, interrupts and stolen time are differences of two samples. */

enum { DOC_NAME = 32 };

typedef struct doc_process {
    int id;
    char name[DOC_NAME];
    int64_t ticks; /**< processor time so far, in ticks of /proc (10 ms) */
} doc_process;

typedef struct doc_sample {
    const char *stat, *interrupts; /**< /proc/stat, /proc/interrupts; empty: not visible */
    doc_process own;               /**< this process */
    int process_count;
    doc_process *processes;
} doc_sample;

/** Read a sample. @param root  folder with proc; "": the running system. @return false: out of memory */
bool doc_sample_read(const char *root, hl_arena *arena, doc_sample *sample);

/* ---- findings ---- */

typedef enum doc_state {
    DOC_OK,
    DOC_WARNING,
    DOC_HIDDEN /**< not visible: e.g. the host of a virtual machine has the setting */
} doc_state;

enum { DOC_TEXT = 300, DOC_FINDINGS = 24 };

typedef struct doc_finding {
    const char *key, *title; /**< for JSON; for people */
    doc_state state;
    char found[DOC_TEXT], expected[DOC_TEXT];
    char change[DOC_TEXT];   /**< command or step that changes the setting; empty unless DOC_WARNING */
    char measured[DOC_TEXT]; /**< effect on the wake-up latency; empty: not measured */
} doc_finding;

/** Input of an examination: the root, and what the kernel's files do not contain. */
typedef struct doc_subject {
    const char *root;                 /**< folder with proc, sys and dev; "": the running system */
    int cpu;                          /**< processor of the physics thread; below 0: any */
    int priority;                     /**< of the physics thread (SCHED_FIFO) */
    const char *runtime;              /**< $XDG_RUNTIME_DIR, below the root; NULL: not set */
    const char *renderer;             /**< name of the OpenGL renderer; NULL: see `no_renderer` */
    const char *no_renderer;          /**< reason why the renderer is unknown */
    bool software;                    /**< the renderer is the processor */
    int devices;                      /**< number of input devices; below 0: not known */
    int refused;                      /**< number of these that may not be read */
    const char *refused_advice;       /**< what permits the first of them */
    const doc_sample *before, *after; /**< equal: load and interrupts are unknown */
} doc_subject;

/** Examine all settings. @return number of findings */
int doc_examine(const doc_subject *subject, doc_finding findings[DOC_FINDINGS]);

/* ---- measurement ---- */

/* Wake-up latency of a thread with a period of 1 ms and the settings of the physics thread; then without one
 * of these settings, if it was granted. */

/** Settings of a measurement. */
typedef enum doc_way {
    DOC_AS_HEADLAND, /**< as headland runs */
    DOC_ORDINARY,    /**< without SCHED_FIFO */
    DOC_WITH_SLEEP,  /**< without /dev/cpu_dma_latency: processors may enter all sleep states */
    DOC_WAYS
} doc_way;

enum { DOC_EACH = 64 };

/** Wake-up latency on one processor. */
typedef struct doc_each {
    int cpu;
    rt_histogram wake; /**< [ns] */
} doc_each;

typedef struct doc_wakes {
    int each_count; /**< processors that were compared, all at the same time; 0: there is only one */
    doc_each each[DOC_EACH];
    bool measured[DOC_WAYS];
    rt_histogram wake[DOC_WAYS];      /**< [ns] */
    bool fifo, locked, awake, pinned; /**< what was granted to DOC_AS_HEADLAND */
} doc_wakes;

/** Name of a way: "without SCHED_FIFO". */
const char *doc_way_name(doc_way way);

/** Measure in each way, then as headland runs on up to DOC_EACH processors at the same time. Not RT; takes up
 * to four times `seconds`.
 *  @return false: no thread could be started */
bool doc_measure(const doc_subject *subject, double seconds, doc_wakes *wakes);

/** Append the finding about the wake-up latency to `count` findings, and add the measured effects to those
 * about the settings. @return number of findings */
int doc_conclude(const doc_wakes *wakes, doc_finding findings[DOC_FINDINGS], int count);

#endif
