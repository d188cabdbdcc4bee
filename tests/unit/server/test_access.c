/* Tokens, cookies, and where requests say that they come from. */
#include "support/check.h"

#include "admission.h"

#include <stdio.h>
#include <string.h>

static void test_tokens(void **unused)
{
    (void)unused;
    char longest[ACCESS_TOKEN + 1];
    memset(longest, 'a', sizeof longest);
    longest[ACCESS_TOKEN] = '\0';
    assert_false(access_is_token(longest));
    longest[ACCESS_TOKEN - 1] = '\0';
    assert_true(access_is_token(longest));
    assert_true(access_is_token("0123456789-_.~Zz"));
    assert_false(access_is_token("0123456789abcde"));
    assert_false(access_is_token("0123456789abcdef;"));
    assert_false(access_is_token("0123456789abcde f"));
}

static void test_made_token(void **unused)
{
    (void)unused;
    const unsigned char bytes[ACCESS_RANDOM] = {0x00, 0x0A, 0xFF, [ACCESS_RANDOM - 1] = 0x7E};
    char token[ACCESS_TOKEN];
    access_print_token(bytes, token);
    assert_string_equal(token, "000aff0000000000000000000000007e");
    assert_true(access_is_token(token));
}

/* Worth of tokens, by the rule: characters that count, times log2 of how many different ones there are. */
static void test_strength(void **unused)
{
    (void)unused;
    static const char *const weak[] = {"aaaaaaaaaaaaaaaa", "0123456789abcdef",         "abababababababab",
                                       "passwordpassword", "1111222233334444",         "zyxwvutsrqponmlk",
                                       "qwertyuiopasdfgh", "abcabcabcabcabcabcabcabc", "aabbccddeeffgghh"};
    static const char *const strong[] = {"a-token-that-only-this-test-knows",
                                         "6d2c53e81c1d06809906acf4d3717196", "Tr4ctor-Yard-Blue",
                                         "kX9_mQ2~vB7.pL4w"};
    for (size_t i = 0; i < sizeof weak / sizeof *weak; i++)
        if (access_bits(weak[i]) >= ACCESS_BITS) fail_msg("%s: %g bits", weak[i], access_bits(weak[i]));
    for (size_t i = 0; i < sizeof strong / sizeof *strong; i++)
        if (access_bits(strong[i]) < ACCESS_BITS) fail_msg("%s: %g bits", strong[i], access_bits(strong[i]));
    CHECK_SAME(access_bits("aaaaaaaaaaaaaaaa"), 0.0);
    CHECK_SAME(access_bits("axaxaxaxaxaxaxax"), 2.0); /* a, x, and the same again */
    CHECK_SAME(access_bits("0369"), 8.0);             /* four, of four different ones */
}

static void test_comparison(void **unused)
{
    (void)unused;
    static const char token[] = "0123456789abcdef";
    char longer[300];
    assert_true(access_same(token, "0123456789abcdef"));
    assert_false(access_same(token, "0123456789abcdeF"));
    assert_false(access_same(token, "1123456789abcdef"));
    assert_false(access_same(token, "0123456789abcde"));
    assert_false(access_same(token, "0123456789abcdef0"));
    assert_false(access_same(token, ""));
    memset(longer, '0', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_false(access_same(token, longer));
    longer[ACCESS_TOKEN - 1] = '\0'; /* equal as far as a token goes is not enough */
    char cut[ACCESS_TOKEN + 1];
    memcpy(cut, longer, ACCESS_TOKEN);
    cut[ACCESS_TOKEN - 1] = '0';
    cut[ACCESS_TOKEN] = '\0';
    assert_true(access_same(longer, longer));
    assert_false(access_same(longer, cut));
}

static void test_cookies(void **unused)
{
    (void)unused;
    char value[10];
    assert_true(access_cookie("headland-1=abc", "headland-1", value, sizeof value));
    assert_string_equal(value, "abc");
    assert_true(access_cookie("a=b; headland-12=no; headland-1=yes; z=1", "headland-1", value, sizeof value));
    assert_string_equal(value, "yes");
    assert_true(access_cookie("headland-1=", "headland-1", value, sizeof value));
    assert_string_equal(value, "");
    assert_false(access_cookie("", "headland-1", value, sizeof value));
    assert_false(access_cookie("xheadland-1=abc; ;;", "headland-1", value, sizeof value));
    assert_false(access_cookie("headland-1", "headland-1", value, sizeof value));
    assert_false(access_cookie("headland-1=0123456789", "headland-1", value, sizeof value));
}

static void test_hosts(void **unused)
{
    (void)unused;
    assert_true(access_is_loopback("127.0.0.1:8737", 8737));
    assert_true(access_is_loopback("localhost:8737", 8737));
    assert_true(access_is_loopback("[::1]:8737", 8737));
    static const char *const foreign[] = {"",
                                          "127.0.0.1",
                                          "127.0.0.1:87",
                                          "127.0.0.1:87370",
                                          "evil.example:8737",
                                          "localhost.evil.example:8737",
                                          "localhost:8737.evil.example"};
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        assert_false(access_is_loopback(foreign[i], 8737));
}

static void test_origins(void **unused)
{
    (void)unused;
    assert_true(access_is_own("http://127.0.0.1:8737", "127.0.0.1:8737", false));
    assert_true(access_is_own("https://yard:8737", "yard:8737", true));
    assert_false(access_is_own("http://yard:8737", "yard:8737", true));
    assert_false(access_is_own("https://yard:8737", "yard:8737", false));
    assert_false(access_is_own("http://127.0.0.1:9999", "127.0.0.1:8737", false));
    assert_false(access_is_own("null", "127.0.0.1:8737", false));
    assert_false(access_is_own("http://", "", false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tokens),     cmocka_unit_test(test_strength), cmocka_unit_test(test_made_token),
        cmocka_unit_test(test_comparison), cmocka_unit_test(test_cookies),  cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
