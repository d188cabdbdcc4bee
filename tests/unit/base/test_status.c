/* Every status has its own text, and none is NULL. */
#include "support/check.h"

#include "hl/status.h"

static void all_have_texts(void **state)
{
    (void)state;
    static const struct {
        hl_status status;
        const char *text;
    } list[] = {
#define X(name, text) {name, text},
        HL_STATUS_LIST(X)
#undef X
    };
    const size_t count = sizeof list / sizeof list[0];
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(hl_status_text(list[i].status), list[i].text);
        for (size_t j = 0; j < i; j++) assert_string_not_equal(list[i].text, list[j].text);
    }
}

static void success_is_zero(void **state)
{
    (void)state;
    assert_int_equal(HL_OK, 0);
    assert_string_equal(hl_status_text(HL_OK), "ok");
}

static void unknown_value_has_a_text(void **state)
{
    (void)state;
    /* the list ends below 8: 15 is in the enumeration's type and not in the list */
    assert_string_equal(hl_status_text((hl_status)15), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_have_texts), cmocka_unit_test(success_is_zero),
                                       cmocka_unit_test(unknown_value_has_a_text)};
    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
