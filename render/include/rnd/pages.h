/* Pages before and after a drive: menu, briefing, debriefing. They have a separate window, are drawn by cairo
 * and pango, and are operated by keyboard, mouse or the pad of a gamepad. They have no animations. Each page
 * blocks the caller until it is answered.
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
 *  @param ended  called several times per second: whether the program must end; NULL: never
 *  @param error  out: the reason of a failure
 *  @return NULL: no display, no memory */
rnd_pages *rnd_pages_open(const char *title, const auth_settings *settings, bool (*ended)(void), char *error,
                          size_t error_size);
void rnd_pages_close(rnd_pages *pages);

/** An exercise in the menu. */
typedef struct rnd_exercise {
    const char *title, *machine, *text; /**< text: its description, several lines */
    int level;                          /**< 1 to 5 */
    int variant_count;                  /**< of its machine */
    const struct rnd_variant {
        const char *name, *meaning;
        int choice_count;
        const char *const *choices;
    } * variants;
    bool unreadable;      /**< listed with the reason as its text, but cannot be started */
    const char *heading;  /**< "Tractor: first drives", shown where it changes; NULL: none */
    const char *duration; /**< of an attempt, "about 3 min"; NULL: not known */
} rnd_exercise;

typedef enum rnd_medal { RND_NO_MEDAL, RND_BRONZE, RND_SILVER, RND_GOLD } rnd_medal;

/** What a trainee has reached in an exercise. */
typedef struct rnd_progress {
    const char *standing; /**< "best 83, rank 2 of 5", "2 of 3 attempts left"; may be empty */
    rnd_medal medal;
    bool passed, next;  /**< next: recommended */
    const char *locked; /**< why it cannot be started; NULL: it can */
} rnd_progress;

enum { RND_MAX_VARIANTS = 16, RND_TRAINEE = 320 };

typedef struct rnd_menu {
    int trainee_count, exercise_count;
    const char *const *trainees; /**< known ones */
    const rnd_exercise *exercises;
    /** What a trainee has reached in an exercise, called for each visible row in each painting. Texts are
     * valid until the next call for another trainee. NULL: nothing is known. */
    rnd_progress (*progress)(void *context, const char *trainee, int exercise);
    /** The reason why a trainee's name is invalid; NULL: valid. If the function is NULL, all names are valid.
     */
    const char *(*refuse)(void *context, const char *trainee);
    void *context;
} rnd_menu;

/** The selection: initial values in, final values out. */
typedef struct rnd_choice {
    char trainee[RND_TRAINEE];
    int exercise;
    int choices[RND_MAX_VARIANTS]; /**< for each variant of its machine */
} rnd_choice;

typedef enum rnd_answer {
    RND_ANSWER_GO,       /**< menu: start the selection; briefing: drive; debriefing: continue */
    RND_ANSWER_PRACTISE, /**< briefing: drive without end and score */
    RND_ANSWER_AGAIN,    /**< debriefing: repeat the exercise */
    RND_ANSWER_BACK,     /**< to the menu */
    RND_ANSWER_QUIT,     /**< the window was closed, or the program must end */
    RND_ANSWER_LOST      /**< the display was lost */
} rnd_answer;

rnd_answer rnd_pages_menu(rnd_pages *pages, const rnd_menu *menu, rnd_choice *choice);

/** The briefing: title, text, tasks, conditions that end the exercise, score, keys. */
typedef struct rnd_briefing {
    const char *title, *text;
    int task_count, rule_count, score_count;
    const char *const *tasks;  /**< tasks in their order */
    const char *const *rules;  /**< conditions that end the exercise: "Rolling over 20 deg", "after 5 min" */
    const char *const *scores; /**< "time: 40 points, best 45 s, none from 3 min" */
    const char *const *keys;   /**< keys and controls: "W  lift" */
    int key_count;
} rnd_briefing;
rnd_answer rnd_pages_briefing(rnd_pages *pages, const rnd_briefing *briefing);

/** A plot of a debriefing. */
typedef struct rnd_figure {
    const char *title, *svg; /**< svg: path of the image; NULL: not yet drawn */
} rnd_figure;

typedef struct rnd_points {
    const char *text, *value; /**< "time", "52.3 s (best 45 s, none from 180 s)" */
    double points, most;
} rnd_points;

typedef struct rnd_debrief {
    const char *title, *trainee, *verdict; /**< "Finished, passed: 83 of 100" */
    bool good;
    bool counts;         /**< its points count, because it was finished */
    double score;        /**< of 100 */
    const char *explain; /**< several lines */
    int point_count, figure_count;
    const rnd_points *points;
    const rnd_figure *figures;
    bool drawing;         /**< more figures will follow */
    const char *standing; /**< "rank 2 of 5; your best so far" */
    const char *proof;    /**< "being checked ...", "accepted"; updated by `look` */
    bool again;           /**< another attempt is possible */
} rnd_debrief;

/** Show a debriefing and wait for the answer.
 *  @param look  called several times per second; it may change the content, and then returns true. NULL: the
 *               content does not change */
rnd_answer rnd_pages_debrief(rnd_pages *pages, rnd_debrief *debrief, bool (*look)(void *context),
                             void *context);

/** Show a text about a wait and return at once. It is shown until the next page. */
void rnd_pages_wait(rnd_pages *pages, const char *title, const char *text);

/** Show a message, e.g. the reason of a failure, and wait for a key. */
rnd_answer rnd_pages_tell(rnd_pages *pages, const char *title, const char *text);

#endif
