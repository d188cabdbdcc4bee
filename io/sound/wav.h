/* A WAV file that grows: 16 bit, stereo, IO_RATE. */
#ifndef WAV_H
#define WAV_H

#include <sndfile.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wav_file {
    SNDFILE *file;
    const char *path; /* lives as long */
    int64_t frames;
    char trouble[160]; /* the first, "": none; nothing is written afterwards */
} wav_file;

/** Make the file, or empty the one that is there. @return false after `error` */
bool wav_open(wav_file *wav, const char *path, char *error, size_t error_size);

/** Append frames of left and right, -1 to 1. Once a second the file's header learns of its length: a file
 * that is never closed can be read up to there. */
void wav_write(wav_file *wav, float (*stereo)[2], int frames);

/** Make it whole and close it. @return false after `error`: it is not whole */
bool wav_close(wav_file *wav, char *error, size_t error_size);

#endif
