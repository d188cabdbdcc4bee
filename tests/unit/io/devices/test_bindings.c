/* Names of bindings resolved, the shipped profiles, and every way in which names can be wrong. */
#include "refusal.h"

#include "io/bindings.h"

#include <dirent.h>
#include <linux/input.h>
#include <stdio.h>

static hl_report report; /* too large for the stack */
static hl_arena machines;
static const auth_machine *tractor, *forklift;

static const auth_machine *read_machine(const char *name)
{
    char path[1024];
    auth_machine *machine = NULL;
    snprintf(path, sizeof path, HEADLAND_SOURCE "/assets/machines/%s.yaml", name);
    assert_int_equal(auth_machine_read(path, &machines, &machine, &report), HL_OK);
    return machine;
}

static int read_machines(void **state)
{
    (void)state;
    tractor = read_machine("tractor");
    forklift = read_machine("forklift");
    return 0;
}

static int free_machines(void **state)
{
    (void)state;
    hl_arena_free(&machines);
    return 0;
}

/* ---- the shipped profiles ---- */

static io_bindings *resolve_file(const char *path, const auth_machine *machine, hl_arena *arena)
{
    char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32] = "";
    auth_bindings *author = NULL;
    io_bindings *bindings = NULL;
    hl_status status = auth_bindings_read(path, arena, &author, &report);
    if (status == HL_OK) status = io_bindings_resolve(author, machine, false, arena, &bindings, &report);
    if (report.count > 0) hl_report_line(&report, 0, line, sizeof line);
    if (status != HL_OK) fail_msg("%s: %s", path, line);
    assert_non_null(bindings);
    return bindings;
}

static io_bindings *resolve_profile(const char *name, const auth_machine *machine, hl_arena *arena)
{
    char path[1024];
    snprintf(path, sizeof path, HEADLAND_SOURCE "/assets/devices/%s", name);
    return resolve_file(path, machine, arena);
}

static int moved(const io_bindings *bindings)
{
    int count = 0;
    for (int d = 0; d < bindings->device_count; d++) {
        const io_device_bindings *device = &bindings->devices[d];
        for (int i = 0; i < device->axis_count; i++) count += device->axes[i].target.kind != IO_TARGET_NONE;
        for (int i = 0; i < device->button_count; i++)
            count += device->buttons[i].target.kind != IO_TARGET_NONE;
    }
    return count;
}

static void every_profile_drives_the_tractor(void **state)
{
    (void)state;
    int profiles = 0;
    DIR *folder = opendir(HEADLAND_SOURCE "/assets/devices");
    assert_non_null(folder);
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        const char *dot = strrchr(entry->d_name, '.');
        if (dot == NULL || strcmp(dot, ".yaml") != 0) continue;
        hl_arena arena = {0};
        if (moved(resolve_profile(entry->d_name, tractor, &arena)) == 0)
            fail_msg("%s moves nothing", entry->d_name);
        resolve_profile(entry->d_name, forklift, &arena);
        resolve_profile(entry->d_name, NULL, &arena);
        hl_arena_free(&arena);
        profiles++;
    }
    closedir(folder);
    assert_true(profiles >= 23); /* one for every family of devices, and the keyboard */
}

/* ---- udev ---- */

/* A rule that names both halves of an id. */
static bool ruled(FILE *rules, const auth_match *match)
{
    char line[400], vendor[40], product[8];
    snprintf(vendor, sizeof vendor, "{id/vendor}==\"%04x\"", (unsigned)match->vendor & 0xffff);
    snprintf(product, sizeof product, "%04x", (unsigned)match->product & 0xffff);
    rewind(rules);
    while (fgets(line, sizeof line, rules) != NULL) {
        const char *products = strstr(line, "{id/product}==");
        if (strstr(line, vendor) != NULL && (products == NULL || strstr(products, product) != NULL))
            return true;
    }
    return false;
}

/* What a profile knows by its id may be opened by who installs the rules. */
static void the_rules_know_every_id(void **state)
{
    (void)state;
    int ids = 0;
    FILE *rules = fopen(HEADLAND_SOURCE "/assets/udev/70-headland.rules", "r");
    DIR *folder = opendir(HEADLAND_SOURCE "/assets/devices");
    assert_non_null(rules);
    assert_non_null(folder);
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        if (strstr(entry->d_name, ".yaml") == NULL) continue;
        hl_arena arena = {0};
        const io_bindings *bindings = resolve_profile(entry->d_name, NULL, &arena);
        for (int d = 0; d < bindings->device_count; d++) {
            const auth_match *match = &bindings->devices[d].author->match;
            if (match->vendor < 0) continue;
            ids++;
            if (!ruled(rules, match)) fail_msg("no rule for a device of %s", entry->d_name);
        }
        hl_arena_free(&arena);
    }
    closedir(folder);
    fclose(rules);
    assert_true(ids >= 30);
}

/* ---- what they move ---- */

static const io_device_bindings *device_of(const io_bindings *bindings, int vendor, int product, int instance)
{
    for (int d = 0; d < bindings->device_count; d++) {
        const auth_match *m = &bindings->devices[d].author->match;
        if (m->vendor == vendor && m->product == product && m->instance == instance)
            return &bindings->devices[d];
    }
    fail_msg("there is no %04x:%04x", (unsigned)vendor, (unsigned)product);
    return NULL;
}

/* The control that an axis moves, directly or as a lever of the tractor's first pattern; NULL: none. */
static const char *control_of(const io_target *target, bool *invert)
{
    const auth_pattern *pattern = &tractor->patterns[0];
    if (target->kind == IO_TARGET_CONTROL) return tractor->controls[target->index].name;
    if (target->kind != IO_TARGET_LEVER) return NULL;
    for (int i = 0; i < pattern->lever_count; i++) {
        if (strcmp(pattern->levers[i].lever, auth_lever_word(target->index)) != 0) continue;
        *invert = *invert != pattern->levers[i].invert;
        return tractor->controls[pattern->levers[i].control].name;
    }
    return NULL;
}

/* An axis of a profile moves this control of the tractor, this way round. */
static void check_axis(const io_device_bindings *device, int code, const char *control, bool inverted)
{
    for (int i = 0; i < device->axis_count; i++) {
        bool invert = device->axes[i].author->invert;
        if (device->axes[i].code != code) continue;
        const char *name = control_of(&device->axes[i].target, &invert);
        if (name == NULL || strcmp(name, control) != 0) continue;
        assert_int_equal(invert, inverted);
        return;
    }
    fail_msg("axis %d of '%s' does not move '%s'", code, device->author->name, control);
}

/* To the left is positive for the machine and low for wheels; pedals of these wheels rest at their most. */
static void wheels_steer_and_brake(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        int vendor, product, throttle, brake;
    } wheels[] = {
        {"logitech-g29.yaml", 0x046d, 0xc24f, ABS_Z, ABS_RZ},
        {"logitech-g29.yaml", 0x046d, 0xc266, ABS_Z, ABS_RZ},
        {"logitech-g920.yaml", 0x046d, 0xc262, ABS_Y, ABS_Z},
        {"thrustmaster-wheels.yaml", 0x044f, 0xb677, ABS_RZ, ABS_Y},
        {"heavy-equipment-wheel.yaml", 0x0738, 0x2217, ABS_Y, ABS_Z},
    };
    for (size_t i = 0; i < sizeof wheels / sizeof *wheels; i++) {
        hl_arena arena = {0};
        const io_bindings *b = resolve_profile(wheels[i].file, tractor, &arena);
        const io_device_bindings *wheel = device_of(b, wheels[i].vendor, wheels[i].product, 0);
        check_axis(wheel, ABS_X, "steering", true);
        check_axis(wheel, wheels[i].throttle, "throttle", true);
        check_axis(wheel, wheels[i].brake, "brake", true);
        hl_arena_free(&arena);
    }
}

/* Pulled back, which counts up, the right stick lifts; to the left, which counts down, it rolls the bucket
 * back, which is positive. The left stick does nothing in the tractor's first pattern. */
static void sticks_work_the_loader(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const io_bindings *b = resolve_profile("thrustmaster-t16000m.yaml", tractor, &arena);
    const io_device_bindings *right = device_of(b, 0x044f, 0xb10a, 1),
                             *left = device_of(b, 0x044f, 0xb10a, 2);
    check_axis(right, ABS_Y, "lift", false);
    check_axis(right, ABS_X, "tilt", true);
    assert_int_equal(left->axes[0].target.kind, IO_TARGET_LEVER);
    assert_string_equal(auth_lever_word(left->axes[0].target.index), "left_lever.x");
    hl_arena_free(&arena);
}

static void the_keyboard_has_help(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const io_bindings *b = resolve_profile("keyboard.yaml", tractor, &arena);
    assert_int_equal(b->device_count, 1);
    assert_true(b->devices[0].author->match.keyboard);
    /* the pattern tells what a lever does; keys with Shift tell how far they move it */
    for (int i = 0; i < b->devices[0].button_count; i++) {
        const io_button *button = &b->devices[0].buttons[i];
        assert_true((b->devices[0].author->buttons[i].help != NULL) !=
                    (button->target.kind == IO_TARGET_LEVER && button->with < 0));
    }
    assert_int_equal(b->devices[0].buttons[0].code, KEY_W);
    hl_arena_free(&arena);
}

/* ---- what names become ---- */

static const char bench[] =
    "headland: bindings\nversion: 1\nname: bench\ndevices:\n"
    "  - name: wheel\n    match: {ids: [\"1:2\", \"1:3\"]}\n"
    "    axes:\n"
    "      - {axis: ABS_X, command: steering}\n"
    "      - {axis: ABS_Y, command: right_lever.y, with: BTN_BASE}\n"
    "      - {axis: 0x05, command: boom}\n"
    "    buttons:\n"
    "      - {button: BTN_TRIGGER, command: view.pause}\n"
    "      - {button: 0x12c, command: gear_up}\n"
    "      - {axis: ABS_HAT0X, beyond: 1, command: direction, value: -1, with: BTN_THUMB}\n"
    "  - name: stick\n    match: {type: joystick}\n"
    "    axes: [{axis: ABS_X, command: tilt}]\n";

static hl_status parse_for(const auth_machine *machine, bool own, const char *text, size_t length,
                           hl_arena *arena, const void **out, hl_report *complaints)
{
    auth_bindings *author = NULL;
    io_bindings *made = NULL;
    hl_status status = auth_bindings_parse(text, length, "folder/file", arena, &author, complaints);
    if (status == HL_OK) status = io_bindings_resolve(author, machine, own, arena, &made, complaints);
    *out = made;
    return status;
}

static hl_status parse(const char *text, size_t length, hl_arena *arena, const void **out,
                       hl_report *complaints)
{
    return parse_for(tractor, false, text, length, arena, out, complaints);
}

static hl_status parse_alone(const char *text, size_t length, hl_arena *arena, const void **out,
                             hl_report *complaints)
{
    return parse_for(NULL, false, text, length, arena, out, complaints);
}

static hl_status parse_own(const char *text, size_t length, hl_arena *arena, const void **out,
                           hl_report *complaints)
{
    return parse_for(tractor, true, text, length, arena, out, complaints);
}

static void names_become_codes_and_targets(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const io_bindings *b = read_good(parse, bench, &arena);
    assert_int_equal(b->device_count, 3);
    const io_device_bindings *wheel = &b->devices[0];
    assert_ptr_equal(wheel->axes, b->devices[1].axes);
    assert_int_equal(b->devices[1].author->match.product, 3);
    assert_int_equal(wheel->axes[0].code, ABS_X);
    assert_int_equal(wheel->axes[0].with, -1);
    assert_int_equal(wheel->axes[0].target.kind, IO_TARGET_CONTROL);
    assert_string_equal(tractor->controls[wheel->axes[0].target.index].name, "steering");
    assert_int_equal(wheel->axes[1].with, BTN_BASE);
    assert_int_equal(wheel->axes[1].target.kind, IO_TARGET_LEVER);
    assert_string_equal(auth_lever_word(wheel->axes[1].target.index), "right_lever.y");
    assert_int_equal(wheel->axes[2].code, ABS_RZ);
    assert_int_equal(wheel->axes[2].target.kind, IO_TARGET_NONE); /* a tractor has no boom */
    assert_int_equal(wheel->buttons[0].code, BTN_TRIGGER);
    assert_int_equal(wheel->buttons[0].axis, -1);
    assert_int_equal(wheel->buttons[0].target.kind, IO_TARGET_ACTION);
    assert_int_equal(wheel->buttons[0].target.index, IO_ACTION_PAUSE);
    assert_int_equal(wheel->buttons[1].code, 0x12c); /* a button without a name */
    assert_int_equal(wheel->buttons[2].code, -1);
    assert_int_equal(wheel->buttons[2].axis, ABS_HAT0X);
    assert_int_equal(wheel->buttons[2].with, BTN_THUMB);
    hl_arena_free(&arena);
}

/* Controls of the machine that the file names are left out while another one is driven. */
static void another_machine_leaves_out(void **state)
{
    (void)state;
    static const char text[] =
        "headland: bindings\nversion: 1\nname: bench\nmachine: crane.yaml\ndevices:\n"
        "  - {name: stick, match: {id: \"1:2\"}, axes: [{axis: ABS_X, command: winch}]}\n";
    hl_arena arena = {0};
    const io_bindings *b = read_good(parse, text, &arena);
    assert_int_equal(b->devices[0].axes[0].target.kind, IO_TARGET_NONE);
    hl_arena_free(&arena);
}

static void entries_are_left_out_for_machines_that_have_a_command(void **state)
{
    (void)state;
    static const char text[] =
        "headland: bindings\nversion: 1\nname: n\ndevices:\n"
        "  - name: d\n    match: {type: panel}\n    buttons:\n"
        "      - {button: BTN_A, command: throttle, unless: [left_travel, drive]}\n"
        "      - {button: BTN_B, command: throttle, unless: [drive, four_wheel_drive]}\n"
        "      - {button: BTN_C, command: none}\n";
    hl_arena arena = {0};
    const io_bindings *bindings = read_good(parse, text, &arena);
    assert_int_equal(bindings->devices[0].buttons[0].target.kind, IO_TARGET_CONTROL);
    assert_int_equal(bindings->devices[0].buttons[1].target.kind, IO_TARGET_NONE);
    assert_int_equal(bindings->devices[0].buttons[2].target.kind, IO_TARGET_NONE);
    hl_arena_free(&arena);
}

/* A command without a control of the machine moves that of the first implement that has one. */
static void commands_reach_implements(void **state)
{
    (void)state;
    static auth_control controls[] = {{.name = "lift", .fault = -1, .high = 1},
                                      {.name = "rake.lift", .fault = -1, .high = 1},
                                      {.name = "grab.grip", .fault = -1, .high = 1},
                                      {.name = "other.grip", .fault = -1, .high = 1}};
    static const auth_machine joined = {.control_count = 4, .controls = controls};
    static const char text[] = "headland: bindings\nversion: 1\nname: n\ndevices:\n"
                               "  - name: d\n    match: {type: panel}\n    buttons:\n"
                               "      - {button: BTN_A, command: grip}\n"
                               "      - {button: BTN_B, command: lift}\n"
                               "      - {button: BTN_C, command: tilt}\n";
    hl_arena arena = {0};
    const void *made;
    hl_report_begin(&report, "test");
    assert_int_equal(parse_for(&joined, false, text, strlen(text), &arena, &made, &report), HL_OK);
    const io_bindings *bindings = made;
    assert_non_null(bindings);
    if (bindings == NULL) return; /* the analyzer does not know that the assertion ends the test */
    const io_button *buttons = bindings->devices[0].buttons;
    assert_int_equal(buttons[0].target.index, 2);
    assert_int_equal(buttons[1].target.index, 0);
    assert_int_equal(buttons[2].target.kind, IO_TARGET_NONE);
    hl_arena_free(&arena);
}

/* ---- reach ---- */

/* A hydrostatic machine without reverser and brake: one lever drives it both ways. */
static auth_control hydrostatic_controls[] = {{.name = "steering", .fault = -1, .low = -1, .high = 1},
                                              {.name = "drive", .fault = -1, .low = -1, .high = 1},
                                              {.name = "throttle", .fault = -1, .low = 0, .high = 1},
                                              {.name = "mystery", .fault = -1, .low = 0, .high = 1},
                                              {.name = "leak", .fault = 0, .low = 0, .high = 1}};
static const auth_machine hydrostatic = {.control_count = 5, .controls = hydrostatic_controls};

static const auth_control *target_control(const io_button *button)
{
    return button->target.kind == IO_TARGET_CONTROL ? &hydrostatic_controls[button->target.index] : NULL;
}

static void every_kind_of_profile_drives_a_hydrostatic_machine(void **state)
{
    (void)state;
    static const char *const profiles[] = {"keyboard.yaml",
                                           "gamepad.yaml",
                                           "xbox-360-pad.yaml",
                                           "ps3-pad.yaml",
                                           "joystick.yaml",
                                           "wheel.yaml",
                                           "logitech-extreme-3d.yaml",
                                           "thrustmaster-t16000m.yaml",
                                           "logitech-g29.yaml",
                                           "logitech-g27.yaml",
                                           "logitech-g920.yaml",
                                           "logitech-driving-force.yaml",
                                           "direct-drive.yaml",
                                           "hori-truck.yaml",
                                           "heavy-equipment-wheel.yaml",
                                           "thrustmaster-wheels.yaml",
                                           "sim-pedals.yaml",
                                           "pedals.yaml",
                                           "hori-farming.yaml",
                                           "thrustmaster-pedals.yaml",
                                           "saitek-x52.yaml",
                                           "thrustmaster-hotas-x.yaml"};
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++) {
        hl_arena arena = {0};
        bool reached[5] = {false};
        const io_bindings *b = resolve_profile(profiles[i], &hydrostatic, &arena);
        for (int k = 0; k < b->device_count; k++) io_bindings_reach(&b->devices[k], &hydrostatic, 0, reached);
        if (!reached[1]) fail_msg("%s: nothing moves 'drive'", profiles[i]);
        hl_arena_free(&arena);
    }
}

/* W does not move the engine dial of what it drives; the keys beside it do. */
static void the_driving_key_moves_one_thing(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *excavator = read_machine("excavator");
    const io_device_bindings *keys = &resolve_profile("keyboard.yaml", excavator, &arena)->devices[0];
    int dial = 0;
    for (int i = 0; i < keys->button_count; i++) {
        const io_button *key = &keys->buttons[i];
        const bool throttle = key->target.kind == IO_TARGET_CONTROL &&
                              strcmp(excavator->controls[key->target.index].name, "throttle") == 0;
        if (key->code == KEY_W) assert_false(throttle);
        dial += throttle;
    }
    assert_int_equal(dial, 2);
    keys = &resolve_profile("keyboard.yaml", &hydrostatic, &arena)->devices[0];
    for (int i = 0; i < keys->button_count; i++)
        if (keys->buttons[i].code == KEY_W && target_control(&keys->buttons[i]))
            assert_string_equal(target_control(&keys->buttons[i])->name, "drive");
    hl_arena_free(&arena);
}

static void what_nothing_moves_is_named(void **state)
{
    (void)state;
    char text[64];
    hl_arena arena = {0};
    bool reached[5] = {false};
    const io_bindings *b = resolve_profile("keyboard.yaml", &hydrostatic, &arena);
    assert_int_equal(io_bindings_unreached(&hydrostatic, reached, text, sizeof text), 4);
    assert_string_equal(text, "steering, drive, throttle, mystery");
    assert_int_equal(io_bindings_unreached(&hydrostatic, reached, text, 24), 4);
    assert_string_equal(text, "steering, drive, ...");
    io_bindings_reach(&b->devices[0], &hydrostatic, 0, reached);
    assert_int_equal(io_bindings_unreached(&hydrostatic, reached, text, sizeof text), 1);
    assert_string_equal(text, "mystery");
    hl_arena_free(&arena);
}

/* Without a keypad: letters and digits alone reach all that the shipped machines do, in each pattern. */
static void a_laptop_reaches_everything(void **state)
{
    (void)state;
    static const char *const names[] = {"tractor", "excavator", "wheeled_excavator",
                                        "skidder", "forklift",  "dump_truck"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        hl_arena arena = {0};
        const auth_machine *machine = read_machine(names[n]);
        io_device_bindings keys = resolve_profile("keyboard.yaml", machine, &arena)->devices[0];
        int kept = 0;
        for (int i = 0; i < keys.button_count; i++) /* the window takes V for the next camera */
            assert_int_not_equal(keys.buttons[i].code, KEY_V);
        for (int i = 0; i < keys.button_count; i++)
            if (keys.buttons[i].code < KEY_KP7 || keys.buttons[i].code > KEY_KPDOT)
                keys.buttons[kept++] = keys.buttons[i];
        assert_true(kept < keys.button_count);
        keys.button_count = kept;
        for (int pattern = 0; pattern < machine->pattern_count; pattern++) {
            char text[200];
            bool reached[64] = {false};
            assert_in_range(machine->control_count, 1, 64);
            io_bindings_reach(&keys, machine, pattern, reached);
            if (io_bindings_unreached(machine, reached, text, sizeof text) > 0)
                fail_msg("%s, pattern %d: no key for %s", names[n], pattern, text);
        }
        hl_arena_free(&arena);
    }
}

/* What no device but the keyboard moves is named: engine keys, lights, what hangs on hooks. */
static void check_reach(const char *name, const char *const profiles[], int count, const char *left)
{
    char text[200];
    bool reached[64] = {false};
    hl_arena arena = {0};
    const auth_machine *machine = read_machine(name);
    for (int p = 0; p < count; p++) {
        const io_bindings *b = resolve_profile(profiles[p], machine, &arena);
        for (int k = 0; k < b->device_count; k++) io_bindings_reach(&b->devices[k], machine, 0, reached);
    }
    io_bindings_unreached(machine, reached, text, sizeof text);
    assert_string_equal(text, left);
    hl_arena_free(&arena);
}

static void seats_reach_a_wheeled_excavator(void **state)
{
    (void)state;
    static const char *const sticks[] = {"thrustmaster-t16000m.yaml", "thrustmaster-pedals.yaml"},
                             *const wheel[] = {"logitech-g29.yaml", "thrustmaster-t16000m.yaml"},
                             *const gamepad[] = {"gamepad.yaml"}, *const xbox[] = {"xbox-360-pad.yaml"},
                             *const playstation[] = {"ps3-pad.yaml"};
    check_reach("wheeled_excavator", sticks, 2, "");
    check_reach("wheeled_excavator", wheel, 2, "");
    check_reach("wheeled_excavator", gamepad, 1, "");
    check_reach("wheeled_excavator", xbox, 1, "");
    check_reach("wheeled_excavator", playstation, 1, "");
}

static const char *const pads[] = {"gamepad.yaml", "xbox-360-pad.yaml", "ps3-pad.yaml"};

static void a_gamepad_reaches_a_skidder(void **state)
{
    (void)state;
    for (size_t p = 0; p < sizeof pads / sizeof *pads; p++) check_reach("skidder", &pads[p], 1, "");
}

static bool moves_too(io_target_kind a, io_target_kind b)
{
    return a != IO_TARGET_NONE && b != IO_TARGET_NONE;
}

/* No input of a skidder's gamepad moves two controls: the left stick steers or turns the grapple, the D-pad
   reverses or moves the blade. */
static void a_gamepad_moves_one_part_of_a_skidder_at_a_time(void **state)
{
    (void)state;
    for (size_t p = 0; p < sizeof pads / sizeof *pads; p++) {
        hl_arena arena = {0};
        const io_device_bindings *pad =
            &resolve_profile(pads[p], read_machine("skidder"), &arena)->devices[0];
        for (int i = 0; i < pad->axis_count; i++)
            for (int k = 0; k < i; k++)
                if (moves_too(pad->axes[i].target.kind, pad->axes[k].target.kind) &&
                    pad->axes[i].code == pad->axes[k].code && pad->axes[i].with == pad->axes[k].with)
                    fail_msg("%s: axis %d moves two controls", pads[p], pad->axes[i].code);
        for (int i = 0; i < pad->button_count; i++)
            for (int k = 0; k < i; k++) {
                const io_button *a = &pad->buttons[i], *b = &pad->buttons[k];
                if (moves_too(a->target.kind, b->target.kind) && a->axis == b->axis && a->code == b->code &&
                    a->with == b->with && a->author->beyond * b->author->beyond >= 0.0)
                    fail_msg("%s: button %d moves two controls", pads[p], a->code);
            }
        hl_arena_free(&arena);
    }
}

/* A stick of a gamepad that swings does not steer as well, unless the right shoulder is held. */
static void a_stick_moves_one_thing_at_a_time(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *machine = read_machine("wheeled_excavator");
    const io_device_bindings *pad = &resolve_profile("gamepad.yaml", machine, &arena)->devices[0];
    for (int i = 0; i < pad->axis_count; i++) {
        const io_axis *axis = &pad->axes[i];
        if (axis->target.kind == IO_TARGET_CONTROL &&
            strcmp(machine->controls[axis->target.index].name, "steering") == 0)
            assert_true(axis->with >= 0);
    }
    hl_arena_free(&arena);
}

/* ---- the user's keys ---- */

static bool moves(const io_device_bindings *keys, int code, const char *control)
{
    for (int i = 0; i < keys->button_count; i++) {
        const io_button *key = &keys->buttons[i];
        if (key->code == code && key->target.kind == IO_TARGET_CONTROL &&
            strcmp(tractor->controls[key->target.index].name, control) == 0)
            return true;
    }
    return false;
}

static void own_keys_come_before_the_shipped_ones(void **state)
{
    (void)state;
    static const char text[] = "headland: bindings\nversion: 1\nname: n\ndevices:\n"
                               "  - name: keys\n    match: {keyboard: true}\n    buttons:\n"
                               "      - {button: KEY_UP, command: throttle, mode: ramp}\n"
                               "      - {button: KEY_W, command: horn}\n"
                               "      - {button: KEY_P, command: none}\n"
                               "      - {button: KEY_S, with: KEY_LEFTSHIFT, command: clutch}\n";
    hl_arena arena = {0};
    const io_bindings *own = read_good(parse, text, &arena);
    const io_device_bindings *shipped = &resolve_profile("keyboard.yaml", tractor, &arena)->devices[0];
    const io_device_bindings *keys = io_bindings_join_keys(&own->devices[0], shipped, &arena);
    assert_non_null(keys);
    assert_true(moves(keys, KEY_UP, "throttle") && moves(keys, KEY_W, "horn"));
    assert_false(moves(keys, KEY_W, "throttle")); /* it does something else now */
    assert_false(moves(keys, KEY_P, "parking_brake"));
    assert_true(moves(keys, KEY_A, "steering") && moves(keys, KEY_S, "brake") &&
                moves(keys, KEY_S, "clutch"));
    assert_ptr_equal(io_bindings_join_keys(NULL, shipped, &arena), shipped);
    assert_ptr_equal(io_bindings_join_keys(&own->devices[0], NULL, &arena), &own->devices[0]);
    hl_arena_free(&arena);
}

/* ---- names that are not known ---- */

static void unknown_names_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"axis: ABS_X, command: steering", "axis: @ABS_XX, command: steering", "unknown axis 'ABS_XX'"},
        {"axis: ABS_X, command: steering", "axis: @BTN_TRIGGER, command: steering",
         "unknown axis 'BTN_TRIGGER'"},
        {"axis: 0x05", "axis: @0x40", "unknown axis '0x40'"},
        {"axis: 0x05", "axis: @ABS_THROTLE", "did you mean 'ABS_THROTTLE'?"},
        {"button: BTN_TRIGGER", "button: @BTN_TRIGER", "unknown button 'BTN_TRIGER'"},
        {"button: BTN_TRIGGER", "button: @BTN_TRIGER", "did you mean 'BTN_TRIGGER'?"},
        {"with: BTN_BASE", "with: @BTN_BASS", "unknown button 'BTN_BASS'"},
        {"with: BTN_THUMB", "with: @thumb",
         "a name of the kernel's like BTN_TRIGGER or KEY_W, or its code like 0x12c, is expected"},
        {"axis: ABS_HAT0X", "axis: @HAT0X", "unknown axis 'HAT0X'"},
        {"command: steering", "command: @stering", "unknown command 'stering'"},
        {"command: steering", "command: @stering", "did you mean 'steering'?"},
        {"command: boom", "command: @bom", "did you mean 'boom'?"},
        {"command: right_lever.y", "command: @right_lever.z", "did you mean 'right_lever."},
        {"command: view.pause", "command: @view.paus", "did you mean 'view.pause'?"},
        {"command: steering", "command: @view.pause", "'view.pause' is an action of the program; a button"},
    };
    CHECK_VARIATIONS(parse, bench, list);
    CHECK_VARIATIONS(parse_alone, bench, list);
}

/* Of the machine that the file names everything must be known. */
static void the_own_machine_is_strict(void **state)
{
    (void)state;
    static const char text[] =
        "headland: bindings\nversion: 1\nname: bench\nmachine: tractor.yaml\ndevices:\n"
        "  - name: stick\n    match: {id: \"1:2\"}\n"
        "    axes: [{axis: ABS_X, command: tilt}, {axis: ABS_Y, command: four_wheel_drive, values: [0, 1, "
        "2]}]\n"
        "    buttons:\n"
        "      - {button: BTN_BASE, command: gear_up, value: 1, rest: 0}\n"
        "      - {button: BTN_TOP, command: direction, mode: cycle, values: [-1, 0, 1]}\n";
    static const variation list[] = {
        {"command: tilt", "command: @boom",
         "unknown command 'boom'; a control of the machine, a lever of its"},
        {"command: tilt", "command: @tild", "did you mean 'tilt'?"},
        {"command: tilt", "command: @fault.flat_tire",
         "unknown command 'fault.flat_tire'"}, /* nobody's lever */
        {"{button: BTN_BASE, command: gear_up, value: 1", "@{button: BTN_BASE, command: gear_up, value: 2",
         "the value 2 is beyond the control 'gear_up'; 0 to 1 is expected"},
        {"{button: BTN_BASE, command: gear_up, value: 1, rest: 0}",
         "@{button: BTN_BASE, command: gear_up, value: 1, rest: -1}",
         "the value -1 is beyond the control 'gear_up'"},
        {"{button: BTN_TOP, command: direction, mode: cycle, values: [-1, 0, 1]}",
         "@{button: BTN_TOP, command: direction, mode: cycle, values: [-1, 0, 2]}",
         "the value 2 is beyond the control 'direction'; -1 to 1 is expected"},
        {"command: four_wheel_drive, values: [0, 1, 2]", "command: @four_wheel_drive, values: [0, 1, 9]",
         "the value 9 is beyond the control 'four_wheel_drive'"},
    };
    hl_arena arena = {0};
    read_good(parse_own, text, &arena);
    hl_arena_free(&arena);
    CHECK_VARIATIONS(parse_own, text, list);
}

#define TWO_AXES                                                                                             \
    "headland: bindings\nversion: 1\nname: bench\ndevices:\n"                                                \
    "  - name: wheel\n    match: {id: \"1:2\"}\n    axes:\n"                                                 \
    "      - {axis: ABS_X, command: steering, join: sum}\n"                                                  \
    "      - {axis: ABS_Y, command: steering, join: sum}\n"                                                  \
    "  - name: stick\n    match: {id: \"1:2\", instance: 2}\n    axes:\n"                                    \
    "      - {axis: ABS_Y, command: lift}\n"

static void two_axes_need_a_rule(void **state)
{
    (void)state;
    static const char both[] = "'steering' is moved by the axis in line 8, column 32 already; 'join' on both";
    static const variation list[] = {
        {"ABS_Y, command: steering, join: sum", "ABS_Y, command: @steering", both},
        {"ABS_Y, command: steering, join: sum", "ABS_Y, command: @steering, join: latest",
         "'steering' is joined here in another way than in line 8, column 32"},
        {"command: lift", "command: @steering", both},
    };
    static const far_variation far[] = {
        {"ABS_X, command: steering, join: sum", "ABS_X, command: steering", "steering, join: sum", both},
    };
    CHECK_VARIATIONS(parse, TWO_AXES, list);
    CHECK_FAR_VARIATIONS(parse, TWO_AXES, far);
}

/* A button chooses between axes of a device; what is done with another hand does not collide. */
static void modifiers_keep_axes_apart(void **state)
{
    (void)state;
    static const char text[] = "headland: bindings\nversion: 1\nname: bench\ndevices:\n"
                               "  - name: stick\n    match: {ids: [\"1:2\", \"1:3\"]}\n    axes:\n"
                               "      - {axis: ABS_X, command: steering}\n"
                               "      - {axis: ABS_Y, command: steering, with: BTN_TRIGGER}\n"
                               "      - {axis: ABS_RZ, command: steering, with: BTN_THUMB}\n";
    static const variation list[] = {
        {"ABS_RZ, command: steering, with: BTN_THUMB", "ABS_RZ, command: @steering, with: BTN_TRIGGER",
         "'steering' is moved by the axis in line 9, column 32 already"},
    };
    hl_arena arena = {0};
    const io_bindings *b = read_good(parse, text, &arena);
    assert_int_equal(b->device_count, 2);
    hl_arena_free(&arena);
    CHECK_VARIATIONS(parse, text, list);
}

static void inputs_and_targets_have_texts(void **state)
{
    (void)state;
    char text[320];
    static const auth_axis axes[] = {{.axis = "ABS_X", .half = true, .invert = true},
                                     {.axis = "ABS_Y", .with = "BTN_A"}};
    static const auth_button buttons[] = {{.button = "BTN_B"}, {.axis = "ABS_HAT0X", .beyond = 0.5}};
    io_axis_text(&(io_axis){.author = &axes[0]}, text, sizeof text);
    assert_string_equal(text, "ABS_X, upper half, inverted");
    io_axis_text(&(io_axis){.author = &axes[1]}, text, sizeof text);
    assert_string_equal(text, "BTN_A + ABS_Y");
    io_button_text(&(io_button){.author = &buttons[0]}, text, sizeof text);
    assert_string_equal(text, "BTN_B");
    io_button_text(&(io_button){.author = &buttons[1]}, text, sizeof text);
    assert_string_equal(text, "ABS_HAT0X > 0.5");
    io_target_text((io_target){IO_TARGET_ACTION, IO_ACTION_CAMERA}, tractor, text, sizeof text);
    assert_string_equal(text, "the next camera");
    assert_string_equal(io_action_name(IO_ACTION_CAMERA), "view.camera");
    io_target_text((io_target){IO_TARGET_CONTROL, 0}, tractor, text, sizeof text);
    assert_memory_equal(text, tractor->controls[0].name, strlen(tractor->controls[0].name));
    io_target_text((io_target){IO_TARGET_LEVER, 0}, tractor, text, sizeof text);
    assert_true(*text != '\0');
    io_target_text((io_target){IO_TARGET_NONE, 0}, tractor, text, sizeof text);
    assert_string_equal(text, "- (this machine has none)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_profile_drives_the_tractor),
        cmocka_unit_test(the_rules_know_every_id),
        cmocka_unit_test(wheels_steer_and_brake),
        cmocka_unit_test(sticks_work_the_loader),
        cmocka_unit_test(the_keyboard_has_help),
        cmocka_unit_test(names_become_codes_and_targets),
        cmocka_unit_test(another_machine_leaves_out),
        cmocka_unit_test(entries_are_left_out_for_machines_that_have_a_command),
        cmocka_unit_test(commands_reach_implements),
        cmocka_unit_test(every_kind_of_profile_drives_a_hydrostatic_machine),
        cmocka_unit_test(the_driving_key_moves_one_thing),
        cmocka_unit_test(what_nothing_moves_is_named),
        cmocka_unit_test(a_laptop_reaches_everything),
        cmocka_unit_test(seats_reach_a_wheeled_excavator),
        cmocka_unit_test(a_gamepad_reaches_a_skidder),
        cmocka_unit_test(a_gamepad_moves_one_part_of_a_skidder_at_a_time),
        cmocka_unit_test(a_stick_moves_one_thing_at_a_time),
        cmocka_unit_test(own_keys_come_before_the_shipped_ones),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(the_own_machine_is_strict),
        cmocka_unit_test(two_axes_need_a_rule),
        cmocka_unit_test(modifiers_keep_axes_apart),
        cmocka_unit_test(inputs_and_targets_have_texts),
    };
    return cmocka_run_group_tests(tests, read_machines, free_machines);
}
