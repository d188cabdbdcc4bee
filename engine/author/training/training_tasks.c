/* The tasks of an exercise: what they come after, how long they may last, what they consist of. */
#include "training_reader.h"

static const auth_list task_list = AUTH_LIST(training, training, tasks, task);
AUTH_BEGINS_ALIKE(task);

/* ---- order ---- */

static void read_after(const auth_training_reader *t, const yaml_node_t *item, const char *key,
                       char *const *names, unsigned count, auth_task *task)
{
    for (int i = 0; i < (int)count; i++) {
        const int found = auth_entry_reference(t->file, item, key, i, names[i], &t->tasks, "task", "file");
        if (found == AUTH_NOT_FOUND) continue;
        for (int k = 0; k < task->after_count; k++)
            if (task->after[k] == found)
                hl_report_add(t->file->report, auth_entry_place(t->file, item, key, i),
                              "task '%s' is named twice; once is expected", names[i]);
        task->after[task->after_count++] = found;
    }
}

/* Where the file is silent: the task before it in the list that is not optional. */
static void follow_list(const auth_training_reader *t, auth_task *task)
{
    for (const auth_task *before = task; before > t->out->tasks;) {
        before--;
        if (before->optional) continue;
        task->after[task->after_count++] = (int)(before - t->out->tasks);
        return;
    }
}

static void read_order(const auth_training_reader *t, const yaml_node_t *item, const raw_task *raw,
                       auth_task *task)
{
    const bool all = auth_given(t->file, item, "after"), any = auth_given(t->file, item, "after_any");
    if (all && any)
        AUTH_COMPLAIN(t, item, "after_any", "'after_any' beside 'after'; one of both is expected");
    else if (all)
        read_after(t, item, "after", raw->after, raw->after_count, task);
    else if (any)
        read_after(t, item, "after_any", raw->after_any, raw->after_any_count, task);
    else
        follow_list(t, task);
    task->after_any = any;
}

/* ---- one task ---- */

static const auth_rule within_rule[] = {AUTH_SCALAR(task, within, TIME, NOT_NEGATIVE, 0.0)};

static void read_repeat(const auth_training_reader *t, const yaml_node_t *item, const raw_task *raw,
                        auth_task *task)
{
    enum { MOST_TIMES = 1000000 }; /* far above what anybody does in an exercise */
    task->repeat = 1;
    if (!auth_given(t->file, item, "repeat")) return;
    if (!auth_check_range(t->file, item, "repeat", raw->repeat, 0, MOST_TIMES)) return;
    task->repeat = (int)raw->repeat;
    if (task->repeat == 0 && !task->optional)
        AUTH_COMPLAIN(t, item, "repeat",
                      "a task with 'repeat: 0' is never done, so that the exercise could not be finished; "
                      "'optional: true' beside it is expected");
    if (task->repeat != 1 && !raw->when)
        AUTH_COMPLAIN(t, item, "repeat",
                      "a task without 'when' is done at once, here again and again; 'when', or no 'repeat', "
                      "is expected");
}

static void read_task(const auth_training_reader *t, const yaml_node_t *item, const raw_task *raw,
                      auth_task *task)
{
    task->text = auth_drawn_text(t->file, item, "text", raw->text ? raw->text : "");
    auth_apply_rules(t->file, item, AUTH_RULES(within_rule), false, raw, task);
    if (task->within == 0.0) auth_refuse(t->file, item, "late", "has no effect without 'within'");
    read_repeat(t, item, raw, task);
    read_order(t, item, raw, task);
    auth_read_tests(t, item, raw, task);
    auth_read_instructions(t, item, "begin", raw->begin, raw->begin_count, &task->begin);
    auth_read_instructions(t, item, "do", raw->then, raw->then_count, &task->then);
    auth_read_instructions(t, item, "late", raw->late, raw->late_count, &task->late);
}

/* ---- numbers of instructions ---- */

static void number_instructions(auth_training *out)
{
    for (int i = 0; i < out->task_count; i++) {
        auth_instructions *const lists[] = {&out->tasks[i].begin, &out->tasks[i].then, &out->tasks[i].late};
        for (int k = 0; k < 3; k++)
            for (int n = 0; n < lists[k]->count; n++) {
                lists[k]->list[n].number = out->instruction_count;
                out->instructions[out->instruction_count++] = &lists[k]->list[n];
            }
    }
}

static bool collect_instructions(const auth_training_reader *t)
{
    auth_training *out = t->out;
    int count = 0;
    for (int i = 0; i < out->task_count; i++)
        count += out->tasks[i].begin.count + out->tasks[i].then.count + out->tasks[i].late.count;
    out->instructions = HL_NEW(t->file->arena, const auth_instruction *, count);
    if (!out->instructions) return false;
    number_instructions(out);
    return true;
}

/* ---- the list ---- */

bool auth_read_tasks(auth_training_reader *t)
{
    auth_items items;
    if (!auth_begin_list(t->file, t->root, &task_list, t->raw, t->out, &t->tasks, &items)) return false;
    auth_check_signals(t->file, &task_list, &items, "task");
    for (int i = 0; i < items.count; i++) t->out->tasks[i].optional = t->raw->tasks[i].optional;
    for (int i = 0; i < items.count && t->file->report->dropped == 0; i++)
        read_task(t, auth_document_entry(t->file->document, items.node, i), &t->raw->tasks[i],
                  &t->out->tasks[i]);
    return collect_instructions(t);
}
