/* The budget of a tick: the time of each part. The clock is read at the end of each part, so the parts add up
 * to the tick; interruptions count in the part they interrupt. */
#ifndef RT_BUDGET_H
#define RT_BUDGET_H

#include "rt/clock.h"
#include "rt/histogram.h"
#include "world/machine.h"

/** Parts of a tick, in their order. */
typedef enum rt_part {
    RT_PART_COMMANDS, /**< commands of all sources, lost inputs, the script */
    RT_PART_WORLD,    /**< from here on as world_part (world/machine.h) */
    RT_PART_SIGNALS = RT_PART_WORLD + (int)WORLD_PARTS, /**< all signals; saving the last good state */
    RT_PART_NEWS,      /**< hits, tasks and goal as events; hooks without a part of their own */
    RT_PART_RECORDER,  /**< hash, frame, periodically a copy of the state */
    RT_PART_TELEMETRY, /**< rows */
    RT_PART_SAMPLES,   /**< for sound, motion, forces */
    RT_PART_SNAPSHOT,  /**< for pictures */
    RT_PART_SAND,      /**< tiles and grains for pictures */
    RT_PARTS
} rt_part;

typedef struct rt_budget {
    rt_clock clock;
    int64_t began, last;          /**< of the tick under way; of its part under way [ns] */
    int64_t spent[RT_PARTS];      /**< in the tick under way [ns] */
    int64_t total[RT_PARTS];      /**< in all ticks [ns] */
    int64_t longest[RT_PARTS];    /**< in the longest tick [ns] */
    rt_histogram parts[RT_PARTS]; /**< of every tick */
    rt_histogram tick;            /**< of all parts together */
} rt_budget;

/** Reset the measurement. */
void rt_budget_begin(rt_budget *budget, rt_clock clock);

/** Start of a tick; end of a part; end of the tick. A part may end several times in a tick; its times are
 * added. RT. @param budget NULL: no measurement */
void rt_budget_tick(rt_budget *budget);
void rt_budget_ended(rt_budget *budget, rt_part part);
void rt_budget_finish(rt_budget *budget);

/** Mean time of a part in a tick [ns]; 0 without ticks. */
double rt_budget_mean(const rt_budget *budget, rt_part part);

/** Its name in files, e.g. "newton", and its description. */
const char *rt_part_key(rt_part part);
const char *rt_part_text(rt_part part);

#endif
