#include "io/calibration.h"

#include "auth/quantity.h"
#include "hl/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct wizard {
    io_calibration *c;
    const io_wizard_desk *desk;
    FILE *out;
} wizard;

typedef io_wizard_step step;

/* ---- asking ---- */

/* @param pressed  out: a press on the device is an answer too; NULL: only lines */
static step ask_or_press(const wizard *w, char line[IO_WIZARD_LINE], bool *pressed)
{
    fputs("> ", w->out);
    (void)fflush(w->out);
    w->c->pressed.seen = false;
    for (;;) {
        const io_wizard_got got = w->desk->wait(w->desk->context, line);
        if (got == IO_WIZARD_END) return IO_WIZARD_QUIT;
        if (pressed && w->c->pressed.seen) {
            *pressed = true;
            return IO_WIZARD_NEXT;
        }
        if (got != IO_WIZARD_ANSWER) continue;
        if (strcmp(line, "b") == 0) return IO_WIZARD_BACK;
        return strcmp(line, "q") == 0 ? IO_WIZARD_QUIT : IO_WIZARD_NEXT;
    }
}

static step ask(const wizard *w, char line[IO_WIZARD_LINE])
{
    return ask_or_press(w, line, NULL);
}

io_wizard_step io_wizard_ask(io_calibration *c, const io_wizard_desk *desk, char line[IO_WIZARD_LINE])
{
    const wizard w = {c, desk, desk->out};
    return ask(&w, line);
}

enum { MOST_COMMANDS = 256 };

typedef struct command_list {
    int count;
    const char *names[MOST_COMMANDS];
} command_list;

static void add(command_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->names[i], name) == 0) return;
    if (list->count < MOST_COMMANDS) list->names[list->count++] = name;
}

/* A file with a machine may bind only the controls of that machine, except faults. */
static void list_commands(const io_calibration *c, bool actions, command_list *list)
{
    const auth_machine *machine = c->machine;
    list->count = 0;
    for (int i = 0; c->machine_path && i < machine->control_count; i++)
        if (machine->controls[i].fault < 0) add(list, machine->controls[i].name);
    for (const char *const *name = io_standard_commands(); !c->machine_path && *name; name++)
        add(list, *name);
    for (int i = 0; i < AUTH_LEVERS; i++) add(list, auth_lever_word(i));
    for (int i = 0; actions && i < IO_ACTIONS; i++) add(list, io_action_name((io_action)i));
}

static const auth_control *control_of(const io_calibration *c, const char *command)
{
    const auth_machine *machine = c->machine;
    for (int i = 0; i < machine->control_count; i++)
        if (strcmp(machine->controls[i].name, command) == 0) return &machine->controls[i];
    return NULL;
}

static void print_list(const wizard *w, const command_list *list)
{
    for (int i = 0; i < list->count; i++) {
        const auth_control *control = control_of(w->c, list->names[i]);
        fprintf(w->out, "  %3d  %-18s%s%s\n", i + 1, list->names[i], control ? "  " : "",
                control ? control->meaning : "");
    }
}

static const char *nearest(const command_list *list, const char *text)
{
    hl_nearest best = hl_spelling_begin(text);
    for (int i = 0; i < list->count; i++) hl_spelling_offer(&best, list->names[i]);
    return best.best;
}

/* Find by number or name. NULL: not found. */
static const char *find(const command_list *list, const char *text)
{
    char *end;
    const long number = strtol(text, &end, 10);
    if (end != text && *end == '\0')
        return number >= 1 && number <= list->count ? list->names[number - 1] : NULL;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->names[i], text) == 0) return list->names[i];
    return NULL;
}

/* Ask for the command of an axis or a button.
 * @param now      its present command, in words
 * @param actions  buttons may drive actions of the program
 * @param command  out: NULL for none; unchanged if it is kept */
static step choose(const wizard *w, const char *now, bool actions, const char **command)
{
    command_list list;
    char line[IO_WIZARD_LINE], hint[HL_HINT_LENGTH];
    list_commands(w->c, actions, &list);
    for (;;) {
        fprintf(w->out, "  Enter: %s, as now; or type a name, a number, ? for the list, - for nothing.\n",
                *now ? now : "nothing");
        const step answer = ask(w, line);
        if (answer != IO_WIZARD_NEXT || *line == '\0') return answer;
        *command = NULL;
        if (strcmp(line, "-") == 0) return IO_WIZARD_NEXT;
        if (strcmp(line, "?") == 0) {
            print_list(w, &list);
            continue;
        }
        *command = find(&list, line);
        if (*command) return IO_WIZARD_NEXT;
        fprintf(w->out, "  There is no command '%s'%s\n", line, hl_did_you_mean(nearest(&list, line), hint));
    }
}

/* ---- axes ---- */

enum {
    STILL = 400, /* [ms] in which the noise of a released axis is measured */
    TEXT = 1024
};

static void begin_span(io_calibrated_axis *axis)
{
    axis->span = (io_span){axis->device.value, axis->device.value};
}

static void tell_range(const wizard *w, const io_calibrated_axis *axis)
{
    const io_found_range *range = &axis->range;
    if (!range->moved && axis->before)
        fprintf(w->out, "  %s has hardly moved: its present binding, to %s, is kept.\n", axis->device.name,
                axis->before->command);
    else if (!range->moved)
        fprintf(w->out, "  %s has hardly moved: it is skipped.\n", axis->device.name);
    else
        fprintf(w->out, "  %d to %d, at rest %d (%s), noise %d: dead zone %g.\n", range->min, range->max,
                range->rest, range->centred ? "in the middle" : "at an end", range->noise, range->dead_zone);
}

static step ask_range(const wizard *w, int axis)
{
    io_calibration *c = w->c;
    char line[IO_WIZARD_LINE];
    io_calibrated_axis *a = &c->axes[axis];
    const io_span told = {a->device.min, a->device.max};
    a->span = io_span_empty; /* the value before the first event is not reliable */
    fprintf(w->out,
            "\n%s (%d to %d, now %d): move it through its whole range, release it, and press Enter.\n",
            a->device.name, told.low, told.high, a->device.value);
    const step answer = ask(w, line);
    if (answer != IO_WIZARD_NEXT) return answer;
    const io_span way = a->span;
    begin_span(a);
    if (!w->desk->follow(w->desk->context, STILL)) return IO_WIZARD_QUIT;
    a->range = io_range_find(told, way, a->span);
    tell_range(w, a);
    return IO_WIZARD_NEXT;
}

/* All commands without a held button. */
static void now_text(const io_calibration *c, const char *axis, char *text, size_t size)
{
    const auth_device *before = c->bound ? c->bound->author : NULL;
    size_t length = 0;
    *text = '\0';
    for (int i = 0; before && i < before->axis_count && length < size; i++) {
        const auth_axis *bound = &before->axes[i];
        if (bound->with || strcmp(bound->axis, axis) != 0) continue;
        length +=
            (size_t)snprintf(text + length, size - length, "%s%s", length ? " and " : "", bound->command);
    }
}

static step ask_command(const wizard *w, int axis)
{
    io_calibration *c = w->c;
    char now[TEXT];
    io_calibrated_axis *a = &c->axes[axis];
    now_text(c, a->device.name, now, sizeof now);
    fprintf(w->out, "  What does %s drive?\n", a->device.name);
    a->command = a->before ? a->before->command : NULL;
    return choose(w, now, false, &a->command);
}

/* The full end of a command, in words. */
static void full_text(const io_calibration *c, const char *command, char *text, size_t size)
{
    const auth_control *control = control_of(c, command);
    const char *dot = strrchr(command, '.');
    if (control && control->low < 0.0)
        snprintf(text, size, "to where '%s' is positive (%s)", command, control->meaning);
    else if (control)
        snprintf(text, size, "to where '%s' is most (%s)", command, control->meaning);
    else if (dot && strcmp(dot, ".x") == 0)
        snprintf(text, size, "to the right");
    else if (dot && strcmp(dot, ".y") == 0)
        snprintf(text, size, "forward, away from you");
    else
        snprintf(text, size, "to where '%s' is most", command);
}

static step ask_direction(const wizard *w, int axis)
{
    io_calibration *c = w->c;
    char line[IO_WIZARD_LINE], where[TEXT];
    io_calibrated_axis *a = &c->axes[axis];
    bool clear;
    begin_span(a);
    full_text(c, a->command, where, sizeof where);
    fprintf(w->out, "  Push or press %s fully %s, and press Enter.\n", a->device.name, where);
    const step answer = ask(w, line);
    if (answer != IO_WIZARD_NEXT) return answer;
    const bool upwards = io_range_is_upwards(&a->range, a->span, &clear);
    if (clear) a->invert = !upwards;
    fprintf(w->out, "  %s %s.\n", clear ? "Its counts go" : "It has hardly moved; by default its counts go",
            a->invert ? "down there: inverted" : "up there");
    return IO_WIZARD_NEXT;
}

/* ---- dials ---- */

/* The present command, of this dialogue or before. */
static const char *command_now(const io_calibration *c, const char *name)
{
    const auth_device *before = c->bound ? c->bound->author : NULL;
    const int renewed = io_calibration_find_dial(c->dials, c->dial_count, name);
    if (renewed >= 0) return c->dials[renewed].command ? c->dials[renewed].command : "";
    const int at = before ? io_calibration_find_dial(before->axes, before->axis_count, name) : -1;
    return at >= 0 ? before->axes[at].command : "";
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

static step ask_detent(const wizard *w, auth_axis *dial)
{
    char line[IO_WIZARD_LINE];
    for (;;) {
        fprintf(w->out, "  What share of the command's range is one detent, -1 to 1 (negative reverses it)? "
                        "Enter: 0.05.\n");
        const step answer = ask(w, line);
        if (answer != IO_WIZARD_NEXT || *line == '\0' || read_detent(line, dial)) return answer;
        fprintf(w->out, "  A number from -1 to 1, and not 0, is expected.\n");
    }
}

static void keep(io_calibration *c, const auth_axis *dial)
{
    int at = io_calibration_find_dial(c->dials, c->dial_count, dial->axis);
    if (at < 0 && c->dial_count == IO_CALIBRATED_DIALS) return;
    if (at < 0) at = c->dial_count++;
    c->dials[at] = *dial;
}

static step ask_dial(const wizard *w, const char *name)
{
    io_calibration *c = w->c;
    static const char stays[] = "";
    auth_axis dial = {.axis = hl_arena_string(c->arena, name, strlen(name)),
                      .relative = true,
                      .command = stays,
                      .saturation = 1.0,
                      .detent = 0.05}; /* the default, docs/bindings.md */
    if (!dial.axis) return IO_WIZARD_QUIT;
    fprintf(w->out, "%s, turned: what does it drive?\n", name);
    step answer = choose(w, command_now(c, name), false, &dial.command);
    if (answer != IO_WIZARD_NEXT || dial.command == stays) return answer;
    if (dial.command && (answer = ask_detent(w, &dial)) != IO_WIZARD_NEXT) return answer;
    keep(c, &dial);
    return IO_WIZARD_NEXT;
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

static step ask_mode(const wizard *w, auth_button *button)
{
    char line[IO_WIZARD_LINE];
    for (;;) {
        fprintf(w->out, "  How?\n");
        for (int i = 0; i < MODES; i++) fprintf(w->out, "    %-8s %s\n", modes[i].word, modes[i].meaning);
        fprintf(w->out, "  Enter: %s.\n", modes[button->mode].word);
        const step answer = ask(w, line);
        if (answer != IO_WIZARD_NEXT || *line == '\0') return answer;
        const int mode = find_mode(line);
        if (mode >= 0) button->mode = (auth_button_mode)mode;
        if (mode >= 0) return IO_WIZARD_NEXT;
        fprintf(w->out, "  Unknown mode '%s'.\n", line);
    }
}

/* Parse numbers separated by spaces. @return how many; -1: invalid */
static int read_values(const char *line, double values[AUTH_BINDING_POINTS])
{
    int count = 0;
    for (const char *at = line; *at; at += strspn(at, " ")) {
        char word[IO_WIZARD_LINE], complaint[HL_MESSAGE_LENGTH];
        const size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (count == AUTH_BINDING_POINTS ||
            !auth_quantity_read(word, AUTH_KIND_NUMBER, &values[count++], complaint, sizeof complaint))
            return -1;
        at += length;
    }
    return count;
}

static step ask_step(const wizard *w, auth_button *button, const auth_control *control)
{
    char line[IO_WIZARD_LINE];
    const double range = control ? control->high - control->low : 1.0, tenth = 0.1 * range;
    for (;;) {
        fprintf(w->out, "  How far with each press (-%g to %g)? Enter: %g.\n", range, range, tenth);
        const step answer = ask(w, line);
        if (answer != IO_WIZARD_NEXT) return answer;
        double values[AUTH_BINDING_POINTS] = {tenth};
        const int count = *line ? read_values(line, values) : 1;
        if (count == 1 && values[0] >= -range && values[0] <= range) {
            button->step = values[0];
            return IO_WIZARD_NEXT;
        }
        fprintf(w->out, "  One number within the range is expected.\n");
    }
}

static step ask_values(const wizard *w, auth_button *button)
{
    io_calibration *c = w->c;
    char line[IO_WIZARD_LINE];
    const auth_control *control = control_of(c, button->command);
    const bool cycle = button->mode == AUTH_BUTTON_CYCLE;
    if (button->mode == AUTH_BUTTON_STEP) return ask_step(w, button, control);
    const double low = control ? control->low : 0.0, high = control ? control->high : 1.0;
    for (;;) {
        fprintf(w->out, "  %s (%g to %g)? Enter: %s.\n",
                cycle ? "Which values, one after the other" : "Which value", low, high,
                cycle ? "the lowest and the highest" : "the highest");
        const step answer = ask(w, line);
        if (answer != IO_WIZARD_NEXT) return answer;
        double values[AUTH_BINDING_POINTS] = {low, high};
        const int count = *line ? read_values(line, values) : 2;
        bool fits = count >= 1;
        for (int i = 0; i < count; i++) fits = fits && values[i] >= low && values[i] <= high;
        if (fits && (cycle ? count >= 2 : *line == '\0' || count == 1)) {
            button->has_value = !cycle && *line;
            button->value = button->has_value ? values[0] : 0.0;
            button->value_count = cycle ? count : 0;
            memcpy(button->values, values, sizeof values);
            return IO_WIZARD_NEXT;
        }
        fprintf(w->out, "  %s within %g to %g, with spaces between, expected.\n",
                cycle ? "Two or more numbers are" : "One number is", low, high);
    }
}

/* ---- buttons ---- */

static bool is_at(const auth_button *button, const io_press *press)
{
    if (button->with) return false;
    if (!press->hat) return button->button && strcmp(button->button, press->name) == 0;
    return button->axis && strcmp(button->axis, press->name) == 0 &&
           (button->beyond > 0.0) == (press->beyond > 0.0);
}

static int find_button(const io_calibration *c, const io_press *press)
{
    for (int i = 0; i < c->button_count; i++)
        if (is_at(&c->buttons[i], press)) return i;
    return -1;
}

static void drop(io_calibration *c, int at)
{
    c->button_count--;
    memmove(&c->buttons[at], &c->buttons[at + 1], sizeof *c->buttons * (size_t)(c->button_count - at));
}

static bool is_action(const char *command)
{
    return strncmp(command, "view.", 5) == 0;
}

static bool name_button(io_calibration *c, const io_press *press, auth_button *button)
{
    const char *name = hl_arena_string(c->arena, press->name, strlen(press->name));
    if (press->hat)
        button->axis = name;
    else
        button->button = name;
    button->beyond = press->hat ? press->beyond : 0.0;
    return name != NULL;
}

/* A new command replaces all functions of the button. */
static step bind_button(const wizard *w, const io_press *press, auth_button *made)
{
    io_calibration *c = w->c;
    step answer = IO_WIZARD_NEXT;
    if (is_action(made->command))
        made->mode = AUTH_BUTTON_PRESS;
    else if ((answer = ask_mode(w, made)) != IO_WIZARD_NEXT ||
             (answer = ask_values(w, made)) != IO_WIZARD_NEXT)
        return answer;
    for (int at = find_button(c, press); at >= 0; at = find_button(c, press)) drop(c, at);
    if (c->button_count == IO_CALIBRATED_BUTTONS) return IO_WIZARD_NEXT;
    if (!name_button(c, press, made)) return IO_WIZARD_QUIT;
    c->buttons[c->button_count++] = *made;
    return IO_WIZARD_NEXT;
}

static step ask_button(const wizard *w, const io_press *press)
{
    io_calibration *c = w->c;
    static const char stays[] = "";
    char now[TEXT] = "";
    const int at = find_button(c, press);
    auth_button made = {.command = stays, .rate = 2.0}; /* the default, docs/bindings.md */
    if (at >= 0) snprintf(now, sizeof now, "%s", c->buttons[at].command);
    fprintf(w->out, "%s%s: what does it drive?\n", press->name,
            !press->hat           ? ""
            : press->beyond > 0.0 ? ", right or down"
                                  : ", left or up");
    const step answer = choose(w, now, true, &made.command);
    if (answer != IO_WIZARD_NEXT || made.command == stays) return answer;
    if (made.command) return bind_button(w, press, &made);
    for (int gone = at; gone >= 0; gone = find_button(c, press)) drop(c, gone);
    return IO_WIZARD_NEXT;
}

static step ask_buttons(const wizard *w)
{
    io_calibration *c = w->c;
    char line[IO_WIZARD_LINE];
    for (;;) {
        fprintf(w->out,
                "\nPress a button or a hat of the device%s to bind it, or press Enter when all bindings are "
                "right.\n",
                c->has_dial ? ", or turn a dial," : "");
        bool pressed = false;
        step answer = ask_or_press(w, line, &pressed);
        if (!pressed) return answer;
        const io_press press = c->pressed;
        answer = press.dial ? ask_dial(w, press.name) : ask_button(w, &press);
        if (answer == IO_WIZARD_QUIT) return answer;
    }
}

/* ---- force ---- */

/* @return false: not a number from 0 to 1 */
static bool read_gain(const char *line, double *gain)
{
    char complaint[HL_MESSAGE_LENGTH];
    return auth_quantity_read(line, AUTH_KIND_NUMBER, gain, complaint, sizeof complaint) && *gain >= 0.0 &&
           *gain <= 1.0;
}

static step ask_force(const wizard *w)
{
    io_calibration *c = w->c;
    char line[IO_WIZARD_LINE], now[40] = "not at all";
    if (c->force.present) snprintf(now, sizeof now, "%g", c->force.gain);
    for (;;) {
        double gain = 0.0;
        fprintf(w->out,
                "\nThe device has force feedback. Which gain, 0 to 1? Hold the wheel when you try it.\n  "
                "Enter: %s; or type a number, or - for no force.\n",
                now);
        const step answer = ask(w, line);
        if (answer != IO_WIZARD_NEXT || *line == '\0') return answer;
        const bool off = strcmp(line, "-") == 0;
        if (!off && !read_gain(line, &gain)) {
            fprintf(w->out, "  A number from 0 to 1 is expected.\n");
            continue;
        }
        c->force.present = !off;
        if (!off) c->force.gain = gain;
        return IO_WIZARD_NEXT;
    }
}

/* ---- the course: three steps an axis, then buttons, force, saving ---- */

enum { ASK_RANGE, ASK_COMMAND, ASK_DIRECTION, AXIS_STEPS };

/* After the steps of the axes. */
enum { ASK_BUTTONS, ASK_FORCE, SAVE, LAST_STEPS };

static bool is_asked(const io_calibration *c, int at)
{
    const int axis = at / AXIS_STEPS, question = at % AXIS_STEPS, last = at - c->axis_count * AXIS_STEPS;
    if (last == ASK_BUTTONS) return !c->ranges_only && c->has_switches;
    if (last == ASK_FORCE) return !c->ranges_only && c->info->force;
    if (last >= SAVE) return true;
    const io_calibrated_axis *a = &c->axes[axis];
    if (io_calibration_is_hat(&a->device)) return false;
    if (question == ASK_RANGE) return !c->ranges_only || a->before != NULL;
    if (c->ranges_only || !a->range.moved) return false;
    return question == ASK_COMMAND || a->command != NULL;
}

static step take_step(const wizard *w, int at)
{
    const int axis = at / AXIS_STEPS, last = at - w->c->axis_count * AXIS_STEPS;
    if (last >= SAVE) return w->desk->save(w->desk->context);
    if (last >= ASK_BUTTONS) return last == ASK_FORCE ? ask_force(w) : ask_buttons(w);
    switch (at % AXIS_STEPS) {
    case ASK_RANGE:
        return ask_range(w, axis);
    case ASK_COMMAND:
        return ask_command(w, axis);
    default:
        return ask_direction(w, axis);
    }
}

static int step_before(const io_calibration *c, int at)
{
    for (int before = at - 1; before >= 0; before--)
        if (is_asked(c, before)) return before;
    return at;
}

bool io_wizard_run(io_calibration *c, const io_wizard_desk *desk)
{
    const wizard w = {c, desk, desk->out};
    const int count = c->axis_count * AXIS_STEPS + LAST_STEPS;
    for (int at = 0; at < count;) {
        if (!is_asked(c, at)) {
            at++;
            continue;
        }
        const step answer = take_step(&w, at);
        if (answer == IO_WIZARD_QUIT) return false;
        at = answer == IO_WIZARD_BACK ? step_before(c, at) : at + 1;
    }
    return true;
}
