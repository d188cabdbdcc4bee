/* By libsndfile, which writes at once: only the header lags behind. */
#include "wav.h"

#include "io/voice.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* A WAV file counts its bytes with 32 bits, with the header: 6.2 hours. */
static const int64_t most_frames = (UINT32_MAX - 1024) / (2 * sizeof(int16_t));

bool wav_open(wav_file *wav, const char *path, char *error, size_t error_size)
{
    SF_INFO info = {.samplerate = IO_RATE, .channels = 2, .format = SF_FORMAT_WAV | SF_FORMAT_PCM_16};
    wav->path = path;
    wav->frames = 0;
    wav->trouble[0] = '\0';
    errno = 0;
    wav->file = sf_open(path, SFM_WRITE, &info);
    if (!wav->file) { /* its own words for what the system says are many */
        snprintf(error, error_size, "%s: cannot be written: %s", path,
                 errno ? strerror(errno) : sf_strerror(NULL));
        return false;
    }
    sf_command(wav->file, SFC_SET_CLIPPING, NULL, SF_TRUE); /* 1.0 is the largest number, not the smallest */
    sf_command(wav->file, SFC_UPDATE_HEADER_NOW, NULL, 0);
    return true;
}

void wav_write(wav_file *wav, float (*stereo)[2], int frames)
{
    if (wav->trouble[0]) return;
    if (wav->frames + frames > most_frames) {
        snprintf(wav->trouble, sizeof wav->trouble, "a WAV file cannot be longer than 6.2 hours");
    } else if (sf_writef_float(wav->file, stereo[0], frames) != frames) {
        snprintf(wav->trouble, sizeof wav->trouble, "%s", sf_strerror(wav->file));
    } else {
        const int64_t second = wav->frames / IO_RATE;
        wav->frames += frames;
        if (wav->frames / IO_RATE != second) sf_command(wav->file, SFC_UPDATE_HEADER_NOW, NULL, 0);
    }
}

bool wav_close(wav_file *wav, char *error, size_t error_size)
{
    const int trouble = sf_close(wav->file);
    wav->file = NULL;
    if (trouble && !wav->trouble[0])
        snprintf(wav->trouble, sizeof wav->trouble, "%s", sf_error_number(trouble));
    if (!wav->trouble[0]) return true;
    snprintf(error, error_size, "%s: the sound is incomplete: %s", wav->path, wav->trouble);
    return false;
}
