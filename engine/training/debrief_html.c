/* The page of an attempt. Figures stand in it as images, not as parts of the page: whatever an SVG file
 * holds, in an image no script of it runs and no name of it meets another's. */
#include "base64.h"
#include "explain.h"
#include "page.h"
#include "words.h"

#include "train/debrief.h"

#include "hl/clamp.h"

#include <math.h>
#include <string.h>

typedef struct page {
    const train_debrief *debrief;
    const train_attempt *own;
    FILE *out;
} page;

static const words_unit seconds = {1.0, "s"}, litres = {1.0, "l"}, plain = {1.0, ""};

/* ---- head ---- */

static void print_head(const page *p)
{
    char date[WORDS_DATE];
    page_element(p->out, "h1", p->own->exercise.title);
    fputs("\n<p class=\"about\">", p->out);
    train_html_text(p->out, p->own->trainee_name);
    fprintf(p->out, " &middot; attempt %lld &middot; %s &middot; ", (long long)p->own->id,
            words_date(p->own->began, date));
    train_html_text(p->out, p->own->exercise.machine);
    if (*p->own->exercise.variants) {
        fputs(" (", p->out);
        train_html_text(p->out, p->own->exercise.variants);
        fputs(")", p->out);
    }
    if (p->own->exercise.reference) fputs(" &middot; reference drive, without rank", p->out);
    if (p->own->exercise.practice) fputs(" &middot; practice, without rank", p->out);
    if (p->own->voiding.voided) fputs(" &middot; void, without rank", p->out);
    fputs("</p>\n", p->out);
}

/* ---- verdict ---- */

static void print_badge(const page *p)
{
    static const char *const words[] = {[TRAIN_RUNNING] = "running",
                                        [TRAIN_FINISHED] = "finished",
                                        [TRAIN_FAILED] = "failed",
                                        [TRAIN_STOPPED] = "stopped",
                                        [TRAIN_BROKEN] = "broken off"};
    const train_outcome *o = &p->own->outcome;
    const bool judged = o->result == TRAIN_FINISHED && p->debrief->scenario->training.pass > 0.0;
    const bool good = o->result == TRAIN_FINISHED && (o->passed || !judged);
    fprintf(p->out, "<span class=\"badge %s\">%s</span>", good ? "good" : "bad",
            !judged     ? words[o->result]
            : o->passed ? "passed"
                        : "not passed");
}

static void print_figure_of(const page *p, const char *name, double value, words_unit unit)
{
    char text[WORDS_NUMBER];
    if (!isfinite(value)) return;
    fprintf(p->out, "<span><span class=\"soft\">%s</span> ", name);
    page_element(p->out, "b", words_number(value, unit, text));
    fputs("</span>", p->out);
}

static void print_verdict(const page *p)
{
    const train_outcome *o = &p->own->outcome;
    const auth_training *training = &p->debrief->scenario->training;
    const char *words = o->result == TRAIN_FINISHED ? training->finished
                        : o->result == TRAIN_FAILED ? training->failed
                                                    : NULL;
    char text[WORDS_NUMBER];
    fprintf(p->out,
            "<section aria-label=\"Verdict\">\n<div class=\"verdict\"><span class=\"score\">%s <small>of 100 "
            "points</small></span>",
            words_points(o->score, text));
    print_badge(p);
    print_figure_of(p, "time", o->time, seconds);
    print_figure_of(p, "fuel", o->fuel, litres);
    print_figure_of(p, "hits", o->hits, plain);
    if (training->pass > 0.0) print_figure_of(p, "asked for", training->pass, (words_unit){1.0, "points"});
    fputs("</div>\n", p->out);
    if (o->reason && *o->reason) page_element(p->out, "p", o->reason);
    if (words && *words) page_element(p->out, "p", words);
    fputs("</section>\n", p->out);
}

/* ---- score ---- */

static void print_sum(const page *p, const char *what, double points, double most)
{
    fputs("<tr><th scope=\"row\" colspan=\"4\">", p->out);
    train_html_text(p->out, what);
    fputs("</th>", p->out);
    page_points_cell(p->out, points);
    if (isfinite(most))
        page_points_cell(p->out, most);
    else
        fputs("<td></td>", p->out);
    fputs("<td></td></tr>\n", p->out);
}

static void print_component(const page *p, const train_points *c)
{
    const words_unit unit = words_unit_of(c->unit);
    if (explain_is_extra(c)) {
        print_sum(p, c->text, c->points, (double)NAN);
        return;
    }
    const double share = c->most > 0.0 ? hl_clamp(c->points / c->most, 0.0, 1.0) : 0.0;
    fputs("<tr><th scope=\"row\">", p->out);
    train_html_text(p->out, c->text);
    fputs("</th>", p->out);
    if (isfinite(c->value))
        page_number_cell(p->out, c->value, unit);
    else
        fputs("<td class=\"n soft\">not measured</td>", p->out);
    page_number_cell(p->out, c->best, unit);
    page_number_cell(p->out, c->worst, unit);
    page_points_cell(p->out, c->points);
    page_points_cell(p->out, c->most);
    fprintf(p->out,
            "<td aria-hidden=\"true\"><span class=\"bar%s\"><span "
            "style=\"width:%.0f%%\"></span></span></td></tr>\n",
            p->own->outcome.result == TRAIN_FINISHED ? "" : " pale", 100.0 * share);
}

static void print_score(const page *p)
{
    static const double noticeable = 0.05; /* [points]: less is shown as 0.0 */
    const train_outcome *o = &p->own->outcome;
    double sum = 0.0;
    fputs("<section>\n<h2>Score</h2>\n", p->out);
    if (o->point_count == 0) {
        fputs("<p>Nothing was measured.</p>\n</section>\n", p->out);
        return;
    }
    fputs("<table>\n<thead><tr><th scope=\"col\">Component</th><th scope=\"col\" class=\"n\">Measured</th>"
          "<th scope=\"col\" class=\"n\">All points at</th><th scope=\"col\" class=\"n\">None from</th>"
          "<th scope=\"col\" class=\"n\">Points</th><th scope=\"col\" class=\"n\">of</th>"
          "<td></td></tr></thead>\n<tbody>\n",
          p->out);
    for (int i = 0; i < o->point_count; i++) {
        print_component(p, &o->points[i]);
        sum += o->points[i].points;
    }
    fputs("</tbody>\n<tfoot>\n", p->out);
    if (o->result == TRAIN_FINISHED && fabs(o->score - sum) >= noticeable)
        print_sum(p, "Given or taken during the drive", o->score - sum, (double)NAN);
    print_sum(p, o->result == TRAIN_FINISHED ? "Score" : "Score: only what is finished has points", o->score,
              100.0);
    fputs("</tfoot>\n</table>\n</section>\n", p->out);
}

/* ---- what was to be done ---- */

/* Lines as the author has broken them; an empty one begins a paragraph. */
static void print_lines(FILE *out, const char *text)
{
    enum { LINE = 8001 }; /* the longest text, of 2000 characters of up to 4 bytes */
    fputs("<p>", out);
    while (*text) {
        char line[LINE];
        const size_t length = strcspn(text, "\n"), breaks = strspn(text + length, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        train_html_text(out, line);
        text += length + breaks;
        if (*text) fputs(breaks > 1 ? "</p>\n<p>" : "<br>\n", out);
    }
    fputs("</p>\n", out);
}

static void print_briefing(const page *p)
{
    const char *briefing = p->debrief->scenario->training.briefing;
    if (!briefing || !*briefing) return;
    fputs("<section>\n<h2>The exercise</h2>\n", p->out);
    print_lines(p->out, briefing);
    fputs("</section>\n", p->out);
}

/* ---- figures ---- */

/* What a figure shows, for who cannot see it. */
static void print_alternative(const page *p, int figure)
{
    fputs("Plot: ", p->out);
    train_html_text(p->out, train_figure_title(p->debrief, figure));
    for (int i = 0; i < p->debrief->drive_count; i++) {
        fputs(i == 0 ? ", of " : ", ", p->out);
        train_html_text(p->out, p->debrief->drives[i].label);
    }
}

static void print_figure(const page *p, int figure, const char *svg)
{
    const char *from = strstr(svg, "<svg"); /* without prolog and document type */
    if (!from) from = svg;
    fprintf(p->out, "<figure%s><figcaption>", figure <= TRAIN_FIGURE_SCORE ? " class=\"wide\"" : "");
    train_html_text(p->out, train_figure_title(p->debrief, figure));
    fputs("</figcaption><img alt=\"", p->out);
    print_alternative(p, figure);
    fputs("\" src=\"data:image/svg+xml;base64,", p->out);
    base64_write(p->out, from, strlen(from));
    fputs("\"></figure>\n", p->out);
}

static void print_figures(const page *p, const int *figures, const char *const *svgs, int count)
{
    int missing = 0;
    if (count == 0) return;
    fputs("<section>\n<h2>The drive</h2>\n<div class=\"figures\">\n", p->out);
    for (int i = 0; i < count; i++) {
        missing += !svgs[i];
        if (svgs[i]) print_figure(p, figures[i], svgs[i]);
    }
    fputs("</div>\n", p->out);
    if (missing > 0)
        fprintf(p->out,
                "<p class=\"soft\">%d of %d figures could not be drawn; gnuplot is needed for them.</p>\n",
                missing, count);
    fputs("</section>\n", p->out);
}

/* ---- comparison ---- */

/* A row: what each drive has; those without an attempt have no column. */
typedef double (*cell)(const train_attempt *attempt, const char *component);

static double score_of(const train_attempt *attempt, const char *component)
{
    (void)component;
    return attempt->outcome.result == TRAIN_FINISHED ? attempt->outcome.score : (double)NAN;
}

static double time_of(const train_attempt *attempt, const char *component)
{
    (void)component;
    return attempt->outcome.time;
}

static double fuel_of(const train_attempt *attempt, const char *component)
{
    (void)component;
    return attempt->outcome.fuel;
}

static double hits_of(const train_attempt *attempt, const char *component)
{
    (void)component;
    return attempt->outcome.hits;
}

static double points_of(const train_attempt *attempt, const char *component)
{
    const train_points *points = explain_find(attempt, component);
    return points ? points->points : (double)NAN;
}

static void print_row(const page *p, const char *name, cell value, const char *component, words_unit unit)
{
    fputs("<tr><th scope=\"row\">", p->out);
    train_html_text(p->out, name);
    fputs("</th>", p->out);
    for (int i = 0; i < p->debrief->drive_count; i++) {
        const train_attempt *attempt = p->debrief->drives[i].attempt;
        if (!attempt) continue;
        const double here = value(attempt, component);
        if ((value == points_of || value == score_of) && isfinite(here))
            page_points_cell(p->out, here);
        else
            page_number_cell(p->out, here, unit);
    }
    fputs("</tr>\n", p->out);
}

static void print_comparison(const page *p)
{
    char date[WORDS_DATE];
    const train_outcome *o = &p->own->outcome;
    int others = 0;
    for (int i = 1; i < p->debrief->drive_count; i++) others += p->debrief->drives[i].attempt != NULL;
    fputs("<section>\n<h2>Beside others</h2>\n", p->out);
    if (others == 0) {
        fputs("<p>There is no earlier attempt and no reference drive to compare with.</p>\n</section>\n",
              p->out);
        return;
    }
    fputs("<table>\n<thead><tr><td></td>", p->out);
    for (int i = 0; i < p->debrief->drive_count; i++) {
        const train_attempt *attempt = p->debrief->drives[i].attempt;
        if (!attempt) continue;
        fputs("<th scope=\"col\" class=\"n\">", p->out);
        train_html_text(p->out, p->debrief->drives[i].label);
        fprintf(p->out, "<br><span class=\"soft\">%s<br>%s</span></th>",
                train_result_text(attempt->outcome.result), words_date(attempt->began, date));
    }
    fputs("</tr></thead>\n<tbody>\n", p->out);
    print_row(p, "Score", score_of, NULL, plain);
    print_row(p, "Time", time_of, NULL, seconds);
    print_row(p, "Fuel", fuel_of, NULL, litres);
    print_row(p, "Hits", hits_of, NULL, plain);
    for (int i = 0; i < o->point_count; i++) {
        char name[300];
        snprintf(name, sizeof name, "Points: %s", o->points[i].text);
        print_row(p, name, points_of, o->points[i].name, plain);
    }
    fputs("</tbody>\n</table>\n</section>\n", p->out);
}

/* ---- events, proof ---- */

static void print_events(const page *p)
{
    const train_outcome *o = &p->own->outcome;
    fputs("<section>\n<h2>What happened</h2>\n", p->out);
    if (o->event_count == 0) {
        fputs("<p>No events are kept.</p>\n</section>\n", p->out);
        return;
    }
    fputs("<table>\n<thead><tr><th scope=\"col\" class=\"n\">Time</th><th scope=\"col\">Kind</th>"
          "<th scope=\"col\">Event</th></tr></thead>\n<tbody>\n",
          p->out);
    for (int i = 0; i < o->event_count; i++) {
        fprintf(p->out, "<tr><td class=\"n\">%.1f s</td>", o->events[i].time);
        page_element(p->out, "td", o->events[i].kind);
        page_element(p->out, "td", o->events[i].text);
        fputs("</tr>\n", p->out);
    }
    fputs("</tbody>\n</table>\n</section>\n", p->out);
}

static void print_hash(const page *p, const char *what, const char *hash)
{
    if (!hash || !*hash) return;
    fprintf(p->out, "<p class=\"soft\">%s ", what);
    page_element(p->out, "code", hash);
    fputs("</p>\n", p->out);
}

static void print_proof(const page *p)
{
    static const char *const words[] = {
        [TRAIN_PENDING] =
            "Pending: its recording has not been computed again yet. It has no rank until then.",
        [TRAIN_ACCEPTED] = "Accepted: computed again from its recording it comes to this very score.",
        [TRAIN_REFUSED] = "Refused: computed again from its recording it does not come to this score."};
    fputs("<section>\n<h2>Proof of the recording</h2>\n", p->out);
    fprintf(p->out, "<p class=\"%s\">%s</p>\n",
            p->own->proof == TRAIN_ACCEPTED  ? "good"
            : p->own->proof == TRAIN_REFUSED ? "bad"
                                             : "soft",
            words[p->own->proof]);
    if (p->own->proof_why && *p->own->proof_why) page_element(p->out, "p", p->own->proof_why);
    print_hash(p, "Exercise", p->own->exercise.hash);
    print_hash(p, "Recording", p->own->outcome.recording_hash);
    print_hash(p, "State at the end", p->own->outcome.state_hash);
    fputs("</section>\n", p->out);
}

/* ---- the page ---- */

void train_debrief_html(const train_debrief *debrief, const int *figures, const char *const *svgs, int count,
                        FILE *out)
{
    const page p = {debrief, debrief->drives[0].attempt, out};
    char title[500];
    snprintf(title, sizeof title, "%s: %s, attempt %lld", p.own->exercise.title, p.own->trainee_name,
             (long long)p.own->id);
    html_page_begin(out, title);
    print_head(&p);
    print_verdict(&p);
    print_score(&p);
    fputs("<section>\n<h2>Explanation</h2>\n", out);
    train_explain(debrief, true, out);
    fputs("</section>\n", out);
    print_briefing(&p);
    print_figures(&p, figures, svgs, count);
    print_comparison(&p);
    print_events(&p);
    print_proof(&p);
    html_page_end(out);
}
