/* headland instructor: the instructor's page, for browsers on this computer or others. */
#include "command/options.h"
#include "command/terminal.h"
#include "drv/assets.h"
#include "program.h"
#include "results/results.h"

#include "srv/server.h"

#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>

enum { PORT = 8737, MOST_PORT = 65535 };

static const double IDLE = 7200.0, MOST = 43200.0; /* [s] */
static const char DEFAULT_SEAT[] = "seat-1", LOOPBACK[] = "127.0.0.1";

extern char **environ;

static int refuse(int status, const char *why)
{
    drv_say(&program_log, "%s", why);
    return status;
}

/* Write a debriefing anew in a process of its own, which this one does not wait for. That process waits for
 * processes of its own, gnuplot: it gets back the signal that this one ignores. */
static void renew_debriefing(const char *store, int64_t attempt, const char *path)
{
    char number[24], name[] = "headland", group[] = "results", verb[] = "debrief", out[] = "--out",
                     db[] = "--db", page[TRAIN_PATH], of[TRAIN_PATH];
    char *words[] = {name, group, verb, number, out, page, db, of, NULL};
    pid_t child;
    sigset_t children;
    posix_spawnattr_t settings;
    snprintf(number, sizeof number, "%lld", (long long)attempt);
    snprintf(page, sizeof page, "%s", path);
    snprintf(of, sizeof of, "%s", store);
    if (posix_spawnattr_init(&settings) != 0) return;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    (void)posix_spawnattr_setsigdefault(&settings, &children);
    (void)posix_spawnattr_setflags(&settings, POSIX_SPAWN_SETSIGDEF);
    (void)posix_spawn(&child, "/proc/self/exe", NULL, &settings, words, environ);
    (void)posix_spawnattr_destroy(&settings);
}

/* An IPv6 address stands in brackets. Addresses that mean every address cannot be opened. */
static void print_address(const srv_server *server, const srv_setup *setup)
{
    const bool six = strchr(setup->listen, ':') != NULL;
    const bool every = strcmp(setup->listen, "0.0.0.0") == 0 || strcmp(setup->listen, "::") == 0;
    printf("headland instructor: http%s://%s%s%s:%d/", setup->cert ? "s" : "", six && !every ? "[" : "",
           every ? "NAME-OF-THIS-COMPUTER" : setup->listen, six && !every ? "]" : "", srv_port(server));
    if (!setup->token_file) printf("?token=%s", srv_token(server));
    printf("\n");
    (void)fflush(stdout);
}

static int serve(const srv_setup *setup)
{
    char why[SRV_WHY];
    srv_server *server;
    const srv_result result = srv_open(setup, &server, why);
    if (result != SRV_OPEN) return refuse(result == SRV_REFUSED ? PROGRAM_USAGE : PROGRAM_ENVIRONMENT, why);
    (void)signal(SIGCHLD, SIG_IGN);
    print_address(server, setup);
    interrupt_begin();
    bool good = true;
    while (good && !interrupt_asked()) good = srv_attend(server) || interrupt_asked();
    srv_close(server);
    return good ? PROGRAM_DONE : refuse(PROGRAM_FAILED, "the server stopped");
}

static bool choose_store(const char *db, char store[TRAIN_PATH])
{
    if (!db) return train_store_default(store);
    const int length = snprintf(store, TRAIN_PATH, "%s", db);
    return length > 0 && length < TRAIN_PATH;
}

static const help_text help = {
    .summary = "Serve the instructor's page. In a browser, the instructor watches a seat, pauses it, loads "
               "exercises, injects faults and sends messages. Ctrl-C stops the server; the seat continues.",
    .examples = {"instructor", "instructor --seat seat-1 --seat seat-2 --port 9000",
                 "instructor --listen 0.0.0.0 --token-file token --cert cert.pem --key key.pem"},
    .failed = "the server stopped because of an error",
    .page = "docs/instructor.md"};

int program_instructor(int argc, char **argv)
{
    static const char *const only[] = {DEFAULT_SEAT};
    const char *db = NULL;
    char store[TRAIN_PATH] = "", assets[1200];
    option_list seats = {0};
    srv_setup setup = {
        .port = PORT, .listen = LOOPBACK, .idle = IDLE, .most = MOST, .renew_debriefing = renew_debriefing};
    const option options[] = {
        {"seat", OPTION_LIST, &seats, "SEAT",
         "name of a seat, as in headland run --instructor SEAT; may be repeated (default: seat-1)"},
        {"port", OPTION_INDEX, &setup.port, "PORT",
         "port to listen on; 0 selects a free one (default: 8737)"},
        {"listen", OPTION_TEXT, &setup.listen, "ADDRESS",
         "address to listen on; access from other computers requires a token and a certificate (default: "
         "127.0.0.1, this computer only)"},
        {"token-file", OPTION_TEXT, &setup.token_file, "FILE",
         "file with the token (default: a token is generated and printed)"},
        {"cert", OPTION_TEXT, &setup.cert, "FILE", "certificate for TLS, PEM"},
        {"key", OPTION_TEXT, &setup.key, "FILE", "its private key, PEM"},
        {"idle", OPTION_SECONDS, &setup.idle, "DURATION",
         "end a browser's session after this time without use (default: 2 h)"},
        {"session", OPTION_SECONDS, &setup.most, "DURATION",
         "end a browser's session after this time in any case (default: 12 h)"},
        RESULTS_DB_OPTION(&db),
        OPTION_END};
    command_line line = {.command = "instructor", .help = &help, .options = options};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (setup.port > MOST_PORT) {
        return program_end(PROGRAM_USAGE, "--port '%d' is not understood; expected 0 to %d", setup.port,
                           MOST_PORT);
    }
    if (seats.count > SRV_SEATS) {
        return program_end(PROGRAM_USAGE, "--seat is given %d times; at most %d are expected", seats.count,
                           SRV_SEATS);
    }
    setup.seat_count = seats.count > 0 ? seats.count : 1;
    setup.seats = seats.count > 0 ? seats.texts : only;
    if (!choose_store(db, store)) return refuse(PROGRAM_USAGE, "no home directory; give --db FILE");
    setup.store = store;
    if (!drv_assets_find(NULL, assets, sizeof assets))
        return refuse(PROGRAM_ENVIRONMENT,
                      "the pages are not found; set HEADLAND_ASSETS to the folder of the assets");
    setup.assets = assets;
    return serve(&setup);
}
