/* How a trainee stands: the best score, attempts that are left, passed modules, medals. */
#include "drv/attempt.h"
#include "drv/course.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- one exercise ---- */

static bool is_own(const train_attempt *a)
{
    return !a->exercise.reference && !a->voiding.voided;
}

/* Refused scores do not count. */
static bool is_score(const train_attempt *a)
{
    return a->outcome.result == TRAIN_FINISHED && a->proof != TRAIN_REFUSED;
}

/* NaN: there is none. */
static double best_score(const train_attempt *list, int count, const char *hash)
{
    double best = (double)NAN;
    for (int i = 0; i < count; i++)
        if (is_own(&list[i]) && is_score(&list[i]) && strcmp(list[i].exercise.hash, hash) == 0)
            best = fmax(best, list[i].outcome.score);
    return best;
}

static int count_attempts(const train_attempt *list, int count, const char *hash)
{
    int counted = 0;
    for (int i = 0; i < count; i++)
        counted += is_own(&list[i]) && !list[i].exercise.practice && strcmp(list[i].exercise.hash, hash) == 0;
    return counted;
}

void drv_standing(const train_attempt *list, int count, const char *hash, int most, char *text, size_t size)
{
    const double best = best_score(list, count, hash);
    const int counted = count_attempts(list, count, hash);
    size_t length = 0;
    *text = '\0';
    if (!isnan(best)) length = (size_t)snprintf(text, size, "best %.1f", best);
    if (length > 0 && most + counted > 0) length += (size_t)snprintf(text + length, size - length, "; ");
    if (most > counted)
        snprintf(text + length, size - length, "%d of %d attempts left", most - counted, most);
    else if (most > 0)
        snprintf(text + length, size - length, "no attempts left: practice");
    else if (counted > 0)
        snprintf(text + length, size - length, "%d attempt%s", counted, counted > 1 ? "s" : "");
}

const char *drv_medal_word(drv_medal medal)
{
    static const char *const words[] = {"", "bronze", "silver", "gold"};
    return words[medal];
}

/* Of a passed exercise. A pass of former texts alone has no score to compare. */
static drv_medal medal_of(const auth_course *course, double best)
{
    if (best >= course->gold) return DRV_GOLD;
    return best >= course->silver ? DRV_SILVER : DRV_BRONZE;
}

void drv_reached_set(drv_reached *reached, const drv_exercise *exercise, const train_attempt *list, int count,
                     const char *hash)
{
    *reached = (drv_reached){.best = best_score(list, count, hash)};
    for (int i = 0; i < count; i++)
        reached->passed |= is_own(&list[i]) && is_score(&list[i]) && list[i].outcome.passed;
    if (exercise->course && reached->passed) reached->medal = medal_of(exercise->course, reached->best);
    drv_standing(list, count, hash, exercise->scenario->training.attempts, reached->standing,
                 sizeof reached->standing);
}

/* ---- modules ---- */

/* Exercises that could not be read are not required. */
static bool is_module_passed(const drv_exercises *found, const drv_reached *list, const auth_course *course,
                             int module)
{
    int there = 0, passed = 0;
    for (int i = 0; i < found->count; i++) {
        const bool within = found->list[i].course == course && found->list[i].module == module;
        there += within;
        passed += within && list[i].passed;
    }
    const int needed = course->modules[module].passed;
    return passed >= (needed > 0 && needed < there ? needed : there);
}

static const char *find_lock(const drv_exercises *found, const drv_reached *list,
                             const drv_exercise *exercise)
{
    const auth_course *course = exercise->course;
    if (!course) return NULL;
    const auth_module *module = &course->modules[exercise->module];
    for (int i = 0; i < module->need_count; i++)
        if (!is_module_passed(found, list, course, module->needs[i]))
            return course->modules[module->needs[i]].title;
    return NULL;
}

void drv_reached_order(const drv_exercises *found, drv_reached *list)
{
    const auth_course *recommended = NULL; /* exercises of a course follow each other */
    for (int i = 0; i < found->count; i++) {
        const auth_course *course = found->list[i].course;
        list[i].locked = find_lock(found, list, &found->list[i]);
        list[i].next = course && course != recommended && !list[i].passed && !list[i].locked;
        if (list[i].next) recommended = course;
    }
}

drv_texts *drv_texts_list(const drv_exercises *found, hl_arena *arena)
{
    drv_texts *list = HL_NEW(arena, drv_texts, found->count + 1);
    for (int i = 0; list && i < found->count; i++)
        drv_exercise_hash(found->list[i].path, found->list[i].scenario, list[i].hash);
    return list;
}

hl_status drv_reached_read(train_store *store, const char *trainee, const drv_exercises *found,
                           const drv_texts *texts, drv_reached *list)
{
    hl_status worst = HL_OK;
    for (int i = 0; i < found->count; i++) {
        hl_arena arena = {0};
        train_attempt *attempts = NULL;
        int count = 0;
        const train_filter filter = {.trainee = trainee, .exercise = found->list[i].scenario->name};
        const hl_status status = store ? train_attempts(store, &filter, &arena, &attempts, &count) : HL_OK;
        if (status != HL_OK) worst = status;
        drv_reached_set(&list[i], &found->list[i], attempts, status == HL_OK ? count : 0, texts[i].hash);
        hl_arena_free(&arena);
    }
    drv_reached_order(found, list);
    return worst;
}
