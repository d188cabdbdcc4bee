/* Courses: the order of exercises, and what a trainee has reached in them. */
#ifndef DRV_COURSE_H
#define DRV_COURSE_H

#include "auth/course.h"
#include "drv/load.h"
#include "train/store.h"

/** Read a course into the list; a course that cannot be read is logged and left out. */
void drv_course_add(const drv_log *log, const char *path, hl_arena *arena, drv_exercises *found);

/** Give each exercise its place in the first course that lists it. Listed files that are not among the
 * exercises are logged. */
void drv_courses_join(const drv_log *log, drv_exercises *found);

/** Whether two exercises are in the same module of the same course, or both without a course. */
bool drv_is_same_module(const drv_exercise *one, const drv_exercise *other);

/* ---- what a trainee has reached ---- */

typedef enum drv_medal { DRV_NO_MEDAL, DRV_BRONZE, DRV_SILVER, DRV_GOLD } drv_medal;

/** "bronze", "silver", "gold"; empty for DRV_NO_MEDAL. */
const char *drv_medal_word(drv_medal medal);

typedef struct drv_reached {
    bool passed; /**< in any version of its texts, in practice too; not if voided or refused */
    double best; /**< score of the present texts; NaN: none */
    drv_medal medal;
    bool next;          /**< recommended: the first of its course that is not passed and not locked */
    const char *locked; /**< title of a module that must be passed before; NULL: not locked */
    char standing[100]; /**< of drv_standing */
} drv_reached;

/** Evaluate the attempts of a trainee at one exercise: passed, best, medal of an exercise with a course,
 * text.
 *  @param hash  of the present texts */
void drv_reached_set(drv_reached *reached, const drv_exercise *exercise, const train_attempt *list, int count,
                     const char *hash);

/** Find the locked and the recommended exercises. @param list  of each exercise, with `passed` */
void drv_reached_order(const drv_exercises *found, drv_reached *list);

/** Hash of the present texts of an exercise. */
typedef struct drv_texts {
    char hash[DRV_HASH];
} drv_texts;

/** Hashes of all exercises, in the arena; NULL: out of memory. */
drv_texts *drv_texts_list(const drv_exercises *found, hl_arena *arena);

/** Both for all exercises, from a store.
 *  @param store    NULL: there is none yet
 *  @param texts    of each exercise
 *  @param list     out, of each exercise
 *  @return status of reading the store; the list is complete nevertheless */
hl_status drv_reached_read(train_store *store, const char *trainee, const drv_exercises *found,
                           const drv_texts *texts, drv_reached *list);

#endif
