/* Series as pictures: a gnuplot script with its data inside, run once per plot for PNG and SVG. */
#define _GNU_SOURCE /* pipe2 */
#include "run_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- collecting ---- */

valid_plot *valid_results_plot(valid_results *results, const char *group, const char *name, const char *title,
                               const char *x_label, const char *y_label)
{
    if (!results->plots_wanted) return NULL;
    valid_plot *plot = valid_grow(NULL, 1, sizeof *plot);
    *plot = (valid_plot){.case_name = group,
                         .name = valid_copy(name),
                         .title = valid_copy(title),
                         .x_label = valid_copy(x_label),
                         .y_label = valid_copy(y_label),
                         .next = results->plots};
    results->plots = plot;
    return plot;
}

valid_plot *valid_plot_new(valid_run *run, const char *name, const char *title, const char *x_label,
                           const char *y_label)
{
    return valid_results_plot(run->results, run->the_case->name, name, title, x_label, y_label);
}

void valid_plot_logarithmic(valid_plot *plot, bool x, bool y)
{
    if (!plot) return;
    plot->logarithmic_x = x;
    plot->logarithmic_y = y;
}

void valid_plot_equal(valid_plot *plot)
{
    if (plot) plot->equal = true;
}

valid_curve *valid_plot_curve(valid_plot *plot, const char *name, bool points)
{
    if (!plot) return NULL;
    valid_curve *curve = valid_grow(NULL, 1, sizeof *curve);
    *curve = (valid_curve){.name = valid_copy(name), .points = points};
    valid_curve **end = &plot->curves;
    while (*end) end = &(*end)->next;
    *end = curve;
    return curve;
}

void valid_curve_add(valid_curve *curve, double x, double y)
{
    if (!curve) return;
    if (curve->count == curve->capacity) {
        curve->capacity = curve->capacity ? 2 * curve->capacity : 256;
        curve->xy = valid_grow(curve->xy, 2 * curve->capacity, sizeof *curve->xy);
    }
    curve->xy[2 * curve->count] = x;
    curve->xy[2 * curve->count + 1] = y;
    curve->count++;
}

static void free_curves(valid_curve *curve)
{
    while (curve) {
        valid_curve *next = curve->next;
        free(curve->name);
        free(curve->xy);
        free(curve);
        curve = next;
    }
}

void valid_plots_free(valid_plot *plot)
{
    while (plot) {
        valid_plot *next = plot->next;
        free_curves(plot->curves);
        free(plot->name);
        free(plot->title);
        free(plot->x_label);
        free(plot->y_label);
        free(plot);
        plot = next;
    }
}

/* ---- drawing ---- */

/* A gnuplot string in single quotes: a quote is doubled. */
static void quoted(FILE *script, const char *text)
{
    fputc('\'', script);
    for (; *text; text++) {
        if (*text == '\'') fputc('\'', script);
        fputc(*text, script);
    }
    fputc('\'', script);
}

static void labelled(FILE *script, const char *what, const char *text)
{
    fprintf(script, "set %s ", what);
    quoted(script, text);
    fputs(" noenhanced\n", script);
}

static void write_data(FILE *script, const valid_curve *curve, int index)
{
    fprintf(script, "$curve%d << END_OF_CURVE\n", index);
    for (size_t k = 0; k < curve->count; k++)
        fprintf(script, "%.17g %.17g\n", curve->xy[2 * k], curve->xy[2 * k + 1]);
    fputs("END_OF_CURVE\n", script);
}

static void write_plot_command(FILE *script, const valid_plot *plot)
{
    static const int shapes[] = {6, 4, 8, 12}; /* open circle, square, triangle, diamond */
    int index = 0, marks = 0;
    fputs("plot ", script);
    for (const valid_curve *curve = plot->curves; curve; curve = curve->next, index++) {
        fprintf(script, "%s$curve%d using 1:2 with ", index ? ", " : "", index);
        if (curve->points)
            fprintf(script, "points pointtype %d linecolor 'black' title ", shapes[marks++ % 4]);
        else
            fputs("lines linewidth 1.5 title ", script);
        quoted(script, curve->name);
        fputs(" noenhanced", script);
    }
    fputc('\n', script);
}

/* Whether all of a plot lies on one height, for which gnuplot has no range of its own. */
static bool is_level(const valid_plot *plot, double *height)
{
    bool any = false;
    for (const valid_curve *curve = plot->curves; curve; curve = curve->next)
        for (size_t k = 0; k < curve->count; k++) {
            const double y = curve->xy[2 * k + 1];
            if (any && y != *height) return false;
            *height = y;
            any = true;
        }
    return any && isfinite(*height);
}

static void write_range(FILE *script, const valid_plot *plot)
{
    double height = 0.0;
    if (plot->logarithmic_y || !is_level(plot, &height)) return;
    const double half = height == 0.0 ? 1.0 : 0.1 * fabs(height);
    fprintf(script, "set yrange [%.17g:%.17g]\n", height - half, height + half);
}

static void write_terminal(FILE *script, const valid_plot *plot, const char *terminal, const char *suffix)
{
    char file[200];
    snprintf(file, sizeof file, "%s-%s.%s", plot->case_name, plot->name, suffix);
    fprintf(script, "set terminal %s\nset output ", terminal);
    quoted(script, file);
    fputc('\n', script);
    write_plot_command(script, plot);
    fputs("unset output\n", script);
}

static bool write_script(const valid_plot *plot, const char *directory, char *path, size_t size)
{
    snprintf(path, size, "%s/%s-%s.gnuplot", directory, plot->case_name, plot->name);
    FILE *script = fopen(path, "w");
    if (!script) return false;
    int index = 0;
    for (const valid_curve *curve = plot->curves; curve; curve = curve->next)
        write_data(script, curve, index++);
    labelled(script, "title", plot->title);
    labelled(script, "xlabel", plot->x_label);
    labelled(script, "ylabel", plot->y_label);
    if (plot->logarithmic_x) fputs("set logscale x\nset format x '10^{%L}'\n", script);
    if (plot->logarithmic_y) fputs("set logscale y\nset format y '10^{%L}'\n", script);
    if (plot->equal) fputs("set size ratio -1\n", script);
    write_range(script, plot);
    fputs("set grid\nset autoscale xfix\nset key outside below\nset bmargin 6\n", script);
    write_terminal(script, plot, "pngcairo size 1200,800 font 'sans,13'", "png");
    write_terminal(script, plot, "svg size 1200,800 font 'sans,13'", "svg");
    const bool written = !ferror(script);
    return fclose(script) == 0 && written;
}

enum { CANNOT_CHANGE_FOLDER = 126, CANNOT_START = 127 };

/* The child: gnuplot on a script from inside the folder, so that the pictures land there. */
static void become_gnuplot(const char *directory, const char *script, int errors)
{
    const char *name = strrchr(script, '/');
    dup2(errors, STDERR_FILENO);
    if (chdir(directory) != 0) _exit(CANNOT_CHANGE_FOLDER);
    execlp("gnuplot", "gnuplot", name ? name + 1 : script, (char *)NULL);
    _exit(CANNOT_START);
}

/* Read a stream to its end and keep its last line that is not empty. */
static void read_last_line(FILE *stream, char *text, size_t size)
{
    char line[400];
    while (fgets(line, sizeof line, stream)) {
        line[strcspn(line, "\n")] = '\0';
        const char *start = line + strspn(line, " \t");
        if (*start != '\0' && *start != '^') snprintf(text, size, "%s", start);
    }
}

/* Run gnuplot; what it writes to stderr does not reach the terminal.
 *  @param complaint  out: the last line of it, which names the error; "": there is none */
static int run_gnuplot(const char *directory, const char *script, char *complaint, size_t size)
{
    int errors[2];
    *complaint = '\0';
    if (pipe2(errors, O_CLOEXEC) != 0) return CANNOT_START;
    const pid_t child = fork();
    if (child == 0) become_gnuplot(directory, script, errors[1]);
    (void)close(errors[1]);
    FILE *stream = fdopen(errors[0], "r");
    if (child > 0 && stream) read_last_line(stream, complaint, size);
    if (stream)
        (void)fclose(stream);
    else
        (void)close(errors[0]);
    if (child < 0) return CANNOT_START;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return CANNOT_START;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

valid_plot_status valid_gnuplot(const char *directory, const char *script, char *trouble, size_t trouble_size)
{
    char complaint[400];
    const int status = run_gnuplot(directory, script, complaint, sizeof complaint);
    if (status == CANNOT_START) {
        snprintf(trouble, trouble_size, "gnuplot cannot be started; install the package gnuplot-nox");
        return VALID_PLOT_NO_GNUPLOT;
    }
    if (status != 0) {
        snprintf(trouble, trouble_size, "gnuplot failed on %s (status %d)%s%s", script, status,
                 *complaint ? ": " : "", complaint);
        return VALID_PLOT_FAILED;
    }
    return VALID_PLOT_OK;
}

/* A case that failed early leaves a plot without anything to draw. */
static bool has_points(const valid_plot *plot)
{
    size_t count = 0;
    for (const valid_curve *curve = plot->curves; curve; curve = curve->next) count += curve->count;
    return count > 0;
}

valid_plot_status valid_write_plots(const valid_results *results, const char *directory, char *trouble,
                                    size_t trouble_size)
{
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        snprintf(trouble, trouble_size, "%s: %s", directory, strerror(errno));
        return VALID_PLOT_FAILED;
    }
    for (const valid_plot *plot = results->plots; plot; plot = plot->next) {
        char script[1200];
        if (!has_points(plot)) continue;
        if (!write_script(plot, directory, script, sizeof script)) {
            snprintf(trouble, trouble_size, "%s: %s", script, strerror(errno));
            return VALID_PLOT_FAILED;
        }
        const valid_plot_status status = valid_gnuplot(directory, script, trouble, trouble_size);
        if (status != VALID_PLOT_OK) return status;
    }
    return VALID_PLOT_OK;
}
