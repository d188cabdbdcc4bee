/* The bound of a tick on this computer: counts of the longest step times their costs. */
#include "check_internal.h"

#include "rt/cost.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Terms below this share of the bound are summed up in one line. */
static const double MINOR = 0.005;

/* What makes a part shorter, for the part that needs most. */
static const struct {
    rt_part part;
    const char *advice;
} advices[] = {
    {(rt_part)(RT_PART_WORLD + (int)WORLD_PART_NEWTON),
     "fewer 'iterations' in 'simulation' of the machine, fewer shapes and free objects"},
    {(rt_part)(RT_PART_WORLD + (int)WORLD_PART_GROUND), "fewer shapes and free objects"},
    {(rt_part)(RT_PART_WORLD + (int)WORLD_PART_DIG), "fewer 'particles' in 'sand'"},
    {(rt_part)(RT_PART_WORLD + (int)WORLD_PART_PARTICLES), "fewer 'particles' in 'sand'"},
    {(rt_part)(RT_PART_WORLD + (int)WORLD_PART_FLOW), "a smaller field or a larger 'cell' in 'sand'"},
};

/* The bound of a file, and what it consists of. */
typedef struct bound {
    int64_t limits[WORLD_COUNTS]; /* of one step */
    double parts[RT_PARTS];       /* [us] */
    double terms;                 /* sum of the parts [us] */
    double sum, period;           /* of a tick [us] */
} bound;

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
append(chk_checker *c, const char *format, ...)
{
    va_list arguments;
    const size_t used = strlen(c->bound);
    va_start(arguments, format);
    vsnprintf(c->bound + used, sizeof c->bound - used, format, arguments);
    va_end(arguments);
}

/* Of a part's costs, for the bound of the whole tick. */
static double spread_in_tick(const chk_checker *c, rt_part part)
{
    return c->costs.tick_spread > 0.0 ? c->costs.tick_spread : c->costs.spread[part];
}

static double us_of(const chk_checker *c, const bound *b, int term)
{
    const rt_term t = rt_term_at(term);
    return (double)b->limits[t.count] * c->costs.us[term] * c->costs.spread[t.part];
}

/* A line for each term, the small ones together. */
static void list_terms(chk_checker *c, const bound *b)
{
    double minor = 0.0;
    append(c, "  %-22s %-28s %8s %10s %8s %10s\n", "part", "count", "limit", "us each", "spread",
           "us at most");
    for (int i = 0; i < RT_TERMS; i++) {
        const rt_term t = rt_term_at(i);
        const double us = us_of(c, b, i);
        if (us < MINOR * b->terms) {
            minor += us;
            continue;
        }
        append(c, "  %-22s %-28s %8lld %10.4g %8.2f %10.1f\n", rt_part_text(t.part),
               world_count_words(t.count), (long long)b->limits[t.count], c->costs.us[i],
               c->costs.spread[t.part], us);
    }
    append(c, "  %-22s %-28s %8s %10s %8s %10.1f\n", "other terms", "", "", "", "", minor);
    append(c, "  %-22s %-28s %8s %10s %8s %10.1f\n", "sum", "", "", "", "", b->terms);
    if (c->costs.tick_spread > 0.0)
        append(c, "  %-22s %-28s %8s %10s %8.2f %10.1f\n", "all of a tick", "", "", "", c->costs.tick_spread,
               b->sum);
    append(c, "  %-22s %-28s %8s %10s %8s %10.1f\n", "period", "", "", "", "", b->period);
}

static int longest_part(const bound *b)
{
    int longest = 0;
    for (int i = 1; i < RT_PARTS; i++)
        if (b->parts[i] > b->parts[longest]) longest = i;
    return longest;
}

static const char *advice_of(int part)
{
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if ((int)advices[i].part == part) return advices[i].advice;
    return "fewer signals";
}

static bool is_of_particles(world_count count)
{
    return count == WORLD_COUNT_PARTICLES || count == WORLD_COUNT_AWAKE || count == WORLD_COUNT_CONTACTS;
}

/* Terms of particles are proportional to the capacity. Other terms count with their limits: fewer particles
 * leave more to them.
 * @return the largest capacity with which the bound is within the period; below 1: no capacity is small
 * enough */
static double particles_that_fit(const chk_checker *c, const world_machine *machine, double period)
{
    bound most = {.period = period};
    double particles = 0.0;
    world_count_limits(machine, most.limits);
    most.sum = rt_costs_bound(&c->costs, most.limits, most.parts);
    for (int i = 0; i < RT_TERMS; i++)
        if (is_of_particles(rt_term_at(i).count))
            particles += (double)most.limits[rt_term_at(i).count] * c->costs.us[i] *
                         spread_in_tick(c, rt_term_at(i).part);
    if (!(particles > 0.0)) return 0.0;
    return floor((double)most.limits[WORLD_COUNT_PARTICLES] * (period - (most.sum - particles)) / particles);
}

static void warn(chk_checker *c, const bound *b, const char *path, double fits)
{
    const int part = longest_part(b);
    char more[120] = "";
    if (fits >= 1.0) snprintf(more, sizeof more, "; with %.0f particles it fits", fits);
    hl_report_begin_warnings(&c->report, path);
    hl_report_add(
        &c->report, (hl_place){0},
        "on this computer a tick may take %.0f us, longer than its period of %.0f us, most of it for "
        "'%s' (%.0f us): %s, or a longer 'step' is expected%s; 'check --bound' has all terms",
        b->sum, b->period, rt_part_text((rt_part)part), b->parts[part], advice_of(part), more);
    check_warn(c);
}

/* The counts of the longest step. */
static void find_longest(const chk_checker *c, const world_machine *machine, int64_t *counts)
{
    double us[WORLD_COUNTS] = {0.0};
    for (int i = 0; i < RT_TERMS; i++) {
        const rt_term t = rt_term_at(i);
        us[t.count] += c->costs.us[i] * spread_in_tick(c, t.part);
    }
    world_count_longest(machine, us, counts);
}

void check_bound(chk_checker *c, const char *path, const world_machine *machine)
{
    bound b = {.terms = 0.0};
    c->bounded = true;
    if (!c->has_costs) return;
    find_longest(c, machine, b.limits);
    b.sum = rt_costs_bound(&c->costs, b.limits, b.parts);
    for (int i = 0; i < RT_PARTS; i++) b.terms += b.parts[i];
    b.period = 1e6 * world_machine_step_size(machine);
    append(c, "%s: bound of a tick %.0f us, period %.0f us; costs of %s\n", path, b.sum, b.period,
           *c->computer ? c->computer : "an unnamed computer");
    if (c->lists_terms) list_terms(c, &b);
    if (b.sum > b.period) warn(c, &b, path, particles_that_fit(c, machine, b.period));
}

int chk_use_costs(chk_checker *c, const char *path, bool list)
{
    const char *computer;
    const int status = drv_costs_read(c->log, path, &c->costs_arena, &c->costs, &computer);
    c->has_costs = status == DRV_DONE;
    c->lists_terms = list;
    if (c->has_costs) c->computer = computer;
    return status;
}

const char *chk_bound(const chk_checker *checker)
{
    return checker->bound;
}

bool chk_lacks_costs(const chk_checker *checker)
{
    return checker->bounded && !checker->has_costs;
}
