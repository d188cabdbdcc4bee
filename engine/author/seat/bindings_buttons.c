/* Buttons of bindings: where they are, and what their mode does with which numbers. */
#include "bindings_reader.h"

#include <string.h>

static const auth_rule button_rules[] = {
    AUTH_RULE_TO(bound_button, button, beyond, beyond, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(bound_button, button, value, value, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(bound_button, button, rest, rest, NUMBER, ANY, 0.0),
    AUTH_RULE_TO(bound_button, button, rate, rate, NUMBER, POSITIVE, 2.0), /* [1/s] an arm's move */
    AUTH_RULE_TO(bound_button, button, step, step, NUMBER, ANY, 0.0),
};

/* ---- which keys a mode takes ---- */

#define MODE(mode) (1u << AUTH_BUTTON_##mode)

static const struct mode_key {
    const char *key;
    unsigned modes;
} mode_keys[] = {
    {"value", ~(MODE(CYCLE) | MODE(STEP))},
    {"rest", MODE(HOLD) | MODE(TOGGLE) | MODE(RAMP)},
    {"rate", MODE(RAMP) | MODE(CREEP)},
    {"values", MODE(CYCLE)},
    {"step", MODE(STEP)},
};

static void check_mode(const auth_reader *reader, const yaml_node_t *item, const auth_button *button)
{
    const char *word = auth_button_mode_word((int)button->mode);
    for (size_t i = 0; i < sizeof mode_keys / sizeof *mode_keys; i++) {
        const char *key = mode_keys[i].key;
        if (!auth_given(reader, item, key) || (mode_keys[i].modes & (1u << button->mode))) continue;
        hl_report_add(reader->report, auth_key_place(reader, item, key),
                      "'%s' has no effect in the mode '%s'; the key is expected to be left out", key, word);
    }
    if (button->mode == AUTH_BUTTON_CYCLE && button->value_count < 2)
        hl_report_add(reader->report, auth_key_place(reader, item, "mode"),
                      "the mode 'cycle' without 'values'; at least two of them are expected");
    if (button->mode == AUTH_BUTTON_STEP && !auth_given(reader, item, "step"))
        hl_report_add(
            reader->report, auth_key_place(reader, item, "mode"),
            "the mode 'step' without 'step'; give how far the command moves with a press, e.g. 0.1");
}

/* ---- where the button is ---- */

static void check_source(const auth_reader *reader, const yaml_node_t *item, const auth_button *button)
{
    if ((button->button != NULL) == (button->axis != NULL)) {
        hl_report_add(reader->report, button->place,
                      "a button with %s of 'button' and 'axis'; one of them is expected",
                      button->axis ? "both" : "none");
        return;
    }
    if (!button->axis) {
        auth_refuse(reader, item, "beyond", "has no effect without 'axis'");
        if (button->with && strcmp(button->with, button->button) == 0)
            hl_report_add(reader->report, button->with_place,
                          "'with' names the button itself; another button is expected");
        return;
    }
    if (!auth_given(reader, item, "beyond"))
        hl_report_add(reader->report, auth_key_place(reader, item, "axis"),
                      "an 'axis' as a button without 'beyond'; the share of its way is expected");
    else if (!(button->beyond >= -1.0 && button->beyond <= 1.0 && button->beyond != 0.0))
        hl_report_add(reader->report, auth_key_place(reader, item, "beyond"),
                      "'beyond' is %g; -1 to 1, and not 0, is expected", button->beyond);
}

/* ---- the whole ---- */

void auth_read_bound_button(const auth_reader *reader, const yaml_node_t *item, const raw_bound_button *raw,
                            auth_button *button)
{
    button->place = auth_node_place(item);
    button->button = auth_bound_name(reader, item, "button", raw->button, &button->button_place);
    if (raw->axis) button->axis = auth_bound_name(reader, item, "axis", raw->axis, &button->button_place);
    button->command = auth_bound_name(reader, item, "command", raw->command, &button->command_place);
    button->with = auth_bound_name(reader, item, "with", raw->with, &button->with_place);
    button->mode = (auth_button_mode)raw->mode;
    button->has_value = raw->value != NULL;
    button->has_rest = raw->rest != NULL;
    if (raw->help) button->help = auth_copy_text(reader, raw->help);
    auth_read_values(reader, item, raw->values, raw->values_count, button->values, &button->value_count);
    auth_read_unless(reader, item, raw->unless, raw->unless_count, &button->unless);
    check_mode(reader, item, button);
    if (auth_apply_rules(reader, item, AUTH_RULES(button_rules), false, raw, button))
        check_source(reader, item, button);
}
