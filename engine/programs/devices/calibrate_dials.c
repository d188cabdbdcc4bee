/* Questions about a relative axis: what it drives, how far a detent moves it. */
#include "calibrate.h"

#include "auth/quantity.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int find_dial(const auth_axis *list, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (list[i].relative && !list[i].with && strcmp(list[i].axis, name) == 0) return i;
    return -1;
}

/* What it drives now, in this dialogue or before. */
static const char *command_now(const calibration *c, const char *name)
{
    const int renewed = find_dial(c->dials, c->dial_count, name);
    if (renewed >= 0) return c->dials[renewed].command ? c->dials[renewed].command : "";
    const int at = c->before ? find_dial(c->before->axes, c->before->axis_count, name) : -1;
    return at >= 0 ? c->before->axes[at].command : "";
}

static bool read_detent(const char *line, auth_axis *dial)
{
    double detent = 0.0;
    char complaint[HL_MESSAGE_LENGTH];
    if (!auth_quantity_read(line, AUTH_KIND_NUMBER, &detent, complaint, sizeof complaint) || detent == 0.0 ||
        fabs(detent) > 1.0)
        return false;
    dial->detent = fabs(detent);
    dial->invert = detent < 0.0;
    return true;
}

static calibrate_answer ask_detent(calibration *c, auth_axis *dial)
{
    char line[CONSOLE_LINE];
    for (;;) {
        puts("  What share of the command's range is one detent, -1 to 1 (negative reverses it)? Enter: "
             "0.05.");
        const calibrate_answer answer = calibrate_ask(c, false, line);
        if (answer != CALIBRATE_NEXT || *line == '\0' || read_detent(line, dial)) return answer;
        puts("  A number from -1 to 1, and not 0, is expected.");
    }
}

static void keep(calibration *c, const auth_axis *dial)
{
    int at = find_dial(c->dials, c->dial_count, dial->axis);
    if (at < 0 && c->dial_count == CALIBRATE_DIALS) return;
    if (at < 0) at = c->dial_count++;
    c->dials[at] = *dial;
}

calibrate_answer calibrate_ask_dial(calibration *c, const char *name)
{
    static const char stays[] = "";
    auth_axis dial = {.axis = hl_arena_string(c->arena, name, strlen(name)),
                      .relative = true,
                      .command = stays,
                      .saturation = 1.0,
                      .detent = 0.05}; /* the default, docs/bindings.md */
    if (!dial.axis) return CALIBRATE_QUIT;
    printf("%s, turned: what does it drive?\n", name);
    calibrate_answer answer = calibrate_choose(c, command_now(c, name), false, &dial.command);
    if (answer != CALIBRATE_NEXT || dial.command == stays) return answer;
    if (dial.command && (answer = ask_detent(c, &dial)) != CALIBRATE_NEXT) return answer;
    keep(c, &dial);
    return CALIBRATE_NEXT;
}

void calibrate_gather_dials(const calibration *c, auth_device *device)
{
    for (int i = 0; i < c->dial_count; i++) {
        const int at = find_dial(device->axes, device->axis_count, c->dials[i].axis);
        if (at >= 0)
            memmove(&device->axes[at], &device->axes[at + 1],
                    sizeof *device->axes * (size_t)(--device->axis_count - at));
        if (c->dials[i].command) device->axes[device->axis_count++] = c->dials[i];
    }
}
