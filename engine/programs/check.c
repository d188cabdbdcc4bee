/* headland check: read authored files as the simulator would and report errors. */
#include "chk/check.h"

#include "command/options.h"
#include "command/terminal.h"
#include "program.h"

#include <stdio.h>

static const help_text help = {
    .summary =
        "Read authored files as the simulator does, build what they describe, and report errors as "
        "file:line:column: what is wrong, what is expected. Keys and values are checked first, then whether "
        "the parts fit together, then whether the machine is complete. Warnings point at values that are "
        "allowed but improbable, such as a bucket of 15 t or a valve with its supply port on the tank.",
    .arguments = {{"FILE",
                   "mechanism, machine, scenario, exercise, operator script, soil, object, layout of a "
                   "head-up display, settings, bindings or motion rig"}},
    .examples = {"check assets/machines/tractor.yaml",
                 "check assets/soils/loam.yaml assets/hud/tractor.yaml"},
    .page = "docs/mechanism.md, docs/machine.md, docs/scenario.md, docs/hud.md"};

int program_check(int argc, char **argv)
{
    bool strict = false;
    int status, worst = PROGRAM_DONE;
    const option options[] = {
        {"strict", OPTION_FLAG, &strict, NULL, "treat warnings as errors: exit status 2"}, OPTION_END};
    command_line line = {
        .command = "check", .arguments = "FILE...", .help = &help, .options = options, .files = ""};
    if (!options_parse(&line, argc, argv, &status)) return status;
    chk_checker *checker = chk_new(&program_log, strict);
    if (!checker) return program_end(PROGRAM_ENVIRONMENT, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    for (int i = 0; i < line.word_count; i++) {
        char verdict[CHK_VERDICT];
        status = chk_file(checker, line.words[i], verdict);
        if (*verdict) puts(verdict);
        worst = status > worst ? status : worst;
    }
    chk_free(checker);
    return worst;
}
