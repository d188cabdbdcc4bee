/* Crawler tracks of a machine file: their numbers, and every way in which they can be wrong. Expected values
 * are written in SI by hand; a value is number * numerator / denominator and the expected one is rounded too:
 * three roundings of 2^-53 each at most. */
#include "refusal.h"

#include "auth/machine.h"

#include <math.h>

static const double rounding = 4e-16;

#define NEARLY(actual, expected) CHECK_RELATIVE(actual, expected, rounding)
#define CHECK_CRAWLER(list)      CHECK_VARIATIONS(parse_machine, read_base("crawler.yaml"), list)

static void numbers(void **state)
{
    (void)state;
    hl_arena arena = {0};
    const auth_machine *m = read_good(parse_machine, read_base("crawler.yaml"), &arena);
    assert_int_equal(m->track_count, 2);
    const auth_track *left = &m->tracks[0], *right = &m->tracks[1];
    assert_string_equal(left->name, "left");
    assert_int_equal(left->body, m->chassis);
    assert_string_equal(m->mechanism->joints[left->joint].name, "left drive");
    NEARLY(left->model.pitch_radius, 0.36);
    NEARLY(left->y, 1.2);
    NEARLY(right->y, -1.2);
    NEARLY(left->model.width, 0.6);
    assert_int_equal(left->model.stations, 4);
    NEARLY(left->model.station[0].centre.x, 1.8);
    NEARLY(left->model.station[0].centre.z, 0.46);
    NEARLY(left->model.station[0].radius, 0.43);
    NEARLY(left->model.station[3].centre.x, -1.8);
    NEARLY(left->model.stiffness, 3e6);
    NEARLY(left->model.damping, 30e3);
    NEARLY(left->shoe_pitch, 0.19);
    NEARLY(left->grouser, 0.026);
    NEARLY(left->model.resistance, 0.05);
    assert_int_equal(left->friction_count, 2);
    assert_string_equal(left->friction[1].surface, "wet");
    NEARLY(left->friction[0].law.stiffness[1], 80.0);
    CHECK_SAME(right->grouser, 0.0); /* defaults */
    CHECK_SAME(right->model.resistance, 0.0);
    hl_arena_free(&arena);
}

static void sizes(void **state)
{
    (void)state;
    static const variation list[] = {
        {"body: frame\n    sprocket: left", "body: @fram\n    sprocket: left",
         "unknown body 'fram' under 'body'; the name of one in this file is expected; did you mean 'frame'?"},
        {"pitch_radius: 360 mm\n    y: 1.2", "pitch_radius: @0\n    y: 1.2",
         "'pitch_radius' is 0; 20 mm to 3 m is expected"},
        {"width: 600 mm", "width: @600 kg", "'600 kg' is a mass; a length"},
        {"grouser: 26 mm", "grouser: @-26 mm", "'grouser' is -26 mm; a length of zero or more"},
        {"shoe_pitch: 190 mm\n    grouser", "shoe_pitch: @1 mm\n    grouser",
         "'shoe_pitch' is 1 mm; 20 mm to 1 m is expected"},
        {"pitch_radius: 360 mm\n    y: 1.2", "pitch_radius: @19 mm\n    y: 1.2",
         "'pitch_radius' is 19 mm; 20 mm to 3 m is expected"},
        {"pitch_radius: 360 mm\n    y: 1.2", "pitch_radius: @440 mm\n    y: 1.2",
         "'pitch_radius' is 440 mm, but station 4, at the sprocket, has a radius of 0.43 m to the outside of "
         "the shoes; at most this is expected"},
        {"y: 1.2", "y: @1200", "'y' is 1200; -20 m to 20 m is expected"},
        {"y: -1.2", "y: @-20.1", "'y' is -20.1; -20 m to 20 m is expected"},
        {"width: 600 mm", "width: @600", "'width' is 600; 50 mm to 5 m is expected"},
        {"width: 600 mm", "width: @49 mm", "'width' is 49 mm; 50 mm to 5 m is expected"},
        {"resistance: 0.05", "@resistence: 0.05", "unknown key 'resistence'"},
    };
    CHECK_CRAWLER(list);
}

static void stations(void **state)
{
    (void)state;
    static const variation list[] = {
        {"[[1.8, 0.2, 0.2], [-1.8, 0.2, 0.2]]", "@[[1.8, 0.2, 0.2]]", "2 to 12 are expected"},
        {"[[1.8, 0.2, 0.2], [-1.8, 0.2, 0.2]]", "[[1.8, 0.2, 0.2], @[1.8, 0.2, 0.2]]",
         "'stations': x of station 2 is 1.8, that of the one before 1.8; x falling from the front"},
        {"[[1.8, 0.2, 0.2], [-1.8, 0.2, 0.2]]", "[[1.8, 0.2, @0], [-1.8, 0.2, 0.2]]",
         "'stations': radius of station 1 is 0; 20 mm to 3 m is expected"},
        {"[[1.8, 0.2, 0.2], [-1.8, 0.2, 0.2]]", "[[@1800, 0.2, 0.2], [-1.8, 0.2, 0.2]]",
         "'stations': x of station 1 is 1800; -20 m to 20 m is expected"},
        {"[[1.8, 0.2, 0.2], [-1.8, 0.2, 0.2]]", "[[1.8, 0.2, 0.2], [-1.8, @-20.1 m, 0.2]]",
         "'stations': z of station 2 is -20.1 m; -20 m to 20 m is expected"},
        {"[[1.8, 0.2, 0.2], [-1.8, 0.2, 0.2]]", "[[1.8, 0.2, 0.2], [-1.8, 0.2, @19 mm]]",
         "'stations': radius of station 2 is 19 mm; 20 mm to 3 m is expected"},
        {"[[1.8, 0.2, 0.2], [-1.8, 0.2, 0.2]]", "[[1.8, 0.2, @3.1], [-1.8, 0.2, 0.2]]",
         "'stations': radius of station 1 is 3.1; 20 mm to 3 m is expected"},
        {"[[1.8, 0.2, 0.2], [-1.8, 0.2, 0.2]]", "[[1.8, 0.2, 0.2], @[-1.8, 0.2]]", "3 are expected"},
    };
    CHECK_CRAWLER(list);
}

static void sprockets(void **state)
{
    (void)state;
    static const variation list[] = {
        {"sprocket: left sprocket", "sprocket: @left sproket",
         "unknown body 'left sproket' under 'sprocket'"},
        {"sprocket: left sprocket", "sprocket: @frame",
         "the sprocket is carried by the free joint 'float'; a revolute joint is expected"},
        {"sprocket: right sprocket", "sprocket: @left sprocket",
         "sprocket 'left sprocket' drives track 'left' already; another body is expected"},
        {"body: frame\n    sprocket: right", "body: right sprocket\n    sprocket: @right",
         "joint 'right drive' bears the sprocket on another body than 'right sprocket'"},
    };
    CHECK_CRAWLER(list);
    static const far_variation far[] = {
        {"at: [-1.8, 1.2, 0.5], axis: [0, 1, 0]", "at: [-1.8, 1.2, 0.5], axis: [0, -1, 0]",
         "left sprocket\n    pitch_radius",
         "joint 'left drive' of the sprocket turns about (0, -1, 0); the y axis of 'frame', to the left"},
        {"at: [-1.8, 1.2, 0.5], axis: [0, 1, 0]", "at: [-1.8, 1.2, 0.5], axis: [1, 0, 0]",
         "left sprocket\n    pitch_radius", "joint 'left drive' of the sprocket turns about (1, 0, 0)"},
    };
    CHECK_FAR_VARIATIONS(parse_machine, read_base("crawler.yaml"), far);
}

static void surfaces(void **state)
{
    (void)state;
    static const variation list[] = {
        {"{surface: wet,", "{surface: @firm,", "the surface 'firm' is taken in this track"},
        {"stiction: 0.4,", "stiction: @0.3,", "'stiction' is 0.3, below 'kinetic' (0.4)"},
        {"{surface: wet,", "{slip_stiffness: @[1, 1], surface: wet,",
         "'slip_stiffness' has no effect on a track, whose belt carries its bristles along"},
    };
    CHECK_CRAWLER(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),   cmocka_unit_test(sizes),    cmocka_unit_test(stations),
        cmocka_unit_test(sprockets), cmocka_unit_test(surfaces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
