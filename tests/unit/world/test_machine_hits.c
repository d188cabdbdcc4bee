/* What the machine strikes: a cart that rolls into a wall. */
#include "cart.h"

#include "parts/parts.h"
#include "support/check.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                 \
    "headland: scenario\nversion: 1\nname: wall\nmachine: cart.yaml\nground: {kind: plane, surface: hard}\n"

static const char wall[] = HEAD "objects: [{name: post, at: [0, 9, 0], size: [0.2, 0.2, 1]},\n"
                                "          {name: wall, at: [9, 0, 0], size: [0.5, 4, 1]}]\n";

/* Bring the cart to a speed, then let it roll. */
static void push(cart *c, double speed)
{
    cart_set(c, "parking_brake", 0.0);
    cart_set(c, "direction", 1.0);
    cart_set(c, "throttle", 0.8);
    for (int i = 0; cart_signal(c, "vehicle.speed") < speed; i++) {
        assert_true(i < 10000);
        cart_run(c, 0.001);
    }
    cart_set(c, "throttle", 0.0);
    cart_set(c, "direction", 0.0);
    cart_run(c, 0.5); /* until the clutch is open */
}

/* Of all bodies, along x [N s]; the work must have been looked at. */
static double momentum(cart *c, const auth_mechanism *author)
{
    const world_mechanism *m = world_machine_mechanism(c->machine);
    double sum = 0.0;
    for (int b = 0; b < author->body_count; b++) {
        const double *at = author->bodies[b].centre;
        sum += author->bodies[b].mass * mb_point(m->model, m->work, b, hl_v3(at[0], at[1], at[2])).velocity.x;
    }
    return sum;
}

static double traction(cart *c)
{
    return cart_signal(c, "wheel.fl.traction") + cart_signal(c, "wheel.fr.traction") +
           cart_signal(c, "wheel.rl.traction") + cart_signal(c, "wheel.rr.traction");
}

/* From well before the blow to well after it, what the wall and the road have given is the change of
 * momentum. Sums of forces at the ticks are what the trapezoidal step adds up, but for kinks between ticks:
 * at a touch at v, n K v h^2/12, with 8 points of 2 MN/m at 2 m/s 3 N s a touch at most. Newton's iterations
 * leave increments below 0.1 um, 2000 kg * 2 * 0.1 um/1 ms = 0.4 N s a step at worst, of either sign. The
 * road is sampled too: its bristles follow a blow of some milliseconds with a per cent of its force. */
static void the_impulse_is_the_change_of_momentum(void **state)
{
    (void)state;
    static const double PART = 0.01;
    cart c;
    cart_build(&c, wall);
    const auth_mechanism *author = world_machine_mechanism(c.machine)->author;
    push(&c, 2.0);
    CHECK_SAME(cart_signal(&c, "hits.count"), 0.0);
    double road = 0.5 * traction(&c), peak = 0.0;
    const double step = world_machine_step_size(c.machine), before = momentum(&c, author);
    double touched = 0.0;
    for (int i = 0; touched == 0.0 || world_machine_time(c.machine) < touched + 0.4; i++) {
        assert_true(i < 10000);
        cart_run(&c, step);
        road += traction(&c);
        peak = fmax(peak, cart_signal(&c, "contact.frame.force"));
        if (touched == 0.0 && world_hit_count(c.machine) > 0) touched = world_machine_time(c.machine);
    }
    road -= 0.5 * traction(&c);
    const double change = momentum(&c, author) - before;
    assert_int_equal(world_hit_count(c.machine), 1);
    const world_hit hit = world_hit_at(c.machine, 0);
    assert_true(before > 3000.0); /* 2000 kg at some 1.7 m/s */
    CHECK_RELATIVE(-hit.impulse, change - road * step, PART);
    CHECK_SAME(cart_signal(&c, "hits.impulse"), hit.impulse);
    /* normal forces alone, of the ticks' beginnings: contact.frame.force has friction, 0.6 of them at most */
    assert_true(hit.peak <= peak && hit.peak > peak / 1.2);
    CHECK_SAME(hit.ended, 0.0); /* not yet apart for half a second */
    assert_int_equal(hit.object, 1);
    assert_string_equal(author->bodies[hit.body].name, "frame");
    CHECK_NEAR(hit.began, touched, 1.5 * step);
    cart_free(&c);
}

static void the_next_blow_is_another_hit(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, wall);
    push(&c, 2.0);
    cart_run(&c, 4.0);
    assert_int_equal(world_hit_count(c.machine), 1);
    const world_hit first = world_hit_at(c.machine, 0);
    assert_true(first.ended >= first.began && first.ended < first.began + 1.0);
    cart_set(&c, "direction", 1.0);
    cart_set(&c, "throttle", 0.5);
    cart_run(&c, 3.0); /* and goes on pushing */
    assert_int_equal(world_hit_count(c.machine), 2);
    const world_hit second = world_hit_at(c.machine, 1), still = world_hit_at(c.machine, 0);
    assert_memory_equal(&still, &first, sizeof first);
    assert_true(second.began > first.ended + 0.5);
    CHECK_SAME(second.ended, 0.0);
    CHECK_RELATIVE(cart_signal(&c, "hits.impulse"), first.impulse + second.impulse, 1e-12);
    cart_free(&c);
}

/* A cart in the midst of a blow. */
static void build_in_a_blow(cart *c)
{
    cart_build(c, wall);
    push(c, 2.0);
    for (int i = 0; world_hit_count(c->machine) == 0; i++) {
        assert_true(i < 10000);
        cart_run(c, 0.001);
    }
}

static void hits_are_state(void **state)
{
    (void)state;
    cart c;
    build_in_a_blow(&c);
    void *saved = malloc(world_state_size(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    assert_true(world_state_fits(c.machine, saved, world_state_size(c.machine)));
    cart_run(&c, 1.5);
    const uint64_t hash = world_state_hash(c.machine);
    const world_hit hit = world_hit_at(c.machine, 0);
    world_state_restore(c.machine, saved);
    assert_true(world_hit_at(c.machine, 0).impulse < hit.impulse);
    cart_run(&c, 1.5);
    assert_true(world_state_hash(c.machine) == hash);
    free(saved);
    cart_free(&c);
}

/* Where the block of the hits begins in a saved state [bytes]. */
static size_t place_of_hits(const world_machine *machine)
{
    const world_block *blocks;
    const int count = world_state_blocks(machine, &blocks);
    size_t at = 0;
    int b = 0;
    while (b < count && strcmp(blocks[b].name, "hits") != 0) at += blocks[b++].size;
    assert_true(b < count);
    return at;
}

/* Every count and index of the block, in turn, out of its range. */
static void wrong_counts_do_not_fit(void **state)
{
    (void)state;
    cart c;
    build_in_a_blow(&c);
    const size_t size = world_state_size(c.machine), at = place_of_hits(c.machine);
    unsigned char *saved = malloc(size);
    assert_non_null(saved);
    if (saved == NULL) return;
    world_state_save(c.machine, saved);
    world_hit_log good;
    memcpy(&good, saved + at, sizeof good);
    assert_int_equal(good.open_count, 1);
    enum { WRONG = 12 };
    world_hit_log wrong[WRONG];
    for (int i = 0; i < WRONG; i++) wrong[i] = good;
    wrong[0].count = -1;
    wrong[1].count = INT64_MAX;
    wrong[2].open_count = -1;
    wrong[3].open_count = WORLD_HITS_OPEN + 1;
    wrong[4].open[0].kept = -2;
    wrong[5].open[0].kept = 1;
    wrong[6].open[0].body = -1;
    wrong[7].open[0].object = 2;
    wrong[8].kept[0].body = INT_MAX;
    wrong[9].kept[0].object = -1;
    wrong[10].count = 0; /* the one that goes on would be kept nowhere */
    wrong[11].open_count = INT64_MIN;
    for (int i = 0; i < WRONG; i++) {
        memcpy(saved + at, &wrong[i], sizeof wrong[i]);
        assert_false(world_state_fits(c.machine, saved, size));
    }
    memcpy(saved + at, &good, sizeof good);
    assert_true(world_state_fits(c.machine, saved, size));
    free(saved);
    cart_free(&c);
}

/* What stands still in a place of its own hits nothing, and without objects there is no block. */
static void at_rest_nothing_is_hit(void **state)
{
    (void)state;
    cart c;
    cart_build(&c, wall);
    cart_run(&c, 1.0);
    assert_int_equal(world_hit_count(c.machine), 0);
    cart_free(&c);
    cart_build(&c, HEAD);
    const world_block *blocks;
    const int count = world_state_blocks(c.machine, &blocks);
    for (int b = 0; b < count; b++) assert_string_not_equal(blocks[b].name, "hits");
    CHECK_SAME(cart_signal(&c, "hits.count"), 0.0);
    CHECK_SAME(cart_signal(&c, "hits.impulse"), 0.0);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_impulse_is_the_change_of_momentum),
        cmocka_unit_test(the_next_blow_is_another_hit),
        cmocka_unit_test(hits_are_state),
        cmocka_unit_test(wrong_counts_do_not_fit),
        cmocka_unit_test(at_rest_nothing_is_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
