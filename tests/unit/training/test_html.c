/* Pages: the debriefing of an attempt, the page of a store. */
#include "drives.h"
#include "store_rig.h"

#include "figures.h"
#include "file/template.h"
#include "words.h"

#define TEMPLATES HEADLAND_ASSETS "/results"

#include <math.h>
#include <string.h>

static const char *page_of(const drives *d, const int *figures, const char *const *svgs, int count)
{
    FILE *file = drives_write();
    char why[TRAIN_WHY];
    if (train_debrief_html(&d->debrief, figures, svgs, count, TEMPLATES, file, why) != HL_OK)
        fail_msg("%s", why);
    return drives_written(file);
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part)) print_error("no %s in:\n%s\n", part, text);
    assert_non_null(strstr(text, part));
}

static const char *escaped(const char *text)
{
    FILE *file = drives_write();
    file_html_write(text, file);
    return drives_written(file);
}

static void texts_become_entities(void **state)
{
    (void)state;
    assert_string_equal(escaped("<script>alert('a\" & b')</script>"),
                        "&lt;script&gt;alert(&#39;a&quot; &amp; b&#39;)&lt;/script&gt;");
    assert_string_equal(escaped("S\xc3\xb6hne\n"), "S\xc3\xb6hne\n");
    assert_string_equal(escaped("a\x01\xff\x7f"), "a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

/* RFC 4648, section 10 */
static void base64_has_the_published_vectors(void **state)
{
    static const char *const vectors[][2] = {{"", ""},
                                             {"f", "Zg=="},
                                             {"fo", "Zm8="},
                                             {"foo", "Zm9v"},
                                             {"foob", "Zm9vYg=="},
                                             {"fooba", "Zm9vYmE="},
                                             {"foobar", "Zm9vYmFy"}};
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        FILE *file = drives_write();
        base64_write(file, vectors[i][0], strlen(vectors[i][0]));
        assert_string_equal(drives_written(file), vectors[i][1]);
    }
}

/* Who was not there reads what was to be done; the author's lines and paragraphs stay. */
static void the_page_tells_the_exercise(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->scenario.training.briefing = "Dig <here>\nand dump\n\nThen park\n";
    has(page_of(d, NULL, NULL, 0),
        "<h2>The exercise</h2>\n<p>Dig &lt;here&gt;<br>\nand dump</p>\n<p>Then park</p>\n</section>");
    d->scenario.training.briefing = "";
    assert_null(strstr(page_of(d, NULL, NULL, 0), "The exercise"));
}

static void the_page_forbids_scripts_and_names_its_language(void **state)
{
    const char *page = page_of(drives_new(), NULL, NULL, 0);
    (void)state;
    has(page, "<html lang=\"en\">");
    has(page, "http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
              "'unsafe-inline'");
    has(page, "@media print");
    has(page, "prefers-color-scheme:dark");
    assert_null(strstr(page, "http:"));
    assert_null(strstr(page, "https:"));
}

static void the_page_shows_the_score(void **state)
{
    const char *page = page_of(drives_new(), NULL, NULL, 0);
    (void)state;
    has(page, "<span class=\"score\">65.0 ");
    has(page, "<span class=\"badge good\">passed</span>");
    has(page, "<tr><th scope=\"row\">Time</th><td class=\"n\">100 s</td><td class=\"n\">60 s</td>"
              "<td class=\"n\">140 s</td><td class=\"n\">25.0</td><td class=\"n\">50.0</td>");
    has(page, "width:50%");
    has(page, "<td class=\"n\">4.0 s</td><td>hit</td><td>frame has hit post</td>");
    has(page, "<tr><th scope=\"row\">Score</th><td class=\"n\">65.0</td><td class=\"n\">52.5</td>"
              "<td class=\"n\">100.0</td></tr>");
    has(page, "Pending: ");
}

static void the_page_says_what_was_not_measured_or_refused(void **state)
{
    drives *d = drives_new();
    (void)state;
    d->points[0][0].value = (double)NAN;
    d->attempts[0].proof = TRAIN_REFUSED;
    d->attempts[0].proof_why = "its recording comes to 12.5";
    d->debrief.drive_count = 1;
    const char *page = page_of(d, NULL, NULL, 0);
    has(page, "not measured");
    has(page, "Refused: ");
    has(page, "its recording comes to 12.5");
    has(page, "There is no earlier attempt and no reference drive to compare with.");
}

static void figures_are_images_with_alternatives(void **state)
{
    static const int figures[] = {TRAIN_FIGURE_FUEL, TRAIN_FIGURE_HITS};
    static const char *const svgs[] = {"<?xml version=\"1.0\"?>\n<svg/>", NULL};
    const char *page = page_of(drives_new(), figures, svgs, 2);
    (void)state;
    has(page, "<figcaption>Fuel used</figcaption><img alt=\"Plot: Fuel used, of this attempt, attempt 5, "
              "reference\" "
              "src=\"data:image/svg+xml;base64,PHN2Zy8+\">"); /* <svg/>, without the prolog */
    has(page, "1 of 2 figures could not be drawn");
}

/* Every text that comes from outside at once. */
static void all_texts_are_escaped(void **state)
{
    static const char evil[] = "</td><script>alert(1)</script>";
    static const int figures[] = {TRAIN_FIGURE_SIGNAL};
    static const char *const svgs[] = {"<svg><script>alert(1)</script></svg>"};
    drives *d = drives_new();
    train_attempt *a = &d->attempts[0];
    (void)state;
    a->trainee_name = a->exercise.title = a->exercise.machine = a->exercise.variants = a->exercise.hash =
        evil;
    a->outcome.reason = a->outcome.state_hash = a->outcome.recording_hash = a->proof_why = evil;
    d->points[0][0].text = d->points[0][0].unit = d->events[1].text = d->events[1].kind = evil;
    d->scenario.training.finished = d->plots[0].title = d->debrief.drives[1].label = evil;
    const char *page = page_of(d, figures, svgs, 1);
    assert_null(strstr(page, "<script"));
    assert_true(drives_count(page, "&lt;script&gt;") > 15);
}

/* As the store gives it, with a scenario that nobody knows any more. */
static void an_attempt_that_runs_has_a_page(void **state)
{
    static const auth_scenario unknown;
    train_attempt *attempt;
    (void)state;
    RIG_OK(train_attempt_read(rig_store(), rig_begin("Ada", &rig_hopper), &rig_arena, &attempt));
    const train_debrief debrief = {&unknown, 1, {{"this attempt", attempt, {.rows = 0}}}};
    int figures[TRAIN_FIGURE_SIGNAL + AUTH_MAX_PLOTS];
    assert_int_equal(train_figures(&debrief, figures), 0);
    FILE *file = drives_write();
    char why[TRAIN_WHY];
    assert_int_equal(train_debrief_html(&debrief, figures, NULL, 0, TEMPLATES, file, why), HL_OK);
    const char *page = drives_written(file);
    has(page, "<span class=\"badge bad\">running</span>");
    has(page, "no points yet");
    has(page, "No events are stored.");
}

/* Of a template that is not there, or names an unknown value, the message has file and line. */
static void a_wrong_template_is_refused(void **state)
{
    (void)state;
    char why[TRAIN_WHY] = "";
    const drives *d = drives_new();
    FILE *file = drives_write();
    assert_int_equal(train_debrief_html(&d->debrief, NULL, NULL, 0, "/nowhere", file, why), HL_IO_ERROR);
    assert_non_null(strstr(why, "/nowhere/debrief.html: "));
    assert_string_equal(drives_written(file), "");
}

/* ---- the page of a store ---- */

static const char *board(const char *exercise, const char *trainee)
{
    FILE *file = drives_write();
    char why[TRAIN_WHY];
    RIG_OK(train_export_html(rig_store(), exercise, trainee, TEMPLATES, file, why));
    return drives_written(file);
}

static void the_board_shows_ranks_curves_and_attempts(void **state)
{
    (void)state;
    rig_attempt("Ada", &rig_slalom, 40.0, 100.0, TRAIN_ACCEPTED);
    rig_failed("Ada", &rig_slalom);
    rig_attempt("Ada", &rig_slalom, 80.0, 90.0, TRAIN_ACCEPTED);
    rig_attempt("<i>Bo", &rig_slalom, 60.0, 95.0, TRAIN_PENDING);
    const char *page = board(NULL, NULL);
    has(page, "<tr><td class=\"n\">1</td><td>Ada</td><td class=\"n\">80.0</td>");
    assert_int_equal(drives_count(page, "<svg class=\"curve\""), 2);
    assert_int_equal(drives_count(page, "<circle "), 3);
    assert_int_equal(drives_count(page, "<path "), 1); /* the cross of the failed one */
    has(page, "<figcaption>&lt;i&gt;Bo</figcaption>");
    assert_null(strstr(page, "<i>"));
    rig_attempt("Cy", &rig_slalom, 70.0, 80.0, TRAIN_ACCEPTED);
    page = board(NULL, "Ada");
    assert_int_equal(drives_count(page, "<svg class=\"curve\""), 1);
    assert_null(strstr(page, "Cy"));
    page = board(NULL, "Cy");
    has(page, "<tr><td class=\"n\">2</td><td>Cy</td>");
    assert_null(strstr(page, "Ada"));
    has(board(NULL, "<i>Bo"), "No ranks yet");
    has(board("nobody knows it", NULL), "No attempts.");
}

static void a_curve_spans_its_picture(void **state)
{
    static const curve_point points[] = {{0.0, false}, {50.0, true}, {100.0, true}};
    FILE *file = drives_write();
    (void)state;
    curve_svg(file, "a & b", points, 3);
    const char *svg = drives_written(file);
    has(svg, "points=\"38.0,166.0 233.0,89.0 428.0,12.0\""); /* the corners of the frame, and its middle */
    has(svg, "<title>a &amp; b</title>");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_entities),
        cmocka_unit_test(base64_has_the_published_vectors),
        cmocka_unit_test(the_page_tells_the_exercise),
        cmocka_unit_test(the_page_forbids_scripts_and_names_its_language),
        cmocka_unit_test(the_page_shows_the_score),
        cmocka_unit_test(the_page_says_what_was_not_measured_or_refused),
        cmocka_unit_test(figures_are_images_with_alternatives),
        cmocka_unit_test(all_texts_are_escaped),
        cmocka_unit_test_teardown(an_attempt_that_runs_has_a_page, rig_remove),
        cmocka_unit_test_teardown(the_board_shows_ranks_curves_and_attempts, rig_remove),
        cmocka_unit_test(a_wrong_template_is_refused),
        cmocka_unit_test(a_curve_spans_its_picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
