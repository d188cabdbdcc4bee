/* The `sounds` of a machine: which parts of it are heard, where, and by which signals. */
#include "machine_reader.h"

#include <stdio.h>
#include <string.h>

/* One voice under the reader's eyes. */
typedef struct voice_reader {
    const auth_machine_reader *m;
    const yaml_node_t *item;
    const raw_voice *raw;
    auth_voice *out;
} voice_reader;

#define K(kind) (1u << AUTH_VOICE_##kind)

/* ---- signals ---- */

static const char *const signal_keys[AUTH_VOICE_KINDS][AUTH_VOICE_INPUTS] = {
#define X(kind, word, a, b, c, d) [kind] = {a, b, c, d},
    AUTH_VOICE_LIST(X)
#undef X
};

static const struct raw_signal {
    const char *key;
    size_t raw;
} raw_signals[] = {
#define SIGNAL(key)                                                                                          \
    {                                                                                                        \
#key, offsetof(raw_voice_signals, key)                                                               \
    }
    SIGNAL(speed),    SIGNAL(load),      SIGNAL(running), SIGNAL(starter), SIGNAL(torque),
    SIGNAL(pressure), SIGNAL(flow),      SIGNAL(rate),    SIGNAL(force),   SIGNAL(length),
    SIGNAL(slip),     SIGNAL(side_slip), SIGNAL(power),   SIGNAL(mass),    SIGNAL(signal),
#undef SIGNAL
};

/* The key of an input without the brackets of those that may be left out. @return false: no input */
static bool input_key(auth_voice_kind kind, int input, char key[16], bool *needed)
{
    const char *text = signal_keys[kind][input];
    if (!text) return false;
    *needed = text[0] != '[';
    snprintf(key, 16, "%.*s", *needed ? 15 : (int)strlen(text) - 2, *needed ? text : text + 1);
    return true;
}

/* @return which input of the kind a key is; -1: none */
static int find_input(auth_voice_kind kind, const char *wanted)
{
    char key[16];
    bool needed;
    for (int i = 0; i < AUTH_VOICE_INPUTS && input_key(kind, i, key, &needed); i++)
        if (strcmp(key, wanted) == 0) return i;
    return -1;
}

static void check_inputs(const voice_reader *v, const yaml_node_t *item)
{
    char key[16];
    bool needed;
    for (int i = 0; i < AUTH_VOICE_INPUTS && input_key(v->out->kind, i, key, &needed); i++)
        if (needed && !v->out->signals[i])
            hl_report_add(v->m->file->report, auth_node_place(item),
                          "a voice of kind '%s' without the signal '%s'; the key is expected",
                          auth_voice_word(v->out->kind), key);
}

static void read_signals(const voice_reader *v)
{
    const auth_reader *file = v->m->file;
    const yaml_node_t *item = auth_document_value(file->document, v->item, "signals");
    for (size_t i = 0; i < sizeof raw_signals / sizeof *raw_signals; i++) {
        const struct raw_signal *from = &raw_signals[i];
        const char *name = *(char *const *)(const void *)((const char *)v->raw->signals + from->raw);
        if (!name) continue;
        const int input = find_input(v->out->kind, from->key);
        if (input < 0) {
            hl_report_add(file->report, auth_key_place(file, item, from->key),
                          "a voice of kind '%s' does not listen to '%s'; the key is expected to be left out",
                          auth_voice_word(v->out->kind), from->key);
            continue;
        }
        v->out->signals[input] = auth_copy_text(file, name);
        v->out->signal_places[input] = auth_key_place(file, item, from->key);
    }
    check_inputs(v, item);
}

/* ---- what sets a kind of voice ---- */

#define VOICE(kinds, key, kind, range, fallback, low, high, span)                                            \
    {                                                                                                        \
        kinds,                                                                                               \
        {                                                                                                    \
            AUTH_SCALAR(voice, key, kind, range, fallback), low, high, span                                  \
        }                                                                                                    \
    }

/* A key may be there twice, for kinds that mean different quantities by it. Spans keep what is heard within
 * the ear's reach; fallbacks are class-typical for machines of 50 to 200 kW. */
static const struct voice_key {
    unsigned kinds;
    auth_bounded quantity;
} voice_keys[] = {
    VOICE(K(ENGINE), idle, ANGULAR_VELOCITY, POSITIVE, 80.0, 10.0, 1e3, "10 to 1000 rad/s"),
    VOICE(K(ENGINE) | K(TURBO), rated, ANGULAR_VELOCITY, POSITIVE, 230.0, 10.0, 2e3, "10 to 2000 rad/s"),
    VOICE(K(PUMP) | K(GEARS), ratio, NUMBER, POSITIVE, 1.0, 1e-3, 1e3, "0.001 to 1000"),
    VOICE(K(TURBO), ratio, NUMBER, POSITIVE, 60.0, 1e-3, 1e3, "0.001 to 1000"),
    VOICE(K(PUMP) | K(RELIEF), pressure, PRESSURE, POSITIVE, 200e5, 1e5, 2e8, "1 to 2000 bar"),
    VOICE(K(RELIEF), flow, FLOW, POSITIVE, 1e-3, 1e-6, 1.0, "0.06 to 60000 l/min"),
    VOICE(K(CYLINDER), shortest, LENGTH, POSITIVE, 0.0, 0.01, 50.0, "10 mm to 50 m"),
    VOICE(K(CYLINDER), longest, LENGTH, POSITIVE, 0.0, 0.01, 50.0, "10 mm to 50 m"),
    VOICE(K(CYLINDER), rate, VELOCITY, POSITIVE, 0.3, 1e-3, 10.0, "1 mm/s to 10 m/s"),
    VOICE(K(CYLINDER), force, FORCE, POSITIVE, 50e3, 1.0, 1e8, "1 N to 100 MN"),
    VOICE(K(SCRAPE), power, POWER, POSITIVE, 20e3, 1.0, 1e8, "1 W to 100 MW"),
    VOICE(K(PATTER), rate, MASS_FLOW, POSITIVE, 100.0, 1e-3, 1e5, "0.001 to 100000 kg/s"),
    VOICE(K(HIT), force, FORCE, POSITIVE, 2e3, 1.0, 1e8, "1 N to 100 MN"),
};

static const auth_bounded common[] = {
    {AUTH_SCALAR(voice, level, NUMBER, NOT_NEGATIVE, 1.0), 0.0, 10.0, "0 to 10"},
    {AUTH_SCALAR(voice, inside, NUMBER, NOT_NEGATIVE, 0.0), 0.0, 1.0, "0 to 1"},
};

/* Those that are no quantities of the table above. */
static const struct other_key {
    const char *key;
    unsigned kinds;
} other_keys[] = {
    {"cylinders", K(ENGINE)},       {"pistons", K(PUMP) | K(GEARS)},    {"above", K(BEEPER) | K(HORN)},
    {"below", K(BEEPER) | K(HORN)}, {"frequency", K(BEEPER) | K(HORN)},
};

static bool is_one_of(const voice_reader *v, unsigned kinds)
{
    return (kinds >> v->out->kind & 1u) != 0;
}

static bool has_key(const voice_reader *v, const char *key)
{
    for (size_t i = 0; i < sizeof voice_keys / sizeof *voice_keys; i++)
        if (is_one_of(v, voice_keys[i].kinds) && strcmp(voice_keys[i].quantity.rule.key, key) == 0)
            return true;
    for (size_t i = 0; i < sizeof other_keys / sizeof *other_keys; i++)
        if (is_one_of(v, other_keys[i].kinds) && strcmp(other_keys[i].key, key) == 0) return true;
    return false;
}

static void refuse_foreign_keys(const voice_reader *v)
{
    static const char *const keys[] = {"cylinders", "pistons", "idle",     "rated",   "ratio",
                                       "pressure",  "flow",    "shortest", "longest", "power",
                                       "rate",      "force",   "above",    "below",   "frequency"};
    const auth_reader *file = v->m->file;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (auth_given(file, v->item, keys[i]) && !has_key(v, keys[i]))
            hl_report_add(file->report, auth_key_place(file, v->item, keys[i]),
                          "a voice of kind '%s' has no '%s'; the key is expected to be left out",
                          auth_voice_word(v->out->kind), keys[i]);
}

static bool read_quantities(const voice_reader *v)
{
    const auth_reader *file = v->m->file;
    bool good =
        auth_apply_bounded(file, v->item, common, (int)(sizeof common / sizeof *common), v->raw, v->out);
    for (size_t i = 0; i < sizeof voice_keys / sizeof *voice_keys; i++)
        if (is_one_of(v, voice_keys[i].kinds))
            good &= auth_apply_bounded(file, v->item, &voice_keys[i].quantity, 1, v->raw, v->out);
    return good;
}

/* ---- counts ---- */

static int read_count(const voice_reader *v, const char *key, unsigned raw, int fallback, int most)
{
    if (!auth_given(v->m->file, v->item, key)) return fallback;
    auth_check_range(v->m->file, v->item, key, raw, 1, most);
    return (int)raw;
}

static void read_counts(const voice_reader *v)
{
    if (is_one_of(v, K(ENGINE))) v->out->cylinders = read_count(v, "cylinders", v->raw->cylinders, 6, 16);
    if (is_one_of(v, K(PUMP))) v->out->pistons = read_count(v, "pistons", v->raw->pistons, 9, 40);
    if (is_one_of(v, K(GEARS))) v->out->pistons = read_count(v, "pistons", v->raw->pistons, 31, 200);
}

/* ---- what two keys say about each other ---- */

static void check_rising(const voice_reader *v, const char *low_key, double low, const char *high_key,
                         double high)
{
    if (high > low) return;
    AUTH_COMPLAIN(v->m, v->item, high_key, "'%s' is %g, not above '%s' (%g); more is expected", high_key,
                  high, low_key, low);
}

static void check_ends(const voice_reader *v)
{
    static const char *const keys[] = {"shortest", "longest"};
    for (int i = 0; i < 2; i++)
        if (!auth_given(v->m->file, v->item, keys[i])) {
            hl_report_add(v->m->file->report, auth_node_place(v->item),
                          "a voice of kind 'cylinder' without '%s'; the key is expected", keys[i]);
            return;
        }
    check_rising(v, "shortest", v->out->shortest, "longest", v->out->longest);
}

/* ---- signals that switch ---- */

/* In the unit of a signal that only those know who know the machine. */
static void read_threshold(const voice_reader *v)
{
    const char *const key = v->raw->below ? "below" : "above";
    const char *text = v->raw->below ? v->raw->below : v->raw->above;
    auth_dimension dimension;
    bool with_unit;
    v->out->above = 0.5;
    v->out->below = v->raw->below != NULL;
    if (v->raw->above && v->raw->below)
        AUTH_COMPLAIN(v->m, v->item, "below", "'below' beside 'above'; one of them is expected");
    else if (text)
        auth_read_any(v->m->file, auth_key_place(v->m->file, v->item, key), key, text, &v->out->above,
                      &dimension, &with_unit);
}

static void read_switch(const voice_reader *v)
{
    static const double lowest = 50.0, highest = 8e3; /* of tones that small loudspeakers carry [Hz] */
    read_threshold(v);
    v->out->frequency = v->out->kind == AUTH_VOICE_BEEPER ? 1250.0 : 420.0;
    if (v->raw->frequency &&
        auth_read_frequency(v->m->file, v->item, "frequency", v->raw->frequency, &v->out->frequency))
        auth_check_bounds(v->m->file, v->item, "frequency", v->raw->frequency, v->out->frequency, lowest,
                          highest, "50 to 8000 Hz");
}

/* ---- a voice ---- */

static const auth_rule place_rules[] = {AUTH_VECTOR(voice, at, LENGTH, ANY)};

/* Voices without a name are told apart by their lines. */
static void read_name(const voice_reader *v)
{
    v->out->name = auth_copy_text(v->m->file, v->raw->name ? v->raw->name : auth_voice_word(v->out->kind));
    if (!v->raw->name) return;
    auth_check_name(v->m->file, v->item, v->raw->name);
    for (const auth_voice *other = v->m->out->sounds; other < v->out; other++)
        if (other->name && strcmp(other->name, v->raw->name) == 0) {
            AUTH_COMPLAIN(v->m, v->item, "name",
                          "the name '%s' is taken by the voice of line %d; another name is expected",
                          other->name, other->place.line);
            return;
        }
}

static void read_voice(const voice_reader *v)
{
    v->out->kind = (auth_voice_kind)v->raw->kind;
    v->out->place = auth_node_place(v->item);
    read_name(v);
    v->out->body = auth_reference(v->m->file, v->item, "body", v->raw->body, AUTH_BODIES);
    auth_apply_rules(v->m->file, v->item, AUTH_RULES(place_rules), false, v->raw, v->out);
    read_signals(v);
    refuse_foreign_keys(v);
    read_counts(v);
    const bool good = read_quantities(v);
    if (good && is_one_of(v, K(ENGINE))) check_rising(v, "idle", v->out->idle, "rated", v->out->rated);
    if (good && is_one_of(v, K(CYLINDER))) check_ends(v);
    if (is_one_of(v, K(BEEPER) | K(HORN))) read_switch(v);
}

void auth_read_sounds(auth_machine_reader *m, const yaml_node_t *root)
{
    const yaml_node_t *list = auth_document_value(m->file->document, root, "sounds");
    m->out->sounds = HL_NEW(m->file->arena, auth_voice, m->raw->sounds_count);
    *m->file->starved |= m->out->sounds == NULL;
    if (!m->out->sounds) return;
    m->out->sound_count = (int)m->raw->sounds_count;
    for (int i = 0; i < m->out->sound_count && m->file->report->dropped == 0; i++) {
        const voice_reader v = {.m = m,
                                .item = auth_document_entry(m->file->document, list, i),
                                .raw = &m->raw->sounds[i],
                                .out = &m->out->sounds[i]};
        read_voice(&v);
    }
}
