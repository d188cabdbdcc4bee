/* The listener of the context that is entered. */
#ifndef OPENAL_LISTENER_H
#define OPENAL_LISTENER_H

#include "io/sound.h"

/** Gain of the whole: 9.5 dB. A voice at full level has some -12 dB RMS of full scale; the walls of the cab,
 * two ears instead of one and the volume's default leave it at -23 dB. With this a tractor at full load comes
 * to -16 dB in the cab, and what hits it still has room. Outside, beside it, the limiter holds the peaks. */
#define OPENAL_GAIN 3.0f

/** How everything of the context is heard: its gain, no Doppler effect, clamped inverse distances. */
void openal_listener_open(void);

/** Put the listener at a place of the world and turn it. RT. */
void openal_listener_place(const io_listener *listener);

#endif
