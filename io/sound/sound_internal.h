/* The inside of a sound: what its callers and its thread share, and the two ways to run. */
#ifndef SOUND_INTERNAL_H
#define SOUND_INTERNAL_H

#include "feed.h"
#include "mixer_internal.h"
#include "wav.h"

#include <pthread.h>

enum {
    SOUND_NEWS = 8,          /* pieces that wait at most */
    SOUND_NEWS_LENGTH = 200, /* bytes of a piece */
    SOUND_FADE_BLOCKS = 25   /* 250 ms: by then everything has faded, or is ended all the same */
};

/* What the thread keeps for a sound card. */
typedef struct sound_card {
    tick_feed feed;
    bool open, told;   /* a card is open; its absence has been said */
    int64_t next_look; /* for a missing one, CLOCK_MONOTONIC [ns] */
    int fading;        /* blocks, of the session before the one that begins */
    int silent;        /* blocks made since something was heard */
} sound_card;

/* What it keeps for a file. */
typedef struct sound_file {
    wav_file wav;
    int count;          /* ticks of the block that grows */
    xch_sample next;    /* taken from the ring, of the block after it */
    bool ahead;         /* there is one */
    bool anchored;      /* `end` is known */
    double end;         /* of the block that grows, time of the world [s] */
    int64_t tick, lost; /* the last one; ticks that were missing */
    bool told;          /* that the file could not be written */
    bool latent;        /* the mixer still plays the block of silence that it began with */
} sound_file;

struct io_sound {
    const auth_voice *voices;
    int voice_count;
    io_mixer *mixer; /* the thread's */
    bool to_file;
    pthread_t thread;

    /* Under the lock, which is held while ticks are taken, never while a block is made. Physics knows no
     * lock: it meets the sound in `samples` and `snapshots` alone. */
    pthread_mutex_t lock;
    pthread_cond_t left;  /* a session that leaves has been rendered */
    bool stop;            /* the thread shall end */
    bool begins, leaving; /* a session that has joined and not begun; one that leaves, of a file */
    xch_ring *samples;    /* NULL: there is no session */
    xch_latest *snapshots;
    io_volumes volumes;

    xch_latest *ear; /* of io_ear; read by the thread */
    xch_ring *news;  /* of char[SOUND_NEWS_LENGTH]; the thread is the producer */

    /* the thread's own */
    xch_sample ticks[IO_TICKS];
    float places[IO_VOICES][3];
    sound_card card;
    sound_file file;
};

/** What the next block shall be like: volumes, listener, places. Under the lock, in the thread. */
void sound_update_inputs(io_sound *sound);

/** Tell a piece of news; too many are dropped. In the thread. */
__attribute__((format(printf, 2, 3))) void sound_post_news(io_sound *sound, const char *format, ...);

/** Sleep [ms]. */
void sound_rest(int milliseconds);

/** Until `stop`. In the thread. */
void sound_card_run(io_sound *sound);
void sound_file_run(io_sound *sound);

#endif
