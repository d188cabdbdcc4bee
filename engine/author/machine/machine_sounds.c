/* The `sounds` of a machine: voices, their positions and their signals. */
#include "machine_tables.h"

#include <stdio.h>
#include <string.h>

#define K(kind) (1u << AUTH_VOICE_##kind)

static const auth_word kinds[] = {
#define X(kind, word, a, b, c, d) {word, kind},
    AUTH_VOICE_LIST(X)
#undef X
};

const char *auth_voice_word(auth_voice_kind kind)
{
    return kinds[kind].word;
}

/* ---- signals ---- */

static const char *const signal_keys[AUTH_VOICE_KINDS][AUTH_VOICE_INPUTS] = {
#define X(kind, word, a, b, c, d) [kind] = {a, b, c, d},
    AUTH_VOICE_LIST(X)
#undef X
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

#define SIGNAL(key, what) READ(WORD, #key, NULL, "Name of a signal: " what, AUTH_NAMED, OPTIONAL)

static const auth_field signal_fields[] = {
    SIGNAL(speed, "speed of engine, shaft, wheel or track"),
    SIGNAL(load, "share of full load, or normal force"),
    SIGNAL(running, "1 while the engine runs"),
    SIGNAL(starter, "2 while the starter turns"),
    SIGNAL(torque, "torque of the shaft"),
    SIGNAL(pressure, "pressure of the oil"),
    SIGNAL(flow, "flow of the oil"),
    SIGNAL(rate, "rate of the rod"),
    SIGNAL(force, "force of rod or contact"),
    SIGNAL(length, "length of the cylinder"),
    SIGNAL(slip, "slip of the tread"),
    SIGNAL(side_slip, "slip of the tread, sideways"),
    SIGNAL(power, "power spent on the soil"),
    SIGNAL(mass, "mass of the soil"),
    SIGNAL(signal, "what switches the voice"),
};
static const auth_table signals = AUTH_TABLE(auth_voice, signal_fields, );

static bool check_inputs(const auth_item *item, const yaml_node_t *node)
{
    const auth_voice *voice = item->out;
    char key[16];
    bool needed, good = true;
    for (int i = 0; i < AUTH_VOICE_INPUTS && input_key(voice->kind, i, key, &needed); i++) {
        if (!needed || voice->signals[i]) continue;
        hl_report_add(item->reader->report, auth_node_place(node),
                      "a voice of kind '%s' without the signal '%s'; the key is expected",
                      auth_voice_word(voice->kind), key);
        good = false;
    }
    return good;
}

static bool read_signals(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    auth_voice *voice = item->out;
    bool good = true;
    (void)field;
    for (int i = 0; i < AUTH_COUNT_OF(signal_fields); i++) {
        const char *key = signal_fields[i].key;
        const yaml_node_t *name = auth_document_value(item->reader->document, value, key);
        const int input = find_input(voice->kind, key);
        if (!name) continue;
        if (input < 0) {
            hl_report_add(item->reader->report, auth_node_place(name),
                          "a voice of kind '%s' does not listen to '%s'; the key is expected to be left out",
                          auth_voice_word(voice->kind), key);
            good = false;
            continue;
        }
        voice->signals[input] = auth_item_copy(item, name);
        voice->signal_places[input] = auth_node_place(name);
    }
    return check_inputs(item, value) && good;
}

/* ---- signals that switch ---- */

/* In the unit of a signal that only those know who know the machine. */
static bool read_threshold(auth_item *item, const auth_field *field, const yaml_node_t *below)
{
    auth_voice *voice = item->out;
    const yaml_node_t *above = auth_item_value(item, "above"), *value = below ? below : above;
    auth_dimension dimension;
    bool with_unit;
    voice->above = 0.5;
    voice->below = below != NULL;
    if (above && below) {
        COMPLAIN(item, field->key, "'below' beside 'above'; one of them is expected");
        return false;
    }
    return !value || auth_read_any(item->reader, auth_node_place(value), below ? field->key : "above",
                                   auth_node_text(value), &voice->above, &dimension, &with_unit);
}

/* ---- a voice ---- */

static bool begin_voice(auth_item *item)
{
    auth_voice *voice = item->out;
    voice->kind = (auth_voice_kind)auth_item_choice(item, "kind");
    if (!voice->name) voice->name = auth_voice_word(voice->kind);
    return true;
}

static void check_rising(const auth_item *item, const char *low_key, double low, const char *high_key,
                         double high)
{
    if (high > low) return;
    COMPLAIN(item, high_key, "'%s' is %g, not above '%s' (%g); more is expected", high_key, high, low_key,
             low);
}

static void check_voice(auth_item *item)
{
    const auth_voice *voice = item->out;
    if (voice->kind == AUTH_VOICE_ENGINE) check_rising(item, "idle", voice->idle, "rated", voice->rated);
    if (voice->kind == AUTH_VOICE_CYLINDER)
        check_rising(item, "shortest", voice->shortest, "longest", voice->longest);
}

#define MEASURE(key, kind, of, text, span, ...)                                                              \
    QUANTITY(auth_voice, key, kind, ANY, text, SPAN(span), OF(of), __VA_ARGS__)
#define TONE(of, ...)                                                                                        \
    FREQUENCY(auth_voice, frequency, "Frequency of its tone", SPAN("50 to 8000 Hz"), OF(of), __VA_ARGS__)

/* Spans keep what is heard within the ear's reach, and tones within what small loudspeakers carry; defaults
 * are class-typical for machines of 50 to 200 kW. */
static const auth_field fields[] = {
    CHOICE(auth_voice, kind, kinds, "Kind of voice"),
    {AUTH_ROW(NAME, "name", auth_voice, name), .names = true, AUTH_NAMED,
     AUTH_MEANING("Distinguishes voices of one kind"), OTHERWISE("its kind")},
    REFERENCE(auth_voice, body, "bodies", "body", "Body that it moves with"),
    VECTOR(auth_voice, at, LENGTH, ANY, "Point in the frame of `body`, vector", .fallback = "0",
           OTHERWISE("[0, 0, 0]")),
    QUANTITY(auth_voice, level, NUMBER, ANY, "Gain", SPAN("0 to 10"), DEFAULT("1")),
    QUANTITY(auth_voice, inside, NUMBER, ANY,
             "Share that reaches the closed cab directly, not through its walls", SPAN("0 to 1"),
             DEFAULT("0")),
    READ(PART, "signals", read_signals, "Names of its input signals, see below", .table = &signals),
    COUNT(auth_voice, cylinders, "Cylinders of a four-stroke engine", SPAN("1 to 16"), OF(K(ENGINE)),
          DEFAULT("6")),
    COUNT(auth_voice, pistons, "Of a pump: strokes a revolution, teeth of a gear pump", SPAN("1 to 40"),
          OF(K(PUMP)), DEFAULT("9")),
    COUNT(auth_voice, pistons, "Of gears: teeth", SPAN("1 to 200"), OF(K(GEARS)), DEFAULT("31")),
    MEASURE(idle, ANGULAR_VELOCITY, K(ENGINE), "Speed of the engine at idle", "10 to 1000 rad/s",
            DEFAULT("80 rad/s")),
    MEASURE(rated, ANGULAR_VELOCITY, K(ENGINE) | K(TURBO), "Rated speed of the engine", "10 to 2000 rad/s",
            DEFAULT("230 rad/s")),
    MEASURE(ratio, NUMBER, K(PUMP) | K(GEARS), "Revolutions of the gear or pump for one of the shaft",
            "0.001 to 1000", DEFAULT("1")),
    MEASURE(ratio, NUMBER, K(TURBO), "Of a turbo: its revolutions for one of the engine at rated speed",
            "0.001 to 1000", DEFAULT("60")),
    MEASURE(pressure, PRESSURE, K(PUMP) | K(RELIEF), "Pressure at full level", "1 to 2000 bar",
            DEFAULT("200 bar")),
    MEASURE(flow, FLOW, K(RELIEF), "Flow at full level", "0.06 to 60000 l/min", DEFAULT("60 l/min")),
    QUANTITY(auth_voice, shortest, LENGTH, ANY, "Of a cylinder: length with the rod in",
             SPAN("10 mm to 50 m"), NEEDED(K(CYLINDER))),
    QUANTITY(auth_voice, longest, LENGTH, ANY, "Of a cylinder: length with the rod out",
             SPAN("10 mm to 50 m"), NEEDED(K(CYLINDER))),
    MEASURE(power, POWER, K(SCRAPE), "Power at full level", "1 W to 100 MW", DEFAULT("20 kW")),
    MEASURE(rate, VELOCITY, K(CYLINDER), "Of a cylinder: rate at full level", "1 mm/s to 10 m/s",
            DEFAULT("0.3 m/s")),
    MEASURE(rate, MASS_FLOW, K(PATTER), "Of a patter: change of mass at full level", "0.001 to 100000 kg/s",
            DEFAULT("100 kg/s")),
    MEASURE(force, FORCE, K(CYLINDER), "Of a cylinder: force at full level", "1 N to 100 MN",
            DEFAULT("50 kN")),
    MEASURE(force, FORCE, K(HIT), "Of a hit: minimum jump of the force", "1 N to 100 MN", DEFAULT("2 kN")),
    READ(QUANTITY, "above", NULL, /* by read_threshold */ "It sounds while the signal is above",
         OF(K(BEEPER) | K(HORN)), OTHERWISE("0.5")),
    READ(QUANTITY, "below", read_threshold, "It sounds while the signal is below", OF(K(BEEPER) | K(HORN)),
         OPTIONAL),
    TONE(K(BEEPER), DEFAULT("1250 Hz")),
    TONE(K(HORN), DEFAULT("420 Hz")),
};
const auth_table auth_voice_table =
    AUTH_TABLE(auth_voice, fields, .what = "voice", .place = AUTH_AT(auth_voice, place), .kind_key = "kind",
               .kind_words = "in a voice of kind", .begin = begin_voice, .check = check_voice);
