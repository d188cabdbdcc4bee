/* The sand of a session, for its reader. */
#include "session_internal.h"

bool rt_session_add_terrain_reader(rt_session *session, double x, double y, xch_terrain *terrain)
{
    terr_sand *sand = world_machine_sand(session->machine);
    if (sand == NULL || session->terrain != NULL) return false;
    session->terrain = rt_terrain_out_new(sand, x, y, session->arena);
    if (session->terrain == NULL) return false;
    *terrain = session->terrain->to;
    return true;
}

void rt_session_whole_terrain(rt_session *session, void (*take)(void *context, const xch_tile *tile),
                              void *context)
{
    if (session->terrain != NULL) rt_terrain_out_all(session->terrain, take, context);
}

void session_show_sand(rt_session *session, int64_t tick)
{
    enum { TURN = 16 /* ticks: 60 pictures a second at 1 ms */, MOST_LOOKS = 256 /* about a microsecond */ };
    rt_terrain_out *terrain = session->terrain;
    if (terrain == NULL) return;
    const int share = (terrain->columns * terrain->rows + TURN - 1) / TURN;
    rt_terrain_out_look(terrain, share < MOST_LOOKS ? share : MOST_LOOKS);
    if (tick % TURN == 0)
        rt_terrain_out_grains(terrain, tick);
    else
        (void)rt_terrain_out_tiles(terrain, 1);
}

bool rt_session_send_terrain(rt_session *session)
{
    rt_terrain_out *terrain = session->terrain;
    if (terrain == NULL) return true;
    const int tiles = terrain->columns * terrain->rows;
    rt_terrain_out_look(terrain, tiles);
    (void)rt_terrain_out_tiles(terrain, tiles);
    if (terrain->count > 0) return false;
    rt_terrain_out_grains(terrain, world_machine_tick(session->machine));
    return true;
}
