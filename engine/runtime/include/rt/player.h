/* A recorded drive played in real time, in a thread of its own. Readers use its snapshots, samples and sand
 * like those of a session. If computing takes longer than the drive, it plays slower.
 *
 *   player = rt_player_new(replay, from, until, arena);  ...readers, listeners...
 *   rt_player_start(player); ... until rt_player_is_ended(player); result = rt_player_join(player); */
#ifndef RT_PLAYER_H
#define RT_PLAYER_H

#include "rt/replay.h"
#include "xch/latest.h"
#include "xch/ring.h"
#include "xch/sample.h"

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
