/* Texts of the events: one for each kind, and an answer for what is no kind. */
#include "support/check.h"

#include "xch/messages.h"

#include <string.h>

static void every_kind_has_a_text_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < XCH_EVENT_KINDS; i++) {
        assert_true(strlen(xch_event_text(i)) > 0);
        for (int k = -1; k < i; k++) assert_string_not_equal(xch_event_text(i), xch_event_text(k));
    }
}

static void other_numbers_are_unknown(void **state)
{
    (void)state;
    assert_string_equal(xch_event_text(-1), "unknown event");
    assert_string_equal(xch_event_text(XCH_EVENT_KINDS), "unknown event");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kind_has_a_text_of_its_own),
                                       cmocka_unit_test(other_numbers_are_unknown)};
    return cmocka_run_group_tests_name("event", tests, NULL, NULL);
}
