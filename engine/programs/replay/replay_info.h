/* What a recording holds: headland replay --info; and what is said of one that is not whole. */
#ifndef REPLAY_INFO_H
#define REPLAY_INFO_H

#include "rt/recording.h"

/** Print it. @return exit status, after a message unless it is done */
int replay_info(const char *path);

/** Say that a file cannot be opened as a recording. @param why  of rt_recording_open. @return exit status */
int replay_refuse(const char *path, hl_status status, const char *why);

/** Say what of it was left out, damaged or cut short; nothing of a whole one. */
void replay_tell_cut(const char *path, const rt_recording *recording);

#endif
