/* How strongly a wheel pushes back. */
#include "calibrate.h"

#include "auth/quantity.h"

#include <stdio.h>
#include <string.h>

void calibrate_begin_force(calibration *c)
{
    if (!c->info->force) return;
    if (c->before) c->force = c->before->force;
    /* the defaults of the keys, docs/bindings.md */
    if (!c->before || !c->before->force.present)
        c->force = (auth_force_feedback){.present = !c->before, .gain = 0.7, .vibration = 0.3};
}

/* @return false: it is no number from 0 to 1 */
static bool read_gain(const char *line, double *gain)
{
    char complaint[HL_MESSAGE_LENGTH];
    return auth_quantity_read(line, AUTH_KIND_NUMBER, gain, complaint, sizeof complaint) && *gain >= 0.0 &&
           *gain <= 1.0;
}

calibrate_answer calibrate_ask_force(calibration *c)
{
    char line[CONSOLE_LINE], now[40] = "not at all";
    if (c->force.present) snprintf(now, sizeof now, "%g", c->force.gain);
    for (;;) {
        double gain = 0.0;
        printf("\nThe device has force feedback. Which gain, 0 to 1? Hold the wheel when you try it.\n  "
               "Enter: %s; or type a number, or - for no force.\n",
               now);
        const calibrate_answer answer = calibrate_ask(c, false, line);
        if (answer != CALIBRATE_NEXT || *line == '\0') return answer;
        const bool off = strcmp(line, "-") == 0;
        if (!off && !read_gain(line, &gain)) {
            puts("  A number from 0 to 1 is expected.");
            continue;
        }
        c->force.present = !off;
        if (!off) c->force.gain = gain;
        return CALIBRATE_NEXT;
    }
}
