#include "instructor_sessions.h"

static bool is_live(const instructor_sessions *sessions, const instructor_session *s, int64_t now)
{
    return s->number != 0 && now - s->used < sessions->idle && now - s->begun < sessions->most;
}

static instructor_session *find(instructor_sessions *sessions, int64_t number)
{
    for (int i = 0; i < SESSIONS && number > 0; i++)
        if (sessions->list[i].number == number) return &sessions->list[i];
    return NULL;
}

/* A free place, or that of the session that was used longest ago. */
static instructor_session *find_place(instructor_sessions *sessions, int64_t now)
{
    instructor_session *oldest = &sessions->list[0];
    for (int i = 0; i < SESSIONS; i++) {
        instructor_session *s = &sessions->list[i];
        if (!is_live(sessions, s, now)) return s;
        if (s->used < oldest->used) oldest = s;
    }
    return oldest;
}

const instructor_session *sessions_begin(instructor_sessions *sessions,
                                         const unsigned char random[ACCESS_RANDOM], int64_t now)
{
    instructor_session *s = find_place(sessions, now);
    *s = (instructor_session){.number = ++sessions->numbers, .begun = now, .used = now};
    access_print_token(random, s->id);
    return s;
}

/* All ids are compared, each to its end. */
int64_t sessions_find(instructor_sessions *sessions, const char *id, int64_t now)
{
    int64_t number = 0;
    for (int i = 0; i < SESSIONS; i++) {
        const instructor_session *s = &sessions->list[i];
        const bool same = access_same(s->id, id), live = is_live(sessions, s, now);
        if (same && live) number = s->number;
    }
    return number;
}

void sessions_use(instructor_sessions *sessions, int64_t number, int64_t now)
{
    instructor_session *s = find(sessions, number);
    if (s && is_live(sessions, s, now)) s->used = now;
}

bool sessions_lives(const instructor_sessions *sessions, int64_t number, int64_t now)
{
    for (int i = 0; i < SESSIONS; i++)
        if (sessions->list[i].number == number) return is_live(sessions, &sessions->list[i], now);
    return false;
}

void sessions_end(instructor_sessions *sessions, int64_t number)
{
    instructor_session *s = find(sessions, number);
    if (s) *s = (instructor_session){0};
}
