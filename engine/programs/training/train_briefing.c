/* The briefing of `headland train`. */
#include "train.h"

#include "devices/device_files.h"
#include "drv/attempt.h"
#include "io/devices.h"

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
static void list_keys(const train *t, const char *machine_path, hl_arena *arena, drv_lines *keys)
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
