/* Texts of the events. */
#include "xch/messages.h"

const char *xch_event_text(int kind)
{
    switch (kind) {
#define X(value, text, subject, quantity)                                                                    \
    case value:                                                                                              \
        return text;
        XCH_EVENT_LIST(X)
#undef X
    default:
        return "unknown event";
    }
}
