/* Records of ticks in the rings, and writing a recording. */
#include "recording_writer.h"

#include "file/read.h"
#include "hl/hash.h"
#include "hl/status.h"

#include <errno.h>
#include <fcntl.h>
#include <gnu/libc-version.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- records of ticks ---- */

enum { CONTROLS_AT = sizeof(int64_t) + sizeof(uint64_t) };

size_t rt_record_size(int controls, int blocks)
{
    return CONTROLS_AT + (size_t)controls * sizeof(double) + (size_t)blocks * sizeof(uint16_t);
}

uint16_t rt_fold_hash(uint64_t hash)
{
    return (uint16_t)((hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48) & UINT16_MAX);
}

void rt_record_fill(void *record, const world_machine *machine)
{
    const int controls = world_control_count(machine);
    const world_block *blocks;
    const int block_count = world_state_blocks(machine, &blocks);
    const int64_t tick = world_machine_tick(machine);
    uint64_t whole = HL_HASH_START;
    unsigned char *bytes = (unsigned char *)record + CONTROLS_AT;
    for (int i = 0; i < controls; i++, bytes += sizeof(double)) {
        const double value = world_control_get(machine, i);
        memcpy(bytes, &value, sizeof value);
    }
    for (int i = 0; i < block_count; i++, bytes += sizeof(uint16_t)) {
        const uint64_t hash = world_block_hash(&blocks[i]);
        const uint16_t folded = rt_fold_hash(hash);
        whole = world_hash_join(whole, hash);
        memcpy(bytes, &folded, sizeof folded);
    }
    memcpy(record, &tick, sizeof tick);
    memcpy((unsigned char *)record + sizeof tick, &whole, sizeof whole);
}

rt_tick rt_record_tick(const void *record, int controls)
{
    rt_tick tick;
    const unsigned char *bytes = record;
    memcpy(&tick.tick, bytes, sizeof tick.tick);
    memcpy(&tick.state_hash, bytes + sizeof tick.tick, sizeof tick.state_hash);
    bytes += CONTROLS_AT;
    tick.controls = (const double *)(const void *)bytes;
    bytes += (size_t)controls * sizeof(double);
    tick.block_hashes = (const uint16_t *)(const void *)bytes;
    return tick;
}

/* ---- description of the machine ---- */

#if defined(__clang__)
#define COMPILER "clang "
#else
#define COMPILER "gcc "
#endif
#if defined(HEADLAND_ARCH)
#define PROCESSOR HEADLAND_ARCH
#else
#define PROCESSOR "compiler's default processor"
#endif
#if defined(NDEBUG)
#define ASSERTS ""
#else
#define ASSERTS ", asserts"
#endif

void rt_build_text(char *text)
{
    snprintf(text, RT_BUILD_LENGTH, "%s, C library %s", COMPILER __VERSION__ ", " PROCESSOR ASSERTS,
             gnu_get_libc_version());
}

hl_status rt_info_of(const world_machine *machine, hl_arena *arena, rt_recording_info *info)
{
    const world_block *blocks;
    char *build = HL_NEW(arena, char, RT_BUILD_LENGTH);
    if (!build) return HL_OUT_OF_MEMORY;
    rt_build_text(build);
    info->build = build;
    info->machine = world_machine_name(machine);
    info->model_hash = world_model_hash(machine);
    info->rigid_size = world_rigid_state_size(machine);
    info->capacity = world_state_capacity(machine);
    info->control_count = world_control_count(machine);
    info->block_count = world_state_blocks(machine, &blocks);
    info->controls = HL_NEW(arena, const char *, info->control_count);
    info->blocks = HL_NEW(arena, rt_block_info, info->block_count);
    if (hl_arena_failed(arena)) return HL_OUT_OF_MEMORY;
    for (int i = 0; i < info->control_count; i++) info->controls[i] = world_control_info(machine, i).name;
    for (int i = 0; i < info->block_count; i++)
        info->blocks[i] = (rt_block_info){.name = blocks[i].name, .size = blocks[i].size};
    return HL_OK;
}

/* ---- the file ---- */

static void fail(rt_writer *w, const char *why)
{
    if (!w->failed) snprintf(w->why, sizeof w->why, "%s", why);
    w->failed = true;
}

/* Write w->frame; on a failure the file ends where it ended before. */
static bool write_frame(rt_writer *w)
{
    if (file_write_all(w->file, w->frame.data, w->frame.size)) {
        w->size += w->frame.size;
        return true;
    }
    fail(w, strerror(errno));
    /* If it cannot be cut, e.g. a device, nothing more can be done. */
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

/* An empty file that no other process writes: a second run into the same folder would mix its frames with
 * those of the first. File systems without locks are accepted. */
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
