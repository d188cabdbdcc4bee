/* What happened in a drive: events of the session, and what an instructor did or said. */
#ifndef DRV_JOURNAL_H
#define DRV_JOURNAL_H

#include "drv/load.h"
#include "rt/session.h"
#include "xch/director.h"

enum { DRV_EVENTS = 500, DRV_REMARKS = 100, DRV_EVENT_TEXT = 200 };

/** What an instructor did or said, and which script drives. */
typedef struct drv_remark {
    int64_t tick;
    const char *kind; /**< "mark", "message", "fault", "driver", "end" */
    char text[XCH_DIRECTOR_TEXT + 40];
} drv_remark;

/** Zero-initialise. */
typedef struct drv_journal {
    int64_t newest_tick; /**< of the last snapshot that was read: remarks are made at it */
    int event_count;     /**< all of them */
    int kept;            /**< the first DRV_EVENTS */
    xch_event events[DRV_EVENTS];
    int remark_count;
    drv_remark remarks[DRV_REMARKS];
} drv_journal;

/** Count an event, and keep it if there is room. */
void drv_journal_add(drv_journal *journal, const xch_event *event);

/** Keep a remark, at the newest tick. Remarks beyond DRV_REMARKS are dropped. */
void drv_remark_add(drv_journal *journal, const char *kind, const char *text);

/** Text of an event, with the names of what it is about. */
void drv_event_text(const drv_files *files, const rt_session *session, const xch_event *event, char *text,
                    size_t size);

/** Kind of an event in the results of trainees: "task", "hit", ... NULL: it is not kept there. */
const char *drv_event_kind(const drv_files *files, const xch_event *event);

/** Whether a driver is told of it. Begin, end and pauses show anyway, and overruns may be many: the report
 * counts them. */
bool drv_event_is_news(const xch_event *event);

/** Whether the exercise has ended with it. */
bool drv_event_is_result(const xch_event *event);

#endif
