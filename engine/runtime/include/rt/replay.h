/* Replay of a recorded drive: tick by tick, or played in real time. */
#ifndef RT_REPLAY_H
#define RT_REPLAY_H

#include "rt/recording.h"
#include "world/machine.h"
#include "xch/ring.h"
#include "xch/snapshot.h"
#include "xch/terrain.h"

/* ---- replay ---- */

/* Replay: the world is built from the texts in the recording and gets the recorded controls. The state must
 * have the same bits in each tick. */

typedef struct rt_replay rt_replay;

/** Open a recording, rebuild its world and go to its start. Refused are recordings of another program version
 * and those whose texts build to another model.
 *  @param version  of this program
 *  @param replay   out, to be closed; NULL after a failure
 *  @param why      out: RT_WHY_LENGTH, the reason
 *  @return HL_OK, HL_BAD_INPUT, HL_IO_ERROR, HL_OUT_OF_MEMORY */
hl_status rt_replay_open(const char *path, const char *version, rt_replay **replay, char *why);
void rt_replay_close(rt_replay *replay);

/** The world at the present tick; signals may be evaluated, nothing else. */
world_machine *rt_replay_machine(rt_replay *replay);
const rt_recording *rt_replay_recording(const rt_replay *replay);

/** Whether the drive started in the initial state of its texts, e.g. without a load in the bucket. */
bool rt_replay_starts_as_built(const rt_replay *replay);

/** What the world was built from; the scenario may be NULL. */
const auth_machine *rt_replay_author(const rt_replay *replay);
const auth_scenario *rt_replay_scenario(const rt_replay *replay);

/** Tiles and grains of the sand for a single reader; tiles near (x, y) [m] come first.
 *  @return false: there is no sand, there already is a reader, or memory is exhausted */
bool rt_replay_add_terrain_reader(rt_replay *replay, double x, double y, xch_terrain *terrain);

/** Fill in tick, time, signals and poses at the present tick; send changes of the sand. */
void rt_replay_publish(rt_replay *replay, xch_snapshot *snapshot);

typedef enum rt_replay_result {
    RT_REPLAY_OK,      /**< one tick computed, same bits */
    RT_REPLAY_END,     /**< end of the recording; a recorded failure of the next step was repeated */
    RT_REPLAY_DIFFERS, /**< the state differs: see rt_replay_difference */
    RT_REPLAY_BROKEN   /**< the recording became unreadable */
} rt_replay_result;

/** Feed the controls of the next tick, step, compare. Not RT: reads the file. */
rt_replay_result rt_replay_step(rt_replay *replay);

/** Go to a tick, from the nearest saved state before it.
 *  @return RT_REPLAY_OK; RT_REPLAY_END: no such tick; otherwise as rt_replay_step */
rt_replay_result rt_replay_seek(rt_replay *replay, int64_t tick);

/** First difference between replay and recording. */
typedef struct rt_difference {
    int64_t tick;
    hl_status status; /**< of the step: HL_OK, or why it failed here but not in the recording */
    /** First block that differs; NULL: a step failed, or the folded hashes are equal. */
    const char *block;
    int blocks; /**< number of blocks that differ */
} rt_difference;

/** Of the last RT_REPLAY_DIFFERS or RT_REPLAY_BROKEN. */
rt_difference rt_replay_difference(const rt_replay *replay);

/* ---- player ---- */

/* A recorded drive played in real time by a separate thread. Readers use its snapshots, samples and sand
 * like those of a session. If computing takes longer than the drive, it plays slower.
 *
 *   player = rt_player_new(replay, from, until, arena);  ...readers, listeners...
 *   rt_player_start(player); ... until rt_player_is_ended(player); result = rt_player_join(player); */

enum { RT_PLAYER_READERS = 4 };

typedef struct rt_player rt_player;

/** Play from the present tick of the replay to another. Until rt_player_join no other code may use the
 * replay. NULL when memory is exhausted. */
rt_player *rt_player_new(rt_replay *replay, int64_t from, int64_t until, hl_arena *arena);

/** A buffer of xch_snapshot for one reader, with a snapshot of the present world. NULL for more than
 * RT_PLAYER_READERS, or when memory is exhausted. */
xch_latest *rt_player_add_reader(rt_player *player);

/** Selected signals at every tick, for a single listener: see rt_session_add_listener. */
xch_ring *rt_player_add_listener(rt_player *player, const int *signals, int count);

/** @return false: the thread cannot be started */
bool rt_player_start(rt_player *player);

/** From any thread. */
void rt_player_pause(rt_player *player, bool pause);
void rt_player_stop(rt_player *player);
bool rt_player_is_ended(const rt_player *player);

/** Wait for the end. @return RT_REPLAY_OK, or the result of rt_replay_step */
rt_replay_result rt_player_join(rt_player *player);

#endif
