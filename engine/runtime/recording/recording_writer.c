/* Writing a recording. */
#include "recording_writer.h"

#include "hl/status.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- the file ---- */

static void fail(rt_writer *w, const char *why)
{
    if (!w->failed) snprintf(w->why, sizeof w->why, "%s", why);
    w->failed = true;
}

static bool write_all(int file, const unsigned char *data, size_t size)
{
    while (size > 0) {
        const ssize_t written = write(file, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        if (written == 0) return errno = ENOSPC, false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

/* Write w->frame; on a failure the file ends where it ended before. */
static bool write_frame(rt_writer *w)
{
    if (write_all(w->file, w->frame.data, w->frame.size)) {
        w->size += w->frame.size;
        return true;
    }
    fail(w, strerror(errno));
    /* A device has no end to be cut; there is nothing further to do about a file that cannot be cut. */
    if (ftruncate(w->file, (off_t)w->size) == 0) (void)lseek(w->file, (off_t)w->size, SEEK_SET);
    return false;
}

/* Compress w->payload into a frame and write it. */
static bool put_frame(rt_writer *w, rt_frame_kind kind, uint32_t count, int64_t tick)
{
    const rt_frame frame = {.kind = (uint32_t)kind, .count = count, .tick = tick};
    w->frame.size = 0;
    if (!rt_frame_put(&w->frame, w->packer, frame, &w->payload)) {
        fail(w, hl_status_text(HL_OUT_OF_MEMORY));
        return false;
    }
    return write_frame(w);
}

/* ---- frames ---- */

static void write_chunk(rt_writer *w)
{
    if (w->chunk.count == 0 || w->failed) return;
    w->payload.size = 0;
    rt_chunk_put(&w->payload, &w->chunk, w->info->control_count, w->info->block_count);
    if (put_frame(w, RT_FRAME_TICKS, w->chunk.count, w->chunk.first)) w->written = w->last;
    w->chunk.count = 0;
}

static void write_state(rt_writer *w, int64_t tick, const void *state, size_t size)
{
    if (size > RT_MOST_PLAIN) {
        fail(w, "the state is larger than the limit of a recording, 256 MiB");
        return;
    }
    w->payload.size = 0;
    rt_put(&w->payload, state, size);
    put_frame(w, RT_FRAME_STATE, 0, tick);
}

static void write_head(rt_writer *w)
{
    w->frame.size = 0;
    rt_file_head_put(&w->frame);
    if (w->frame.lost)
        fail(w, hl_status_text(HL_OUT_OF_MEMORY));
    else
        write_frame(w);
    if (w->failed) return;
    w->payload.size = 0;
    rt_meta_put(&w->payload, w->info);
    put_frame(w, RT_FRAME_META, 0, w->first);
}

static void release(rt_writer *w)
{
    if (w->file >= 0 && w->reserved && ftruncate(w->file, (off_t)w->size) != 0) fail(w, strerror(errno));
    if (w->file >= 0 && close(w->file) != 0) fail(w, strerror(errno));
    w->file = -1;
    rt_chunk_free(&w->chunk);
    rt_packer_free(w->packer);
    w->packer = NULL;
    rt_bytes_free(&w->payload);
    rt_bytes_free(&w->frame);
}

/* An empty file that no other process writes. A second run into the same folder would otherwise mix its
 * frames with the first one's, and both would believe in their recording. File systems that know no locks do
 * without. */
static void open_file(rt_writer *w, const char *path)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    w->file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    const bool taken =
        w->file >= 0 && fcntl(w->file, F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN);
    if (taken)
        fail(w, "another run is writing this file");
    else if (w->file < 0 || (ftruncate(w->file, 0) != 0 && errno != EINVAL)) /* EINVAL: a device */
        fail(w, strerror(errno));
}

hl_status rt_writer_begin(rt_writer *w, const char *path, const rt_recording_info *info, int64_t tick,
                          const void *state, size_t size)
{
    *w = (rt_writer){.file = -1, .info = info, .first = tick, .last = tick, .written = tick};
    w->packer = rt_packer_new();
    if (!w->packer ||
        rt_chunk_new(&w->chunk, RT_MOST_TICKS, info->control_count, info->block_count) != HL_OK) {
        fail(w, hl_status_text(HL_OUT_OF_MEMORY));
        release(w);
        return HL_OUT_OF_MEMORY;
    }
    open_file(w, path);
    if (!w->failed) write_head(w);
    if (!w->failed) write_state(w, tick, state, size);
    if (!w->failed) return HL_OK;
    release(w);
    return HL_IO_ERROR;
}

bool rt_writer_reserve(rt_writer *w, int64_t bytes)
{
    w->reserved = fallocate(w->file, FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes) == 0;
    if (w->reserved || (errno != ENOSPC && errno != EDQUOT)) return true; /* some file systems cannot */
    fail(w, strerror(errno));
    return false;
}

void rt_writer_tick(rt_writer *w, const rt_tick *tick)
{
    if (w->failed) return;
    HL_ASSERT(tick->tick == w->last + 1);
    rt_chunk *chunk = &w->chunk;
    const size_t at = chunk->count, controls = (size_t)w->info->control_count,
                 blocks = (size_t)w->info->block_count;
    if (at == 0) chunk->first = tick->tick;
    chunk->state_hashes[at] = tick->state_hash;
    memcpy(chunk->block_hashes + at * blocks, tick->block_hashes, blocks * sizeof *tick->block_hashes);
    memcpy(chunk->controls + at * controls, tick->controls, controls * sizeof *tick->controls);
    w->last = tick->tick;
    if (++chunk->count == RT_MOST_TICKS) write_chunk(w);
}

void rt_writer_state(rt_writer *w, int64_t tick, const void *state, size_t size)
{
    write_chunk(w);
    if (!w->failed) write_state(w, tick, state, size);
}

void rt_writer_flush(rt_writer *w, bool sync)
{
    write_chunk(w);
    if (!sync || w->failed) return;
    /* EINVAL, EROFS: a device or a pipe, which has nothing to be synchronised */
    if (fdatasync(w->file) != 0 && errno != EINVAL && errno != EROFS) fail(w, strerror(errno));
}

void rt_writer_end(rt_writer *w, const rt_recording_ending *ending)
{
    write_chunk(w);
    w->payload.size = 0;
    rt_ending_put(&w->payload, ending, w->info->control_count);
    put_frame(w, RT_FRAME_END, 0, w->written);
    if (!w->failed) rt_writer_flush(w, true);
    release(w);
}
