/* One request of the instructor's link for its parser, and what must hold of the answer. */
#include "link_try.h"

#include "support/check.h"

#include "io/link_parse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 2 * IO_LINK_REQUEST, WHY = 120 };

static bool is_in(double value, double least, double most)
{
    return isnan(value) || (value >= least && value <= most);
}

static void check_request(const io_link_request *r)
{
    assert_in_range(r->kind, XCH_DIRECTOR_PAUSE, XCH_DIRECTOR_STOP);
    assert_true(r->id >= 0 && r->id <= IO_LINK_MOST_ID);
    assert_non_null(memchr(r->name, '\0', sizeof r->name));
    assert_non_null(memchr(r->text, '\0', sizeof r->text));
    assert_true(io_link_is_text(r->name, strlen(r->name)) && io_link_is_text(r->text, strlen(r->text)));
    assert_true(is_in(r->values[0], 0.0, r->kind == XCH_DIRECTOR_FAULT ? 1.0 : IO_LINK_DAY));
    assert_true(is_in(r->values[1], 0.0, 1.0) && is_in(r->values[2], 0.0, 1.0));
    assert_true(is_in(r->values[3], IO_LINK_VISIBILITY, IO_LINK_FAR));
    for (int i = 4; i < 6; i++) assert_true(is_in(r->values[i], -IO_LINK_WIND, IO_LINK_WIND));
}

static void check_written(const io_link_request *r)
{
    char line[ROOM], why[WHY];
    io_link_request again;
    const size_t length = io_link_print(r, line, sizeof line);
    assert_true(length > 0);
    assert_null(memchr(line, '\n', length));
    assert_true(io_link_parse(line, length, &again, why, sizeof why));
    assert_int_equal(again.kind, r->kind);
    assert_true(again.id == r->id);
    assert_string_equal(again.name, r->name);
    assert_string_equal(again.text, r->text);
    for (int i = 0; i < 6; i++) assert_true(is_in(again.values[i], r->values[i], r->values[i]));
}

bool link_try(const void *text, size_t length)
{
    /* a copy of the exact length on the heap, so that a sanitizer sees a read beyond it */
    char *exact = malloc(length > 0 ? length : 1), why[WHY] = "";
    io_link_request request;
    assert_non_null(exact);
    if (length > 0) memcpy(exact, text, length);
    const bool taken = io_link_parse(exact, length, &request, why, sizeof why);
    free(exact);
    assert_int_equal(taken, why[0] == '\0');
    if (!taken) return false;
    assert_true(length <= IO_LINK_REQUEST);
    check_request(&request);
    check_written(&request);
    return true;
}
