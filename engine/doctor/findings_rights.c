/* Findings about rights and devices of the user. */
#include "system.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rights ---- */

enum { CAP_IPC_LOCK_BIT = 14, CAP_SYS_NICE_BIT = 23 }; /* capabilities(7) */

static bool has_capability(const doc_subject *subject, int bit)
{
    char status[SYSTEM_LINE * 4];
    (void)system_text(subject, "/proc/self/status", status, sizeof status);
    const char *at = strstr(status, "CapEff:");
    return at && (strtoull(at + strlen("CapEff:"), NULL, 16) >> bit & 1U);
}

/* The soft limit of a line of /proc/self/limits, "Max realtime priority     0   0". */
static bool read_limit(const doc_subject *subject, const char *name, char value[40])
{
    char limits[SYSTEM_LINE * 4];
    (void)system_text(subject, "/proc/self/limits", limits, sizeof limits);
    const char *at = strstr(limits, name);
    return at && sscanf(at + strlen(name), "%39s", value) == 1;
}

void judge_priority(const doc_subject *subject, doc_finding *finding)
{
    char limit[40];
    if (has_capability(subject, CAP_SYS_NICE_BIT)) {
        finding_set(finding, DOC_OK, "any (CAP_SYS_NICE)");
        return;
    }
    if (!read_limit(subject, "Max realtime priority", limit)) return;
    const bool enough = strcmp(limit, "unlimited") == 0 || atoi(limit) >= subject->priority;
    finding_set(finding, enough ? DOC_OK : DOC_WARNING, "%s", limit);
}

static bool may_lock(const doc_subject *subject, char limit[40])
{
    (void)snprintf(limit, 40, "unlimited");
    return has_capability(subject, CAP_IPC_LOCK_BIT) ||
           (read_limit(subject, "Max locked memory", limit) && strcmp(limit, "unlimited") == 0);
}

void judge_locking(const doc_subject *subject, doc_finding *finding)
{
    char limit[40];
    if (may_lock(subject, limit))
        finding_set(finding, DOC_OK, "unlimited");
    else if (strcmp(limit, "unlimited") != 0)
        finding_set(finding, DOC_WARNING, "%s bytes", limit);
}

/* Lines after the first name an area each: "/dev/sda2  partition  8388604  0  -2", sizes in KiB. */
void judge_swap(const doc_subject *subject, doc_finding *finding)
{
    char text[SYSTEM_LINE * 4], limit[40];
    int64_t size = 0, used = 0, area, taken;
    if (!system_text(subject, "/proc/swaps", text, sizeof text)) return;
    for (const char *at = strchr(text, '\n'); at; at = strchr(at + 1, '\n')) {
        if (sscanf(at + 1, "%*s %*s %" SCNd64 " %" SCNd64, &area, &taken) != 2) continue;
        size += area;
        used += taken;
    }
    const bool locked = may_lock(subject, limit);
    if (size == 0)
        finding_set(finding, DOC_OK, "no swap");
    else
        finding_set(finding, locked ? DOC_OK : DOC_WARNING, "%" PRId64 " MiB, %" PRId64 " in use; memory %s",
                    size / 1024, used / 1024, locked ? "can be locked" : "cannot be locked");
}

/* ---- devices ---- */

void judge_graphics(const doc_subject *subject, doc_finding *finding)
{
    if (subject->renderer)
        finding_set(finding, subject->software ? DOC_WARNING : DOC_OK, "%s", subject->renderer);
    else if (subject->no_renderer)
        finding_set(finding, DOC_HIDDEN, "%s", subject->no_renderer);
}

void judge_sound(const doc_subject *subject, doc_finding *finding)
{
    static const char *const servers[][2] = {{"/pipewire-0", "PipeWire"}, {"/pulse/native", "PulseAudio"}};
    char path[SYSTEM_PATH];
    for (size_t i = 0; subject->runtime && i < sizeof servers / sizeof *servers; i++) {
        (void)snprintf(path, sizeof path, "%s%s", subject->runtime, servers[i][0]);
        if (!system_has(subject, path)) continue;
        finding_set(finding, DOC_OK, "%s", servers[i][1]);
        return;
    }
    if (system_has(subject, "/dev/snd/timer"))
        finding_set(finding, DOC_OK, "ALSA without a sound server");
    else
        finding_set(finding, DOC_WARNING, "no sound server, no sound card");
}

void judge_inputs(const doc_subject *subject, doc_finding *finding)
{
    if (subject->devices < 0) return;
    if (subject->devices == 0)
        finding_set(finding, DOC_OK, "no devices");
    else if (subject->refused == 0)
        finding_set(finding, DOC_OK, "all %d devices can be read", subject->devices);
    else {
        finding_set(finding, DOC_WARNING, "%d of %d devices cannot be read", subject->refused,
                    subject->devices);
        if (subject->refused_advice) (void)snprintf(finding->change, DOC_TEXT, "%s", subject->refused_advice);
    }
}
