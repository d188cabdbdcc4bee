/* The `weather` and the `scenery` of a scenario. */
#include "scenario_reader.h"

#include <ctype.h>

/* ---- weather ---- */

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

static bool read_time(auth_item *item, const auth_field *field, const yaml_node_t *value)
{
    char quoted[48];
    auth_weather *weather = item->out;
    const char *text = value ? auth_node_text(value) : field->fallback;
    if (read_hours(text, &weather->time)) return true;
    COMPLAIN(item, field->key,
             "'time' is '%s'; hours and minutes of the day, \"0:00\" to \"23:59\", are expected",
             auth_quote(text, quoted, sizeof quoted));
    return false;
}

/* Defaults: a late morning at midsummer in the middle of Europe, with a few clouds. */
static const auth_field weather_fields[] = {
    READ(WORD, "time", read_time, "Solar time of day, `\"0:00\"` to `\"23:59\"`", .least = 1,
         .most = AUTH_NAME_LENGTH, .fallback = "10:30", OTHERWISE("\"10:30\"")),
    QUANTITY(auth_weather, latitude, ANGLE, ANY, "Latitude, positive north of the equator",
             SPAN("-90 to 90 deg"), DEFAULT("50 deg")),
    COUNT(auth_weather, day, "Day of the year", SPAN("1 to 365"), .fallback = "172",
          OTHERWISE("172, midsummer")),
    QUANTITY(auth_weather, north, ANGLE, TURN, "Direction of north, from x towards y", .fallback = "90 deg",
             OTHERWISE("90 deg: y")),
    QUANTITY(auth_weather, visibility, LENGTH, ANY, "Range of sight; fog below 1 km", SPAN("10 m to 200 km"),
             DEFAULT("40 km")),
    QUANTITY(auth_weather, rain, NUMBER, ANY, "Intensity of rain", SPAN("0 to 1"), DEFAULT("0")),
    QUANTITY(auth_weather, cloud, NUMBER, ANY, "Cloud cover", SPAN("0 to 1"), DEFAULT("0.25")),
    VECTOR(auth_weather, wind, VELOCITY, ANY, "Velocity, [x, y]; it moves dust, rain and clouds",
           SPAN("-60 to 60 m/s"), DEFAULT("[1.5, 0.5]")),
};
const auth_table auth_weather_table = AUTH_TABLE(auth_weather, weather_fields, );

auth_weather auth_weather_default(void)
{
    auth_weather weather = {0};
    auth_fields_default(&auth_weather_table, &weather);
    return weather;
}

/* ---- scenery ---- */

static void check_scatter(auth_item *item)
{
    const auth_scenery *scenery = item->out;
    auth_check_corners(item, scenery->from, scenery->to);
}

static const auth_field scatter_fields[] = {
    COUNT(auth_scenery, count, "Number of objects", SPAN("1 to 2000")),
    VECTOR(auth_scenery, from, LENGTH, ANY, "Corner of a rectangle, [x, y]"),
    VECTOR(auth_scenery, to, LENGTH, ANY, "Opposite corner, [x, y]"),
    COUNT(auth_scenery, seed, "A whole number; other values give other positions", DEFAULT("1")),
};
static const auth_table scatter = AUTH_TABLE(auth_scenery, scatter_fields, .check = check_scatter);

static void check_scenery(auth_item *item)
{
    if (auth_item_has(item, "scatter")) {
        auth_item_refuse(item, "at", "has no effect beside 'scatter'");
        auth_item_refuse(item, "heading", "has no effect beside 'scatter', which turns each its own way");
    } else if (!auth_item_has(item, "at")) {
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "scenery without a place; 'at' or 'scatter' is expected");
    }
}

static const auth_field scenery_fields[] = {
    TEXT(auth_scenery, model, AUTH_PATH_LENGTH,
         "Name of a model of the assets (`tree_oak`, `shed`), or a path ending with `.glb`", .least = 1),
    VECTOR(auth_scenery, at, LENGTH, ANY, "Place, [x, y]; this or `scatter` is required", OPTIONAL),
    QUANTITY(auth_scenery, heading, ANGLE, TURN, "Rotation, from x towards y", DEFAULT("0")),
    QUANTITY(auth_scenery, scale, NUMBER, ANY, "Scale of its size", SPAN("0.01 to 100"), DEFAULT("1")),
    READ(PART, "scatter", auth_read_here,
         "Instead of `at`: many objects with random headings, not on the sand and not within 4 m of objects "
         "and the start",
         .table = &scatter, OPTIONAL),
};
const auth_table auth_scenery_table =
    AUTH_TABLE(auth_scenery, scenery_fields, .place = AUTH_AT(auth_scenery, place), .check = check_scenery);
