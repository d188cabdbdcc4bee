#include "link_client.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { READS = 16 /* at a time: others wait too */ };

static const size_t SLOW = LINK_OUT / 8; /* [bytes] */

void link_client_begin(link_client *client, int socket)
{
    client->socket = socket;
    client->in_length = client->out_length = 0;
    client->missed = 0;
}

void link_client_end(link_client *client)
{
    if (client->socket >= 0) close(client->socket);
    client->socket = -1;
}

/* Whole lines go to the taker, the rest moves to the front. A line that does not end within the buffer is too
 * long. */
static bool take_lines(link_client *client, link_taker *take, void *context)
{
    char *from = client->in;
    size_t left = client->in_length;
    for (char *end = memchr(from, '\n', left); end; end = memchr(from, '\n', left)) {
        const size_t length = (size_t)(end - from);
        if (!take(context, client, from, length)) return false;
        from = end + 1;
        left -= length + 1;
    }
    memmove(client->in, from, left);
    client->in_length = left;
    return left < sizeof client->in;
}

bool link_client_read(link_client *client, link_taker *take, void *context, bool *malformed)
{
    *malformed = false;
    for (int i = 0; i < READS; i++) {
        const size_t room = sizeof client->in - client->in_length;
        const ssize_t got = recv(client->socket, client->in + client->in_length, room, 0);
        if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        if (got == 0) return false;
        client->in_length += (size_t)got;
        *malformed = !take_lines(client, take, context);
        if (*malformed) return false;
    }
    return true;
}

bool link_client_write(link_client *client)
{
    if (client->out_length == 0) return true;
    const ssize_t sent = send(client->socket, client->out, client->out_length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    client->out_length -= (size_t)sent;
    memmove(client->out, client->out + sent, client->out_length);
    return true;
}

bool link_client_queue(link_client *client, const char *bytes, size_t count)
{
    if (count > sizeof client->out - client->out_length) return false;
    memcpy(client->out + client->out_length, bytes, count);
    client->out_length += count;
    return true;
}

bool link_client_is_slow(const link_client *client)
{
    return client->out_length > SLOW;
}
