/* Hooks of the cart: taking, load, refusals, letting go, breaking; notes; the same bits from a saved state.
 */
#include "cart.h"

#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD                                                                                                 \
    "headland: scenario\nversion: 1\nname: site\nmachine: cart.yaml\n"                                       \
    "ground: {kind: plane, surface: hard}\n"
#define BOX "objects: [{name: box, at: [4, 0, 0.6], size: [0.5, 0.5, 0.5], mass: 50 kg, awake: false}]\n"

/* A crane on the frame, and a hook that reaches nothing. */
static void build(cart *c, const char *more, const char *objects)
{
    static char text[CART_ROOM];
    cart_read(text, sizeof text);
    snprintf(text + strlen(text), sizeof text - strlen(text),
             "\nhooks:\n"
             "  - {name: crane, body: frame, at: [4, 0, 2], length: 1.4 m%s}\n"
             "  - {name: winch, body: wheel fl, at: [0, 0, 0], length: 0.2 m, reach: 0.1 m}\n",
             more);
    assert_int_equal(cart_try(c, text, objects), HL_OK);
    assert_true(world_signal_count(c->machine) <= CART_SIGNALS);
}

static const char *last_note(const cart *c, char *text, size_t size)
{
    int32_t subject;
    double value;
    const int64_t count = world_sling_note_count(c->machine);
    assert_true(count > 0);
    const world_sling_note note = world_sling_note_at(c->machine, count - 1);
    world_sling_note_pack(&note, &subject, &value);
    const world_sling_note again = world_sling_note_unpack(subject, value);
    assert_int_equal(again.act, note.act);
    assert_int_equal(again.hook, note.hook);
    assert_int_equal(again.object, note.object);
    CHECK_NEAR(again.value, note.value, 6e-4);
    CHECK_NEAR(again.above, note.above, 6e-4);
    static char scenario_text[] = HEAD BOX;
    hl_arena arena = {0};
    static hl_report report; /* too large for the stack */
    auth_scenario *scenario;
    assert_int_equal(
        auth_scenario_parse(scenario_text, strlen(scenario_text), "s", &arena, &scenario, &report), HL_OK);
    world_sling_note_text(world_machine_author(c->machine), scenario, &again, text, size);
    hl_arena_free(&arena);
    return text;
}

static void a_hook_takes_carries_and_lets_go(void **state)
{
    (void)state;
    cart c;
    char text[200];
    build(&c, "", HEAD BOX);
    CHECK_SAME(cart_signal(&c, "sling.crane.attached"), 0.0);
    CHECK_NEAR(cart_signal(&c, "sling.crane.distance"), 0.0, 0.02);
    cart_set(&c, "crane", 1.0);
    cart_run(&c, 8.0);
    assert_string_equal(last_note(&c, text, sizeof text), "crane takes box");
    CHECK_SAME(cart_signal(&c, "sling.crane.attached"), 1.0);
    CHECK_SAME(cart_signal(&c, "sling.crane.object"), 1.0);
    CHECK_RELATIVE(cart_signal(&c, "sling.crane.load"), 50.0, 0.02);
    CHECK_RELATIVE(cart_signal(&c, "object.box.load"), 50.0, 0.02);
    CHECK_NEAR(cart_signal(&c, "object.box.z"), cart_signal(&c, "chassis.z") + 2.0 - 1.4 - 0.25, 0.1);
    cart_set(&c, "crane", 0.0);
    cart_run(&c, 1.0);
    assert_string_equal(last_note(&c, text, sizeof text), "crane releases box");
    CHECK_SAME(cart_signal(&c, "sling.crane.force"), 0.0);
    CHECK_NEAR(cart_signal(&c, "object.box.z"), 0.25, 0.01);
    CHECK_SAME(cart_signal(&c, "object.box.drops"), 1.0);
    cart_free(&c);
}

static void refusals_are_told_once(void **state)
{
    (void)state;
    cart c;
    char text[200];
    build(&c, "", HEAD BOX);
    cart_set(&c, "winch", 1.0);
    cart_run(&c, 0.1);
    assert_non_null(strstr(last_note(&c, text, sizeof text), "winch does not reach box: the eye is "));
    CHECK_SAME(cart_signal(&c, "sling.winch.refusals"), 1.0);
    cart_set(&c, "crane", 1.0);
    cart_run(&c, 0.1);
    cart_set(&c, "winch", 0.0);
    cart_run(&c, 0.1);
    cart_set(&c, "winch", 1.0);
    cart_run(&c, 0.1);
    assert_string_equal(last_note(&c, text, sizeof text),
                        "winch cannot take an object: other hooks hold all eyes");
    CHECK_SAME(cart_signal(&c, "sling.winch.refusals"), 2.0);
    cart_free(&c);
}

static void a_broken_sling_stays_broken(void **state)
{
    (void)state;
    cart c;
    char text[200];
    build(&c, ", breaks_at: 400 N", HEAD BOX);
    cart_set(&c, "crane", 1.0);
    cart_run(&c, 2.0);
    CHECK_SAME(cart_signal(&c, "sling.crane.broken"), 1.0);
    CHECK_NEAR(cart_signal(&c, "object.box.z"), 0.25, 0.01);
    assert_int_equal(world_sling_note_at(c.machine, 1).act, WORLD_SLING_BREAKS);
    assert_string_equal(last_note(&c, text, sizeof text), "the sling of crane is broken");
    cart_free(&c);
}

/* Saved while the box swings. */
static void a_saved_state_goes_on_as_before(void **state)
{
    (void)state;
    cart c;
    build(&c, "", HEAD BOX);
    cart_set(&c, "crane", 1.0);
    cart_run(&c, 0.4);
    void *saved = malloc(world_state_size(c.machine));
    assert_non_null(saved);
    world_state_save(c.machine, saved);
    assert_true(world_state_fits(c.machine, saved, world_state_size(c.machine)));
    cart_run(&c, 0.5);
    const uint64_t hash = world_state_hash(c.machine);
    world_state_restore(c.machine, saved);
    cart_run(&c, 0.5);
    assert_true(world_state_hash(c.machine) == hash);
    free(saved);
    cart_free(&c);
}

/* Without free objects a hook has neither signals nor state. */
static void hooks_need_objects(void **state)
{
    (void)state;
    cart c;
    const world_block *blocks;
    build(&c, "", HEAD);
    assert_int_equal(world_signal_find(c.machine, "sling.crane.force"), -1);
    const int count = world_state_blocks(c.machine, &blocks);
    for (int i = 0; i < count; i++) assert_null(strstr(blocks[i].name, "hooks"));
    assert_int_equal(world_sling_note_count(c.machine), 0);
    cart_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hook_takes_carries_and_lets_go), cmocka_unit_test(refusals_are_told_once),
        cmocka_unit_test(a_broken_sling_stays_broken), cmocka_unit_test(a_saved_state_goes_on_as_before),
        cmocka_unit_test(hooks_need_objects)};
    return cmocka_run_group_tests_name("slings", tests, NULL, NULL);
}
