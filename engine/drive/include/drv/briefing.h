/* What a trainee is told before a drive: what is to be done, what ends it, what scores, and how often it was
 * driven. Texts for pages. */
#ifndef DRV_BRIEFING_H
#define DRV_BRIEFING_H

#include "auth/scenario.h"
#include "hl/arena.h"
#include "train/store.h"

enum { DRV_LINES = AUTH_MAX_TASKS + AUTH_MAX_COMPONENTS };

/** Lines of a page. */
typedef struct drv_lines {
    hl_arena *arena;
    int count;
    const char *list[DRV_LINES];
} drv_lines;

/** Add a line, printf-like. Lines beyond DRV_LINES are left out. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void drv_lines_add(drv_lines *lines, const char *format, ...);

typedef struct drv_briefing {
    const char *text; /**< the scenario's; a line's end inside a paragraph is a space */
    drv_lines tasks, rules, scores;
} drv_briefing;

/** Texts go into the arena. */
drv_briefing drv_briefing_of(const auth_scenario *scenario, hl_arena *arena);

/** How a trainee stands with an exercise: "best 83.0; 2 of 3 attempts left"; empty when there is nothing to
 * say.
 *  @param list  attempts of the trainee at the exercise
 *  @param hash  of the exercise's texts as they are now: attempts at other texts are neither compared nor
 *               counted, as when one begins (train_attempts_counted)
 *  @param most  attempts that count; 0: all */
void drv_standing(const train_attempt *list, int count, const char *hash, int most, char *text, size_t size);

#endif
