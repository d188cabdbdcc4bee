/* Reading bindings: a list of devices, each with its identification, axes, buttons and force feedback. */
#include "reader/format.h"

#include "auth/bindings.h"

#include <ctype.h>
#include <string.h>

enum {
    QUOTE_LENGTH = 48,
    PATTERN_LENGTH = 128, /* of names and ports of devices */
    HELP_LENGTH = 80,
    MOST_DEVICES = 64,
    MOST_IDS = 16,
    MOST_AXES = 64, /* the kernel's ABS_CNT */
    MOST_BUTTONS = 256
};

/* ---- match ---- */

/* One to four hexadecimal digits. NULL: they are none; else what stands behind them. */
static const char *read_hexadecimal(const char *text, int *number)
{
    static const char digits[] = "0123456789abcdef";
    const char *start = text;
    *number = 0;
    for (; text - start < 4 && isxdigit((unsigned char)*text); text++)
        *number = 16 * *number + (int)(strchr(digits, tolower((unsigned char)*text)) - digits);
    return text > start ? text : NULL;
}

static bool split_id(const char *text, auth_match *match)
{
    text = read_hexadecimal(text, &match->vendor);
    if (!text || *text != ':') return false;
    text = read_hexadecimal(text + 1, &match->product);
    if (text && *text == ':') text = read_hexadecimal(text + 1, &match->version);
    return text && *text == '\0';
}

static bool read_id(const auth_item *item, const yaml_node_t *value, auth_match *match)
{
    char quoted[QUOTE_LENGTH];
    if (split_id(auth_node_text(value), match)) return true;
    hl_report_add(item->reader->report, auth_node_place(value),
                  "the id is '%s'; vendor:product or vendor:product:version, in hexadecimal as lsusb writes "
                  "them, \"046d:c24f\", is expected",
                  auth_quote(auth_node_text(value), quoted, sizeof quoted));
    return false;
}

static bool read_own_id(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_match *match = item->out;
    (void)field;
    match->vendor = match->product = match->version = -1;
    return !value || read_id(item, value, match);
}

/* A keyboard is not chosen among devices; all others are by something. */
static void check_match(auth_item *item)
{
    static const char *const keys[] = {"id", "ids", "name", "phys", "type"};
    const auth_match *match = item->out;
    bool given = false;
    for (int i = 0; i < AUTH_COUNT_OF(keys); i++) given |= auth_item_has(item, keys[i]);
    if (match->keyboard && (given || auth_item_has(item, "instance")))
        COMPLAIN(item, "keyboard", "the keyboard of the window is one; 'keyboard' alone is expected");
    else if (!match->keyboard && !given)
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "'match' says nothing of the device; one of id, ids, name, phys, type, keyboard is "
                      "expected");
    if (auth_item_has(item, "id") && auth_item_has(item, "ids"))
        COMPLAIN(item, "ids", "'id' and 'ids'; one of them is expected");
}

static const auth_word types[] = {{"wheel", 0}, {"gamepad", 1},  {"joystick", 2}, {"pedals", 3},
                                  {"panel", 4}, {"keyboard", 5}, {"other", 6}};

static const auth_field match_fields[] = {
    FLAG(auth_match, keyboard,
         "`true`: the keyboard of the window; without other conditions, `axes` and `force`. In a user's file "
         "its keys [add to the supplied ones](devices.md#keys)",
         OPTIONAL),
    READ(WORD, "id", read_own_id,
         "`vendor:product` or `vendor:product:version`, hexadecimal as lsusb writes them", .least = 1,
         .most = AUTH_NAME_LENGTH, OPTIONAL),
    READ(WORDS, "ids", NULL, "List of such ids, one of which must match: one profile for a family of devices",
         .least = 1, .most = MOST_IDS, OPTIONAL), /* see spread_ids */
    TEXT(auth_match, name, PATTERN_LENGTH,
         "Pattern of the device's name, with `*`, `?` and `[...]`: `\"*G29*\"`", OPTIONAL),
    TEXT(auth_match, phys, PATTERN_LENGTH, "Pattern of its port: `\"usb-0000:00:14.0-2/input0\"`", OPTIONAL),
    {AUTH_ROW(CHOICE, "type", auth_match, type), .read = auth_store_word, .words = types,
     .word_count = AUTH_COUNT_OF(types), .meaning = "Type shown by `headland devices`", OPTIONAL},
    COUNT(auth_match, instance,
          "Number of one of several identical devices, in the order of their ports; in a supplied profile "
          "with only a `type`, the order in which devices are taken",
          SPAN("1 to 16"), OPTIONAL),
};
static const auth_table match =
    AUTH_TABLE(auth_match, match_fields, .place = AUTH_AT(auth_match, place), .check = check_match);

/* ---- what axes and buttons share ---- */

static bool read_unless(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_unless *unless = (auth_unless *)(void *)((char *)item->out + field->out);
    unless->count = !value ? 0 : value->type == YAML_SCALAR_NODE ? 1 : auth_entry_count(value);
    for (int i = 0; i < unless->count; i++) {
        const yaml_node_t *entry =
            value->type == YAML_SCALAR_NODE ? value : auth_document_entry(item->reader->document, value, i);
        unless->commands[i] = auth_item_copy(item, entry);
        unless->places[i] = auth_node_place(entry);
    }
    return true;
}

#define UNLESS(type)                                                                                         \
    {                                                                                                        \
        AUTH_ROW(WORDS, "unless", type, unless),                                                             \
            .read = read_unless, .least = 1, .most = AUTH_BINDING_UNLESS,                                    \
            .meaning = "List of commands: the entry is ignored for a machine with one of them",              \
            OTHERWISE("none")                                                                                \
    }
#define WITH(type)                                                                                           \
    WORD(type, with, "A button of the same device that must be held", PLACE(type, with_place),               \
         OTHERWISE("none"))
#define VALUES(type, ...)                                                                                    \
    QUANTITIES(type, values, value_count, NUMBER, ANY, 2, AUTH_BINDING_POINTS, __VA_ARGS__, .within = true)

/* ---- axes: calibration ---- */

/* Counts of the kernel are 32 bits wide. */
static const double most_counts = 2147483647.0;

static bool check_counts(const auth_item *item, const char *key, double count)
{
    return auth_check_range(item->reader, item->node, key, count, -most_counts, most_counts);
}

static void check_calibration(const auth_item *item, const auth_axis *axis)
{
    if (!check_counts(item, "min", axis->min) || !check_counts(item, "centre", axis->centre) ||
        !check_counts(item, "max", axis->max))
        return;
    if (axis->has_min && axis->has_max && axis->min >= axis->max) {
        COMPLAIN(
            item, "max",
            "'max' is %g and 'min' %g; more than 'min' is expected, and `invert: true` for an axis that runs "
            "backwards",
            axis->max, axis->min);
        return;
    }
    if (!axis->has_centre) return;
    if ((axis->has_min && axis->centre <= axis->min) || (axis->has_max && axis->centre >= axis->max))
        COMPLAIN(item, "centre", "'centre' is %g, outside of 'min' and 'max'; one between them is expected",
                 axis->centre);
}

/* ---- axes: response ---- */

static bool read_point(const auth_item *item, const yaml_node_t *row, double point[2])
{
    static const char *const words[2] = {"way", "response"};
    for (int i = 0; i < 2; i++) {
        const yaml_node_t *cell = auth_document_entry(item->reader->document, row, i);
        if (!auth_item_quantity(item, "curve", cell, AUTH_KIND_NUMBER, AUTH_ANY, NULL, &point[i]))
            return false;
        if (point[i] >= 0.0 && point[i] <= 1.0) continue;
        hl_report_add(item->reader->report, auth_node_place(cell),
                      "the %s in 'curve' is %g; 0 to 1 is expected", words[i], point[i]);
        return false;
    }
    return true;
}

/* A way that stands still or goes back, a response that falls: the lever would not know where it is. */
static bool check_rising(const auth_item *item, const yaml_node_t *row, const double before[2],
                         const double point[2])
{
    if (point[0] > before[0] && point[1] >= before[1]) return true;
    hl_report_add(item->reader->report, auth_node_place(row),
                  "'curve' folds back from [%g, %g] to [%g, %g]; a longer way and no less response are "
                  "expected",
                  before[0], before[1], point[0], point[1]);
    return false;
}

static bool check_ends(const auth_item *item, const yaml_node_t *list, const auth_axis *axis)
{
    bool good = true;
    for (int end = 0; end < 2; end++) {
        const int index = end ? axis->point_count - 1 : 0;
        const double *point = axis->points[index];
        if (point[0] == (double)end && point[1] == (double)end) continue; /* read from text: exact */
        hl_report_add(item->reader->report,
                      auth_node_place(auth_document_entry(item->reader->document, list, index)),
                      "'curve' %s at [%g, %g]; [%d, %d] is expected", end ? "ends" : "begins", point[0],
                      point[1], end, end);
        good = false;
    }
    return good;
}

static bool read_points(const auth_item *item, const yaml_node_t *list, auth_axis *axis)
{
    const int count = auth_entry_count(list);
    if (count < 2 || count > AUTH_BINDING_POINTS) {
        hl_report_add(item->reader->report, auth_node_place(list),
                      "'curve' has %d points; 2 to %d are expected", count, (int)AUTH_BINDING_POINTS);
        return false;
    }
    for (int i = 0; i < count; i++) {
        const yaml_node_t *row = auth_document_entry(item->reader->document, list, i);
        if (auth_entry_count(row) != 2) {
            hl_report_add(item->reader->report, auth_node_place(row),
                          "a point of 'curve' has %d numbers; two, [way, response], are expected",
                          auth_entry_count(row));
            return false;
        }
        if (!read_point(item, row, axis->points[i])) return false;
        if (i > 0 && !check_rising(item, row, axis->points[i - 1], axis->points[i])) return false;
    }
    axis->point_count = count;
    return check_ends(item, list, axis);
}

static bool read_curve(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_axis *axis = item->out;
    if (!value) return true;
    if (value->type == YAML_SEQUENCE_NODE) return read_points(item, value, axis);
    return auth_item_quantity(item, field->key, value, AUTH_KIND_NUMBER, AUTH_ANY, "0 to 1",
                              &axis->progression);
}

/* ---- axes: the whole ---- */

enum { ABSOLUTE = 1 << 0, RELATIVE = 1 << 1 };

static bool begin_axis(auth_item *item)
{
    auth_axis *axis = item->out;
    axis->relative = strncmp(auth_item_text(item, "axis"), "REL_", 4) == 0;
    return auth_item_set_kind(item, axis->relative,
                              axis->relative ? "on a relative axis" : "on an axis that tells its place");
}

static void check_axis(auth_item *item)
{
    const auth_axis *axis = item->out;
    if (axis->relative) return;
    check_calibration(item, axis);
    if (axis->saturation <= axis->dead_zone || axis->saturation > 1.0)
        COMPLAIN(item, "saturation", "'saturation' is %g; above 'dead_zone' (%g) and at most 1 is expected",
                 axis->saturation, axis->dead_zone);
    if (axis->side == AUTH_AXIS_BOTH_SIDES) return;
    auth_item_refuse(item, "half", "has no effect with 'side'");
    auth_item_refuse(item, "centre", "has no effect with 'side'");
}

static const auth_word joins[] = {
    {"largest", AUTH_JOIN_LARGEST}, {"latest", AUTH_JOIN_LATEST}, {"sum", AUTH_JOIN_SUM}};
static const auth_word sides[] = {{"positive", AUTH_AXIS_POSITIVE}, {"negative", AUTH_AXIS_NEGATIVE}};

#define CALIBRATION(key, has, text, default_)                                                                \
    QUANTITY(auth_axis, key, NUMBER, ANY,                                                                    \
             "Calibration: " text " [counts], `min` below `centre` below `max`", GIVEN(auth_axis, has),      \
             OF(ABSOLUTE), OTHERWISE(default_))

static const auth_field axis_fields[] = {
    WORD(auth_axis, axis,
         "The kernel's name: `ABS_X`, `ABS_RZ` ..., or its code: `0x05`; of a [relative "
         "axis](#relative-axes) its name: `REL_DIAL`, `REL_WHEEL`",
         PLACE(auth_axis, axis_place)),
    WORD(auth_axis, command, "The command it moves, see [commands](#commands)",
         PLACE(auth_axis, command_place)),
    WITH(auth_axis),
    CALIBRATION(min, has_min, "lowest value", "the device's own"),
    CALIBRATION(centre, has_centre, "value in the middle", "the middle of the range"),
    CALIBRATION(max, has_max, "highest value", "the device's own"),
    FLAG(auth_axis, invert, "Reverse the axis, e.g. pedals that rest at their highest value",
         DEFAULT("false")),
    FLAG(auth_axis, half, "Only the upper half of the axis, from centre to max, is used", OF(ABSOLUTE),
         DEFAULT("false")),
    QUANTITY(auth_axis, dead_zone, NUMBER, ANY,
             "Share of the range without effect, about the centre or at rest", SPAN("0 to 0.9"), OF(ABSOLUTE),
             DEFAULT("0")),
    QUANTITY(auth_axis, saturation, NUMBER, ANY,
             "Share of the range at which the full value is reached, above `dead_zone`, at most 1",
             OF(ABSOLUTE), DEFAULT("1")),
    READ(TABLE, "curve", read_curve,
         "Response: cubic share, 0 (linear) to 1; or points `[[0, 0], [0.5, 0.2], [1, 1]]`, 2 to 16, joined "
         "by straight lines, from [0, 0] to [1, 1]: the input increases from point to point, the response "
         "never decreases",
         .least = 1, .most = 2 * AUTH_BINDING_POINTS, OF(ABSOLUTE), DEFAULT("0")),
    VALUES(auth_axis, "List, 2 to 16: the command takes the nearest value (a lever with notches)",
           OF(ABSOLUTE), OTHERWISE("all values")),
    CHOICE(auth_axis, join, joins,
           "If two axes move one command: `largest` (the one farther from rest), `latest`, `sum`",
           OF(ABSOLUTE), OTHERWISE("an error for two axes")),
    CHOICE(auth_axis, side, sides,
           "A pedal on a command with two sides: its range moves the command from rest to its highest "
           "(`positive`) or its lowest value (`negative`)",
           OF(ABSOLUTE), OTHERWISE("both sides, about the middle of the axis")),
    /* 20 detents, a turn of a dial */
    QUANTITY(auth_axis, detent, NUMBER, POSITIVE,
             "Of a relative axis: share of the command's range for one detent", SPAN("0 to 1"), OF(RELATIVE),
             DEFAULT("0.05")),
    UNLESS(auth_axis),
};
static const auth_table axis = AUTH_TABLE(auth_axis, axis_fields, .place = AUTH_AT(auth_axis, place),
                                          .begin = begin_axis, .check = check_axis);

/* ---- buttons ---- */

#define MODE(mode) (1u << AUTH_BUTTON_##mode)

static const auth_word modes[] = {{"hold", AUTH_BUTTON_HOLD},     {"press", AUTH_BUTTON_PRESS},
                                  {"toggle", AUTH_BUTTON_TOGGLE}, {"cycle", AUTH_BUTTON_CYCLE},
                                  {"switch", AUTH_BUTTON_SWITCH}, {"ramp", AUTH_BUTTON_RAMP},
                                  {"creep", AUTH_BUTTON_CREEP},   {"step", AUTH_BUTTON_STEP}};

static bool check_source_axis(auth_item *item, const auth_field *field)
{
    auth_button *button = item->out;
    if (button->axis) button->button_place = auth_item_place(item, field->key);
    return true;
}

static void check_button(auth_item *item)
{
    const auth_button *button = item->out;
    if ((button->button != NULL) == (button->axis != NULL)) {
        hl_report_add(item->reader->report, button->place,
                      "a button with %s of 'button' and 'axis'; one of them is expected",
                      button->axis ? "both" : "none");
    } else if (!button->axis) {
        auth_item_refuse(item, "beyond", "has no effect without 'axis'");
        if (button->with && strcmp(button->with, button->button) == 0)
            COMPLAIN(item, "with", "'with' names the button itself; another button is expected");
    } else if (!auth_item_has(item, "beyond")) {
        COMPLAIN(item, "axis", "an 'axis' as a button without 'beyond'; the share of its way is expected");
    } else if (!(button->beyond >= -1.0 && button->beyond <= 1.0 && button->beyond != 0.0)) {
        COMPLAIN(item, "beyond", "'beyond' is %g; -1 to 1, and not 0, is expected", button->beyond);
    }
}

static const auth_field button_fields[] = {
    WORD(auth_button, button,
         "The kernel's name: `BTN_TRIGGER`, `KEY_W` ...; or a code: `0x12c`; this or `axis` is required",
         PLACE(auth_button, button_place), OPTIONAL),
    WORD(auth_button, axis, "An axis as a button, with `beyond`; this or `button` is required",
         .check = check_source_axis, OPTIONAL),
    QUANTITY(auth_button, beyond, NUMBER, ANY,
             "Share of the axis's range beyond which it is pressed, -1 to 1 and not 0; a hat is -1, 0 or 1",
             OPTIONAL),
    WORD(auth_button, command,
         "Control, lever of patterns, action of the program, or `none`, e.g. to remove a supplied key; see "
         "[commands](#commands)",
         PLACE(auth_button, command_place)),
    WITH(auth_button),
    CHOICE(auth_button, mode, modes, "Effect of pressing it", DEFAULT("hold")),
    QUANTITY(auth_button, value, NUMBER, ANY, "Value while it is pressed, in the command's range",
             GIVEN(auth_button, has_value), OF(~(MODE(CYCLE) | MODE(STEP))), OTHERWISE("its highest")),
    QUANTITY(auth_button, rest, NUMBER, ANY, "Value while it is not pressed", GIVEN(auth_button, has_rest),
             OF(MODE(HOLD) | MODE(TOGGLE) | MODE(RAMP)),
             OTHERWISE("0 if in the range, otherwise its lowest")),
    /* an arm's move */
    QUANTITY(auth_button, rate, NUMBER, POSITIVE, "Of `ramp` and `creep`: share of the range a second [1/s]",
             OF(MODE(RAMP) | MODE(CREEP)), DEFAULT("2")),
    QUANTITY(auth_button, step, NUMBER, ANY,
             "Of `step`: change of the command for one press, in its range, e.g. 0.1; may be negative",
             NEEDED(MODE(STEP))),
    VALUES(auth_button, "Of `cycle`: values in their order, 2 to 16", NEEDED(MODE(CYCLE))),
    UNLESS(auth_button),
    TEXT(auth_button, help, HELP_LENGTH, "Text for the table of keys",
         OTHERWISE("the meaning of the control")),
};
static const auth_table button =
    AUTH_TABLE(auth_button, button_fields, .place = AUTH_AT(auth_button, place), .kind_key = "mode",
               .kind_words = "in the mode", .check = check_button);

/* ---- devices ---- */

#define SHARE(key, ...) QUANTITY(auth_force_feedback, key, NUMBER, ANY, __VA_ARGS__, SPAN("0 to 1"))

static const auth_field force_fields[] = {
    SHARE(gain, "Gain of all forces", DEFAULT("0.7")),
    SHARE(vibration, "Gain of the vibration of engine and ground", DEFAULT("0.3")),
    FLAG(auth_force_feedback, invert, "Reverse the forces", DEFAULT("false")),
};
static const auth_table force =
    AUTH_TABLE(auth_force_feedback, force_fields, .place = AUTH_AT(auth_force_feedback, place));

static void check_device(auth_item *item)
{
    static const char why[] = "has no effect with the keyboard of the window";
    const auth_device *device = item->out;
    if (!device->match.keyboard) return;
    auth_item_refuse(item, "axes", why);
    auth_item_refuse(item, "force", why);
}

static const auth_field device_fields[] = {
    NAME(auth_device, "Name of the device in messages and recordings, unique in the file"),
    PART(auth_device, match, match, "Conditions for the device, [see below](#match)"),
    LIST(auth_device, axes, axis_count, axis, 0, MOST_AXES, "List, up to 64", OTHERWISE("none")),
    LIST(auth_device, buttons, button_count, button, 0, MOST_BUTTONS, "List, up to 256", OTHERWISE("none")),
    PART(auth_device, force, force, "Force feedback: `{}` or its keys", GIVEN(auth_device, force.present),
         OTHERWISE("no force feedback")),
};
static const auth_table device =
    AUTH_TABLE(auth_device, device_fields, .place = AUTH_AT(auth_device, place), .check = check_device);

static const yaml_node_t *ids_of(const auth_item *item, const yaml_node_t *devices, int index)
{
    const auth_document *document = item->reader->document;
    const yaml_node_t *entry = auth_document_entry(document, devices, index);
    return auth_document_value(document, auth_document_value(document, entry, "match"), "ids");
}

static int id_count(const yaml_node_t *ids)
{
    return ids && ids->type == YAML_SEQUENCE_NODE ? auth_entry_count(ids) : 1;
}

/* A device that has several ids becomes several devices. */
static bool spread_ids(auth_item *item, const auth_field *field)
{
    auth_bindings *bindings = item->out;
    const yaml_node_t *devices = auth_item_value(item, field->key);
    const auth_device *read = bindings->devices;
    const int read_count = bindings->device_count;
    int count = 0;
    for (int i = 0; i < read_count; i++) count += id_count(ids_of(item, devices, i));
    bindings->devices = HL_NEW(item->reader->arena, auth_device, count);
    bindings->device_count = 0;
    *item->reader->starved |= bindings->devices == NULL;
    if (!bindings->devices) return false;
    bool good = true;
    for (int i = 0; i < read_count; i++) {
        const yaml_node_t *ids = ids_of(item, devices, i);
        for (int k = 0; k < id_count(ids); k++) {
            auth_device *made = &bindings->devices[bindings->device_count++];
            *made = read[i];
            const yaml_node_t *entry = auth_document_entry(item->reader->document, ids, k);
            if (ids) good &= read_id(item, entry ? entry : ids, &made->match);
        }
    }
    return good;
}

/* ---- the whole ---- */

static const auth_field fields[] = {
    HEAD(auth_bindings, "bindings"),
    PATH(auth_bindings, machine,
         "Path of a machine, relative to this file: its controls may be used and are checked",
         PLACE(auth_bindings, machine_place), OTHERWISE("only standard commands")),
    LIST(auth_bindings, devices, device_count, device, 1, MOST_DEVICES, "List of devices, 1 to 64",
         .check = spread_ids),
};

const auth_table auth_bindings_table = AUTH_TABLE(auth_bindings, fields, );

AUTH_FORMAT(bindings, bindings, BINDINGS, NULL)
