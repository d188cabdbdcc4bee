/* Courses (`headland: course`): exercises of a machine in modules with prerequisites. docs/course.md explains
 * the file. */
#ifndef AUTH_COURSE_H
#define AUTH_COURSE_H

#include "hl/arena.h"
#include "hl/report.h"
#include "hl/status.h"

#include <stdbool.h>

enum { AUTH_MAX_MODULES = 32, AUTH_MAX_LESSONS = 64 /**< of a module */ };

/** An exercise of a module. */
typedef struct auth_lesson {
    const char *file; /**< of the scenario, resolved */
    hl_place file_place;
    double duration; /**< of one attempt, for trainees [s]; 0: not given */
} auth_lesson;

/** `modules:` a list, in the order of the course. */
typedef struct auth_module {
    const char *name, *title; /**< title: default the name */
    hl_place place;
    int after_count;
    const char **after; /**< names of earlier modules */
    bool after_given;
    int need_count;
    int needs[AUTH_MAX_MODULES]; /**< modules that must be passed before: those of `after`; by default the
                                    module before */
    int passed;                  /**< exercises of it that must be passed; 0 (default): all */
    int lesson_count;
    auth_lesson *lessons;
} auth_module;

typedef struct auth_course {
    const char *name, *description;
    const char *title;   /**< default the name */
    double silver, gold; /**< points of 100 that earn these medals; a passed exercise earns bronze */
    int module_count;
    auth_module *modules;
} auth_course;

/** Read a course; see auth_mechanism_read. */
hl_status auth_course_read(const char *path, hl_arena *arena, auth_course **course, hl_report *report);
hl_status auth_course_parse(const char *text, size_t length, const char *name, hl_arena *arena,
                            auth_course **course, hl_report *report);

#endif
