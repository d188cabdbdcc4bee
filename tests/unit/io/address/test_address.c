/* Hosts by numbers, and ports of sockets; names are left to the system. */
#include "support/check.h"

#include "io/address.h"

#include <netdb.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct addrinfo numeric = {
    .ai_family = AF_UNSPEC, .ai_socktype = SOCK_DGRAM, .ai_flags = AI_NUMERICHOST};

static void finds_a_host_with_its_port(void **state)
{
    (void)state;
    struct addrinfo *list = NULL;
    struct sockaddr_in four;
    assert_null(io_address_find("127.0.0.1", 4711, &numeric, &list));
    assert_int_equal(list->ai_family, AF_INET);
    memcpy(&four, list->ai_addr, sizeof four);
    assert_int_equal(ntohs(four.sin_port), 4711);
    assert_int_equal(ntohl(four.sin_addr.s_addr), INADDR_LOOPBACK);
    freeaddrinfo(list);
}

static void says_why_there_is_none(void **state)
{
    (void)state;
    struct addrinfo *list = NULL;
    const char *why = io_address_find("no number", 4711, &numeric, &list);
    assert_non_null(why);
    assert_true(strlen(why) > 0);
}

static void tells_the_port_of_a_socket(void **state)
{
    (void)state;
    const struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_in bound = {0};
    socklen_t size = sizeof bound;
    const int made = socket(AF_INET, SOCK_DGRAM, 0);
    assert_true(made >= 0);
    assert_int_equal(bind(made, (const struct sockaddr *)&any, sizeof any), 0);
    assert_int_equal(getsockname(made, (struct sockaddr *)&bound, &size), 0);
    assert_int_equal(io_address_port(made), ntohs(bound.sin_port));
    assert_true(io_address_port(made) > 0);
    close(made);
    assert_int_equal(io_address_port(made), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_a_host_with_its_port),
        cmocka_unit_test(says_why_there_is_none),
        cmocka_unit_test(tells_the_port_of_a_socket),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
