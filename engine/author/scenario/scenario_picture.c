/* The `weather` and the `scenery` of a scenario. */
#include "reader/angles.h"
#include "scenario_reader.h"

#include <ctype.h>
#include <string.h>

/* [rad] 90 deg, rounded outwards: bounds stand in files as degrees. */
static const double pole = 1.5708;

/* ---- weather ---- */

/* A late morning at midsummer in the middle of Europe, with a few clouds. */
#define LATITUDE   (50.0 * AUTH_DEGREE)
#define NORTH      (90.0 * AUTH_DEGREE) /* from x: y points north */
#define VISIBILITY 40e3                 /* [m] */
#define CLOUD      0.25

auth_weather auth_weather_default(void)
{
    return (auth_weather){.time = 10.5,
                          .latitude = LATITUDE,
                          .day = 172,
                          .north = NORTH,
                          .visibility = VISIBILITY,
                          .cloud = CLOUD,
                          .wind = {1.5, 0.5}};
}

static const auth_rule weather_rules[] = {
    AUTH_SCALAR(weather, latitude, ANGLE, ANY, LATITUDE),
    AUTH_SCALAR(weather, north, ANGLE, TURN, NORTH),
    AUTH_SCALAR(weather, visibility, LENGTH, POSITIVE, VISIBILITY),
    AUTH_SCALAR(weather, rain, NUMBER, NOT_NEGATIVE, 0.0),
    AUTH_SCALAR(weather, cloud, NUMBER, NOT_NEGATIVE, CLOUD),
    AUTH_RULE(weather, wind, 2, VELOCITY, VELOCITY, ANY, 0.0),
};

/* One or two digits. @return what follows them, NULL: there are none */
static const char *read_digits(const char *text, int *number)
{
    if (!isdigit((unsigned char)text[0])) return NULL;
    *number = text[0] - '0';
    if (!isdigit((unsigned char)text[1])) return text + 1;
    *number = 10 * *number + text[1] - '0';
    return text + 2;
}

/* "10:30" */
static bool read_hours(const char *text, double *hours)
{
    int hour = 0, minute = 0;
    const char *rest = read_digits(text, &hour);
    if (!rest || *rest != ':' || !isdigit((unsigned char)rest[1]) || !isdigit((unsigned char)rest[2]))
        return false;
    rest = read_digits(rest + 1, &minute);
    if (*rest || hour > 23 || minute > 59) return false;
    *hours = hour + minute / 60.0;
    return true;
}

static void read_time(const auth_reader *reader, const yaml_node_t *item, const char *text,
                      auth_weather *weather)
{
    char quoted[48];
    if (!text || read_hours(text, &weather->time)) return;
    hl_report_add(reader->report, auth_key_place(reader, item, "time"),
                  "'time' is '%s'; hours and minutes of the day, \"0:00\" to \"23:59\", are expected",
                  auth_quote(text, quoted, sizeof quoted));
}

static void check_weather(const auth_reader *reader, const yaml_node_t *item, const raw_weather *raw,
                          const auth_weather *weather)
{
    static const double storm = 60.0; /* [m/s] */
    if (raw->latitude)
        auth_check_span(reader, item, "latitude", raw->latitude, weather->latitude, -pole, pole,
                        "-90 to 90 deg");
    if (raw->visibility)
        auth_check_span(reader, item, "visibility", raw->visibility, weather->visibility, 10.0, 200e3,
                        "10 m to 200 km");
    auth_check_range(reader, item, "day", weather->day, 1, 365);
    auth_check_range(reader, item, "rain", weather->rain, 0.0, 1.0);
    auth_check_range(reader, item, "cloud", weather->cloud, 0.0, 1.0);
    for (int i = 0; i < 2; i++) {
        if (weather->wind[i] >= -storm && weather->wind[i] <= storm) continue;
        hl_report_add(reader->report, auth_entry_place(reader, item, "wind", i),
                      "'wind' is %g m/s; -60 to 60 m/s is expected", weather->wind[i]);
    }
}

void auth_read_weather(const auth_reader *reader, const yaml_node_t *root, const raw_weather *raw,
                       auth_weather *weather)
{
    const auth_weather usual = auth_weather_default();
    *weather = usual;
    if (!raw) return;
    const yaml_node_t *item = auth_document_value(reader->document, root, "weather");
    if (auth_given(reader, item, "day")) weather->day = (int)raw->day;
    const bool good = auth_apply_rules(reader, item, AUTH_RULES(weather_rules), false, raw, weather);
    if (!raw->wind[0]) memcpy(weather->wind, usual.wind, sizeof usual.wind);
    read_time(reader, item, raw->time, weather);
    if (good) check_weather(reader, item, raw, weather);
}

/* ---- scenery ---- */

static const auth_rule scenery_rules[] = {
    AUTH_RULE(scenery, at, 2, LENGTH, LENGTH, ANY, 0.0),
    AUTH_SCALAR(scenery, heading, ANGLE, TURN, 0.0),
    AUTH_SCALAR(scenery, scale, NUMBER, POSITIVE, 1.0),
};

static const auth_rule scatter_rules[] = {AUTH_ROW_TO(scatter, scenery, from, from, 2, LENGTH),
                                          AUTH_ROW_TO(scatter, scenery, to, to, 2, LENGTH)};

static void read_scatter(const auth_reader *reader, const yaml_node_t *parent, const raw_scatter *raw,
                         auth_scenery *scenery)
{
    enum { MOST = 2000, SEED = 1 };
    const yaml_node_t *item = auth_document_value(reader->document, parent, "scatter");
    scenery->count = (int)raw->count;
    auth_check_range(reader, item, "count", scenery->count, 1, MOST);
    scenery->seed = auth_given(reader, item, "seed") ? (int)raw->seed : SEED;
    if (auth_apply_rules(reader, item, AUTH_RULES(scatter_rules), false, raw, scenery))
        auth_check_corners(reader, item, scenery->from, scenery->to);
}

static void read_one_scenery(const auth_reader *reader, const yaml_node_t *item, const raw_scenery *raw,
                             auth_scenery *scenery)
{
    scenery->place = auth_node_place(item);
    scenery->model = auth_copy_text(reader, raw->model);
    if (auth_apply_rules(reader, item, AUTH_RULES(scenery_rules), false, raw, scenery) && raw->scale)
        auth_check_range(reader, item, "scale", scenery->scale, 0.01, 100.0);
    if (raw->scatter) {
        auth_refuse(reader, item, "at", "has no effect beside 'scatter'");
        auth_refuse(reader, item, "heading", "has no effect beside 'scatter', which turns each its own way");
        read_scatter(reader, item, raw->scatter, scenery);
    } else if (!raw->at[0]) {
        hl_report_add(reader->report, scenery->place,
                      "scenery without a place; 'at' or 'scatter' is expected");
    }
}

void auth_read_scenery(const auth_reader *reader, const yaml_node_t *root, const raw_scenario *raw,
                       auth_scenario *scenario)
{
    const yaml_node_t *list = auth_document_value(reader->document, root, "scenery");
    scenario->scenery = HL_NEW(reader->arena, auth_scenery, raw->scenery_count);
    *reader->starved |= scenario->scenery == NULL;
    if (!scenario->scenery) return;
    scenario->scenery_count = (int)raw->scenery_count;
    for (int i = 0; i < scenario->scenery_count && reader->report->dropped == 0; i++)
        read_one_scenery(reader, auth_document_entry(reader->document, list, i), &raw->scenery[i],
                         &scenario->scenery[i]);
}
