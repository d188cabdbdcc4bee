#include "hl/status.h"

const char *hl_status_text(hl_status status)
{
    switch (status) {
#define X(name, text)                                                                                        \
    case name:                                                                                               \
        return text;
        HL_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}
