#include "terminal.h"

#include "drv/assets.h"
#include "program.h"
#include "valid/runner.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- messages ---- */

static const char *command = "";

void program_set_command(const char *name)
{
    command = name;
}

const char *program_command(void)
{
    return command;
}

/* Control characters: those of ASCII, and those of Latin-1 as UTF-8 writes them (U+0080 to U+009F: c2 80 to
 * c2 9f). */
static bool is_control(const unsigned char *at)
{
    return *at < ' ' || *at == 0x7f || (*at == 0xc2 && at[1] >= 0x80 && at[1] <= 0x9f);
}

/* Text of files must not control the terminal. */
static void make_plain(char *text)
{
    for (; *text; text++)
        if (is_control((const unsigned char *)text) && *text != '\t' && *text != '\n') *text = '?';
}

enum { MESSAGE = 8192 };

static void write_message(void *context, drv_message kind, const char *text)
{
    char line[MESSAGE + 100];
    (void)context;
    if (kind == DRV_MESSAGE)
        snprintf(line, sizeof line, "headland %s: %s", command, text);
    else
        snprintf(line, sizeof line, "%s", text);
    make_plain(line);
    fprintf(stderr, "%s\n", line);
}

const drv_log program_log = {.write = write_message};

int program_end(int status, const char *format, ...)
{
    char text[MESSAGE];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    write_message(NULL, DRV_MESSAGE, text);
    return status;
}

bool program_plot(const char *folder, const char *script, char *why, size_t why_size)
{
    return valid_gnuplot(folder, script, why, why_size) == VALID_PLOT_OK;
}

drv_results program_store(train_store *store, const char *path)
{
    static char templates[TRAIN_PATH];
    static const char folder[] = "/results";
    const bool found = drv_assets_find(NULL, templates, sizeof templates - sizeof folder);
    if (found) memcpy(templates + strlen(templates), folder, sizeof folder);
    return (drv_results){.log = &program_log,
                         .store = store,
                         .path = path,
                         .plot = program_plot,
                         .templates = found ? templates : NULL};
}

int print_json(cJSON *document)
{
    char *text = cJSON_Print(document);
    cJSON_Delete(document);
    if (text)
        puts(text);
    else
        fprintf(stderr, "headland: %s\n", hl_status_text(HL_OUT_OF_MEMORY));
    cJSON_free(text);
    return text ? PROGRAM_DONE : PROGRAM_ENVIRONMENT;
}

/* ---- tables ---- */

/* Characters: a byte 10xxxxxx of UTF-8 continues one. */
static int text_width(const char *text)
{
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

bool table_begin(text_table *table, hl_arena *arena, const char *const *heads, int columns, int rows)
{
    *table = (text_table){.arena = arena, .columns = columns, .room = columns * rows, .heads = heads};
    table->cells = HL_NEW(arena, const char *, table->room);
    return table->cells != NULL;
}

const char *plain_text(hl_arena *arena, const char *text)
{
    char *plain = hl_arena_string(arena, text, strlen(text));
    for (char *at = plain; at && *at; at++)
        if (is_control((unsigned char *)at)) *at = '?';
    return plain ? plain : "";
}

void table_cell(text_table *table, const char *format, ...)
{
    enum { CELL = 1024 };
    char text[CELL];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (table->count < table->room) table->cells[table->count++] = plain_text(table->arena, text);
}

void table_number(text_table *table, double value, int decimals)
{
    if (isfinite(value))
        table_cell(table, "%.*f", decimals, value);
    else
        table_cell(table, "-");
}

static bool is_number(const text_table *table, int column)
{
    return table->heads && *table->heads[column] == '>';
}

static const char *head_of(const text_table *table, int column)
{
    return table->heads ? table->heads[column] + is_number(table, column) : "";
}

static int column_width(const text_table *table, int column)
{
    int width = text_width(head_of(table, column));
    for (int i = column; i < table->count; i += table->columns)
        width = text_width(table->cells[i]) > width ? text_width(table->cells[i]) : width;
    return width;
}

static void print_cell(int width, bool number, bool last, const char *text)
{
    const int space = width - text_width(text);
    printf("%*s%s%*s", number ? space : 0, "", text, number || last ? 0 : space, "");
    fputs(last ? "\n" : "  ", stdout);
}

void table_print(const text_table *table)
{
    enum { MOST = 16 };
    int widths[MOST] = {0};
    const int columns = table->columns < MOST ? table->columns : MOST;
    if (columns < 1) return;
    for (int k = 0; k < columns; k++) widths[k] = column_width(table, k);
    for (int k = 0; k < columns && table->heads; k++)
        print_cell(widths[k], is_number(table, k), k + 1 == columns, head_of(table, k));
    for (int i = 0; i < table->count; i++) {
        const int k = i % columns;
        print_cell(widths[k], is_number(table, k), k + 1 == columns, table->cells[i]);
    }
}

cJSON *table_json(const text_table *table)
{
    cJSON *list = cJSON_CreateArray(), *row = NULL;
    for (int i = 0; i < table->count; i++) {
        const int column = i % table->columns;
        if (column == 0) cJSON_AddItemToArray(list, row = cJSON_CreateObject());
        cJSON_AddStringToObject(row, head_of(table, column), table->cells[i]);
    }
    return list;
}

/* ---- ending early ---- */

static volatile sig_atomic_t asked;

static void ask(int number)
{
    (void)number;
    asked = 1;
}

void interrupt_begin(void)
{
    const int numbers[] = {SIGINT, SIGTERM, SIGHUP}; /* the last: the terminal is closed */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction before, action = {.sa_handler = ask};
        action.sa_flags = (int)SA_RESETHAND; /* the second one ends the program */
        sigemptyset(&action.sa_mask);
        /* A signal that was ignored when the program started (nohup, a background job) stays ignored. */
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

bool interrupt_asked(void)
{
    return asked != 0;
}

/* ---- progress ---- */

progress progress_begin(long total)
{
    return (progress){.shown = total > 0 && isatty(STDERR_FILENO) == 1, .total = total, .permille = -1};
}

void progress_show(progress *bar, long done, const char *label)
{
    enum { WIDTH = 40 };
    if (!bar->shown) return;
    const int permille = (int)((double)done / (double)bar->total * 1000.0);
    if (permille == bar->permille && !label) return;
    bar->permille = permille;
    const int filled = permille * WIDTH / 1000;
    fprintf(stderr, "\r[%.*s%*s] %5.1f %% %-24.24s", filled, "########################################",
            WIDTH - filled, "", permille / 10.0, label ? label : "");
}

static bool advance(void *context, int64_t done, int64_t total)
{
    progress *bar = context;
    if (bar->permille < 0) *bar = progress_begin((long)total);
    progress_show(bar, (long)done, NULL);
    return !interrupt_asked();
}

drv_progress progress_of(progress *bar)
{
    *bar = (progress){.permille = -1};
    return (drv_progress){advance, bar};
}

void progress_end(progress *bar)
{
    enum { LINE = 76 };
    if (bar->shown) fprintf(stderr, "\r%*s\r", LINE, "");
    bar->shown = false;
}

/* ---- answers ---- */

static void trim(const char *from, int length, char line[CONSOLE_LINE])
{
    while (length > 0 && isspace((unsigned char)*from)) {
        from++;
        length--;
    }
    while (length > 0 && isspace((unsigned char)from[length - 1])) length--;
    memcpy(line, from, (size_t)length);
    line[length] = '\0';
}

/* A line that is too long ends where the room does. */
static bool take_line(console *from, char line[CONSOLE_LINE])
{
    const char *newline = memchr(from->text, '\n', (size_t)from->length);
    const bool whole = newline || from->length == CONSOLE_LINE - 1 || (from->ended && from->length > 0);
    if (!whole) return false;
    const int length = newline ? (int)(newline - from->text) : from->length;
    const int taken = newline ? length + 1 : length;
    trim(from->text, length, line);
    from->length -= taken;
    memmove(from->text, from->text + taken, (size_t)from->length);
    return true;
}

static void read_more(console *from)
{
    const ssize_t got =
        read(STDIN_FILENO, from->text + from->length, (size_t)(CONSOLE_LINE - 1 - from->length));
    if (got > 0) from->length += (int)got;
    if (got == 0 || (got < 0 && errno != EINTR && errno != EAGAIN)) from->ended = true;
}

console_got console_wait(console *from, int descriptor, int milliseconds, char line[CONSOLE_LINE])
{
    for (;;) {
        const bool wants_line = milliseconds < 0;
        if (interrupt_asked()) return CONSOLE_END;
        if (wants_line && take_line(from, line)) return CONSOLE_LINE_READ;
        if (wants_line && from->ended) return CONSOLE_END;
        struct pollfd waited[2] = {{.fd = descriptor, .events = POLLIN},
                                   {.fd = wants_line ? STDIN_FILENO : -1, .events = POLLIN}};
        const int ready = poll(waited, 2, milliseconds);
        if (ready == 0) return CONSOLE_TIME;
        if (ready < 0) continue;
        if (waited[0].revents) return CONSOLE_EVENT;
        read_more(from);
    }
}
