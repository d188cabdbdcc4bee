/* What `--set` says: variants and parameters of the machine's file, controls at the start. */
#include "drv/log.h"
#include "load_internal.h"

#include "auth/quantity.h"
#include "hl/report.h"

#include <stdio.h>
#include <string.h>

_Static_assert((int)AUTH_MAX_PARAMETERS >= (int)DRV_SETTINGS, "every setting may be a parameter");

/* ---- variants and parameters ---- */

static const char choice_prefix[] = "machine.";

bool drv_is_choice(const char *text)
{
    return strncmp(text, choice_prefix, strlen(choice_prefix)) == 0;
}

bool drv_is_parameter(const char *text)
{
    const char *name = drv_is_choice(text) ? text + strlen(choice_prefix) : "";
    return name[strcspn(name, ".=")] == '.';
}

static bool refuse_choice(const drv_log *log, const char *text)
{
    return drv_say(log,
                   "--set '%s' is not understood; expected machine.VARIANT=CHOICE or "
                   "machine.SECTION.NAME.KEY=VALUE",
                   text);
}

bool drv_only_choices(const drv_log *log, const drv_settings *set)
{
    for (int i = 0; i < set->count; i++)
        if (!drv_is_choice(set->texts[i])) return refuse_choice(log, set->texts[i]);
    return true;
}

/* machine.NAME=VALUE */
static bool read_choice(const drv_log *log, const char *text, hl_arena *arena, load_choices *choices,
                        int *status)
{
    const char *variant = text + strlen(choice_prefix);
    const size_t length = strcspn(variant, "=");
    *status = DRV_USAGE;
    if (length == 0 || variant[length] != '=' || !variant[length + 1]) return refuse_choice(log, text);
    const char *name = hl_arena_string(arena, variant, length);
    *status = DRV_ENVIRONMENT;
    choices->list[choices->count++] = (auth_choice){name, variant + length + 1};
    return name != NULL;
}

bool load_choices_read(const drv_log *log, const drv_settings *set, hl_arena *arena, load_choices *choices,
                       int *status)
{
    choices->count = 0;
    for (int i = 0; set && i < set->count && choices->count < DRV_SETTINGS; i++)
        if (drv_is_choice(set->texts[i]) && !read_choice(log, set->texts[i], arena, choices, status))
            return false;
    return true;
}

/* ---- controls at the start ---- */

/* NAME=VALUE where VALUE is a choice of the machine's variant NAME: machine.NAME=VALUE is meant. */
static const char *meant_choice(const auth_machine *machine, const char *name, const char *value,
                                char hint[HL_HINT_LENGTH])
{
    char meant[HL_HINT_LENGTH] = "";
    for (int i = 0; i < machine->variant_count; i++) {
        const auth_variant *variant = &machine->variants[i];
        if (strcmp(variant->name, name) != 0) continue;
        for (int k = 0; k < variant->choice_count; k++)
            if (strcmp(variant->choices[k].name, value) == 0)
                snprintf(meant, sizeof meant, "machine.%s=%s", name, value);
    }
    return hl_did_you_mean(*meant ? meant : NULL, hint);
}

static bool refuse_control(const drv_log *log, const world_machine *machine, const char *name,
                           const char *choice)
{
    enum { MOST = 256 };
    const char *names[MOST];
    int count = 0;
    for (; count < world_control_count(machine) && count < MOST; count++)
        names[count] = world_control_info(machine, count).name;
    const char *nearest = drv_nearest(name, names, count);
    if (*choice) return drv_say(log, "--set: unknown control '%s'%s", name, choice);
    return drv_say(log, "--set: unknown control '%s'; the nearest is '%s'", name, nearest ? nearest : "none");
}

/* Its signal, control.NAME or MACHINE.control.NAME, names a control as well. */
static int find_control(const world_machine *machine, const char *name)
{
    static const char part[] = "control.";
    char plain[64];
    const int found = world_control_find(machine, name);
    const char *at = strstr(name, part);
    if (found >= 0 || at == NULL || (at > name && at[-1] != '.')) return found;
    snprintf(plain, sizeof plain, "%.*s%s", (int)(at - name), name, at + sizeof part - 1);
    return world_control_find(machine, plain);
}

/* MACHINE.machine.VARIANT: only the driven machine has choices of variants and parameters. */
static bool is_choice_of_other(const world_machine *machine, const char *name)
{
    const char *dot = strchr(name, '.');
    if (dot == NULL || !drv_is_choice(dot + 1)) return false;
    for (int i = 1; i < world_machine_count(machine); i++) {
        const char *other = world_machine_prefix(world_machine_at(machine, i));
        if (strlen(other) == (size_t)(dot - name) && strncmp(other, name, strlen(other)) == 0) return true;
    }
    return false;
}

/* CONTROL=NUMBER */
static bool set_control(const drv_log *log, const auth_machine *author, world_machine *machine,
                        const char *text)
{
    const size_t length = strcspn(text, "=");
    char name[64], complaint[HL_MESSAGE_LENGTH], hint[HL_HINT_LENGTH];
    double value;
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    if (text[length] != '=')
        return drv_say(log,
                       "--set '%s' is not understood; expected CONTROL=NUMBER, machine.VARIANT=CHOICE or "
                       "machine.SECTION.NAME.KEY=VALUE",
                       text);
    if (is_choice_of_other(machine, name))
        return drv_say(
            log,
            "--set %s: variants and parameters can be set for the driven machine only, as machine....; "
            "for another machine name a file with these values in 'machines' of the scenario",
            text);
    const char *choice = meant_choice(author, name, text + length + 1, hint);
    const int control = find_control(machine, name);
    if (control < 0) return refuse_control(log, machine, name, choice);
    if (!auth_quantity_read(text + length + 1, AUTH_KIND_NUMBER, &value, complaint, sizeof complaint))
        return drv_say(log, "--set '%s': %s%s", name, complaint, choice);
    const world_control info = world_control_info(machine, control);
    if (value < info.low || value > info.high)
        return drv_say(log, "--set %s: the range of '%s' is %g to %g", text, name, info.low, info.high);
    world_control_set(machine, control, value);
    return true;
}

bool drv_set_controls(const drv_log *log, const drv_files *files, world_machine *machine,
                      const drv_settings *set)
{
    for (int i = 0; i < set->count; i++)
        if (!drv_is_choice(set->texts[i]) && !set_control(log, files->machine, machine, set->texts[i]))
            return false;
    world_controls_start(machine);
    return true;
}
