/* Warnings and verdict of a file; variants of its machine. */
#include "check_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void check_warn(chk_checker *c)
{
    hl_report_sort(&c->report);
    drv_complain(c->log, &c->report);
    c->warnings += c->report.count + c->report.dropped;
    c->report.count = c->report.dropped = 0;
}

int check_ok(chk_checker *c, const char *path, const char *format, ...)
{
    char details[1000], warned[40] = "";
    va_list arguments;
    if (c->strict && c->warnings > 0) return DRV_USAGE;
    va_start(arguments, format);
    vsnprintf(details, sizeof details, format, arguments);
    va_end(arguments);
    if (c->warnings > 0)
        snprintf(warned, sizeof warned, ", %d warning%s", c->warnings, c->warnings == 1 ? "" : "s");
    snprintf(c->verdict, CHK_VERDICT, "%s: ok (%s)%s", path, details, warned);
    return DRV_DONE;
}

/* ---- variants ---- */

enum { LINE = HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32 };

/* Complaints that came before, each a line. */
typedef struct seen {
    struct seen *next;
    const char *line;
} seen;

typedef struct trial {
    chk_checker *c;
    const rt_text *text;
    hl_arena arena; /* of what lasts */
    seen *seen;
    int status;
} trial;

static bool is_new(trial *t, const char *line)
{
    for (const seen *s = t->seen; s; s = s->next)
        if (strcmp(s->line, line) == 0) return false;
    seen *s = HL_NEW(&t->arena, seen, 1);
    const char *copy = hl_arena_string(&t->arena, line, strlen(line));
    if (!s || !copy) return true;
    *s = (seen){.next = t->seen, .line = copy};
    t->seen = s;
    return true;
}

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
write_line(const chk_checker *c, const char *format, ...)
{
    char text[2 * LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    c->log->write(c->log->context, DRV_COMPLAINT, text);
}

/* Complaints and warnings about the first choices have been printed already. @return the number printed */
static int tell(trial *t, const auth_choice *choice, const hl_report *told)
{
    int printed = 0;
    for (int i = 0; i < told->count; i++) {
        char line[LINE];
        hl_report_line(told, i, line, sizeof line);
        if (!is_new(t, line) || !choice) continue;
        write_line(t->c, "%s [machine.%s=%s]", line, choice->variant, choice->choice);
        printed++;
    }
    return printed;
}

static hl_status build(chk_checker *c, const auth_machine *machine, const char *path, hl_arena *arena,
                       world_machine **built)
{
    hl_report_begin(&c->report, path);
    hl_report_begin(&c->other, path);
    const mb_step_options options = world_machine_options(machine, NULL);
    return world_machine_build(machine, NULL, &options, arena, &c->report, &c->other, built);
}

/* @param choice  NULL: the first of all */
static void try_choice(trial *t, const auth_choice *choice)
{
    chk_checker *c = t->c;
    hl_arena arena = {0};
    auth_machine *machine;
    world_machine *built = NULL;
    const rt_text *text = t->text;
    hl_status status = auth_machine_parse_chosen(text->text, text->length, text->path, choice, choice ? 1 : 0,
                                                 &arena, &machine, &c->report);
    if (status == HL_OK) status = build(c, machine, text->path, &arena, &built);
    if (status == HL_OK) {
        hl_report_begin_warnings(&c->report, text->path);
        world_machine_warn(built, &c->report);
        c->warnings += tell(t, choice, &c->report);
    } else if (tell(t, choice, &c->report) > 0) {
        t->status = DRV_USAGE;
    }
    if (status != HL_OK && hl_report_clean(&c->report)) {
        write_line(c, "%s: %s", text->path, hl_status_text(status));
        t->status = DRV_ENVIRONMENT;
    }
    hl_arena_free(&arena);
}

static void try_all(trial *t, const auth_variant *variants, int count)
{
    try_choice(t, NULL);
    for (int i = 0; i < count; i++)
        for (int k = 1; k < variants[i].choice_count; k++) {
            const auth_choice choice = {variants[i].name, variants[i].choices[k].name};
            try_choice(t, &choice);
        }
}

int check_variants(chk_checker *c, const drv_files *files, int status)
{
    trial t = {.c = c, .text = &files->machine_text, .status = status};
    auth_variant *variants;
    if (files->scenario_text.path || !t.text->path) return status;
    const int count =
        auth_machine_variants(t.text->text, t.text->length, t.text->path, &t.arena, &variants, &c->report);
    if (count > 0) try_all(&t, variants, count);
    hl_arena_free(&t.arena);
    return t.status;
}
