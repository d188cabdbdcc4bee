/* Pages before and after a drive: menu, briefing, debriefing. A window of its own with pictures drawn by
 * cairo and pango, led by keyboard, mouse or a gamepad's pad; nothing of it moves by itself. One page at a
 * time; whoever calls waits for the answer.
 *
 *   pages = rnd_pages_open("headland", &settings, ...)
 *   rnd_pages_menu(pages, &menu, ...); rnd_pages_briefing(...); ...  rnd_pages_debrief(...)
 *   rnd_pages_close(pages) */
#ifndef RND_PAGES_H
#define RND_PAGES_H

#include "auth/settings.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct rnd_pages rnd_pages;

/** Open the window.
 *  @param ended  asked some times a second: whether the program is to end; NULL: never
 *  @param error  out: why not
 *  @return NULL: no display, no memory */
rnd_pages *rnd_pages_open(const char *title, const auth_settings *settings, bool (*ended)(void), char *error,
                          size_t error_size);
void rnd_pages_close(rnd_pages *pages);

/** An exercise as the menu shows it. */
typedef struct rnd_exercise {
    const char *title, *machine, *text; /**< text: its description, some lines */
    int level;                          /**< 1 to 5 */
    const char *standing;               /**< "best 83, rank 2 of 5", "2 of 3 attempts left"; may be empty */
    int variant_count;                  /**< of its machine */
    const struct rnd_variant {
        const char *name, *meaning;
        int choice_count;
        const char *const *choices;
    } * variants;
    bool unreadable; /**< it is listed, with the reason as its text, and cannot be started */
} rnd_exercise;

enum { RND_MAX_VARIANTS = 16, RND_TRAINEE = 320 };

typedef struct rnd_menu {
    int trainee_count, exercise_count;
    const char *const *trainees; /**< known ones */
    const rnd_exercise *exercises;
    /** Text about an exercise for a trainee, asked for anew when one of them changes. Lives until the next
     * call. */
    const char *(*standing)(void *context, const char *trainee, int exercise);
    /** Why nobody can drive under a name; NULL: the name is good. NULL as a function: all are. */
    const char *(*refuse)(void *context, const char *trainee);
    void *context;
} rnd_menu;

/** What was chosen; also what the page begins with. */
typedef struct rnd_choice {
    char trainee[RND_TRAINEE];
    int exercise;
    int choices[RND_MAX_VARIANTS]; /**< of each variant of its machine */
} rnd_choice;

typedef enum rnd_answer {
    RND_ANSWER_GO,    /**< menu: this one; briefing: drive; debriefing: on */
    RND_ANSWER_AGAIN, /**< debriefing: once more */
    RND_ANSWER_BACK,  /**< to the menu */
    RND_ANSWER_QUIT,  /**< the window was closed, or the program is to end */
    RND_ANSWER_LOST   /**< the display is gone */
} rnd_answer;

rnd_answer rnd_pages_menu(rnd_pages *pages, const rnd_menu *menu, rnd_choice *choice);

/** What there is to do: title, lines, tasks, what ends it, what scores; the keys below. */
typedef struct rnd_briefing {
    const char *title, *text;
    int task_count, rule_count, score_count;
    const char *const *tasks;  /**< what to do, in order */
    const char *const *rules;  /**< what ends it: "Rolling over 20 deg", "after 5 min" */
    const char *const *scores; /**< "time: 40 points, best 45 s, none from 3 min" */
    const char *const *keys;   /**< "W  lift": how it is driven */
    int key_count;
} rnd_briefing;
rnd_answer rnd_pages_briefing(rnd_pages *pages, const rnd_briefing *briefing);

/** A figure of a debriefing. */
typedef struct rnd_figure {
    const char *title, *svg; /**< svg: path of the picture; NULL: it is still being made */
} rnd_figure;

typedef struct rnd_points {
    const char *text, *value; /**< "time", "52.3 s (best 45 s, none from 180 s)" */
    double points, most;
} rnd_points;

typedef struct rnd_debrief {
    const char *title, *trainee, *verdict; /**< "Finished, passed: 83 of 100" */
    bool good;
    bool counts;         /**< its points do: it was finished */
    double score;        /**< of 100 */
    const char *explain; /**< lines */
    int point_count, figure_count;
    const rnd_points *points;
    const rnd_figure *figures;
    bool drawing;         /**< figures are still to come */
    const char *standing; /**< "rank 2 of 5; your best so far" */
    const char *proof;    /**< "being checked ...", "accepted"; asked for anew by `look` */
    bool again;           /**< another attempt is possible */
} rnd_debrief;

/** @param look  called some times a second, may change what the page shows; @return whether it has. NULL:
 * nothing changes */
rnd_answer rnd_pages_debrief(rnd_pages *pages, rnd_debrief *debrief, bool (*look)(void *context),
                             void *context);

/** Show a line and come back at once: what is being waited for. It stays until the next page, or the end. */
void rnd_pages_wait(rnd_pages *pages, const char *title, const char *text);

/** A line to read, and a key to go on: why something cannot be. */
rnd_answer rnd_pages_tell(rnd_pages *pages, const char *title, const char *text);

#endif
