#include "keyboard_help.h"

#include "keyboard_codes.h"

#include <stdio.h>
#include <string.h>

bool keyboard_help_new(keyboard_help *help, const io_device_bindings *device, hl_arena *arena)
{
    help->text = hl_arena_take(arena, (size_t)device->button_count + 1, sizeof *help->text);
    help->lines = HL_NEW(arena, const char *, device->button_count + 2);
    return help->text != NULL && help->lines != NULL;
}

/* ---- what a key is for ---- */

static const char *action_meaning(int action)
{
    static const char *const meanings[IO_ACTIONS] = {
#define X(action, name, meaning) meaning,
        IO_ACTION_LIST(X)
#undef X
    };
    return action >= 0 && action < IO_ACTIONS ? meanings[action] : NULL;
}

static const char *control_meaning(const auth_machine *machine, int control)
{
    const auth_control *c = &machine->controls[control];
    return c->meaning != NULL && c->meaning[0] != '\0' ? c->meaning : c->name;
}

/* NULL: the pattern does not use the lever. */
static const char *lever_meaning(const auth_machine *machine, int pattern, const char *lever)
{
    if (pattern < 0 || pattern >= machine->pattern_count) return NULL;
    const auth_pattern *p = &machine->patterns[pattern];
    for (int i = 0; i < p->lever_count; i++)
        if (strcmp(p->levers[i].lever, lever) == 0) return control_meaning(machine, p->levers[i].control);
    return NULL;
}

/* NULL: nothing of this machine. */
static const char *meaning_of(const io_button *button, const auth_machine *machine, int pattern)
{
    const char *meaning = NULL;
    switch (button->target.kind) {
    case IO_TARGET_NONE:
        return NULL;
    case IO_TARGET_CONTROL:
        meaning = control_meaning(machine, button->target.index);
        break;
    case IO_TARGET_LEVER:
        meaning = lever_meaning(machine, pattern, auth_lever_word(button->target.index));
        break;
    case IO_TARGET_ACTION:
        meaning = action_meaning(button->target.index);
        break;
    }
    return meaning != NULL && button->author->help != NULL ? button->author->help : meaning;
}

/* ---- lines ---- */

static void append(char line[HELP_LINE], const char *text)
{
    const size_t length = strlen(line);
    snprintf(line + length, HELP_LINE - length, "%s", text);
}

/* "Left shift+W"; the same key twice in a line is named once. */
static void append_key(char line[HELP_LINE], const io_button *button)
{
    char key[64];
    snprintf(key, sizeof key, "%s%s%s", button->with < 0 ? "" : keyboard_name(button->with),
             button->with < 0 ? "" : "+", keyboard_name(button->code));
    if (line[0] != '\0') append(line, " ");
    append(line, key);
}

static bool same_key(const io_button *a, const io_button *b)
{
    return a->code == b->code && a->with == b->with;
}

typedef struct text_source {
    const io_device_bindings *device;
    const auth_machine *machine;
    int pattern;
} text_source;

static const char *text_of(const text_source *source, int button)
{
    return meaning_of(&source->device->buttons[button], source->machine, source->pattern);
}

/* Whether a button before it has the text already. */
static bool is_told(const text_source *source, int button, const char *text)
{
    for (int i = 0; i < button; i++) {
        const char *earlier = text_of(source, i);
        if (earlier != NULL && strcmp(earlier, text) == 0) return true;
    }
    return false;
}

static void write_keys(const text_source *source, int first, char line[HELP_LINE])
{
    const io_device_bindings *device = source->device;
    const char *text = text_of(source, first);
    line[0] = '\0';
    for (int i = first; i < device->button_count; i++) {
        const char *other = text_of(source, i);
        bool named = other == NULL || strcmp(other, text) != 0;
        for (int k = first; k < i && !named; k++) {
            const char *earlier = text_of(source, k);
            named = earlier != NULL && strcmp(earlier, text) == 0 &&
                    same_key(&device->buttons[k], &device->buttons[i]);
        }
        if (!named) append_key(line, &device->buttons[i]);
    }
    append(line, "  ");
    append(line, text);
}

void keyboard_help_write(keyboard_help *help, const io_device_bindings *device, const auth_machine *machine,
                         int pattern)
{
    const text_source source = {device, machine, pattern};
    int count = 0;
    for (int i = 0; i < device->button_count; i++) {
        const char *text = text_of(&source, i);
        if (text == NULL || is_told(&source, i, text)) continue;
        write_keys(&source, i, help->text[count]);
        help->lines[count] = help->text[count];
        count++;
    }
    if (help->unreached[0] != '\0') {
        snprintf(help->text[count], HELP_LINE, "no input  %.140s", help->unreached);
        help->lines[count] = help->text[count];
        count++;
    }
    help->lines[count] = NULL;
}
