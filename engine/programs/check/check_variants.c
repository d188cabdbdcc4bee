
#include "check.h"

#include "program.h"

#include <stdio.h>
#include <string.h>

enum { LINE = HL_FILE_LENGTH + HL_MESSAGE_LENGTH + 32 };

/* Complaints that came before, each a line. */
typedef struct seen {
    struct seen *next;
    const char *line;
} seen;

typedef struct trial {
    const rt_text *text;
    hl_arena arena; /* of what lasts */
    seen *seen;
    int status;
} trial;

static hl_report report, scenario_report; /* too large for the stack */

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

/* Complaints and warnings about the first choices have been printed already. @return the number printed */
static int tell(trial *t, const auth_choice *choice, const hl_report *told)
{
    int printed = 0;
    for (int i = 0; i < told->count; i++) {
        char line[LINE];
        hl_report_line(told, i, line, sizeof line);
        if (!is_new(t, line) || !choice) continue;
        fprintf(stderr, "%s [machine.%s=%s]\n", line, choice->variant, choice->choice);
        printed++;
    }
    return printed;
}

static hl_status build(const auth_machine *machine, const char *path, hl_arena *arena, world_machine **built)
{
    hl_report_begin(&report, path);
    hl_report_begin(&scenario_report, path);
    const mb_step_options options = world_machine_options(machine, NULL);
    return world_machine_build(machine, NULL, &options, arena, &report, &scenario_report, built);
}

/* @param choice  NULL: the first of all */
static void try_choice(trial *t, const auth_choice *choice)
{
    hl_arena arena = {0};
    auth_machine *machine;
    world_machine *built = NULL;
    const rt_text *text = t->text;
    hl_status status = auth_machine_parse_chosen(text->text, text->length, text->path, choice, choice ? 1 : 0,
                                                 &arena, &machine, &report);
    if (status == HL_OK) status = build(machine, text->path, &arena, &built);
    if (status == HL_OK) {
        hl_report_begin_warnings(&report, text->path);
        world_machine_warn(built, &report);
        check_count_warnings(tell(t, choice, &report));
    } else if (tell(t, choice, &report) > 0) {
        t->status = PROGRAM_USAGE;
    }
    if (status != HL_OK && hl_report_clean(&report)) {
        fprintf(stderr, "%s: %s\n", text->path, hl_status_text(status));
        t->status = PROGRAM_ENVIRONMENT;
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

int check_variants(const drv_files *files, int status)
{
    trial t = {.text = &files->machine_text, .status = status};
    auth_variant *variants;
    if (files->scenario_text.path || !t.text->path) return status;
    const int count =
        auth_machine_variants(t.text->text, t.text->length, t.text->path, &t.arena, &variants, &report);
    if (count > 0) try_all(&t, variants, count);
    hl_arena_free(&t.arena);
    return t.status;
}
