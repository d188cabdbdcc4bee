/* Where voices are when their bodies have moved. */
#include "support/check.h"

#include "places.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_voice_rides_on_its_body),
        cmocka_unit_test(a_body_that_is_not_sent_leaves_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
