#include "fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double RPM = 0.10471975511965977; /* [rad/s] */

static const rnd_signal signals[FIXTURE_SIGNALS] = {
    {"engine.speed", "rpm", "", RPM}, {"vehicle.speed", "m/s", "", 1.0},  {"chassis.roll", "rad", "", 1.0},
    {"fuel.share", "1", "", 1.0},     {"gear.number", "1", "", 1.0},      {"gear.direction", "1", "", 1.0},
    {"control.brake", "1", "", 1.0},  {"bucket.height", "m", "", 1.0},    {"chassis.x", "m", "", 1.0},
    {"chassis.y", "m", "", 1.0},      {"chassis.heading", "rad", "", 1.0}};

static const char head[] = "headland: hud\n"
                           "version: 1\n"
                           "name: test\n"
                           "canvas: [400, 300]\n"
                           "palette:\n"
                           "  - {name: needle, colour: \"#ff0000\"}\n"
                           "  - {name: foreground, colour: \"#00ff00\"}\n"
                           "  - {name: recommended, colour: \"#0000ff\"}\n"
                           "  - {name: critical, colour: \"#ff00ff\"}\n"
                           "  - {name: good, colour: \"#00ffff\"}\n"
                           "  - {name: background, colour: \"#00000000\"}\n"
                           "gauges:\n";

void fixture_open(fixture *f, const char *gauges, double scale)
{
    const size_t size = sizeof head + strlen(gauges);
    char *text = malloc(size), line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH];
    assert_non_null(text);
    snprintf(text, size, "%s%s", head, gauges);
    *f = (fixture){.time = 0.0};
    const hl_status status =
        auth_hud_parse(text, strlen(text), "test.yaml", &f->arena, &f->layout, &f->report);
    free(text);
    if (status != HL_OK) {
        hl_report_line(&f->report, 0, line, sizeof line);
        fail_msg("%s", line);
    }
    static const rnd_map_object objects[] = {{{10.0, 0.0}, {1.0, 1.0}, 0.0}};
    const rnd_hud_setup setup = {.layout = f->layout,
                                 .signals = signals,
                                 .signal_count = FIXTURE_SIGNALS,
                                 .scale = scale,
                                 .objects = objects,
                                 .object_count = 1};
    f->hud = rnd_hud_new(&setup, &f->report);
}

void fixture_close(fixture *f)
{
    rnd_hud_free(f->hud);
    hl_arena_free(&f->arena);
    f->hud = NULL;
}

void fixture_set(fixture *f, const char *signal, double value)
{
    for (int i = 0; i < FIXTURE_SIGNALS; i++) {
        if (strcmp(signals[i].name, signal) != 0) continue;
        f->values[i] = value;
        return;
    }
    fail_msg("the tests have no signal '%s'", signal);
}

int fixture_update(fixture *f)
{
    assert_non_null(f->hud);
    return rnd_hud_update(f->hud, f->values, f->time);
}

const char *fixture_complaint(const fixture *f)
{
    static char line[HL_FILE_LENGTH + HL_MESSAGE_LENGTH];
    assert_null(f->hud);
    assert_int_not_equal(f->report.count, 0);
    hl_report_line(&f->report, 0, line, sizeof line);
    return line;
}

/* ---- pictures ---- */

/* Opacity of an ink in a premultiplied pixel. Halos are black: an edge between ink and halo is darker ink.
 * Other inks mix with it where they meet: a pixel that is not clearly of this one does not count. */
static double opacity(uint32_t pixel, fixture_ink ink)
{
    static const bool has[FIXTURE_INKS][3] = {{true, false, false},
                                              {false, true, false},
                                              {false, false, true},
                                              {true, false, true},
                                              {false, true, true}};
    const int channel[3] = {(int)(pixel >> 16 & 255), (int)(pixel >> 8 & 255), (int)(pixel & 255)};
    int least = 255, other = 0;
    for (int i = 0; i < 3; i++) {
        if (has[ink][i])
            least = channel[i] < least ? channel[i] : least;
        else
            other = channel[i] > other ? channel[i] : other;
    }
    return least > 4 * other ? least / 255.0 : 0.0;
}

fixture_patch fixture_find(const rnd_hud_gauge_view *view, fixture_ink ink, const double centre[2],
                           double nearest, double furthest)
{
    fixture_patch found = {0.0, 0.0, 0.0};
    const double dot_x = view->size[0] / view->width, dot_y = view->size[1] / view->height; /* of a pixel */
    for (int row = 0; row < view->height; row++) {
        for (int column = 0; column < view->width; column++) {
            uint32_t pixel;
            memcpy(&pixel, view->pixels + (ptrdiff_t)row * view->stride + 4 * (ptrdiff_t)column,
                   sizeof pixel);
            const double x = view->at[0] + (column + 0.5) * dot_x, y = view->at[1] + (row + 0.5) * dot_y;
            const double distance = hypot(x - centre[0], y - centre[1]), a = opacity(pixel, ink);
            if (distance < nearest || distance > furthest || a == 0.0) continue;
            found.weight += a;
            found.x += a * x;
            found.y += a * y;
        }
    }
    if (found.weight > 0.0) {
        found.x /= found.weight;
        found.y /= found.weight;
    }
    return found;
}

fixture_patch fixture_find_all(const rnd_hud_gauge_view *view, fixture_ink ink)
{
    const double centre[2] = {0.0, 0.0};
    return fixture_find(view, ink, centre, 0.0, HUGE_VAL);
}

double fixture_direction(const double centre[2], double x, double y)
{
    return atan2(x - centre[0], centre[1] - y);
}
