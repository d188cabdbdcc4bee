/* Bindings as the text of a file: a block a device, a line an axis or a button. */
#include "io/bindings.h"

#include <string.h>

/* ---- scalars ---- */

/* A YAML string in double quotes (YAML 1.2.2, 5.7): every text is safe there. */
static void quoted(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(out, "\\x%02x", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static void word_key(const char *key, const char *word, FILE *out)
{
    if (word) fprintf(out, ", %s: %s", key, word);
}

static void text_key(const char *key, const char *text, FILE *out)
{
    if (!text) return;
    fprintf(out, ", %s: ", key);
    quoted(text, out);
}

/* Enough digits to read the same number back. */
static void number_key(bool given, const char *key, double value, FILE *out)
{
    if (given) fprintf(out, ", %s: %.15g", key, value);
}

static void flag_key(const char *key, bool value, FILE *out)
{
    if (value) fprintf(out, ", %s: true", key);
}

static void values_key(const double *values, int count, FILE *out)
{
    if (count == 0) return;
    fputs(", values: [", out);
    for (int i = 0; i < count; i++) fprintf(out, "%s%.15g", i ? ", " : "", values[i]);
    fputc(']', out);
}

static void unless_key(const auth_unless *unless, FILE *out)
{
    if (unless->count == 0) return;
    fputs(", unless: [", out);
    for (int i = 0; i < unless->count; i++) fprintf(out, "%s%s", i ? ", " : "", unless->commands[i]);
    fputc(']', out);
}

/* ---- items ---- */

static void write_id(const auth_match *match, FILE *out)
{
    fprintf(out, "\"%04x:%04x", (unsigned)match->vendor, (unsigned)match->product);
    if (match->version >= 0) fprintf(out, ":%04x", (unsigned)match->version);
    fputc('"', out);
}

static bool same_name(const auth_device *a, const auth_device *b)
{
    return strcmp(a->name, b->name) == 0;
}

/* One device under several ids stands in the list once for each (auth/bindings.h). */
static void write_ids(const auth_bindings *bindings, const auth_device *device, FILE *out)
{
    const auth_device *end = bindings->devices + bindings->device_count;
    int count = 0;
    for (const auth_device *other = device; other < end; other++) count += same_name(device, other);
    fputs(count > 1 ? "ids: [" : "id: ", out);
    for (const auth_device *other = device; other < end; other++) {
        if (!same_name(device, other)) continue;
        if (other != device) fputs(", ", out);
        write_id(&other->match, out);
    }
    if (count > 1) fputc(']', out);
}

static void write_match(const auth_bindings *bindings, const auth_device *device, FILE *out)
{
    const auth_match *match = &device->match;
    const struct {
        const char *key, *text;
    } texts[] = {{"name", match->name}, {"phys", match->phys}, {"type", match->type}};
    const char *comma = "";
    fputs("    match: {", out);
    if (match->keyboard) fputs("keyboard: true", out);
    if (match->vendor >= 0) write_ids(bindings, device, out);
    if (match->vendor >= 0) comma = ", ";
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (!texts[i].text) continue;
        fprintf(out, "%s%s: ", comma, texts[i].key);
        quoted(texts[i].text, out);
        comma = ", ";
    }
    if (match->instance > 0) fprintf(out, "%sinstance: %d", comma, match->instance);
    fputs("}\n", out);
}

static void write_curve(const auth_axis *axis, FILE *out)
{
    number_key(axis->point_count == 0 && axis->progression > 0.0, "curve", axis->progression, out);
    if (axis->point_count == 0) return;
    fputs(", curve: [", out);
    for (int i = 0; i < axis->point_count; i++)
        fprintf(out, "%s[%.15g, %.15g]", i ? ", " : "", axis->points[i][0], axis->points[i][1]);
    fputc(']', out);
}

static void write_axis(const auth_axis *axis, FILE *out)
{
    static const char *const joins[] = {[AUTH_JOIN_NONE] = NULL,
                                        [AUTH_JOIN_LARGEST] = "largest",
                                        [AUTH_JOIN_LATEST] = "latest",
                                        [AUTH_JOIN_SUM] = "sum"};
    static const char *const sides[] = {
        [AUTH_AXIS_BOTH_SIDES] = NULL, [AUTH_AXIS_POSITIVE] = "positive", [AUTH_AXIS_NEGATIVE] = "negative"};
    fprintf(out, "      - {axis: %s, command: %s", axis->axis, axis->command);
    word_key("with", axis->with, out);
    number_key(axis->has_min, "min", axis->min, out);
    number_key(axis->has_centre, "centre", axis->centre, out);
    number_key(axis->has_max, "max", axis->max, out);
    flag_key("invert", axis->invert, out);
    flag_key("half", axis->half, out);
    number_key(axis->dead_zone > 0.0, "dead_zone", axis->dead_zone, out);
    number_key(axis->saturation < 1.0, "saturation", axis->saturation, out);
    write_curve(axis, out);
    values_key(axis->values, axis->value_count, out);
    word_key("join", joins[axis->join], out);
    word_key("side", sides[axis->side], out);
    number_key(axis->relative, "detent", axis->detent, out);
    unless_key(&axis->unless, out);
    fputs("}\n", out);
}

static const char *const modes[] = {
    [AUTH_BUTTON_HOLD] = "hold",   [AUTH_BUTTON_PRESS] = "press",   [AUTH_BUTTON_TOGGLE] = "toggle",
    [AUTH_BUTTON_CYCLE] = "cycle", [AUTH_BUTTON_SWITCH] = "switch", [AUTH_BUTTON_RAMP] = "ramp",
    [AUTH_BUTTON_CREEP] = "creep", [AUTH_BUTTON_STEP] = "step"};

static void write_button(const auth_button *button, FILE *out)
{
    const bool moves = button->mode == AUTH_BUTTON_RAMP || button->mode == AUTH_BUTTON_CREEP;
    if (button->button)
        fprintf(out, "      - {button: %s", button->button);
    else
        fprintf(out, "      - {axis: %s, beyond: %.15g", button->axis, button->beyond);
    fprintf(out, ", command: %s", button->command);
    word_key("mode", button->mode != AUTH_BUTTON_HOLD ? modes[button->mode] : NULL, out);
    word_key("with", button->with, out);
    number_key(button->has_value, "value", button->value, out);
    number_key(button->has_rest, "rest", button->rest, out);
    number_key(moves, "rate", button->rate, out);
    number_key(button->mode == AUTH_BUTTON_STEP, "step", button->step, out);
    values_key(button->values, button->value_count, out);
    unless_key(&button->unless, out);
    text_key("help", button->help, out);
    fputs("}\n", out);
}

static void write_device(const auth_bindings *bindings, const auth_device *device, FILE *out)
{
    fputs("\n  - name: ", out);
    quoted(device->name, out);
    fputc('\n', out);
    write_match(bindings, device, out);
    if (device->axis_count > 0) fputs("    axes:\n", out);
    for (int i = 0; i < device->axis_count; i++) write_axis(&device->axes[i], out);
    if (device->button_count > 0) fputs("    buttons:\n", out);
    for (int i = 0; i < device->button_count; i++) write_button(&device->buttons[i], out);
    if (device->force.present)
        fprintf(out, "    force: {gain: %.15g, vibration: %.15g, invert: %s}\n", device->force.gain,
                device->force.vibration, device->force.invert ? "true" : "false");
}

static void write_line(const char *key, const char *text, FILE *out)
{
    if (!text || !*text) return;
    fprintf(out, "%s: ", key);
    quoted(text, out);
    fputc('\n', out);
}

void io_bindings_write(const auth_bindings *bindings, FILE *out)
{
    fputs("headland: bindings\nversion: 1\n", out);
    write_line("name", bindings->name, out);
    write_line("description", bindings->description, out);
    write_line("machine", bindings->machine, out);
    fputs("devices:", out);
    for (int i = 0; i < bindings->device_count; i++) {
        bool written = false;
        for (int k = 0; k < i && !written; k++)
            written = same_name(&bindings->devices[i], &bindings->devices[k]);
        if (!written) write_device(bindings, &bindings->devices[i], out);
    }
}
