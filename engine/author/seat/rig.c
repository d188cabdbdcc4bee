/* Reading motion rigs: axes of the platform, motion cueing, output. */
#include "reader/format.h"

#include "auth/rig.h"
#include "hl/report.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { QUOTE_LENGTH = 48, HOST_LENGTH = 255, TEMPLATE_LENGTH = 200, TEXTUAL = 1 << AUTH_RIG_TEXT };

static const char *const axis_words[AUTH_RIG_AXES] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};

const char *auth_rig_axis_word(auth_rig_axis axis)
{
    return axis_words[axis];
}

static const auth_rig *rig_of(const auth_item *item)
{
    while (item->parent) item = item->parent;
    return item->out;
}

/* ---- axes. Spans: wider than any platform that carries a person, narrow enough for sums to stay finite ----
 */

#define SCALE(of)                                                                                            \
    QUANTITY(auth_rig_channel, scale, NUMBER, ANY, "Factor of the " of " before the filter", SPAN("0 to 2"), \
             DEFAULT("0.5"))
#define HIGH_PASS(...)                                                                                       \
    QUANTITY(auth_rig_channel, high_pass, ANGULAR_VELOCITY, ANY,                                             \
             "Break frequency of the filter; slower motions are left out", SPAN("0.01 to 100 rad/s"),        \
             __VA_ARGS__)

static const auth_field translation_fields[] = {
    SCALE("acceleration"),
    HIGH_PASS(DEFAULT("2.5")),
    QUANTITY(auth_rig_channel, damping, NUMBER, ANY, "Damping of this second-order filter", SPAN("0.1 to 10"),
             DEFAULT("1")),
    QUANTITY_AS("return", auth_rig_channel, back, ANGULAR_VELOCITY, ANY,
                "Break frequency of the filter that returns the axis to the centre", SPAN("0 to 10 rad/s"),
                DEFAULT("0.2")),
    QUANTITY(auth_rig_channel, position, LENGTH, ANY, "Limit either way", SPAN("1 mm to 10 m")),
    QUANTITY(auth_rig_channel, speed, VELOCITY, ANY, "Limit", SPAN("1 mm/s to 10 m/s")),
    QUANTITY(auth_rig_channel, acceleration, ACCELERATION, ANY, "Limit", SPAN("0.01 to 100 m/s2")),
};
static const auth_table translation = AUTH_TABLE(auth_rig_channel, translation_fields, );

/* Their high pass is of the first order: without damping, and it returns by itself. */
static const auth_field rotation_fields[] = {
    SCALE("turning rate"),
    HIGH_PASS(DEFAULT("0.7")),
    QUANTITY(auth_rig_channel, position, ANGLE, ANY, "Limit either way", SPAN("0.1 to 180 deg")),
    QUANTITY(auth_rig_channel, speed, ANGULAR_VELOCITY, ANY, "Limit", SPAN("0.1 to 1000 deg/s")),
    QUANTITY(auth_rig_channel, acceleration, ANGULAR_ACCELERATION, ANY, "Limit", SPAN("0.1 to 10000 deg/s2")),
};
static const auth_table rotation = AUTH_TABLE(auth_rig_channel, rotation_fields, );

/* Below 3 deg/s the vestibular system does not notice the turn (Reid and Nahon 1985). */
static const auth_field tilt_fields[] = {
    QUANTITY(auth_rig_tilt, scale, NUMBER, ANY, "Factor of the acceleration that tilt reproduces; 0: none",
             SPAN("0 to 2"), DEFAULT("0.5")),
    QUANTITY(auth_rig_tilt, low_pass, ANGULAR_VELOCITY, ANY,
             "Break frequency of the filter; faster motions are left to surge and sway",
             SPAN("0.01 to 100 rad/s"), DEFAULT("3")),
    QUANTITY(auth_rig_tilt, damping, NUMBER, ANY, "Damping of the low-pass filter", SPAN("0.1 to 10"),
             DEFAULT("1")),
    QUANTITY(auth_rig_tilt, angle, ANGLE, ANY, "Limit", SPAN("0.1 to 45 deg"), DEFAULT("8 deg")),
    QUANTITY(auth_rig_tilt, rate, ANGULAR_VELOCITY, ANY, "Limit; 3 deg/s is not felt as a turn",
             SPAN("0.1 to 100 deg/s"), DEFAULT("3 deg/s")),
    QUANTITY(auth_rig_tilt, acceleration, ANGULAR_ACCELERATION, ANY, "Limit", SPAN("0.1 to 1000 deg/s2"),
             DEFAULT("3 deg/s2")),
};
static const auth_table tilt = AUTH_TABLE(auth_rig_tilt, tilt_fields, );

static bool any_of(const auth_rig *rig, auth_rig_axis first, auth_rig_axis last)
{
    for (auth_rig_axis axis = first; axis <= last; axis++)
        if (rig->channels[axis].present) return true;
    return false;
}

/* ---- text ---- */

/* @return AUTH_RIG_AXES: there is none of this name */
static auth_rig_axis find_axis(const char *name)
{
    auth_rig_axis axis = AUTH_RIG_SURGE;
    while (axis < AUTH_RIG_AXES && strcmp(axis_words[axis], name) != 0) axis++;
    return axis;
}

/* A name in braces. @return false after a complaint */
static bool check_axis(const auth_item *item, hl_place place, const char *begin, size_t length)
{
    char name[QUOTE_LENGTH], quoted[QUOTE_LENGTH], hint[HL_HINT_LENGTH];
    snprintf(name, sizeof name, "%.*s", (int)length, begin);
    const auth_rig_axis axis = find_axis(name);
    if (axis < AUTH_RIG_AXES && rig_of(item)->channels[axis].present) return true;
    if (axis < AUTH_RIG_AXES) {
        hl_report_add(
            item->reader->report, place,
            "'text' names the axis '%s', which this rig does not have; axes of the rig are expected", name);
        return false;
    }
    hl_nearest nearest = hl_spelling_begin(name);
    for (int i = 0; i < AUTH_RIG_AXES; i++) hl_spelling_offer(&nearest, axis_words[i]);
    hl_report_add(item->reader->report, place,
                  "unknown axis '%s' in 'text'; surge, sway, heave, roll, pitch or yaw is expected%s",
                  auth_quote(name, quoted, sizeof quoted), hl_did_you_mean(nearest.best, hint));
    return false;
}

static void complain_sign(const auth_item *item, hl_place place, const char *text, const char *at,
                          const char *what)
{
    hl_report_add(item->reader->report, place,
                  "'text': the character %d %s; names of axes in braces, \"<R{roll}>\", are expected",
                  (int)(at - text) + 1, what);
}

/* Up to the first complaint. */
static void check_template(const auth_item *item, const char *text)
{
    const hl_place place = auth_item_place(item, "text");
    int axes = 0;
    for (const char *c = text; *c; c++) {
        if (iscntrl((unsigned char)*c) && !strchr("\t\r\n", *c)) {
            complain_sign(item, place, text, c, "is a control character");
            return;
        }
        if (*c == '}') {
            complain_sign(item, place, text, c, "closes a brace that was not opened");
            return;
        }
        if (*c != '{') continue;
        const char *end = strpbrk(c + 1, "{}");
        if (!end || *end == '{') {
            complain_sign(item, place, text, c, "opens a brace that is not closed");
            return;
        }
        if (!check_axis(item, place, c + 1, (size_t)(end - c - 1))) return;
        axes++;
        c = end;
    }
    if (axes == 0)
        hl_report_add(item->reader->report, place,
                      "'text' names no axis; \"<R{roll}>\" and the like is expected");
}

/* "<{roll}><{pitch}>" */
static const char *default_template(const auth_item *item)
{
    char text[TEMPLATE_LENGTH] = "";
    for (int axis = 0; axis < AUTH_RIG_AXES; axis++) {
        const size_t used = strlen(text);
        if (rig_of(item)->channels[axis].present)
            snprintf(text + used, sizeof text - used, "<{%s}>", axis_words[axis]);
    }
    return auth_copy_text(item->reader, text);
}

/* Text and bits are of the format of that name. */
static bool begin_output(auth_item *item)
{
    static const char why[] = "has no effect without 'format: text'";
    item->kind = 1u << auth_item_choice(item, "format");
    return item->kind == TEXTUAL ||
           auth_both(auth_item_refuse(item, "text", why), auth_item_refuse(item, "bits", why));
}

static void check_host(auth_item *item, const auth_rig_output *output)
{
    char quoted[QUOTE_LENGTH];
    for (const char *c = output->host; *c; c++) {
        if (isalnum((unsigned char)*c) || strchr(".:-_%", *c)) continue;
        COMPLAIN(item, "host",
                 "'host' is '%s'; the name or address of a computer, \"192.168.1.20\", is expected",
                 auth_quote(output->host, quoted, sizeof quoted));
        return;
    }
}

/* The rig answers poses: in less than the time of two of them a single one that is lost would stop it. */
static void check_heartbeat(auth_item *item, const auth_rig_output *output)
{
    if (!(output->heartbeat > 0.0)) return;
    if (!auth_check_span(item->reader, auth_item_place(item, "heartbeat"), "heartbeat",
                         auth_item_text(item, "heartbeat"), output->heartbeat, 0.01, 10.0,
                         "0 (none), or 10 ms to 10 s"))
        return;
    if (output->heartbeat * output->rate < 2.0 * (1.0 - 1e-9)) /* rounding of the file's units */
        COMPLAIN(item, "heartbeat",
                 "'heartbeat' is %s, in which less than two poses are sent; at least %.3g s is expected",
                 auth_item_text(item, "heartbeat"), 2.0 / output->rate);
}

static void check_output(auth_item *item)
{
    auth_rig_output *output = item->out;
    check_host(item, output);
    check_heartbeat(item, output);
    if (output->format != AUTH_RIG_TEXT) return;
    if (output->text)
        check_template(item, output->text);
    else
        output->text = default_template(item);
}

static const auth_word formats[] = {{"binary", AUTH_RIG_BINARY}, {"text", AUTH_RIG_TEXT}};

static const auth_field output_fields[] = {
    TEXT(auth_rig_output, host, HOST_LENGTH, "Name or address of the computer that moves the rig", .least = 1,
         DEFAULT("127.0.0.1")),
    COUNT(auth_rig_output, port, "UDP port there", SPAN("1 to 65535")),
    FREQUENCY(auth_rig_output, rate, "Poses a second", SPAN("10 to 500 Hz"), DEFAULT("250 Hz")),
    CHOICE(auth_rig_output, format, formats,
           "`binary`: the packets of [motion.md](motion.md); `text`: for hobby software", DEFAULT("binary")),
    TEXT(auth_rig_output, text, TEMPLATE_LENGTH,
         "With `format: text`: the text to send, with the names of axes in braces: `<{roll}><{pitch}>`",
         OTHERWISE("all axes"), OF(TEXTUAL)),
    COUNT(auth_rig_output, bits,
          "With `format: text`: an axis is a whole number from 0 to 2^bits - 1, the middle is neutral, the "
          "ends "
          "are `position`",
          SPAN("8 to 16"), DEFAULT("16"), OF(TEXTUAL)),
    QUANTITY(
        auth_rig_output, heartbeat, TIME, NOT_NEGATIVE,
        "The rig must answer within this time, or it is stopped, 10 ms to 10 s and at least two poses; 0: it "
        "does not answer",
        DEFAULT("0")),
};
static const auth_table output =
    AUTH_TABLE(auth_rig_output, output_fields, .begin = begin_output, .check = check_output);

/* ---- the whole ---- */

static bool check_axes(auth_item *item, const auth_field *field)
{
    (void)field;
    if (any_of(item->out, AUTH_RIG_SURGE, AUTH_RIG_YAW)) return true;
    hl_report_add(item->reader->report, auth_node_place(item->node),
                  "a rig without an axis; at least one of surge, sway, heave, roll, pitch, yaw is expected");
    return false;
}

static bool check_tilt(auth_item *item, const auth_field *field)
{
    auth_rig *rig = item->out;
    if (any_of(rig, AUTH_RIG_ROLL, AUTH_RIG_PITCH)) return true;
    rig->tilt = (auth_rig_tilt){0};
    return auth_item_refuse(item, field->key, "has no effect without 'roll' or 'pitch'");
}

static bool check_vibration(auth_item *item, const auth_field *field)
{
    const auth_rig *rig = item->out;
    return rig->channels[AUTH_RIG_HEAVE].present ||
           auth_item_refuse(item, field->key, "has no effect without 'heave'");
}

#define AXIS(key, axis, table, ...)                                                                          \
    PART_AS(key, auth_rig, channels[axis], table, __VA_ARGS__, OTHERWISE("the rig has none"),                \
            GIVEN(auth_rig, channels[axis].present))

static const auth_field fields[] = {
    HEAD(auth_rig, "rig"),
    AXIS("surge", AUTH_RIG_SURGE, translation, "Axis along x, forward"),
    AXIS("sway", AUTH_RIG_SWAY, translation, "Axis along y, to the left"),
    AXIS("heave", AUTH_RIG_HEAVE, translation, "Axis along z, up"),
    AXIS("roll", AUTH_RIG_ROLL, rotation, "Axis about x, positive with the left side up"),
    AXIS("pitch", AUTH_RIG_PITCH, rotation, "Axis about y, positive with the nose down"),
    AXIS("yaw", AUTH_RIG_YAW, rotation, "Axis about z, positive to the left", .check = check_axes),
    PART(auth_rig, tilt, tilt, "Sustained accelerations felt as tilt; needs `roll` or `pitch`",
         OTHERWISE("its keys' defaults"), .defaults = true, .check = check_tilt),
    QUANTITY(auth_rig, vibration, NUMBER, ANY,
             "Gain of vibration of 4 to 20 Hz, added to `heave` after the filters", SPAN("0 to 1"),
             DEFAULT("0"), .check = check_vibration),
    QUANTITY(auth_rig, engage, TIME, ANY, "Ramp from parked to running, and back", SPAN("1 to 20 s"),
             DEFAULT("4 s")),
    /* well above a tick; a platform that waits longer leans on what is long past */
    QUANTITY(auth_rig, silence, TIME, ANY,
             "Time without data of the machine after which the rig moves to neutral", SPAN("50 ms to 1 s"),
             DEFAULT("150 ms")),
    PART(auth_rig, output, output, "Destination of the poses"),
};

const auth_table auth_rig_table = AUTH_TABLE(auth_rig, fields, );

AUTH_FORMAT(rig, rig, RIG, NULL)
