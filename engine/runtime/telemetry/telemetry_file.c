/* Files of telemetry: rows as comma-separated values, packed by zstd. */
#include "telemetry_file.h"

#include "file/read.h"
#include "hl/csv.h"
#include "rt/telemetry.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

/* ---- rows as text ---- */

int rt_csv_columns(const world_machine *machine, int *signals)
{
    int count = 0;
    for (int i = 0; i < world_signal_count(machine); i++)
        if (strcmp(world_signal_info(machine, i).name, "time") != 0) signals[count++] = i;
    return count;
}

void rt_csv_header(FILE *file, const world_machine *machine, const int *signals, int count)
{
    fputs("time", file);
    for (int i = 0; i < count; i++) {
        fputc(',', file);
        hl_csv_text(file, world_signal_info(machine, signals[i]).name);
    }
    fputs("\n# s", file);
    for (int i = 0; i < count; i++) {
        fputc(',', file);
        hl_csv_text(file, world_signal_info(machine, signals[i]).unit);
    }
    fputc('\n', file);
}

static void print_row(FILE *file, int digits, double time, const double *values, const int *signals,
                      int count)
{
    fprintf(file, "%.*g", digits, time);
    for (int i = 0; i < count; i++) fprintf(file, ",%.*g", digits, values[signals[i]]);
    fputc('\n', file);
}

void rt_csv_row(FILE *file, double time, const double *values, const int *signals, int count)
{
    enum { EXACT = 17 };
    print_row(file, EXACT, time, values, signals, count);
}

void rt_csv_short_row(FILE *file, double time, const double *values, const int *signals, int count)
{
    enum { SHORT = 9 };
    print_row(file, SHORT, time, values, signals, count);
}

/* ---- files ---- */

/* Compressed telemetry is a sequence of zstd frames (RFC 8878), each of complete lines: any zstd tool unpacks
 * the file, and a truncated file is valid up to its last complete frame. */

enum {
    FRAME = 128 << 10, /* [bytes] of rows in a frame: about a second, which a kill loses at most */
    LEVEL = 1          /* higher ones save 2 % */
};

/* ---- writing ---- */

static int open_packed(rt_telemetry_file *file, const char *path)
{
    file->room = ZSTD_compressBound(2 * (size_t)FRAME);
    file->packer = ZSTD_createCCtx();
    file->packed = malloc(file->room);
    file->rows = open_memstream(&file->text, &file->size);
    if (!file->packer || !file->packed || !file->rows) return ENOMEM;
    file->descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return file->descriptor < 0 ? errno : 0;
}

static void release(rt_telemetry_file *file)
{
    ZSTD_freeCCtx(file->packer);
    free(file->packed);
    free(file->text);
    *file = (rt_telemetry_file){.descriptor = -1};
}

int rt_telemetry_file_open(rt_telemetry_file *file, const char *path, bool packed)
{
    int trouble = 0;
    *file = (rt_telemetry_file){.descriptor = -1};
    if (packed)
        trouble = open_packed(file, path);
    else if (!(file->rows = fopen(path, "w")))
        trouble = errno;
    if (!trouble) return 0;
    if (file->rows) (void)fclose(file->rows);
    release(file);
    return trouble;
}

static int write_all(int descriptor, const unsigned char *data, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(descriptor, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        if (written == 0) return ENOSPC;
        data += written;
        size -= (size_t)written;
    }
    return 0;
}

/* The lines that were printed as one frame; a long batch needs a larger room once. */
static int put_frame(rt_telemetry_file *file)
{
    const size_t bound = ZSTD_compressBound(file->used);
    if (bound > file->room) {
        unsigned char *larger = realloc(file->packed, bound);
        if (!larger) return ENOMEM;
        file->packed = larger;
        file->room = bound;
    }
    const size_t size =
        ZSTD_compressCCtx(file->packer, file->packed, file->room, file->text, file->used, LEVEL);
    if (ZSTD_isError(size)) return ENOMEM;
    const int trouble = write_all(file->descriptor, file->packed, size);
    if (!trouble) file->whole += (off_t)size;
    return trouble;
}

static int put_packed(rt_telemetry_file *file, bool last, bool *done)
{
    errno = 0;
    if (fflush(file->rows) != 0) return errno ? errno : ENOMEM;
    file->used = (size_t)ftello(file->rows);
    *done = file->used == 0;
    if (*done || (file->used < FRAME && !last)) return 0;
    const int trouble = put_frame(file);
    rewind(file->rows);
    *done = !trouble;
    return trouble;
}

int rt_telemetry_file_put(rt_telemetry_file *file, bool last, bool *done)
{
    if (file->descriptor >= 0) return put_packed(file, last, done);
    errno = 0;
    *done = fflush(file->rows) == 0 && !ferror(file->rows);
    if (!*done) return errno ? errno : EIO;
    file->whole = ftello(file->rows);
    return 0;
}

int rt_telemetry_file_close(rt_telemetry_file *file, bool cut)
{
    int trouble = 0;
    const int descriptor = file->descriptor >= 0 ? file->descriptor : dup(fileno(file->rows));
    errno = 0;
    if (fclose(file->rows) != 0) trouble = errno ? errno : EIO;
    cut = (cut || trouble) && file->whole >= 0;
    if (descriptor >= 0 && cut && ftruncate(descriptor, file->whole) != 0 && errno != EINVAL) trouble = errno;
    if (descriptor >= 0 && close(descriptor) != 0 && !trouble) trouble = errno;
    release(file);
    return trouble;
}

/* ---- reading ---- */

static const unsigned char magic[] = {0x28, 0xb5, 0x2f, 0xfd}; /* RFC 8878, 3.1.1 */

/* What has been unpacked. */
typedef struct plain {
    char *text;
    size_t length, room;
} plain;

static bool grow(plain *to)
{
    const size_t room = to->room > 0 ? 2 * to->room : (size_t)1 << 20;
    char *larger = realloc(to->text, room + 1);
    if (!larger) return false;
    to->text = larger;
    to->room = room;
    return true;
}

static hl_status damaged(char *why, const char *text)
{
    (void)snprintf(why, FILE_WHY, "%s", text);
    return HL_BAD_INPUT;
}

static hl_status unpack_with(ZSTD_DCtx *unpacker, const file_bytes *bytes, plain *to, char *why)
{
    ZSTD_inBuffer in = {bytes->data, bytes->length, 0};
    for (;;) {
        if (to->length == to->room && to->room >= (size_t)file_limit(FILE_TELEMETRY))
            return damaged(why, "unpacked, it is longer than the limit of telemetry");
        if (to->length == to->room && !grow(to)) return HL_OUT_OF_MEMORY;
        ZSTD_outBuffer out = {to->text, to->room, to->length};
        const size_t wanted = ZSTD_decompressStream(unpacker, &out, &in);
        to->length = out.pos;
        if (ZSTD_isError(wanted)) return damaged(why, "its compressed rows are damaged");
        if (in.pos == in.size && out.pos < out.size) return HL_OK;
    }
}

static hl_status unpack(const file_bytes *bytes, hl_arena *arena, char **text, char *why)
{
    plain to = {0};
    ZSTD_DCtx *unpacker = ZSTD_createDCtx();
    hl_status status = unpacker ? unpack_with(unpacker, bytes, &to, why) : HL_OUT_OF_MEMORY;
    ZSTD_freeDCtx(unpacker);
    while (to.length > 0 && to.text[to.length - 1] != '\n') to.length--;
    if (status == HL_OK) *text = hl_arena_string(arena, to.text ? to.text : "", to.length);
    if (status == HL_OK && !*text) status = HL_OUT_OF_MEMORY;
    free(to.text);
    return status;
}

hl_status rt_telemetry_file_read(const char *path, hl_arena *arena, char **text, char *why)
{
    int64_t size;
    unsigned char head[sizeof magic];
    hl_arena packed = {0};
    file_bytes bytes;
    const int descriptor = file_open(path, FILE_TELEMETRY, &size, why);
    if (descriptor < 0) return HL_IO_ERROR;
    const bool is_packed = pread(descriptor, head, sizeof head, 0) == (ssize_t)sizeof head &&
                           memcmp(head, magic, sizeof magic) == 0;
    hl_status status = file_read_open(descriptor, size, is_packed ? &packed : arena, &bytes, why);
    *text = bytes.data;
    if (status == HL_OK && is_packed) status = unpack(&bytes, arena, text, why);
    hl_arena_free(&packed);
    return status;
}
