/* Questions about buttons: which, what it drives, how. */
#include "calibrate.h"

#include "auth/quantity.h"

#include <linux/input.h>
#include <stdio.h>
#include <string.h>

bool calibrate_is_hat(const io_monitor_axis *axis)
{
    return axis->code >= ABS_HAT0X && axis->code <= ABS_HAT3Y;
}

/* ---- modes and values ---- */

static const struct {
    const char *word, *meaning;
} modes[] = {
    [AUTH_BUTTON_HOLD] = {"hold", "the value while held"},
    [AUTH_BUTTON_PRESS] = {"press", "the value from each press on"},
    [AUTH_BUTTON_TOGGLE] = {"toggle", "toggles on and off with each press"},
    [AUTH_BUTTON_CYCLE] = {"cycle", "steps to the next value with each press"},
    [AUTH_BUTTON_SWITCH] = {"switch", "a switch position: the value while it is on"},
    [AUTH_BUTTON_RAMP] = {"ramp", "moves there while held, then returns"},
    [AUTH_BUTTON_CREEP] = {"creep", "moves there while held, then stays"},
    [AUTH_BUTTON_STEP] = {"step", "moves by one step with each press"},
};
enum { MODES = sizeof modes / sizeof *modes };

static int find_mode(const char *word)
{
    for (int i = 0; i < MODES; i++)
        if (strcmp(word, modes[i].word) == 0) return i;
    return -1;
}

static calibrate_answer ask_mode(calibration *c, auth_button *button)
{
    char line[CONSOLE_LINE];
    for (;;) {
        puts("  How?");
        for (int i = 0; i < MODES; i++) printf("    %-8s %s\n", modes[i].word, modes[i].meaning);
        printf("  Enter: %s.\n", modes[button->mode].word);
        const calibrate_answer answer = calibrate_ask(c, false, line);
        if (answer != CALIBRATE_NEXT || *line == '\0') return answer;
        const int mode = find_mode(line);
        if (mode >= 0) button->mode = (auth_button_mode)mode;
        if (mode >= 0) return CALIBRATE_NEXT;
        printf("  Unknown mode '%s'.\n", line);
    }
}

/* Numbers with spaces between. @return their number; -1: something else stands there */
static int read_values(const char *line, double values[AUTH_BINDING_POINTS])
{
    int count = 0;
    for (const char *at = line; *at; at += strspn(at, " ")) {
        char word[CONSOLE_LINE], complaint[HL_MESSAGE_LENGTH];
        const size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (count == AUTH_BINDING_POINTS ||
            !auth_quantity_read(word, AUTH_KIND_NUMBER, &values[count++], complaint, sizeof complaint))
            return -1;
        at += length;
    }
    return count;
}

static calibrate_answer ask_step(calibration *c, auth_button *button, const auth_control *control)
{
    char line[CONSOLE_LINE];
    const double range = control ? control->high - control->low : 1.0, tenth = 0.1 * range;
    for (;;) {
        printf("  How far with each press (-%g to %g)? Enter: %g.\n", range, range, tenth);
        const calibrate_answer answer = calibrate_ask(c, false, line);
        if (answer != CALIBRATE_NEXT) return answer;
        double values[AUTH_BINDING_POINTS] = {tenth};
        const int count = *line ? read_values(line, values) : 1;
        if (count == 1 && values[0] >= -range && values[0] <= range) {
            button->step = values[0];
            return CALIBRATE_NEXT;
        }
        puts("  One number within the range is expected.");
    }
}

static calibrate_answer ask_values(calibration *c, auth_button *button)
{
    char line[CONSOLE_LINE];
    const auth_control *control = calibrate_control(c, button->command);
    const bool cycle = button->mode == AUTH_BUTTON_CYCLE;
    if (button->mode == AUTH_BUTTON_STEP) return ask_step(c, button, control);
    const double low = control ? control->low : 0.0, high = control ? control->high : 1.0;
    for (;;) {
        printf("  %s (%g to %g)? Enter: %s.\n", cycle ? "Which values, one after the other" : "Which value",
               low, high, cycle ? "the lowest and the highest" : "the highest");
        const calibrate_answer answer = calibrate_ask(c, false, line);
        if (answer != CALIBRATE_NEXT) return answer;
        double values[AUTH_BINDING_POINTS] = {low, high};
        const int count = *line ? read_values(line, values) : 2;
        bool fits = count >= 1;
        for (int i = 0; i < count; i++) fits = fits && values[i] >= low && values[i] <= high;
        if (fits && (cycle ? count >= 2 : *line == '\0' || count == 1)) {
            button->has_value = !cycle && *line;
            button->value = button->has_value ? values[0] : 0.0;
            button->value_count = cycle ? count : 0;
            memcpy(button->values, values, sizeof values);
            return CALIBRATE_NEXT;
        }
        printf("  %s within %g to %g, with spaces between, expected.\n",
               cycle ? "Two or more numbers are" : "One number is", low, high);
    }
}

/* ---- one button ---- */

static bool is_at(const auth_button *button, const calibrate_press *press)
{
    if (button->with) return false;
    if (!press->hat) return button->button && strcmp(button->button, press->name) == 0;
    return button->axis && strcmp(button->axis, press->name) == 0 &&
           (button->beyond > 0.0) == (press->beyond > 0.0);
}

static int find_button(const calibration *c, const calibrate_press *press)
{
    for (int i = 0; i < c->button_count; i++)
        if (is_at(&c->buttons[i], press)) return i;
    return -1;
}

static void drop(calibration *c, int at)
{
    c->button_count--;
    memmove(&c->buttons[at], &c->buttons[at + 1], sizeof *c->buttons * (size_t)(c->button_count - at));
}

static bool is_action(const char *command)
{
    return strncmp(command, "view.", 5) == 0;
}

static bool name_button(calibration *c, const calibrate_press *press, auth_button *button)
{
    const char *name = hl_arena_string(c->arena, press->name, strlen(press->name));
    if (press->hat)
        button->axis = name;
    else
        button->button = name;
    button->beyond = press->hat ? press->beyond : 0.0;
    return name != NULL;
}

/* Another command takes the place of all that the button does. */
static calibrate_answer bind_button(calibration *c, const calibrate_press *press, auth_button *made)
{
    calibrate_answer answer = CALIBRATE_NEXT;
    if (is_action(made->command))
        made->mode = AUTH_BUTTON_PRESS;
    else if ((answer = ask_mode(c, made)) != CALIBRATE_NEXT ||
             (answer = ask_values(c, made)) != CALIBRATE_NEXT)
        return answer;
    for (int at = find_button(c, press); at >= 0; at = find_button(c, press)) drop(c, at);
    if (c->button_count == CALIBRATE_BUTTONS) return CALIBRATE_NEXT;
    if (!name_button(c, press, made)) return CALIBRATE_QUIT;
    c->buttons[c->button_count++] = *made;
    return CALIBRATE_NEXT;
}

static calibrate_answer ask_button(calibration *c, const calibrate_press *press)
{
    static const char stays[] = "";
    char now[DEVICE_PATH] = "";
    const int at = find_button(c, press);
    auth_button made = {.command = stays, .rate = 2.0}; /* the default, docs/bindings.md */
    if (at >= 0) snprintf(now, sizeof now, "%s", c->buttons[at].command);
    printf("%s%s: what does it drive?\n", press->name,
           !press->hat           ? ""
           : press->beyond > 0.0 ? ", right or down"
                                 : ", left or up");
    const calibrate_answer answer = calibrate_choose(c, now, true, &made.command);
    if (answer != CALIBRATE_NEXT || made.command == stays) return answer;
    if (made.command) return bind_button(c, press, &made);
    for (int gone = at; gone >= 0; gone = find_button(c, press)) drop(c, gone);
    return CALIBRATE_NEXT;
}

calibrate_answer calibrate_ask_buttons(calibration *c)
{
    char line[CONSOLE_LINE];
    for (;;) {
        printf("\nPress a button or a hat of the device%s to bind it, or press Enter when all bindings are "
               "right.\n",
               io_monitor_has_dial(c->monitor) ? ", or turn a dial," : "");
        calibrate_answer answer = calibrate_ask(c, true, line);
        if (answer != CALIBRATE_PRESSED) return answer;
        const calibrate_press press = c->pressed;
        answer = press.dial ? calibrate_ask_dial(c, press.name) : ask_button(c, &press);
        if (answer == CALIBRATE_QUIT) return answer;
    }
}
