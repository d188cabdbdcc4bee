/* The briefing of `headland train`. */
#include "train.h"

#include "devices/device_files.h"

#include "io/keyboard.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST = AUTH_MAX_TASKS + AUTH_MAX_COMPONENTS };

typedef struct lines {
    hl_arena *arena;
    int count;
    const char *list[MOST];
} lines;

__attribute__((format(printf, 2, 3))) static void add(lines *to, const char *format, ...)
{
    char text[400];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    const char *kept = to->count < MOST ? hl_arena_string(to->arena, text, strlen(text)) : NULL;
    if (kept) to->list[to->count++] = kept;
}

/* ---- what ends it, what scores ---- */

static const char *failure_of(const auth_task *task)
{
    for (int i = 0; i < task->then.count; i++)
        if (task->then.list[i].kind == AUTH_DO_FAIL) return task->then.list[i].text;
    return NULL;
}

/* "45 s", "4 min", "1.5 min". */
static const char *duration(double seconds, char text[32])
{
    static const double minute = 60.0; /* [s] */
    if (seconds < minute)
        snprintf(text, 32, "%g s", seconds);
    else
        snprintf(text, 32, "%.3g min", seconds / minute);
    return text;
}

static void list_tasks(const auth_training *training, lines *tasks, lines *rules)
{
    for (int i = 0; i < training->task_count; i++) {
        const auth_task *task = &training->tasks[i];
        const char *failure = failure_of(task);
        char time[32];
        if (*task->text && task->repeat > 1)
            add(tasks, "%s (%d times)", task->text, task->repeat);
        else if (*task->text)
            add(tasks, "%s", task->text);
        if (failure) add(rules, "%s", failure);
        if (task->within > 0.0)
            add(rules, "%s: more than %s", *task->text ? task->text : task->name,
                duration(task->within, time));
    }
}

/* As the file has it: a number in the signal's unit, or in SI when it came with a unit. */
static void list_scores(const auth_training *training, lines *scores)
{
    double whole = 0.0;
    for (int i = 0; i < training->component_count; i++) whole += training->components[i].weight;
    for (int i = 0; i < training->component_count; i++) {
        const auth_component *c = &training->components[i];
        add(scores, "%s: %.0f points", c->text, 100.0 * c->weight / whole);
    }
    if (training->pass > 0.0) add(scores, "%g of 100 points pass", training->pass);
}

/* ---- keys ---- */

/* Controls that neither the keyboard nor a device which is plugged in reaches. */
static void tell_unreached(const device_files *files, const auth_machine *machine, io_keyboard *keyboard)
{
    enum { CONTROLS = 1024 };
    static io_device_info list[IO_LISTED];
    static io_choice choices[IO_LISTED];
    char names[200], error[200];
    bool reached[CONTROLS] = {false};
    const io_binding_files all = device_files_list(files);
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
static void list_keys(const train *t, const char *machine_path, hl_arena *arena, lines *keys)
{
    static hl_report report;   /* too large for the stack */
    static device_files files; /* likewise */
    auth_machine *machine = NULL;
    hl_report_begin(&report, machine_path);
    if (auth_machine_read(machine_path, arena, &machine, &report) != HL_OK) return;
    device_reader reader = {
        .command = "train", .machine = machine, .machine_path = machine_path, .arena = arena};
    if (!device_files_read(&reader, t->request.drive.cockpit.bindings, &files)) return;
    const io_device_bindings *device = files.keyboard;
    io_keyboard *keyboard = device ? io_keyboard_new(machine, device, -1, arena) : NULL;
    if (!keyboard) return;
    tell_unreached(&files, machine, keyboard);
    for (const char *const *line = io_keyboard_help(keyboard); *line; line++) add(keys, "%s", *line);
}

/* Lines of a file are no lines of a page: a single one's end is a blank, an empty line ends a paragraph. */
static const char *reflow(const char *text, hl_arena *arena)
{
    const size_t length = strlen(text);
    char *page = HL_NEW(arena, char, length + 1);
    for (size_t i = 0; page && i < length; i++) {
        const bool inside =
            text[i] == '\n' && i > 0 && text[i - 1] != '\n' && text[i + 1] != '\n' && text[i + 1];
        page[i] = inside ? ' ' : text[i];
    }
    return page ? page : text;
}

rnd_answer train_briefing(train *t, rnd_pages *pages)
{
    hl_arena arena = {0};
    const auth_scenario *scenario = train_chosen(t)->scenario;
    const auth_training *training = &scenario->training;
    char time[32];
    lines tasks = {.arena = &arena}, rules = tasks, scores = tasks, keys = tasks;
    list_tasks(training, &tasks, &rules);
    if (scenario->seconds > 0.0) add(&rules, "%s have passed", duration(scenario->seconds, time));
    list_scores(training, &scores);
    list_keys(t, scenario->machine, &arena, &keys);
    const rnd_briefing page = {.title = training->title,
                               .text = reflow(training->briefing, &arena),
                               .task_count = tasks.count,
                               .tasks = tasks.list,
                               .rule_count = rules.count,
                               .rules = rules.list,
                               .score_count = scores.count,
                               .scores = scores.list,
                               .key_count = keys.count,
                               .keys = keys.list};
    const rnd_answer answer = rnd_pages_briefing(pages, &page);
    hl_arena_free(&arena);
    return answer;
}
