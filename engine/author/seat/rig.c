/* Motion rigs: which axes a platform has, how it cues on them, and how it is spoken to. */
#include "reader/angles.h"
#include "reader/format.h"
#include "rig_raw.h"

#include "hl/spelling.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { QUOTE_LENGTH = 48, MOST_PORT = 65535, LEAST_BITS = 8, MOST_BITS = 16 };

static const char *const axis_words[AUTH_RIG_AXES] = {"surge", "sway", "heave", "roll", "pitch", "yaw"};

const char *auth_rig_axis_word(auth_rig_axis axis)
{
    return axis_words[axis];
}

/* A rig under the reader's eyes. */
typedef struct rig_reader {
    const auth_reader *file;
    const yaml_node_t *root;
    const raw_rig *raw;
    auth_rig *out;
} rig_reader;

/* ---- spans: wider than any platform that carries a person, narrow enough for sums to stay finite ---- */

#define DEG(x) ((x)*AUTH_DEGREE)
#define BOUNDED(T, key, kind, range, fallback, low, high, span)                                              \
    {                                                                                                        \
        AUTH_SCALAR(T, key, kind, range, fallback), low, high, span                                          \
    }
#define LIST(list) (list), (int)(sizeof(list) / sizeof *(list))

#define CHANNEL(key, kind, range, fallback, low, high, span)                                                 \
    BOUNDED(rig_channel, key, kind, range, fallback, low, high, span)
#define SCALE CHANNEL(scale, NUMBER, NOT_NEGATIVE, 0.5, 0.0, 2.0, "0 to 2")
#define HIGH_PASS(fallback)                                                                                  \
    CHANNEL(high_pass, ANGULAR_VELOCITY, POSITIVE, fallback, 0.01, 100.0, "0.01 to 100 rad/s")

static const auth_bounded translation[] = {
    SCALE,
    HIGH_PASS(2.5),
    CHANNEL(damping, NUMBER, POSITIVE, 1.0, 0.1, 10.0, "0.1 to 10"),
    {{"return", offsetof(raw_rig_channel, back), offsetof(auth_rig_channel, back), 1,
      AUTH_KIND_ANGULAR_VELOCITY, AUTH_KIND_ANGULAR_VELOCITY, AUTH_NOT_NEGATIVE, 0.2},
     0.0,
     10.0,
     "0 to 10 rad/s"},
    CHANNEL(position, LENGTH, POSITIVE, 0.0, 1e-3, 10.0, "1 mm to 10 m"),
    CHANNEL(speed, VELOCITY, POSITIVE, 0.0, 1e-3, 10.0, "1 mm/s to 10 m/s"),
    CHANNEL(acceleration, ACCELERATION, POSITIVE, 0.0, 0.01, 100.0, "0.01 to 100 m/s2"),
};

static const auth_bounded rotation[] = {
    SCALE,
    HIGH_PASS(0.7),
    CHANNEL(position, ANGLE, POSITIVE, 0.0, DEG(0.1), DEG(180.0), "0.1 to 180 deg"),
    CHANNEL(speed, ANGULAR_VELOCITY, POSITIVE, 0.0, DEG(0.1), DEG(1e3), "0.1 to 1000 deg/s"),
    CHANNEL(acceleration, ANGULAR_ACCELERATION, POSITIVE, 0.0, DEG(0.1), DEG(1e4), "0.1 to 10000 deg/s2"),
};

#define TILT(key, kind, range, fallback, low, high, span)                                                    \
    BOUNDED(rig_tilt, key, kind, range, fallback, low, high, span)

/* Without a word of the file the vestibular system does not notice the turn: 3 deg/s (Reid and Nahon 1985).
 */
static const auth_bounded tilt[] = {
    TILT(scale, NUMBER, NOT_NEGATIVE, 0.5, 0.0, 2.0, "0 to 2"),
    TILT(low_pass, ANGULAR_VELOCITY, POSITIVE, 3.0, 0.01, 100.0, "0.01 to 100 rad/s"),
    TILT(damping, NUMBER, POSITIVE, 1.0, 0.1, 10.0, "0.1 to 10"),
    TILT(angle, ANGLE, POSITIVE, DEG(8.0), DEG(0.1), DEG(45.0), "0.1 to 45 deg"),
    TILT(rate, ANGULAR_VELOCITY, POSITIVE, DEG(3.0), DEG(0.1), DEG(100.0), "0.1 to 100 deg/s"),
    TILT(acceleration, ANGULAR_ACCELERATION, POSITIVE, DEG(3.0), DEG(0.1), DEG(1e3), "0.1 to 1000 deg/s2"),
};

/* ---- axes ---- */

static bool any_of(const auth_rig *rig, auth_rig_axis first, auth_rig_axis last)
{
    for (auth_rig_axis axis = first; axis <= last; axis++)
        if (rig->channels[axis].present) return true;
    return false;
}

static void read_channels(const rig_reader *r)
{
    const raw_rig_channel *const raw[AUTH_RIG_AXES] = {r->raw->surge, r->raw->sway,  r->raw->heave,
                                                       r->raw->roll,  r->raw->pitch, r->raw->yaw};
    for (auth_rig_axis axis = AUTH_RIG_SURGE; axis < AUTH_RIG_AXES; axis++) {
        if (!raw[axis]) continue;
        auth_rig_channel *channel = &r->out->channels[axis];
        const yaml_node_t *item = auth_document_value(r->file->document, r->root, axis_words[axis]);
        channel->present = true;
        if (axis < AUTH_RIG_ROLL)
            auth_apply_bounded(r->file, item, LIST(translation), raw[axis], channel);
        else
            auth_apply_bounded(r->file, item, LIST(rotation), raw[axis], channel);
    }
    if (!any_of(r->out, AUTH_RIG_SURGE, AUTH_RIG_YAW))
        hl_report_add(r->file->report, auth_node_place(r->root),
                      "a rig without an axis; at least one of surge, sway, heave, roll, pitch, yaw is "
                      "expected");
}

static void read_tilt(const rig_reader *r)
{
    static const raw_rig_tilt silent;
    const yaml_node_t *item = auth_document_value(r->file->document, r->root, "tilt");
    if (any_of(r->out, AUTH_RIG_ROLL, AUTH_RIG_PITCH))
        auth_apply_bounded(r->file, item, LIST(tilt), r->raw->tilt ? r->raw->tilt : &silent, &r->out->tilt);
    else
        auth_refuse(r->file, r->root, "tilt", "has no effect without 'roll' or 'pitch'");
}

/* ---- what holds for all axes ---- */

#define RIG(key, kind, range, fallback, low, high, span)                                                     \
    BOUNDED(rig, key, kind, range, fallback, low, high, span)

static const auth_bounded whole[] = {
    RIG(vibration, NUMBER, NOT_NEGATIVE, 0.0, 0.0, 1.0, "0 to 1"),
    RIG(engage, TIME, POSITIVE, 4.0, 1.0, 20.0, "1 to 20 s"),
    /* well above a tick; a platform that waits longer leans on what is long past */
    RIG(silence, TIME, POSITIVE, 0.15, 0.05, 1.0, "50 ms to 1 s"),
};

static void read_whole(const rig_reader *r)
{
    auth_apply_bounded(r->file, r->root, LIST(whole), r->raw, r->out);
    if (!r->out->channels[AUTH_RIG_HEAVE].present)
        auth_refuse(r->file, r->root, "vibration", "has no effect without 'heave'");
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
static bool check_axis(const rig_reader *r, hl_place place, const char *begin, size_t length)
{
    char name[QUOTE_LENGTH], quoted[QUOTE_LENGTH], hint[HL_HINT_LENGTH];
    snprintf(name, sizeof name, "%.*s", (int)length, begin);
    const auth_rig_axis axis = find_axis(name);
    if (axis < AUTH_RIG_AXES && r->out->channels[axis].present) return true;
    if (axis < AUTH_RIG_AXES) {
        hl_report_add(
            r->file->report, place,
            "'text' names the axis '%s', which this rig does not have; axes of the rig are expected", name);
        return false;
    }
    hl_nearest nearest = hl_nearest_begin(name);
    for (int i = 0; i < AUTH_RIG_AXES; i++) hl_nearest_offer(&nearest, axis_words[i]);
    hl_report_add(r->file->report, place,
                  "unknown axis '%s' in 'text'; surge, sway, heave, roll, pitch or yaw is expected%s",
                  auth_quote(name, quoted, sizeof quoted), hl_did_you_mean(nearest.best, hint));
    return false;
}

static void complain_sign(const rig_reader *r, hl_place place, const char *text, const char *at,
                          const char *what)
{
    hl_report_add(r->file->report, place,
                  "'text': the character %d %s; names of axes in braces, \"<R{roll}>\", are expected",
                  (int)(at - text) + 1, what);
}

/* Up to the first complaint. */
static void check_template(const rig_reader *r, hl_place place, const char *text)
{
    int axes = 0;
    for (const char *c = text; *c; c++) {
        if (iscntrl((unsigned char)*c) && !strchr("\t\r\n", *c)) {
            complain_sign(r, place, text, c, "is a control character");
            return;
        }
        if (*c == '}') {
            complain_sign(r, place, text, c, "closes a brace that was not opened");
            return;
        }
        if (*c != '{') continue;
        const char *end = strpbrk(c + 1, "{}");
        if (!end || *end == '{') {
            complain_sign(r, place, text, c, "opens a brace that is not closed");
            return;
        }
        if (!check_axis(r, place, c + 1, (size_t)(end - c - 1))) return;
        axes++;
        c = end;
    }
    if (axes == 0)
        hl_report_add(r->file->report, place, "'text' names no axis; \"<R{roll}>\" and the like is expected");
}

/* "<{roll}><{pitch}>" */
static const char *default_template(const rig_reader *r)
{
    char text[AUTH_TEMPLATE_LENGTH] = "";
    for (int axis = 0; axis < AUTH_RIG_AXES; axis++) {
        const size_t used = strlen(text);
        if (r->out->channels[axis].present)
            snprintf(text + used, sizeof text - used, "<{%s}>", axis_words[axis]);
    }
    return auth_copy_text(r->file, text);
}

static void read_text(const rig_reader *r, const yaml_node_t *item, const raw_rig_output *raw,
                      auth_rig_output *output)
{
    static const char why[] = "has no effect without 'format: text'";
    if (output->format != AUTH_RIG_TEXT) {
        auth_refuse(r->file, item, "text", why);
        auth_refuse(r->file, item, "bits", why);
        return;
    }
    if (raw->text) check_template(r, auth_key_place(r->file, item, "text"), raw->text);
    output->text = raw->text ? auth_copy_text(r->file, raw->text) : default_template(r);
    output->bits = MOST_BITS;
    if (auth_given(r->file, item, "bits")) {
        output->bits = (int)raw->bits;
        auth_check_range(r->file, item, "bits", output->bits, LEAST_BITS, MOST_BITS);
    }
}

/* ---- output ---- */

static void read_host(const rig_reader *r, const yaml_node_t *item, const raw_rig_output *raw,
                      auth_rig_output *output)
{
    char quoted[QUOTE_LENGTH];
    output->host = auth_copy_text(r->file, raw->host ? raw->host : "127.0.0.1");
    if (!raw->host) return;
    for (const char *c = raw->host; *c; c++) {
        if (isalnum((unsigned char)*c) || strchr(".:-_%", *c)) continue;
        hl_report_add(r->file->report, auth_key_place(r->file, item, "host"),
                      "'host' is '%s'; the name or address of a computer, \"192.168.1.20\", is expected",
                      auth_quote(raw->host, quoted, sizeof quoted));
        return;
    }
}

static void read_rate(const rig_reader *r, const yaml_node_t *item, const raw_rig_output *raw,
                      auth_rig_output *output)
{
    output->rate = 250.0;
    if (raw->rate && auth_read_frequency(r->file, item, "rate", raw->rate, &output->rate))
        auth_check_bounds(r->file, item, "rate", raw->rate, output->rate, 10.0, 500.0, "10 to 500 Hz");
}

/* The rig answers poses: in less than the time of two of them a single one that is lost would stop it. */
static void read_heartbeat(const rig_reader *r, const yaml_node_t *item, const raw_rig_output *raw,
                           auth_rig_output *output)
{
    if (!raw->heartbeat ||
        !auth_read_quantity(r->file, item, "heartbeat", -1, raw->heartbeat, AUTH_KIND_TIME, AUTH_NOT_NEGATIVE,
                            &output->heartbeat) ||
        !(output->heartbeat > 0.0) ||
        !auth_check_bounds(r->file, item, "heartbeat", raw->heartbeat, output->heartbeat, 0.01, 10.0,
                           "0 (none), or 10 ms to 10 s"))
        return;
    if (output->heartbeat * output->rate < 2.0 * (1.0 - 1e-9)) /* rounding of the file's units */
        hl_report_add(r->file->report, auth_key_place(r->file, item, "heartbeat"),
                      "'heartbeat' is %s, in which less than two poses are sent; at least %.3g s is expected",
                      raw->heartbeat, 2.0 / output->rate);
}

static void read_output(const rig_reader *r)
{
    const raw_rig_output *raw = r->raw->output;
    const yaml_node_t *item = auth_document_value(r->file->document, r->root, "output");
    auth_rig_output *output = &r->out->output;
    output->port = (int)raw->port;
    output->format = (auth_rig_format)raw->format;
    auth_check_range(r->file, item, "port", output->port, 1, MOST_PORT);
    read_host(r, item, raw, output);
    read_rate(r, item, raw, output);
    read_heartbeat(r, item, raw, output);
    read_text(r, item, raw, output);
}

/* ---- the whole ---- */

static hl_status read_rig(auth_reader *reader, const void *raw, void **out)
{
    auth_rig *rig = HL_NEW(reader->arena, auth_rig, 1);
    const rig_reader r = {
        .file = reader, .root = auth_document_root(reader->document), .raw = raw, .out = rig};
    if (!rig || !auth_read_head(reader, &r.raw->head, &rig->name, &rig->description)) return HL_OUT_OF_MEMORY;
    read_channels(&r);
    read_tilt(&r);
    read_whole(&r);
    read_output(&r);
    if (*reader->starved) return HL_OUT_OF_MEMORY;
    *out = rig;
    return hl_report_clean(reader->report) ? HL_OK : HL_BAD_INPUT;
}

/* ---- entry ---- */

static const auth_format format = {.kind = AUTH_FILE_RIG, .schema = &auth_rig_schema, .read = read_rig};

AUTH_FORMAT_ENTRY(rig, rig)
