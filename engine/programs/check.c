/* headland check: read authored files as the simulator would and report errors. */
#include "chk/check.h"

#include "command/options.h"
#include "command/terminal.h"
#include "drv/costs.h"
#include "program.h"

#include <stdio.h>
#include <unistd.h>

static const help_text help = {
    .summary =
        "Read authored files as the simulator does, build what they describe, and report errors as "
        "file:line:column: what is wrong, what is expected. Keys and values are checked first, then whether "
        "the parts fit together, then whether the machine is complete. Warnings point at values that are "
        "allowed but improbable, such as a bucket of 15 t or a valve with its supply port on the tank. Once "
        "bench --calibrate has measured the costs of this computer, the bound of a tick is printed for "
        "machines and scenarios, with a warning if it is longer than the period.",
    .arguments = {{"FILE",
                   "mechanism, machine, scenario, exercise, operator script, soil, object, layout of a "
                   "head-up display, settings, bindings, motion rig or costs"}},
    .examples = {"check assets/machines/tractor.yaml",
                 "check assets/soils/loam.yaml assets/hud/tractor.yaml"},
    .page = "docs/mechanism.md, docs/machine.md, docs/scenario.md, docs/hud.md, docs/real-time.md"};

/* Costs that are named must be readable; the user's own may be missing. @return drv_status */
static int use_costs(chk_checker *checker, const char *named, bool list)
{
    char own[1024];
    if (named) return chk_use_costs(checker, named, list);
    if (!drv_costs_own_path(own, sizeof own) || access(own, F_OK) != 0) return PROGRAM_DONE;
    return chk_use_costs(checker, own, list);
}

int program_check(int argc, char **argv)
{
    bool strict = false, bound = false;
    const char *costs = NULL;
    int status, worst;
    const option options[] = {
        {"strict", OPTION_FLAG, &strict, NULL, "treat warnings as errors: exit status 2"},
        {"bound", OPTION_FLAG, &bound, NULL, "list the terms of the bound of a tick"},
        {"costs", OPTION_TEXT, &costs, "FILE",
         "costs of a computer, for this bound (default: costs.yaml beside the user's settings)"},
        OPTION_END};
    command_line line = {
        .command = "check", .arguments = "FILE...", .help = &help, .options = options, .files = ""};
    if (!options_parse(&line, argc, argv, &status)) return status;
    chk_checker *checker = chk_new(&program_log, strict);
    if (!checker) return program_end(PROGRAM_ENVIRONMENT, "%s", hl_status_text(HL_OUT_OF_MEMORY));
    worst = use_costs(checker, costs, bound);
    for (int i = 0; i < line.word_count; i++) {
        char verdict[CHK_VERDICT];
        status = chk_file(checker, line.words[i], verdict);
        if (*verdict) puts(verdict);
        fputs(chk_bound(checker), stdout);
        worst = status > worst ? status : worst;
    }
    if (!costs && chk_lacks_costs(checker))
        puts("bound of a tick: not known on this computer; 'headland bench --calibrate' measures its costs");
    chk_free(checker);
    return worst;
}
