/* headland instructor: the instructor's page, for browsers on this computer or others. */
#include "command/assets.h"
#include "command/interrupt.h"
#include "command/options.h"
#include "instructor_listen.h"
#include "instructor_server.h"
#include "instructor_tls.h"
#include "program.h"
#include "results/results.h"

#include "io/address.h"
#include "train/store.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PORT = 8737, MOST_PORT = 65535, WHY = 1600 };

static const double IDLE = 7200.0, MOST = 43200.0; /* [s] */
static const char DEFAULT_SEAT[] = "seat-1", LOOPBACK[] = "127.0.0.1";

typedef struct instructor_request {
    option_list seats;
    int port;
    const char *listen, *token_file, *cert, *key, *db;
    double idle, most; /* of a session [s] */
} instructor_request;

static int refuse(int status, const char *why)
{
    fprintf(stderr, "headland instructor: %s\n", why);
    return status;
}

/* ---- token ---- */

/* @return false: it cannot be read, or is none, which has been said */
static bool read_token(const char *path, char token[ACCESS_TOKEN])
{
    char line[2 * ACCESS_TOKEN] = "";
    struct stat info;
    FILE *file = fopen(path, "r");
    if (!file || fstat(fileno(file), &info) != 0) {
        fprintf(stderr, "headland instructor: --token-file %s: %s\n", path, strerror(errno));
        if (file) (void)fclose(file);
        return false;
    }
    const bool read = fgets(line, sizeof line, file) != NULL && fgetc(file) == EOF;
    (void)fclose(file);
    line[strcspn(line, "\r\n")] = '\0';
    if (!S_ISREG(info.st_mode)) {
        fprintf(stderr, "headland instructor: --token-file %s: expected a file\n", path);
        return false;
    }
    if (info.st_mode & (S_IRWXG | S_IRWXO)) {
        fprintf(stderr,
                "headland instructor: --token-file %s: other users can read it; make it private with: chmod "
                "600\n",
                path);
        return false;
    }
    if (!read || !access_is_token(line)) {
        fprintf(stderr,
                "headland instructor: --token-file %s: expected one line of 16 to 128 letters, digits, '-', "
                "'_', '.' and '~'\n",
                path);
        return false;
    }
    memcpy(token, line, strlen(line) + 1);
    return true;
}

/* Repeated and consecutive characters are guessed first. */
static bool is_strong(const char *path, const char *token)
{
    const double bits = access_bits(token);
    if (bits >= ACCESS_BITS) return true;
    fprintf(stderr,
            "headland instructor: --token-file %s: the token is too easy to guess: about %.0f bits, at least "
            "%d are expected (repeated and consecutive characters count once); make one with: openssl rand "
            "-hex 16\n",
            path, bits, ACCESS_BITS);
    return false;
}

static bool make_token(char token[ACCESS_TOKEN])
{
    unsigned char bytes[ACCESS_RANDOM];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) return false;
    access_print_token(bytes, token);
    return true;
}

/* ---- what other computers can reach ---- */

/* @param loopback  only this computer can reach it */
static bool is_safe(const instructor_request *request, bool loopback)
{
    if ((request->cert == NULL) != (request->key == NULL)) {
        (void)refuse(0, "give both --cert and --key");
        return false;
    }
    if (!loopback && (!request->token_file || !request->cert)) {
        fprintf(stderr,
                "headland instructor: --listen %s can be reached from other computers: --token-file FILE, "
                "--cert FILE and --key FILE are required (see docs/instructor.md)\n",
                request->listen);
        return false;
    }
    char why[WHY];
    if (!request->cert || tls_check(request->cert, request->key, why, sizeof why)) return true;
    (void)refuse(0, why);
    return false;
}

static bool is_possible(const instructor_request *request)
{
    if (request->port > MOST_PORT)
        fprintf(stderr, "headland instructor: --port '%d' is not understood; expected 0 to %d\n",
                request->port, MOST_PORT);
    else if (request->seats.count > ROOM_SEATS)
        fprintf(stderr, "headland instructor: --seat is given %d times; at most %d are expected\n",
                request->seats.count, ROOM_SEATS);
    else
        return true;
    return false;
}

/* ---- serving ---- */

/* An IPv6 address stands in brackets, and those that mean every address are no address to open. */
static void tell_address(const instructor_setup *setup, const char *listen, bool made)
{
    const bool six = strchr(listen, ':') != NULL;
    const bool every = strcmp(listen, "0.0.0.0") == 0 || strcmp(listen, "::") == 0;
    printf("headland instructor: http%s://%s%s%s:%d/", setup->cert ? "s" : "", six && !every ? "[" : "",
           every ? "NAME-OF-THIS-COMPUTER" : listen, six && !every ? "]" : "", setup->port);
    if (made) printf("?token=%s", setup->token);
    printf("\n");
    (void)fflush(stdout);
}

static int serve(const instructor_setup *setup, const instructor_request *request)
{
    char why[WHY];
    instructor_server *server = server_open(setup, why, sizeof why);
    if (!server) return refuse(PROGRAM_USAGE, why);
    (void)signal(SIGCHLD, SIG_IGN); /* processes that write debriefings anew are not waited for */
    tell_address(setup, request->listen, request->token_file == NULL);
    interrupt_begin();
    bool good = true;
    while (good && !interrupt_asked()) good = server_attend(server) || interrupt_asked();
    server_close(server);
    return good ? PROGRAM_DONE : refuse(PROGRAM_FAILED, "the server stopped");
}

static bool choose_store(const instructor_request *request, char store[TRAIN_PATH])
{
    if (!request->db) return train_store_default(store);
    const int length = snprintf(store, TRAIN_PATH, "%s", request->db);
    return length > 0 && length < TRAIN_PATH;
}

/* A store that is not there yet will be made by a seat. @return false: what is there is none, which has been
 * said */
static bool is_store(const char *path)
{
    char why[TRAIN_WHY];
    train_store *store;
    if (access(path, F_OK) != 0) return true;
    if (train_store_open_read(path, &store, why) == HL_OK) {
        train_store_close(store);
        return true;
    }
    fprintf(stderr, "headland instructor: %s: %s\n", path, why);
    return false;
}

static int run(const instructor_request *request, hl_arena *arena)
{
    static const char *const only[] = {DEFAULT_SEAT};
    char why[WHY], token[ACCESS_TOKEN], store[TRAIN_PATH] = "", assets[1200];
    instructor_pages pages;
    instructor_setup setup = {.cert = request->cert,
                              .key = request->key,
                              .token = token,
                              .store = store,
                              .idle = request->idle,
                              .most = request->most,
                              .pages = &pages,
                              .seat_count = request->seats.count,
                              .seats = request->seats.texts};
    if (request->seats.count == 0) {
        setup.seat_count = 1;
        setup.seats = only;
    }
    if (!choose_store(request, store)) return refuse(PROGRAM_USAGE, "no home directory; give --db FILE");
    if (!is_store(store)) return PROGRAM_USAGE;
    if (request->token_file &&
        (!read_token(request->token_file, token) || !is_strong(request->token_file, token)))
        return PROGRAM_USAGE;
    if (!request->token_file && !make_token(token))
        return refuse(PROGRAM_ENVIRONMENT, "the system provides no random numbers for a token");
    if (!assets_find(NULL, assets, sizeof assets) || !pages_read(&pages, assets, arena, why, sizeof why))
        return refuse(PROGRAM_ENVIRONMENT,
                      "the pages are not found; set HEADLAND_ASSETS to the folder of the assets");
    setup.listener = listen_at(request->listen, request->port, &setup.loopback, why, sizeof why);
    if (setup.listener < 0) return refuse(PROGRAM_ENVIRONMENT, why);
    setup.port = io_address_port(setup.listener);
    if (!is_safe(request, setup.loopback)) {
        close(setup.listener);
        return PROGRAM_USAGE;
    }
    return serve(&setup, request);
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
    instructor_request request = {.port = PORT, .listen = LOOPBACK, .idle = IDLE, .most = MOST};
    const option options[] = {
        {"seat", OPTION_LIST, &request.seats, "SEAT",
         "name of a seat, as in headland run --instructor SEAT; may be repeated (default: seat-1)"},
        {"port", OPTION_INDEX, &request.port, "PORT",
         "port to listen on; 0 selects a free one (default: 8737)"},
        {"listen", OPTION_TEXT, &request.listen, "ADDRESS",
         "address to listen on; access from other computers requires a token and a certificate (default: "
         "127.0.0.1, this computer only)"},
        {"token-file", OPTION_TEXT, &request.token_file, "FILE",
         "file with the token (default: a token is generated and printed)"},
        {"cert", OPTION_TEXT, &request.cert, "FILE", "certificate for TLS, PEM"},
        {"key", OPTION_TEXT, &request.key, "FILE", "its private key, PEM"},
        {"idle", OPTION_SECONDS, &request.idle, "DURATION",
         "end a browser's session after this time without use (default: 2 h)"},
        {"session", OPTION_SECONDS, &request.most, "DURATION",
         "end a browser's session after this time in any case (default: 12 h)"},
        RESULTS_DB_OPTION(&request.db),
        OPTION_END};
    command_line line = {
        .command = "instructor", .arguments = "", .help = &help, .options = options, .fewest = 0, .most = 0};
    int status;
    if (!options_parse(&line, argc, argv, &status)) return status;
    if (!is_possible(&request)) return PROGRAM_USAGE;
    hl_arena arena = {0};
    status = run(&request, &arena);
    hl_arena_free(&arena);
    return status;
}
