#include "instructor_reply.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADERS = 2048, PIECE = 16384 };

/* Scripts, styles and pictures from this server alone, nothing inline, in nobody's frame. */
static const char OWN_PAGES[] = "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
                                "frame-ancestors 'none'";

instructor_reply reply_text(unsigned status, const char *text)
{
    return (instructor_reply){
        .status = status, .type = "text/plain; charset=utf-8", .body = text, .length = strlen(text)};
}

typedef struct header_room {
    struct lws *wsi;
    unsigned char *at, *end;
} header_room;

static bool add(header_room *room, const char *name, const char *value)
{
    return lws_add_http_header_by_name(room->wsi, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), &room->at, room->end) == 0;
}

static bool add_retry(header_room *room, int seconds)
{
    char text[16];
    snprintf(text, sizeof text, "%d", seconds);
    return seconds == 0 || add(room, "retry-after:", text);
}

static bool add_all(header_room *room, const instructor_reply *r)
{
    return lws_add_http_common_headers(room->wsi, r->status | LWSAHH_FLAG_NO_SERVER_NAME, r->type, r->length,
                                       &room->at, room->end) == 0 &&
           add(room, "content-security-policy:", r->policy ? r->policy : OWN_PAGES) &&
           add(room, "x-content-type-options:", "nosniff") && add(room, "referrer-policy:", "same-origin") &&
           add(room, "cross-origin-resource-policy:", "same-origin") &&
           add(room, "cache-control:", "no-store") && add(room, "connection:", "close") &&
           (!r->cookie || add(room, "set-cookie:", r->cookie)) &&
           (!r->location || add(room, "location:", r->location)) && add_retry(room, r->retry_after);
}

int reply_begin(struct lws *wsi, instructor_reply *r)
{
    unsigned char bytes[LWS_PRE + HEADERS], *start = bytes + LWS_PRE;
    header_room room = {wsi, start, bytes + sizeof bytes};
    if (!add_all(&room, r) || lws_finalize_write_http_header(wsi, start, &room.at, room.end)) return -1;
    lws_callback_on_writable(wsi);
    return 0;
}

int reply_go_on(struct lws *wsi, instructor_reply *r)
{
    unsigned char bytes[LWS_PRE + PIECE];
    const size_t left = r->length - r->sent, count = left < PIECE ? left : PIECE;
    const bool last = count == left;
    if (count > 0) memcpy(bytes + LWS_PRE, r->body + r->sent, count);
    r->sent += count;
    if (lws_write(wsi, bytes + LWS_PRE, count, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)count)
        return -1;
    if (!last) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    reply_free(r);
    return -1; /* one request a connection: instructor_wire.h */
}

void reply_free(instructor_reply *r)
{
    free(r->owned);
    r->owned = NULL;
}
