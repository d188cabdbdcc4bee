/* Where voices are when their bodies have moved. */
#include "support/check.h"

#include "feed.h"

static xch_snapshot snapshot;

static void a_voice_rides_on_its_body(void **state)
{
    (void)state;
    const auth_voice voices[] = {{.body = 1, .at = {1, 2, 3}}, {.body = 0, .at = {0.5, 0, 0}}};
    float places[2][3] = {{0}};
    snapshot.body_count = 2;
    snapshot.bodies[0] = (xch_pose){{-1, 0, 4}, {1, 0, 0, 0}};
    snapshot.bodies[1] =
        (xch_pose){{100, 200, 300}, {0.70710678f, 0, 0, 0.70710678f}}; /* 90 degrees about z */
    places_find(voices, 2, &snapshot, places);
    static const double expected[2][3] = {{100 - 2, 200 + 1, 300 + 3}, {-0.5, 0, 4}};
    for (int i = 0; i < 2; i++) /* single precision at 300 m: 3e-5 m */
        for (int k = 0; k < 3; k++) CHECK_NEAR((double)places[i][k], expected[i][k], 1e-4);
}

static void a_body_that_is_not_sent_leaves_the_place(void **state)
{
    (void)state;
    const auth_voice voices[] = {{.body = 2}, {.body = -1}};
    float places[2][3] = {{7, 8, 9}, {1, 1, 1}};
    snapshot.body_count = 2;
    places_find(voices, 2, &snapshot, places);
    assert_true(places[0][0] == 7 && places[0][2] == 9 && places[1][1] == 1);
}

/* Those of objects follow their signals, at the tick with the greatest force; without contact they stay. */
static void a_voice_of_objects_is_where_its_contacts_are(void **state)
{
    (void)state;
    const auth_voice voices[] = {
        {.kind = AUTH_VOICE_HIT, .body = -1, .signals = {"force"}},
        {.kind = IO_VOICE_OBJECTS, .body = -1, .signals = {"force", "scrape", "roll", "x", "y", "z"}}};
    static const int first[] = {0, 1};
    static xch_sample ticks[] = {{.count = 7, .values = {9, 100, 0, 0, 1, 2, 3}},
                                 {.count = 7, .values = {9, 700, 0, 0, 4, 5, 6}},
                                 {.count = 7, .values = {9, 0, 0, 0, 0, 0, 0}}};
    float places[2][3] = {{7, 8, 9}, {0}};
    places_find_objects(voices, first, 2, ticks, 3, places);
    assert_true(places[1][0] == 4 && places[1][1] == 5 && places[1][2] == 6);
    places_find_objects(voices, first, 2, ticks + 2, 1, places);
    assert_true(places[1][0] == 4 && places[0][0] == 7);
    snapshot.body_count = 2;
    places_find(voices, 2, &snapshot, places);
    assert_true(places[1][0] == 4 && places[0][0] == 7);
}

/* Ninety degrees about z: ahead is the world's y. */
static void a_listener_sits_on_a_body(void **state)
{
    (void)state;
    const io_ear seat = {1, {{1, 0, 2}, {1, 0, 0}, {0, 0, 1}, true}}, away = {2, {{0}, {0}, {0}, false}},
                 world = {-1, {{5, 6, 7}, {0, 1, 0}, {0, 0, 1}, false}};
    io_listener heard;
    snapshot.body_count = 2;
    snapshot.bodies[1] = (xch_pose){{100, 200, 300}, {0.70710678f, 0, 0, 0.70710678f}};
    assert_true(places_listener(&seat, &snapshot, &heard));
    static const double expected[3][3] = {{100, 201, 302}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++) {
        CHECK_NEAR((double)heard.position[k], expected[0][k], 1e-4);
        CHECK_NEAR((double)heard.ahead[k], expected[1][k], 1e-6);
        CHECK_NEAR((double)heard.up[k], expected[2][k], 1e-6);
    }
    assert_true(heard.inside);
    assert_false(places_listener(&away, &snapshot, &heard));
    assert_false(places_listener(&seat, NULL, &heard));
    assert_true(places_listener(&world, NULL, &heard));
    assert_true(heard.position[0] == 5 && heard.ahead[1] == 1 && !heard.inside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_voice_rides_on_its_body),
        cmocka_unit_test(a_body_that_is_not_sent_leaves_the_place),
        cmocka_unit_test(a_voice_of_objects_is_where_its_contacts_are),
        cmocka_unit_test(a_listener_sits_on_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
