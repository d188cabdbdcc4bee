/* headland check: read authored files as the simulator would and report every error. */
#include "mechanism.h"
#include "options.h"
#include "program.h"

#include <stdio.h>

static int check_file(const char *path)
{
    hl_arena arena = {0};
    int status = PROGRAM_DONE;
    const auth_mechanism *author = mechanism_read(path, &arena, &status);
    if (author) {
        const mb_step_options options = world_mechanism_options(author);
        const world_mechanism *m = mechanism_build(path, author, &options, &arena, &status);
        if (m)
            printf("%s: ok (%d bodies, %d joints, %d loops, %d degrees of freedom)\n", path,
                   author->body_count, author->joint_count, author->loop_count,
                   mb_model_counts(m->model).columns - m->assembly.rank);
    }
    hl_arena_free(&arena);
    return status;
}

int program_check(int argc, char **argv)
{
    const option options[] = {OPTION_END};
    command_line line = {
        .command = "check",
        .arguments = "FILE...",
        .summary = "Read authored files as the simulator would, assemble them, and report every error\n"
                   "as file:line:column: what is wrong, what is expected. Exit status 2 if any.",
        .options = options,
        .fewest = 1,
        .most = OPTIONS_ANY};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    status = PROGRAM_DONE;
    for (int i = 0; i < line.word_count; i++) {
        const int one = check_file(line.words[i]);
        if (one > status) status = one;
    }
    return status;
}
