#include "drv/attempt.h"

#include <stdio.h>
#include <string.h>

/* Texts are cut between bytes: what is left of a character is taken off, for no reader of JSON takes it. */
static void end_whole(char *text)
{
    const size_t length = strlen(text);
    size_t last = length; /* byte that the last character begins with */
    while (last > 0 && ((unsigned char)text[--last] & 0xC0) == 0x80) continue;
    const unsigned char lead = (unsigned char)text[last];
    const size_t needed = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    if (length - last < needed) text[last] = '\0';
}

/* ---- tasks ---- */

static const auth_instruction *instruction_of(const drv_files *files, const xch_event *event)
{
    return files->scenario->training.instructions[event->subject];
}

static void instruction_text(const auth_training *training, const auth_instruction *i, char *text,
                             size_t size)
{
    switch (i->kind) {
    case AUTH_DO_MESSAGE:
    case AUTH_DO_FAIL:
    case AUTH_DO_FINISH:
        snprintf(text, size, "%s", i->text);
        break;
    case AUTH_DO_SCORE:
        snprintf(text, size, "%+g points: %s", i->amount, i->text);
        break;
    case AUTH_DO_COUNT:
        snprintf(text, size, "%s: %+g", training->counters[i->of].name, i->amount);
        break;
    case AUTH_DO_MARK:
        snprintf(text, size, "%s %s", training->regions[i->of].name,
                 i->shown ? "is marked" : "is not marked any more");
        break;
    case AUTH_DO_GAUGE:
        snprintf(text, size, "gauge %s is %s", i->text, i->shown ? "shown" : "hidden");
        break;
    case AUTH_DO_IMAGE:
        snprintf(text, size, "image %s", i->text);
        break;
    case AUTH_DO_NEXT:
        snprintf(text, size, "on to '%s'", training->tasks[i->of].name);
        break;
    case AUTH_DO_SOUND:
        snprintf(text, size, "a sound");
        break;
    }
}

/* ---- all ---- */

void drv_event_text(const drv_files *files, const rt_session *session, const xch_event *event, char *text,
                    size_t size)
{
    const char *what = xch_event_text(event->kind);
    switch (event->kind) {
    case XCH_EVENT_INPUT_LOST:
    case XCH_EVENT_INPUT_BACK:
        snprintf(text, size, "%s: %s", what, rt_session_source_name(session, event->subject));
        break;
    case XCH_EVENT_WORLD_STOPPED:
        snprintf(text, size, "%s: %s", what, hl_status_text((hl_status)event->subject));
        break;
    case XCH_EVENT_HIT:
        snprintf(text, size, "%s: %s, %s", what, files->machine->mechanism->bodies[(int)event->value].name,
                 files->scenario->objects[event->subject].name);
        break;
    case XCH_EVENT_LOOPS_OPEN:
        snprintf(text, size, "%s by %.3g (m, rad or 1)", what, event->value);
        break;
    case XCH_EVENT_OVERRUN:
        snprintf(text, size, "%s; %.3g ms of simulated time slipped", what, 1e3 * event->value);
        break;
    case XCH_EVENT_TASK_BEGAN:
    case XCH_EVENT_TASK_DONE:
    case XCH_EVENT_TASK_LATE:
        snprintf(text, size, "%s: %s", files->scenario->training.tasks[event->subject].name, what);
        break;
    case XCH_EVENT_INSTRUCTION:
        instruction_text(&files->scenario->training, instruction_of(files, event), text, size);
        break;
    case XCH_EVENT_EXERCISE_FINISHED:
        snprintf(text, size, "%s: %.1f of 100 points", what, event->value);
        break;
    default:
        snprintf(text, size, "%s", what);
        break;
    }
    end_whole(text);
}

static const char *instruction_kind(const auth_instruction *instruction)
{
    switch (instruction->kind) {
    case AUTH_DO_SCORE:
        return "score";
    case AUTH_DO_MESSAGE:
    case AUTH_DO_FAIL:
    case AUTH_DO_FINISH:
        return "message";
    default:
        return NULL;
    }
}

const char *drv_event_kind(const drv_files *files, const xch_event *event)
{
    switch (event->kind) {
    case XCH_EVENT_HIT:
        return "hit";
    case XCH_EVENT_TASK_BEGAN:
    case XCH_EVENT_TASK_DONE:
    case XCH_EVENT_TASK_LATE:
        return "task";
    case XCH_EVENT_EXERCISE_FINISHED:
    case XCH_EVENT_EXERCISE_FAILED:
        return "end";
    case XCH_EVENT_INSTRUCTION:
        return instruction_kind(instruction_of(files, event));
    default:
        return NULL;
    }
}

bool drv_event_is_result(const xch_event *event)
{
    return event->kind == XCH_EVENT_EXERCISE_FINISHED || event->kind == XCH_EVENT_EXERCISE_FAILED;
}

bool drv_event_is_news(const xch_event *event)
{
    return event->kind == XCH_EVENT_INPUT_LOST || event->kind == XCH_EVENT_INPUT_BACK ||
           event->kind == XCH_EVENT_RECORDER_STOPPED || event->kind == XCH_EVENT_WORLD_STOPPED ||
           event->kind == XCH_EVENT_HIT || event->kind == XCH_EVENT_GOAL || drv_event_is_result(event);
}

/* ---- keeping ---- */

void drv_journal_add(drv_journal *journal, const xch_event *event)
{
    journal->event_count++;
    if (journal->kept < DRV_EVENTS) journal->events[journal->kept++] = *event;
}

void drv_remark_add(drv_journal *journal, const char *kind, const char *text)
{
    if (journal->remark_count == DRV_REMARKS) return;
    drv_remark *remark = &journal->remarks[journal->remark_count++];
    remark->tick = journal->newest_tick;
    remark->kind = kind;
    snprintf(remark->text, sizeof remark->text, "%s", text);
    end_whole(remark->text);
}
