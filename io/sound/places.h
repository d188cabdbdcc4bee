/* Places of voices and of the listener in the world. Pure. */
#ifndef PLACES_H
#define PLACES_H

#include "io/sound.h"
#include "xch/snapshot.h"

/** Where each voice is: a point of its body. A body that the snapshot has not leaves the place as it was.
 *  @param places  in and out [m] */
void places_find(const auth_voice *voices, int count, const xch_snapshot *snapshot, float (*places)[3]);

/** The listener in the world.
 *  @param snapshot  NULL: none has come
 *  @return false: its body is not in the snapshot */
bool places_listener(const io_ear *ear, const xch_snapshot *snapshot, io_listener *listener);

#endif
