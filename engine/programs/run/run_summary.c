/* What came of a drive, for people. */
#include "run.h"

#include "drv/drive.h"
#include "world/training.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- the exercise ---- */

static void print_component(const char *text, const world_points *p)
{
    const char *unit = strcmp(p->unit, "1") == 0 ? "" : p->unit, *gap = *unit ? " " : "";
    char value[64] = "not measured";
    if (isfinite(p->value)) snprintf(value, sizeof value, "%.4g%s%s", p->value, gap, unit);
    printf("%-18s %5.1f of %5.1f  %s: %s (best %.4g%s%s, nothing at %.4g%s%s)\n", "", p->points, p->most,
           text, value, p->best, gap, unit, p->worst, gap, unit);
}

/* What `score` instructions gave and took, as long as it is kept. */
static void print_extra(const drv_drive *d)
{
    const int64_t all = world_note_count(d->world->machine);
    if (world_score_extra(d->world->machine) != 0.0)
        printf("%-18s %+5.1f           bonuses and penalties\n", "", world_score_extra(d->world->machine));
    for (int64_t i = all > WORLD_NOTES_KEPT ? all - WORLD_NOTES_KEPT : 0; i < all; i++) {
        const world_note note = world_note_at(d->world->machine, i);
        if (note.kind != WORLD_NOTE_INSTRUCTION) continue;
        const auth_instruction *instruction = d->world->files.scenario->training.instructions[note.of];
        if (instruction->kind == AUTH_DO_SCORE)
            printf("%-18s   %8.3f s: %+g %s\n", "",
                   (double)note.tick * world_machine_step_size(d->world->machine), instruction->amount,
                   instruction->text ? instruction->text : "");
    }
}

/* Where an exercise stands that has not been finished: its tasks that are needed. */
static void print_tasks(const drv_drive *d)
{
    const char *head = "tasks";
    if (world_exercise_result(d->world->machine) == WORLD_FINISHED) return;
    for (int i = 0; i < d->world->files.scenario->training.task_count; i++) {
        const auth_task *task = &d->world->files.scenario->training.tasks[i];
        if (task->optional) continue;
        printf("%-18s %s: %s\n", head, task->name, drv_task_state(d, task));
        head = "";
    }
}

/* Points for what has not gone wrong yet are there from the beginning. */
static const char *standing(const drv_drive *d)
{
    if (drv_exercise_passed(d)) return ", passed";
    return world_exercise_result(d->world->machine) == WORLD_GOES_ON
               ? " so far; an unfinished attempt scores 0"
               : "";
}

static void print_exercise(const drv_drive *d)
{
    hl_arena arena = {0};
    if (!auth_scenario_is_exercise(d->world->files.scenario)) return;
    printf("%-18s %s: %s\n", "exercise", drv_exercise_result(d), drv_exercise_reason(d, &arena));
    hl_arena_free(&arena);
    print_tasks(d);
    printf("%-18s %.1f of 100%s\n", "score", world_score_total(d->world->machine), standing(d));
    for (int i = 0; i < d->world->files.scenario->training.component_count; i++) {
        const world_points points = world_score_component(d->world->machine, i);
        print_component(d->world->files.scenario->training.components[i].text, &points);
    }
    print_extra(d);
}

/* ---- what else it is judged by ---- */

static void print_hits(const drv_drive *d)
{
    enum { SHOWN = 5 };
    const int count = world_hit_count(d->world->machine);
    if (count == 0) return;
    printf("%-18s %d, %.4g N s\n", "hits", count,
           d->round.signals[world_signal_find(d->world->machine, "hits.impulse")]);
    for (int i = 0; i < count && i < SHOWN; i++) {
        const world_hit hit = world_hit_at(d->world->machine, i);
        printf("%-18s %.3f s: %s, %s: %.4g N s, at most %.4g N\n", "", hit.began,
               d->world->files.machine->mechanism->bodies[hit.body].name,
               d->world->files.scenario->objects[hit.object].name, hit.impulse, hit.peak);
    }
    if (count > SHOWN) printf("%-18s and %d more\n", "", count - SHOWN);
}

static void print_score(const drv_drive *d)
{
    const auth_scenario *scenario = d->world->files.scenario;
    const int64_t goal = rt_session_outcome(d->round.session).goal;
    print_exercise(d);
    if (scenario && scenario->goal.signal) {
        if (goal >= 0)
            printf("%-18s reached at %.6g s\n", "goal",
                   (double)goal * world_machine_step_size(d->world->machine));
        else
            printf("%-18s not reached\n", "goal");
    }
    if (d->round.score.fuel_used >= 0)
        printf("%-18s %.4g l\n", "fuel used", drv_fuel_used(&d->round.score, d->round.signals));
    for (int i = 0; scenario && i < scenario->zone_count; i++)
        printf("%-18s %s: %.6g kg\n", i == 0 ? "soil in zones" : "", scenario->zones[i].name,
               world_zone_mass(d->world->machine, i));
    print_hits(d);
}

/* ---- time ---- */

static void print_histogram(const char *name, const rt_histogram *histogram)
{
    printf("%-18s median %.4g us, p99 %.4g us, p99.9 %.4g us, max %.4g us; %" PRId64 " of them\n", name,
           rt_histogram_us(histogram, 0.5), rt_histogram_us(histogram, 0.99),
           rt_histogram_us(histogram, 0.999), 1e-3 * (double)histogram->max, histogram->count);
}

static void print_part(const char *name, const double values[6])
{
    printf("  %-22s", name);
    for (int i = 0; i < 6; i++) printf(" %8.2f", values[i]);
    putchar('\n');
}

/* Sums of quantiles are no quantiles of sums: if no part went beyond its p99.9, no tick would beyond their
 * sum. */
static void print_budget(const drv_drive *d, const rt_loop *loop)
{
    const rt_budget *b = &d->round.timing.budget;
    double sums[6] = {0};
    printf("%-24s %8s %8s %8s %8s %8s %8s\n", "parts of a tick [us]", "mean", "median", "p99", "p99.9", "max",
           "longest");
    for (int i = 0; i < RT_PARTS; i++) {
        const rt_histogram *h = &b->parts[i];
        const double row[6] = {1e-3 * rt_budget_mean(b, (rt_part)i),
                               rt_histogram_us(h, 0.5),
                               rt_histogram_us(h, 0.99),
                               rt_histogram_us(h, 0.999),
                               1e-3 * (double)h->max,
                               1e-3 * (double)b->longest[i]};
        print_part(rt_part_text((rt_part)i), row);
        for (int k = 0; k < 6; k++) sums[k] += row[k];
    }
    print_part("sum", sums);
    printf("  %-22s %8.2f\n", "period", 1e-3 * (double)loop->period);
}

static void print_team(const rt_team *team)
{
    const rt_team_counts counts = rt_team_counted(team);
    printf("%-18s %d threads; helpers computed %" PRId64 " of %" PRId64 " blocks; longest wait %.4g us\n",
           "physics team", counts.threads, counts.helped, counts.blocks, 1e-3 * (double)counts.longest_wait);
}

static void print_counts(const drv_drive *d)
{
    const rt_budget *b = &d->round.timing.budget;
    int64_t limits[WORLD_COUNTS];
    world_count_limits(d->world->machine, limits);
    printf("%-28s %10s %10s %10s\n", "counts of a tick", "mean", "max", "limit");
    for (int i = 0; i < WORLD_COUNTS; i++)
        if (b->most[i] > 0)
            printf("  %-26s %10.1f %10" PRId64 " %10" PRId64 "\n", world_count_words((world_count)i),
                   b->sums[i] / (double)b->tick.count, b->most[i], limits[i]);
}

static void print_deadlines(const drv_drive *d, const rt_loop *loop)
{
    const rt_thread *thread = rt_session_thread(d->round.session);
    const rt_explanation e =
        rt_deadlines_explain(loop, d->round.timing.probed ? &d->round.timing.probe : NULL);
    printf("%-18s %s, memory %s%s\n", "scheduling", thread->fifo ? "SCHED_FIFO" : "ordinary",
           d->round.timing.locked ? "locked" : "not locked", thread->pinned ? ", on one processor" : "");
    if (d->round.timing.team) print_team(d->round.timing.team);
    print_histogram("wake-up latency", &loop->wake);
    if (d->round.timing.probed) print_histogram("probe", &d->round.timing.probe.wake);
    printf("%-18s %" PRId64 " by the wake-up, %" PRId64 " by the probe, %" PRId64
           " unexplained; slack %.4g us\n",
           "misses explained", e.by_wake, e.by_probe, e.unexplained + e.unlisted, 1e-3 * (double)e.slack);
}

/* The report, which may be missing, comes last. */
static void print_files(const drv_record *record, bool reported)
{
    const char *const names[] = {"recording.hlr", drv_telemetry_name(record), "report.json"};
    enum { NAMES = sizeof names / sizeof *names };
    char path[DRV_PATH];
    const int count = !record->folder ? 0 : reported ? NAMES : NAMES - 1;
    for (int i = 0; i < count; i++)
        printf("%-18s %s\n", i == 0 ? "files" : "", drv_record_path(record, names[i], path));
}

void run_print_summary(const drv_drive *d, bool written)
{
    char text[200];
    const rt_loop *loop = rt_session_loop(d->round.session);
    const char *failure = drv_failure_text(d, text, sizeof text);
    printf("%-18s %s\n", "machine", world_machine_name(d->world->machine));
    printf("%-18s %s%s%s\n", auth_scenario_is_exercise(d->world->files.scenario) ? "drive" : "result",
           rt_end_text(rt_session_outcome(d->round.session).end), failure ? ": " : "",
           failure ? failure : "");
    printf("%-18s %" PRId64 " of %g ms: %.6g s in %.4g s, %.4g times real time\n", "ticks",
           world_machine_tick(d->world->machine) - d->world->first_tick,
           1e3 * world_machine_step_size(d->world->machine), drv_simulated(d), drv_wall(d),
           drv_real_time_factor(d));
    print_score(d);
    print_histogram("time of a tick", &loop->step);
    if (d->options->realtime)
        printf("%-18s %" PRId64 "; %" PRId64 " periods slipped\n", "deadlines missed", loop->missed,
               loop->slipped);
    const rt_session_result result = rt_session_outcome(d->round.session);
    if (result.open_ticks > 0)
        printf("%-18s by more than %g in %" PRId64 " ticks, at most %.3g (m, rad or 1)\n", "loops open",
               drv_loop_bound(d), result.open_ticks, result.violation);
    const rt_histogram *latency = rt_session_latency(d->round.session);
    if (latency->count > 0) print_histogram("input to tick", latency);
    const rt_histogram *photons = drv_photons(d);
    if (photons) print_histogram("input to picture", photons);
    double rate;
    const rt_histogram *interval = drv_picture_intervals(d, &rate);
    if (interval) printf("%-18s %.1f a second\n", "pictures", rate);
    if (interval) print_histogram("picture to picture", interval);
    if (d->options->measure && d->options->realtime) print_deadlines(d, loop);
    if (d->options->measure) print_budget(d, loop);
    if (d->options->measure) print_counts(d);
    print_files(&d->round.record, written);
}
