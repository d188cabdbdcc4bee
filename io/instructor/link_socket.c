/* The listening socket of a seat, and its connections. */
#include "link_internal.h"

#include "io/instructor.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum {
    NAME_MOST = 32,
    BACKLOG = 8,
    KERNEL_ROOM = 1 << 16 /* [bytes] of the kernel's send buffer: small, because old states are useless */
};

/* ---- where ---- */

static bool is_plain(const char *name)
{
    const size_t length = strlen(name);
    for (size_t i = 0; i < length; i++)
        if (!(isalnum((unsigned char)name[i]) || name[i] == '-' || name[i] == '_')) return false;
    return length >= 1 && length <= NAME_MOST;
}

bool io_instructor_path(const char *name, char *path, size_t size)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    const size_t most = sizeof(((struct sockaddr_un *)NULL)->sun_path);
    if (!is_plain(name)) return false;
    const int length =
        runtime && runtime[0] == '/' /* relative paths must be ignored (XDG Base Directory Specification) */
            ? snprintf(path, size, "%s/headland/%s.sock", runtime, name)
            : snprintf(path, size, "/tmp/headland-%ld/%s.sock", (long)getuid(), name);
    return length > 0 && (size_t)length < size && (size_t)length < most;
}

/* ---- listening ---- */

static int refuse(char *why, size_t size, const char *path, const char *text)
{
    snprintf(why, size, "%s: %s", path, text);
    return -1;
}

/* A folder of another user, or writable by others, is refused. @return the folder, locked against other
 * starting seats until it is closed; -1: failure */
static int hold_folder(const char *path, char *why, size_t why_size)
{
    char folder[sizeof(((struct sockaddr_un *)NULL)->sun_path)] = ".";
    struct stat info;
    const char *slash = strrchr(path, '/');
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    if (mkdir(folder, S_IRWXU) != 0 && errno != EEXIST) return refuse(why, why_size, folder, strerror(errno));
    const int held = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (held < 0) return refuse(why, why_size, folder, strerror(errno));
    if (fstat(held, &info) == 0 && info.st_uid == geteuid() && (info.st_mode & (S_IRWXG | S_IRWXO)) == 0 &&
        flock(held, LOCK_EX) == 0)
        return held;
    close(held);
    return refuse(why, why_size, folder, "a folder that only you can enter (mode 700) is expected");
}

static int open_socket(int flags)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
}

/* Whether a process listens at an address. */
static bool is_alive(const struct sockaddr_un *address)
{
    const int made = open_socket(SOCK_NONBLOCK);
    const bool alive = made >= 0 && (connect(made, (const struct sockaddr *)address, sizeof *address) == 0 ||
                                     errno == EAGAIN); /* alive, and busy */
    if (made >= 0) close(made);
    return alive;
}

/* Remove an unused socket at the address; anything else there is refused. */
static bool clear_place(const struct sockaddr_un *address, char *why, size_t why_size)
{
    struct stat info;
    const char *path = address->sun_path;
    if (lstat(path, &info) != 0) return true;
    if (!S_ISSOCK(info.st_mode))
        return refuse(why, why_size, path, "a file that is not a socket exists there") == 0;
    if (is_alive(address))
        return refuse(why, why_size, path, "another seat with this name is running; choose another name") ==
               0;
    if (unlink(path) == 0 || errno == ENOENT) return true;
    return refuse(why, why_size, path, strerror(errno)) == 0;
}

static int take_place(const struct sockaddr_un *address, char *why, size_t why_size)
{
    const int made = open_socket(SOCK_NONBLOCK);
    if (made >= 0 && bind(made, (const struct sockaddr *)address, sizeof *address) == 0 &&
        chmod(address->sun_path, S_IRUSR | S_IWUSR) == 0 && listen(made, BACKLOG) == 0)
        return made;
    (void)refuse(why, why_size, address->sun_path, strerror(errno));
    if (made >= 0) close(made);
    return -1;
}

int link_socket_listen(const char *path, char *why, size_t why_size)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return refuse(why, why_size, path, "the path is too long");
    memcpy(address.sun_path, path, strlen(path) + 1);
    const int folder = hold_folder(path, why, why_size);
    if (folder < 0) return -1;
    const int made = clear_place(&address, why, why_size) ? take_place(&address, why, why_size) : -1;
    close(folder);
    return made;
}

int link_socket_accept(int listener)
{
    const int room = KERNEL_ROOM;
    struct ucred peer = {0};
    socklen_t size = sizeof peer;
    const int made = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (made < 0) return -1;
    if (getsockopt(made, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == geteuid()) {
        (void)setsockopt(made, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
        return made;
    }
    close(made);
    return -1;
}

enum { READS = 16 /* in a turn: other connections wait too */ };

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

/* Complete lines are passed on, the rest moves to the front. A line that does not end within the buffer is
 * too long. */
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
