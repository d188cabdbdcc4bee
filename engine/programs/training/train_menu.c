/* Menu and briefing of `headland train`. */
#include "command/terminal.h"
#include "drv/assets.h"
#include "drv/attempt.h"
#include "drv/course.h"
#include "drv/load.h"
#include "io/devices.h"
#include "train.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- variants of the machines ---- */

static const char *const *choice_names(const auth_variant *variant, hl_arena *arena)
{
    const char **names = HL_NEW(arena, const char *, variant->choice_count);
    for (int i = 0; names && i < variant->choice_count; i++) names[i] = variant->choices[i].name;
    return names;
}

/* Those of a machine that cannot be read are none: the drive will say what is wrong. */
static void list_variants(const auth_scenario *scenario, hl_arena *arena, rnd_exercise *shown)
{
    static hl_report report; /* too large for the stack */
    auth_variant *variants;
    rt_text text;
    char why[RT_WHY_LENGTH];
    if (rt_text_read(scenario->machine, arena, &text, why) != HL_OK) return;
    hl_report_begin(&report, text.path);
    const int count = auth_machine_variants(text.text, text.length, text.path, arena, &variants, &report);
    struct rnd_variant *list = HL_NEW(arena, struct rnd_variant, count);
    for (int i = 0; list && i < count && i < RND_MAX_VARIANTS; i++) {
        list[i] = (struct rnd_variant){variants[i].name, variants[i].meaning, variants[i].choice_count,
                                       choice_names(&variants[i], arena)};
        shown->variant_count += list[i].choices != NULL;
    }
    shown->variants = list;
}

/* ---- how a trainee stands ---- */

typedef struct standing {
    train *t;
    drv_texts *texts;     /* of each exercise */
    drv_reached *reached; /* likewise, by the trainee */
    bool known;           /* whether `reached` is read */
    char trainee[RND_TRAINEE], locked[200], why[TRAIN_WHY];
} standing;

/* The results change only between two menus, so they are read once for each trainee. */
static const drv_reached *reached_by(standing *s, const char *trainee, int index)
{
    if (!s->known || strcmp(s->trainee, trainee) != 0) {
        snprintf(s->trainee, sizeof s->trainee, "%s", trainee);
        (void)drv_reached_read(s->t->store, trainee, &s->t->found, s->texts, s->reached);
        s->known = true;
    }
    return &s->reached[index];
}

static rnd_progress how_it_stands(void *context, const char *trainee, int index)
{
    static const rnd_medal medals[] = {[DRV_NO_MEDAL] = RND_NO_MEDAL,
                                       [DRV_BRONZE] = RND_BRONZE,
                                       [DRV_SILVER] = RND_SILVER,
                                       [DRV_GOLD] = RND_GOLD};
    standing *s = context;
    const drv_reached *r = reached_by(s, trainee, index);
    const bool locked = r->locked && !s->t->request.unlocked;
    if (locked)
        snprintf(s->locked, sizeof s->locked, "Locked: first pass \"%.80s\". Your instructor can start it.",
                 r->locked);
    return (rnd_progress){.standing = r->standing,
                          .medal = medals[r->medal],
                          .passed = r->passed,
                          .next = r->next,
                          .locked = locked ? s->locked : NULL};
}

static const char *refuse_name(void *context, const char *trainee)
{
    standing *s = context;
    if (!train_name_is_reserved(trainee, s->why)) return NULL;
    s->why[0] = (char)toupper((unsigned char)s->why[0]); /* a sentence of its own here */
    return s->why;
}

/* ---- the page ---- */

static const char *const *trainee_names(train_store *store, hl_arena *arena, int *count)
{
    train_trainee *list;
    int known;
    *count = 0;
    if (train_trainees(store, arena, &list, &known) != HL_OK) return NULL;
    const char **names = HL_NEW(arena, const char *, known + 1);
    for (int i = 0; names && i < known; i++)
        if (strcmp(list[i].name, TRAIN_REFERENCE) != 0) names[(*count)++] = list[i].name;
    return names;
}

/* Of its file: "tractor". */
static const char *machine_name(const char *path, hl_arena *arena)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *kept = hl_arena_string(arena, name, strcspn(name, "."));
    return kept ? kept : name;
}

/* "Tractor: first drives"; NULL: there are no courses. */
static const char *heading_of(const drv_exercises *found, const drv_exercise *exercise, hl_arena *arena)
{
    char text[2 * 64 + 8] = "Other exercises";
    if (found->course_count == 0) return NULL;
    if (exercise->course)
        snprintf(text, sizeof text, "%.63s: %.63s", exercise->course->title,
                 exercise->course->modules[exercise->module].title);
    return hl_arena_string(arena, text, strlen(text));
}

static const char *duration_of(const drv_exercise *exercise, hl_arena *arena)
{
    static const double minute = 60.0; /* [s] */
    char text[40];
    if (!exercise->course) return NULL;
    const double seconds = exercise->course->modules[exercise->module].lessons[exercise->lesson].duration;
    if (seconds <= 0.0) return NULL;
    if (seconds < minute)
        snprintf(text, sizeof text, "about %.0f s", seconds);
    else
        snprintf(text, sizeof text, "about %.0f min", seconds / minute);
    return hl_arena_string(arena, text, strlen(text));
}

static void describe(const drv_exercises *found, const drv_exercise *exercise, hl_arena *arena,
                     rnd_exercise *shown)
{
    const auth_scenario *scenario = exercise->scenario;
    *shown = (rnd_exercise){.title = scenario->training.title,
                            .machine = machine_name(scenario->machine, arena),
                            .text = scenario->description,
                            .level = scenario->training.level,
                            .heading = heading_of(found, exercise, arena),
                            .duration = duration_of(exercise, arena)};
    list_variants(scenario, arena, shown);
}

static rnd_exercise *list_exercises(const drv_exercises *found, hl_arena *arena)
{
    rnd_exercise *list = HL_NEW(arena, rnd_exercise, found->count + found->unreadable_count);
    for (int i = 0; list && i < found->count; i++) describe(found, &found->list[i], arena, &list[i]);
    for (int i = 0; list && i < found->unreadable_count; i++)
        list[found->count + i] = (rnd_exercise){.title = found->unreadable[i].title,
                                                .machine = "",
                                                .text = found->unreadable[i].why,
                                                .heading = found->course_count > 0 ? "Cannot be read" : NULL,
                                                .unreadable = true};
    return list;
}

rnd_answer train_menu(train *t, rnd_pages *pages)
{
    hl_arena arena = {0};
    standing s = {.t = t};
    rnd_menu menu = {.exercise_count = t->found.count + t->found.unreadable_count,
                     .progress = how_it_stands,
                     .refuse = refuse_name,
                     .context = &s};
    menu.trainees = trainee_names(t->store, &arena, &menu.trainee_count);
    menu.exercises = list_exercises(&t->found, &arena);
    s.texts = drv_texts_list(&t->found, &arena);
    s.reached = HL_NEW(&arena, drv_reached, t->found.count);
    const rnd_answer answer = menu.trainees && menu.exercises && s.texts && s.reached
                                  ? rnd_pages_menu(pages, &menu, &t->choice)
                                  : RND_ANSWER_LOST;
    hl_arena_free(&arena);
    return answer;
}

/* ==== briefing ==== */

/* Controls that neither the keyboard nor a device which is plugged in reaches. */
static void tell_unreached(const drv_bindings *files, const auth_machine *machine, io_keyboard *keyboard)
{
    enum { CONTROLS = 1024 };
    static io_device_info list[IO_LISTED];
    static io_choice choices[IO_LISTED];
    char names[200], error[200];
    bool reached[CONTROLS] = {false};
    const io_binding_files all = drv_bindings_list(files);
    const int count = io_device_list(list, error, sizeof error);
    if (machine->control_count > CONTROLS) return;
    io_bindings_reach(files->keyboard, machine, 0, reached);
    io_device_choose_all(list, count, &all, choices);
    for (int i = 0; i < count; i++)
        if (choices[i].device) io_bindings_reach(choices[i].device, machine, 0, reached);
    (void)io_bindings_unreached(machine, reached, names, sizeof names);
    io_keyboard_unreached(keyboard, names);
}

/* Lines of help for the keyboard, as the drive will have them; none when something cannot be read: the drive
 * says what. */
static void list_keys(const train *t, const char *machine_path, hl_arena *arena, drv_lines *keys)
{
    static hl_report report;   /* too large for the stack */
    static drv_bindings files; /* likewise */
    auth_machine *machine = NULL;
    hl_report_begin(&report, machine_path);
    if (auth_machine_read(machine_path, arena, &machine, &report) != HL_OK) return;
    drv_bindings_reader reader = {
        .log = &program_log, .machine = machine, .machine_path = machine_path, .arena = arena};
    if (!drv_bindings_read(&reader, t->request.drive.cockpit.bindings, &files)) return;
    const io_device_bindings *device = files.keyboard;
    io_keyboard *keyboard = device ? io_keyboard_new(machine, device, -1, arena) : NULL;
    if (!keyboard) return;
    tell_unreached(&files, machine, keyboard);
    for (const char *const *line = io_keyboard_help(keyboard); *line; line++)
        drv_lines_add(keys, "%s", *line);
}

rnd_answer train_briefing(train *t, rnd_pages *pages)
{
    hl_arena arena = {0};
    const auth_scenario *scenario = train_chosen(t)->scenario;
    const drv_briefing briefing = drv_briefing_of(scenario, &arena);
    drv_lines keys = {.arena = &arena};
    list_keys(t, scenario->machine, &arena, &keys);
    const rnd_briefing page = {.title = scenario->training.title,
                               .text = briefing.text,
                               .task_count = briefing.tasks.count,
                               .tasks = briefing.tasks.list,
                               .rule_count = briefing.rules.count,
                               .rules = briefing.rules.list,
                               .score_count = briefing.scores.count,
                               .scores = briefing.scores.list,
                               .key_count = keys.count,
                               .keys = keys.list};
    const rnd_answer answer = rnd_pages_briefing(pages, &page);
    hl_arena_free(&arena);
    return answer;
}
