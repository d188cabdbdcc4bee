/* Sound into a card, as fast as the card plays: a block whenever one of the queue has been played. From a
 * tick to the ear: a block and a half that waits (feed.h), two and a half in the queue, and what the card's
 * driver keeps. */
#include "sound_internal.h"

#include "io/thread.h"

enum {
    TURN = 4,       /* [ms] between looks at the queue: less than half a block */
    LOOK_AGAIN = 2, /* [s] between looks for a card that is missing */
    ENDING = 100    /* turns: 0.4 s, a card that does not play what it has holds nobody up for longer */
};

static int64_t next_look(void)
{
    return io_clock_now() + LOOK_AGAIN * INT64_C(1000000000);
}

/* ---- ticks ---- */

/* Whether the session is on: the one before it has been let fade first. */
static bool has_begun(io_sound *sound)
{
    sound_card *card = &sound->card;
    if (!sound->begins) return true;
    if (mix_heard(sound->mixer->mix) && card->fading++ < SOUND_FADE_BLOCKS) return false;
    mix_reset(sound->mixer->mix);
    card->feed = feed_begin();
    card->fading = 0;
    sound->begins = false;
    return true;
}

/* @return ticks in sound->ticks */
static int take_ticks(io_sound *sound)
{
    unsigned forget = 0;
    if (!sound->samples || !has_begun(sound)) return 0;
    const int take = feed_take(&sound->card.feed, xch_ring_count(sound->samples), &forget);
    for (unsigned i = 0; i < forget; i++) xch_ring_pop(sound->samples, &sound->ticks[0]);
    for (int i = 0; i < take; i++) xch_ring_pop(sound->samples, &sound->ticks[i]);
    return take;
}

/* Without a card ticks are let go, so that it begins with what is new. */
static void drop_ticks(io_sound *sound)
{
    pthread_mutex_lock(&sound->lock);
    for (unsigned n = sound->samples ? xch_ring_count(sound->samples) : 0; n > 0; n--)
        xch_ring_pop(sound->samples, &sound->ticks[0]);
    pthread_mutex_unlock(&sound->lock);
}

/* ---- the card ---- */

static void look_for_card(io_sound *sound)
{
    sound_card *card = &sound->card;
    drop_ticks(sound);
    if (io_clock_now() < card->next_look) return;
    const char *trouble = mixer_open_card(sound->mixer);
    card->open = trouble == NULL;
    if (card->open) {
        card->feed = feed_begin();
        if (card->told) sound_post_news(sound, "the sound card works again");
    } else {
        if (!card->told) sound_post_news(sound, "no sound: %s; trying again every %d s", trouble, LOOK_AGAIN);
        card->next_look = next_look();
    }
    card->told = !card->open;
}

static void lose_card(io_sound *sound)
{
    mixer_close(sound->mixer);
    mix_reset(sound->mixer->mix); /* nobody hears it end */
    sound->card.open = false;
    sound->card.told = true;
    sound->card.next_look = next_look();
    sound_post_news(sound, "no sound: the sound card was disconnected; trying again every %d s", LOOK_AGAIN);
}

static void make_blocks(io_sound *sound)
{
    openal_enter(&sound->mixer->device);
    for (int room = mixer_room(sound->mixer); room > 0; room--) {
        pthread_mutex_lock(&sound->lock);
        sound_update_inputs(sound);
        const int count = take_ticks(sound);
        pthread_mutex_unlock(&sound->lock);
        mixer_queue(sound->mixer, sound->ticks, count, (const float(*)[3])sound->places);
        sound->card.silent = mix_heard(sound->mixer->mix) ? 0 : sound->card.silent + 1;
    }
    openal_sources_play(&sound->mixer->sources);
    openal_leave();
}

/* Everything has faded and been played. */
static bool is_silent(const sound_card *card)
{
    return !card->open || card->silent > OPENAL_MOST_QUEUE;
}

void sound_card_run(io_sound *sound)
{
    sound_card *card = &sound->card;
    card->feed = feed_begin();
    for (int ending = 0; ending < ENDING;) {
        if (!card->open)
            look_for_card(sound);
        else if (!openal_connected(&sound->mixer->device))
            lose_card(sound);
        else
            make_blocks(sound);
        pthread_mutex_lock(&sound->lock);
        const bool stop = sound->stop;
        pthread_mutex_unlock(&sound->lock);
        if (stop && is_silent(card)) return;
        ending += stop;
        sound_rest(TURN);
    }
}
