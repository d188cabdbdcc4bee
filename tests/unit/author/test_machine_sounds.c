/* What a machine sounds like and how its seat and wheel feel: `sounds`, `seat`, `feel`; what they become,
 * their defaults, and every way in which they can be wrong. */
#include "refusal.h"

#include "auth/machine.h"

#include <stdio.h>

#define PI 3.14159265358979323846

/* As in test_machine.c. */
static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)

static const double rpm = PI / 30; /* [rad/s] */

/* The first machine file of the tests, cut before its seat; its picture comes last and is left out. */
static const char *cart_with(const char *sections)
{
    static char text[20000];
    const char *base = read_base("cart.yaml"), *cut = strstr(base, "seat:");
    assert_non_null(cut);
    snprintf(text, sizeof text, "%.*s%s", (int)(cut - base), base, sections);
    return text;
}

static const auth_machine *read_cart(hl_arena *arena)
{
    return read_good(parse_machine, read_base("cart.yaml"), arena);
}

static const auth_voice *voice(const auth_machine *m, auth_voice_kind kind)
{
    for (int i = 0; i < m->sound_count; i++)
        if (m->sounds[i].kind == kind) return &m->sounds[i];
    fail_msg("there is no voice of kind '%s'", auth_voice_word(kind));
    return NULL;
}

/* ---- seat and feel ---- */

static void seat_and_feel_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    assert_true(m->seat);
    assert_string_equal(m->mechanism->bodies[m->seat_body].name, "frame");
    NEARLY(m->seat_at[1], 0.1);
    NEARLY(m->seat_at[2], 1.2);
    assert_true(m->feel.present);
    assert_string_equal(m->feel.torque, "v");
    NEARLY(m->feel.full, -20e3);
    assert_int_equal(m->feel.torque_place.column, 16);
    hl_arena_free(&arena);
}

static void they_may_be_left_out(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, cart_with(""), &arena);
    assert_false(m->seat || m->feel.present);
    assert_int_equal(m->sound_count, 0);
    hl_arena_free(&arena);
}

/* ---- voices ---- */

static void voices_stand_in_order(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    assert_int_equal(m->sound_count, AUTH_VOICE_KINDS); /* the file has one of each */
    for (int i = 0; i < m->sound_count; i++) {
        assert_int_equal(m->sounds[i].kind, i);
        assert_int_equal(m->sounds[i].place.line, m->sounds[0].place.line + i);
    }
    assert_string_equal(m->sounds[AUTH_VOICE_PUMP].name, "pump"); /* of its kind */
    assert_string_equal(m->sounds[AUTH_VOICE_HORN].name, "hooter");
    assert_string_equal(m->mechanism->bodies[m->sounds[AUTH_VOICE_CYLINDER].body].name, "crank");
    assert_string_equal(auth_voice_word(AUTH_VOICE_PATTER), "patter");
    hl_arena_free(&arena);
}

static void an_engine_is_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_voice *v = voice(read_cart(&arena), AUTH_VOICE_ENGINE);
    NEARLY(v->at[0], 1.0);
    NEARLY(v->at[2], 0.5);
    NEARLY(v->level, 2.0);
    NEARLY(v->inside, 0.25);
    assert_int_equal(v->cylinders, 4);
    NEARLY(v->idle, 600 * rpm);
    NEARLY(v->rated, 2400 * rpm);
    assert_string_equal(v->signals[0], "engine.speed");
    assert_string_equal(v->signals[3], "control.key");
    assert_int_equal(v->signal_places[1].line, v->place.line);
    hl_arena_free(&arena);
}

/* In the order of AUTH_VOICE_LIST, not of the file. */
static void signals_stand_in_order(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    const auth_voice *pump = voice(m, AUTH_VOICE_PUMP), *tire = voice(m, AUTH_VOICE_TIRE);
    assert_string_equal(pump->signals[0], "engine.speed");
    assert_string_equal(pump->signals[1], "p");
    assert_null(pump->signals[2]);
    assert_true(pump->signal_places[1].column < pump->signal_places[0].column);
    assert_string_equal(tire->signals[2], "k");
    assert_null(tire->signals[3]);
    hl_arena_free(&arena);
}

static void quantities_are_read(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_cart(&arena);
    NEARLY(voice(m, AUTH_VOICE_TURBO)->ratio, 50.0);
    assert_int_equal(voice(m, AUTH_VOICE_GEARS)->pistons, 40);
    assert_int_equal(voice(m, AUTH_VOICE_PUMP)->pistons, 11);
    NEARLY(voice(m, AUTH_VOICE_PUMP)->pressure, 180e5);
    NEARLY(voice(m, AUTH_VOICE_RELIEF)->flow, 2e-3);
    const auth_voice *cylinder = voice(m, AUTH_VOICE_CYLINDER);
    NEARLY(cylinder->shortest, 0.6);
    NEARLY(cylinder->longest, 1.0);
    NEARLY(cylinder->rate, 0.2);
    NEARLY(cylinder->force, 9e3);
    NEARLY(voice(m, AUTH_VOICE_SCRAPE)->power, 5e3);
    NEARLY(voice(m, AUTH_VOICE_PATTER)->rate, 20.0);
    NEARLY(voice(m, AUTH_VOICE_HIT)->force, 4e3);
    const auth_voice *beeper = voice(m, AUTH_VOICE_BEEPER);
    NEARLY(beeper->frequency, 1e3);
    assert_true(beeper->below);
    NEARLY(beeper->above, -0.5);
    hl_arena_free(&arena);
}

static void check_default_numbers(const auth_machine *m)
{
    const auth_voice *engine = voice(m, AUTH_VOICE_ENGINE), *cylinder = voice(m, AUTH_VOICE_CYLINDER);
    CHECK_SAME(engine->level, 1.0);
    CHECK_SAME(engine->inside, 0.0);
    CHECK_SAME(engine->at[0], 0.0);
    assert_int_equal(engine->cylinders, 6);
    NEARLY(engine->idle, 80.0);
    NEARLY(engine->rated, 230.0);
    NEARLY(voice(m, AUTH_VOICE_TURBO)->ratio, 60.0);
    NEARLY(voice(m, AUTH_VOICE_TURBO)->rated, 230.0);
    NEARLY(voice(m, AUTH_VOICE_GEARS)->ratio, 1.0);
    assert_int_equal(voice(m, AUTH_VOICE_GEARS)->pistons, 31);
    NEARLY(voice(m, AUTH_VOICE_PUMP)->ratio, 1.0);
    assert_int_equal(voice(m, AUTH_VOICE_PUMP)->pistons, 9);
    NEARLY(voice(m, AUTH_VOICE_PUMP)->pressure, 200e5);
    NEARLY(voice(m, AUTH_VOICE_RELIEF)->pressure, 200e5);
    NEARLY(voice(m, AUTH_VOICE_RELIEF)->flow, 1e-3);
    NEARLY(cylinder->rate, 0.3);
    NEARLY(cylinder->force, 50e3);
    NEARLY(voice(m, AUTH_VOICE_SCRAPE)->power, 20e3);
    NEARLY(voice(m, AUTH_VOICE_PATTER)->rate, 100.0);
    NEARLY(voice(m, AUTH_VOICE_HIT)->force, 2e3);
    NEARLY(voice(m, AUTH_VOICE_BEEPER)->above, 0.5);
    assert_false(voice(m, AUTH_VOICE_BEEPER)->below);
    NEARLY(voice(m, AUTH_VOICE_BEEPER)->frequency, 1250.0);
    NEARLY(voice(m, AUTH_VOICE_HORN)->frequency, 420.0);
}

static void defaults_of_voices(void **state)
{
    (void)state;
    hl_arena arena = {0};
    check_default_numbers(read_good(
        parse_machine,
        cart_with("sounds:\n"
                  "  - {kind: engine, body: frame, signals: {speed: a, load: b, running: c}}\n"
                  "  - {kind: turbo, body: frame, signals: {speed: a, load: b}}\n"
                  "  - {kind: gears, body: frame, signals: {speed: a, torque: b}}\n"
                  "  - {kind: pump, body: frame, signals: {speed: a, pressure: b}}\n"
                  "  - {kind: relief, body: frame, signals: {flow: a, pressure: b}}\n"
                  "  - {kind: cylinder, body: frame, shortest: 1, longest: 2, signals: {rate: a, force: b, "
                  "length: c}}\n"
                  "  - {kind: scrape, body: frame, signals: {power: a}}\n"
                  "  - {kind: patter, body: frame, signals: {mass: a}}\n"
                  "  - {kind: hit, body: frame, signals: {force: a}}\n"
                  "  - {kind: hit, body: crank, signals: {force: b}}\n" /* unnamed ones may be alike */
                  "  - {kind: beeper, body: frame, signals: {signal: a}}\n"
                  "  - {kind: horn, body: frame, signals: {signal: a}}\n"),
        &arena));
    hl_arena_free(&arena);
}

/* A hertz of a tone is one a second, however it is written. */
static void frequencies(void **state)
{
    (void)state;
    static const char *const texts[] = {"440 Hz", "0.44 kHz", "440", "440 1/s", "26400 rpm"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        hl_arena arena = {0};
        char text[200];
        snprintf(text, sizeof text,
                 "sounds: [{kind: horn, body: frame, frequency: %s, signals: {signal: a}}]\n", texts[i]);
        CHECK_RELATIVE(voice(read_good(parse_machine, cart_with(text), &arena), AUTH_VOICE_HORN)->frequency,
                       440.0, 2 * rounding); /* to radians and back */
        hl_arena_free(&arena);
    }
}

/* ---- what is refused ---- */

static void seats_and_feels_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"seat: {body: frame", "seat: {body: @fram", "unknown body 'fram' under 'body'"},
        {"seat: {body: frame, at: [0, 10 cm", "seat: {body: frame, at: [0, @10 deg", "'10 deg' is an angle"},
        {"seat: {body: frame, at: [0, 10 cm, 1.2 m]}", "seat: @{body: frame}", "missing in 'seat': at"},
        {"full: -20 kN", "full: @0 N", "'full' is 0; the signal's value at the full force of the wheel"},
        {"full: -20 kN", "full: @much", "'full': "},
        {"feel: {torque: v, ", "feel: @{", "missing in 'feel': torque"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
}

static void keys_of_other_kinds_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"kind: turbo,", "kind: turbo, cylinders: @4,",
         "'cylinders' has no effect in a voice of kind 'turbo'; the key is expected to be left out"},
        {"kind: engine,", "kind: engine, pistons: @4,",
         "'pistons' has no effect in a voice of kind 'engine'"},
        {"kind: engine,", "kind: engine, ratio: @4,", "'ratio' has no effect in a voice of kind 'engine'"},
        {"kind: gears,", "kind: gears, idle: @80,", "'idle' has no effect in a voice of kind 'gears'"},
        {"kind: gears,", "kind: gears, rated: @80,", "'rated' has no effect in a voice of kind 'gears'"},
        {"kind: gears,", "kind: gears, pressure: @1 bar,",
         "'pressure' has no effect in a voice of kind 'gears'"},
        {"kind: pump,", "kind: pump, flow: @1 l/min,", "'flow' has no effect in a voice of kind 'pump'"},
        {"kind: pump,", "kind: pump, shortest: @1 m,", "'shortest' has no effect in a voice of kind 'pump'"},
        {"kind: pump,", "kind: pump, longest: @1 m,", "'longest' has no effect in a voice of kind 'pump'"},
        {"kind: hit,", "kind: hit, power: @1 kW,", "'power' has no effect in a voice of kind 'hit'"},
        {"kind: hit,", "kind: hit, rate: @1,", "'rate' has no effect in a voice of kind 'hit'"},
        {"kind: patter,", "kind: patter, force: @1 N,", "'force' has no effect in a voice of kind 'patter'"},
        {"kind: patter,", "kind: patter, above: @1,", "'above' has no effect in a voice of kind 'patter'"},
        {"kind: tire,", "kind: tire, below: @1,", "'below' has no effect in a voice of kind 'tire'"},
        {"kind: tire,", "kind: tire, frequency: @1 Hz,",
         "'frequency' has no effect in a voice of kind 'tire'"},
        {"kind: tire,", "kind: tire, @frequncy: 1 Hz,", "unknown key 'frequncy' in 'sounds'; did you mean"},
        {"kind: turbo,", "kind: @turbu,", "unknown value 'turbu' in 'kind'; did you mean 'turbo'?"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
}

static void signals_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{speed: s, load: l, slip: k}", "@{speed: s, load: l}",
         "a voice of kind 'tire' without the signal 'slip'; the key is expected"},
        {"{mass: shovel.mass}", "@{}", "a voice of kind 'patter' without the signal 'mass'"},
        {"{mass: shovel.mass}", "{mass: shovel.mass, force: @f}",
         "a voice of kind 'patter' does not listen to 'force'; the key is expected to be left out"},
        {"{mass: shovel.mass}", "{mass: shovel.mass, @mas: f}",
         "unknown key 'mas' in 'signals'; did you mean 'mass'?"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
    static const far_variation missing[] = {
        {", signals: {mass: shovel.mass}", "", "{kind: patter", "missing in 'sounds': signals"},
        {"kind: patter, ", "", "{body: frame, rate: 20", "missing in 'sounds': kind"},
        {"kind: patter, body: frame", "kind: patter", "{kind: patter", "missing in 'sounds': body"},
        {"shortest: 60 cm, ", "", "{kind: cylinder, name", "missing in a voice of kind 'cylinder': shortest"},
        {"longest: 1 m, ", "", "{kind: cylinder, name", "missing in a voice of kind 'cylinder': longest"},
    };
    CHECK_FAR_VARIATIONS(parse_machine, read_base("cart.yaml"), missing);
}

static void quantities_are_refused(void **state)
{
    (void)state;
    static const variation list[] = {
        {"level: 2", "level: @11", "'level' is 11; 0 to 10 is expected"},
        {"level: 2", "level: @-1", "'level' is -1; 0 to 10 is expected"},
        {"inside: 0.25", "inside: @1.25", "'inside' is 1.25; 0 to 1 is expected"},
        {"cylinders: 4", "cylinders: @0", "'cylinders' is 0; 1 to 16 is expected"},
        {"cylinders: 4", "cylinders: @17", "'cylinders' is 17; 1 to 16 is expected"},
        {"idle: 600 rpm", "idle: @6 rpm", "'idle' is 6 rpm; 10 to 1000 rad/s is expected"},
        {"rated: 2400 rpm", "rated: @500 rpm", "'rated' is 52.3599, not above 'idle' (62.8319); more is"},
        {"rated: 2400 rpm", "rated: @2400 m", "'2400 m' is a length; an angular velocity"},
        {"ratio: 50", "ratio: @0", "'ratio' is 0; 0.001 to 1000 is expected"},
        {"ratio: 50", "ratio: @5000", "'ratio' is 5000; 0.001 to 1000 is expected"},
        {"pistons: 40", "pistons: @201", "'pistons' is 201; 1 to 200 is expected"},
        {"pistons: 11", "pistons: @41", "'pistons' is 41; 1 to 40 is expected"},
        {"pressure: 180 bar, signals: {pressure", "pressure: @0.5 bar, signals: {pressure",
         "'pressure' is 0.5 bar; 1 to 2000 bar is expected"},
        {"flow: 120 l/min", "flow: @-1 l/min", "'flow' is -1 l/min; 0.06 to 60000 l/min is expected"},
        {"shortest: 60 cm", "shortest: @6 mm", "'shortest' is 6 mm; 10 mm to 50 m is expected"},
        {"longest: 1 m", "longest: @60 cm", "'longest' is 0.6, not above 'shortest' (0.6); more is expected"},
        {"rate: 20 cm/s", "rate: @20 kg/s", "a velocity"},
        {"force: 9 kN", "force: @0 N", "'force' is 0 N; 1 N to 100 MN is expected"},
        {"power: 5 kW", "power: @0.5 W", "'power' is 0.5 W; 1 W to 100 MW is expected"},
        {"rate: 20 kg/s", "rate: @20 m/s", "'20 m/s' is a velocity; a mass flow"},
        {"force: 4 kN", "force: @1 GN", "'force' is 1 GN; 1 N to 100 MN is expected"},
        {"frequency: 1000 Hz", "frequency: @10 Hz", "'frequency' is 10 Hz; 50 to 8000 Hz is expected"},
        {"frequency: 1000 Hz", "frequency: @1 m", "'frequency' is 1 m; a frequency, like"},
        {"below: -0.5", "below: @low", "'below': "},
        {"below: -0.5", "above: 1, below: @-0.5", "'below' beside 'above'; one of them is expected"},
        {"kind: hit, body: frame", "kind: hit, body: @fram", "unknown body 'fram' under 'body'"},
        {"name: hooter", "name: @lift", "the name 'lift' is taken in this list, by line"},
        {"name: hooter", "name: @\"a,b\"", "the name 'a,b' cannot be a column of a table"},
    };
    CHECK_VARIATIONS(parse_machine, read_base("cart.yaml"), list);
}

static void too_many_voices_are_refused(void **state)
{
    (void)state;
    char text[4000] = "sounds:\n";
    for (int i = 0; i <= AUTH_VOICES; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "  - {kind: hit, body: frame, signals: {force: f}}\n");
    }
    const variation list[] = {{"sounds:\n  - ", "sounds:\n  @- ", "'sounds' has 33 entries"}};
    CHECK_VARIATIONS(parse_machine, cart_with(text), list);
}

/* ---- the tractor ---- */

static void the_tractor_sounds(void **state)
{
    (void)state;
    static hl_report report; /* too large for the stack */
    hl_arena arena = {0};
    auth_machine *m;
    assert_int_equal(auth_machine_read(HEADLAND_SOURCE "/assets/machines/tractor.yaml", &arena, &m, &report),
                     HL_OK);
    assert_true(m->seat && m->feel.present);
    assert_string_equal(m->mechanism->bodies[m->seat_body].name, "cabin");
    NEARLY(m->picture.eye[2] - m->seat_at[2], 0.7); /* from a driver's hip to his eyes */
    assert_true(m->feel.full < 0.0);
    int of_kind[AUTH_VOICE_KINDS] = {0};
    for (int i = 0; i < m->sound_count; i++) of_kind[m->sounds[i].kind]++;
    for (int kind = 0; kind < AUTH_VOICE_KINDS; kind++)
        assert_true(of_kind[kind] >= 1 || kind == AUTH_VOICE_TRACK); /* it has wheels */
    assert_int_equal(of_kind[AUTH_VOICE_TIRE], m->wheel_count);
    assert_int_equal(of_kind[AUTH_VOICE_CYLINDER], 3);
    hl_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seat_and_feel_are_read),      cmocka_unit_test(they_may_be_left_out),
        cmocka_unit_test(voices_stand_in_order),       cmocka_unit_test(an_engine_is_read),
        cmocka_unit_test(signals_stand_in_order),      cmocka_unit_test(quantities_are_read),
        cmocka_unit_test(defaults_of_voices),          cmocka_unit_test(frequencies),
        cmocka_unit_test(seats_and_feels_are_refused), cmocka_unit_test(keys_of_other_kinds_are_refused),
        cmocka_unit_test(signals_are_refused),         cmocka_unit_test(quantities_are_refused),
        cmocka_unit_test(too_many_voices_are_refused), cmocka_unit_test(the_tractor_sounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
