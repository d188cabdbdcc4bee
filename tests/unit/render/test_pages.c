/* Pages, without a window: painted into images, driven by events. */
#include "support/check.h"

#include "page.h"

#include <stdio.h>
#include <string.h>

/* ---- rig ---- */

typedef struct screen {
    cairo_surface_t *surface;
    page_canvas canvas;
} screen;

static void open_screen(screen *s, int width, int height, double pixels)
{
    memset(s, 0, sizeof *s);
    s->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    s->canvas.pixels = pixels;
    s->canvas.width = width / pixels;
    s->canvas.height = height / pixels;
    s->canvas.mouse[0] = s->canvas.mouse[1] = -1.0;
}

static void close_screen(screen *s)
{
    cairo_surface_destroy(s->surface);
}

static uint64_t paint(screen *s, void (*painter)(void *state, page_canvas *canvas), void *state)
{
    s->canvas.c = cairo_create(s->surface);
    cairo_scale(s->canvas.c, s->canvas.pixels, s->canvas.pixels);
    page_begin(&s->canvas);
    painter(state, &s->canvas);
    assert_int_equal(cairo_status(s->canvas.c), CAIRO_STATUS_SUCCESS);
    cairo_destroy(s->canvas.c);
    s->canvas.c = NULL;
    cairo_surface_flush(s->surface);
    const unsigned char *bytes = cairo_image_surface_get_data(s->surface);
    const size_t size = (size_t)cairo_image_surface_get_stride(s->surface) *
                        (size_t)cairo_image_surface_get_height(s->surface);
    uint64_t sum = 14695981039346656037U; /* FNV-1a */
    for (size_t i = 0; i < size; i++) sum = (sum ^ bytes[i]) * 1099511628211U;
    return sum;
}

static page_event key(page_key code)
{
    return (page_event){.kind = PAGE_KEY, .key = code};
}

static page_event typed(const char *text)
{
    page_event event = {.kind = PAGE_TYPED};
    snprintf(event.text, sizeof event.text, "%s", text);
    return event;
}

static int menu_key(menu_page *m, page_key code)
{
    static const page_canvas nothing;
    const page_event event = key(code);
    return menu_take(m, &event, &nothing);
}

static void menu_type(menu_page *m, const char *text)
{
    static const page_canvas nothing;
    const page_event event = typed(text);
    assert_int_equal(menu_take(m, &event, &nothing), PAGE_STAYS);
}

/* The middle of a spot; fails when there is none. */
static page_event press_on(const screen *s, int what, int index)
{
    for (int i = 0; i < s->canvas.spot_count; i++) {
        const page_spot *spot = &s->canvas.spots[i];
        if (spot->what == what && spot->index == index)
            return (page_event){.kind = PAGE_PRESS,
                                .x = spot->box.x + 0.5 * spot->box.w,
                                .y = spot->box.y + 0.5 * spot->box.h};
    }
    fail_msg("nothing to press: %d, %d", what, index);
    return (page_event){0};
}

/* ---- things to show ---- */

static const char *const booms[] = {"one piece", "two piece"}, *const buckets[] = {"small", "medium",
                                                                                   "large"};
static const struct rnd_variant variants[] = {{"boom", "of the arm", 2, booms}, {"bucket", "", 3, buckets}};
static const char *const trainees[] = {"Ada", "Bj\u00f6rn", "<b>Zo\u00eb</b>"};
static const rnd_exercise exercises[] = {
    {.title = "Slalom", .machine = "tractor", .text = "Drive.", .level = 1},
    {"Hopper", "excavator", "Load.", 4, 2, variants, false, "Excavator: load", "about 2 min"},
    {"Trench", "excavator", "Dig.", 5, 2, variants, false, "Excavator: dig", NULL}};
static const rnd_menu menu = {
    .trainee_count = 3, .exercise_count = 3, .trainees = trainees, .exercises = exercises};

/* ---- names ---- */

static void names_are_typed_and_erased_by_letters(void **state)
{
    (void)state;
    char name[16] = "";
    entry_add(name, sizeof name, "Zo\u00eb");
    entry_add(name, sizeof name, " \u041e\u043b");
    assert_string_equal(name, "Zo\u00eb \u041e\u043b");
    entry_erase(name);
    entry_erase(name);
    assert_string_equal(name, "Zo\u00eb ");
    entry_add(name, sizeof name, "e\u0301"); /* a letter and its accent */
    entry_erase(name);
    assert_string_equal(name, "Zo\u00eb ");
    entry_erase(name);
    entry_erase(name);
    assert_string_equal(name, "Zo");
    for (int i = 0; i < 5; i++) entry_erase(name);
    assert_string_equal(name, "");
}

static void names_take_no_more_than_fits_and_no_controls(void **state)
{
    (void)state;
    char name[8] = "abcdef";
    entry_add(name, sizeof name, "\u00eb"); /* two bytes: no room with the end */
    assert_string_equal(name, "abcdef");
    entry_add(name, sizeof name, "g");
    entry_add(name, sizeof name, "h");
    assert_string_equal(name, "abcdefg");
    char other[16] = "";
    entry_add(other, sizeof other, "a\tb");
    entry_add(other, sizeof other, "\x1b");
    entry_add(other, sizeof other, "\xff\xfe");
    assert_string_equal(other, "");
}

static void blank_names_are_none(void **state)
{
    (void)state;
    assert_true(entry_blank(""));
    assert_true(entry_blank(" \u00a0\u200b "));
    assert_false(entry_blank(" a "));
    assert_true(entry_begins("\u00c4nne", "\u00e4N"));
    assert_false(entry_same("\u00c4nne", "\u00e4N"));
    assert_true(entry_same("\u00c4nne", "\u00e4NNE"));
    assert_true(entry_same("Ann", "ann "));
    assert_false(entry_same("Ann", "an n"));
}

/* ---- menu ---- */

static void a_new_name_and_an_exercise_start_it(void **state)
{
    (void)state;
    menu_page m;
    rnd_choice choice = {.exercise = 77}; /* there is none: the first */
    menu_begin(&m, &menu, &choice);
    assert_int_equal(choice.exercise, 0);
    assert_int_equal(m.focus, MENU_TRAINEE);
    menu_type(&m, " "); /* begins no name */
    assert_string_equal(choice.trainee, "");
    menu_type(&m, "Gr");
    menu_type(&m, "ace");
    assert_int_equal(menu_key(&m, PAGE_ENTER), PAGE_STAYS);
    assert_int_equal(m.focus, MENU_EXERCISES);
    assert_int_equal(menu_key(&m, PAGE_DOWN), PAGE_STAYS);
    assert_int_equal(menu_key(&m, PAGE_ENTER), RND_ANSWER_GO);
    assert_string_equal(choice.trainee, "Grace");
    assert_int_equal(choice.exercise, 1);
}

/* It stands in the list with the reason, and nothing starts it. */
static void an_unreadable_exercise_does_not_start(void **state)
{
    (void)state;
    static const rnd_exercise listed[] = {
        {.title = "Slalom", .machine = "tractor", .text = "Drive.", .level = 1},
        {.title = "pipe.yaml", .machine = "", .text = "it is a pipe", .unreadable = true}};
    const rnd_menu with_unreadable = {
        .trainee_count = 3, .exercise_count = 2, .trainees = trainees, .exercises = listed};
    menu_page m;
    rnd_choice choice = {.trainee = "Ada"};
    menu_begin(&m, &with_unreadable, &choice);
    (void)menu_key(&m, PAGE_DOWN);
    assert_int_equal(choice.exercise, 1);
    assert_int_equal(menu_key(&m, PAGE_ENTER), PAGE_STAYS);
    (void)menu_key(&m, PAGE_UP);
    assert_int_equal(menu_key(&m, PAGE_ENTER), RND_ANSWER_GO);
}

/* Ada has passed the first exercise; others have not, and the last one is locked for all. */
static rnd_progress progress_of(void *context, const char *trainee, int exercise)
{
    static const char *const standings[] = {"best 83", "", "2 attempts"};
    const bool ada = strcmp(trainee, "Ada") == 0;
    (void)context;
    return (rnd_progress){.standing = standings[exercise],
                          .medal = ada && exercise == 0 ? RND_SILVER : RND_NO_MEDAL,
                          .passed = ada && exercise < 2,
                          .next = exercise == (ada ? 1 : 0),
                          .locked = exercise == 2 ? "Locked: first pass \"load\"." : NULL};
}

static rnd_menu course_menu(void)
{
    rnd_menu with_progress = menu;
    with_progress.progress = progress_of;
    return with_progress;
}

static void a_locked_exercise_does_not_start(void **state)
{
    (void)state;
    screen s;
    menu_page m;
    const rnd_menu course = course_menu();
    rnd_choice choice = {.trainee = "Ada", .exercise = 2};
    open_screen(&s, 1280, 720, 1.0);
    menu_begin(&m, &course, &choice);
    assert_int_equal(menu_key(&m, PAGE_NEXT), PAGE_STAYS);
    m.focus = MENU_EXERCISES;
    assert_int_equal(menu_key(&m, PAGE_ENTER), PAGE_STAYS);
    assert_string_equal(menu_progress(&m, 2).locked, "Locked: first pass \"load\".");
    (void)paint(&s, menu_paint, &m);
    for (int i = 0; i < s.canvas.spot_count; i++)
        assert_int_not_equal(s.canvas.spots[i].what, MENU_SPOT_START);
    (void)menu_key(&m, PAGE_UP);
    assert_int_equal(menu_key(&m, PAGE_ENTER), RND_ANSWER_GO);
    close_screen(&s);
}

/* Rows below a heading are moved down; the picture depends on the trainee's progress. */
static void headings_and_progress_are_painted(void **state)
{
    (void)state;
    screen s;
    menu_page m;
    const rnd_menu course = course_menu();
    rnd_choice choice = {.trainee = "Ada"};
    open_screen(&s, 1280, 720, 1.0);
    menu_begin(&m, &course, &choice);
    assert_false(menu_has_heading(&m, 0));
    assert_true(menu_has_heading(&m, 1));
    CHECK_SAME(menu_row_top(&m, 0), 0.0);
    CHECK_SAME(menu_row_top(&m, 1), MENU_EXERCISE_ROW + MENU_HEADING_ROW);
    CHECK_SAME(menu_row_top(&m, 3), 3.0 * MENU_EXERCISE_ROW + 2.0 * MENU_HEADING_ROW);
    const uint64_t of_ada = paint(&s, menu_paint, &m);
    m.menu = &menu;
    assert_true(paint(&s, menu_paint, &m) != of_ada);
    close_screen(&s);
}

/* However it was typed: no second trainee. */
static void a_known_name_starts_as_it_is_known(void **state)
{
    (void)state;
    static const char *const typed_as[] = {"ada", "Ada ", "ADA  "};
    for (int i = 0; i < 3; i++) {
        menu_page m;
        rnd_choice choice = {0};
        menu_begin(&m, &menu, &choice);
        menu_type(&m, typed_as[i]);
        (void)menu_key(&m, PAGE_ENTER);
        assert_int_equal(menu_key(&m, PAGE_ENTER), RND_ANSWER_GO);
        assert_string_equal(choice.trainee, "Ada");
    }
}

static void nobody_starts_nothing(void **state)
{
    (void)state;
    menu_page m;
    rnd_choice choice = {0};
    menu_begin(&m, &menu, &choice);
    assert_int_equal(menu_key(&m, PAGE_ENTER), PAGE_STAYS);
    assert_true(m.missing);
    assert_int_equal(menu_key(&m, PAGE_NEXT), PAGE_STAYS);
    assert_int_equal(menu_key(&m, PAGE_ENTER), PAGE_STAYS);
    assert_int_equal(m.focus, MENU_TRAINEE);
    menu_type(&m, "A");
    assert_false(m.missing);
}

static const char *refuse_reserved(void *context, const char *trainee)
{
    (void)context;
    return strcmp(trainee, "Reference") == 0 ? "This name is reserved." : NULL;
}

static void a_refused_name_starts_nothing(void **state)
{
    (void)state;
    menu_page m;
    rnd_menu strict = menu;
    rnd_choice choice = {.trainee = "Reference"};
    strict.refuse = refuse_reserved;
    menu_begin(&m, &strict, &choice);
    assert_int_equal(menu_key(&m, PAGE_ENTER), PAGE_STAYS);
    assert_int_equal(m.focus, MENU_TRAINEE);
    assert_string_equal(m.refused, "This name is reserved.");
    assert_int_equal(menu_key(&m, PAGE_ENTER), PAGE_STAYS);
    assert_int_equal(m.focus, MENU_TRAINEE);
    menu_type(&m, "s");
    assert_false(m.missing);
    (void)menu_key(&m, PAGE_ENTER);
    assert_int_equal(menu_key(&m, PAGE_ENTER), RND_ANSWER_GO);
}

static uint32_t pixel(const screen *s, double x, double y)
{
    const unsigned char *row =
        cairo_image_surface_get_data(s->surface) + (ptrdiff_t)y * cairo_image_surface_get_stride(s->surface);
    uint32_t value;
    memcpy(&value, row + 4 * (ptrdiff_t)x, sizeof value);
    return value;
}

/* A row under the mouse is outlined, not filled; after a key it looks like any other row. */
static void only_the_choice_is_filled(void **state)
{
    (void)state;
    screen s;
    menu_page m;
    rnd_choice choice = {.trainee = "Ada", .exercise = 0};
    open_screen(&s, 1280, 720, 1.0);
    menu_begin(&m, &menu, &choice);
    const uint64_t plain = paint(&s, menu_paint, &m);
    const page_event at = press_on(&s, MENU_SPOT_EXERCISE, 1);
    const uint32_t inside = pixel(&s, at.x, at.y);
    s.canvas.mouse[0] = at.x;
    s.canvas.mouse[1] = at.y;
    assert_true(paint(&s, menu_paint, &m) != plain);
    assert_int_equal(pixel(&s, at.x, at.y), inside);
    s.canvas.keyed = true;
    assert_true(paint(&s, menu_paint, &m) == plain);
    close_screen(&s);
}

static void arrows_walk_through_the_known_ones(void **state)
{
    (void)state;
    menu_page m;
    rnd_choice choice = {0};
    menu_begin(&m, &menu, &choice);
    menu_type(&m, "bj");
    assert_int_equal(menu_known(&m, true), -1);
    assert_int_equal(menu_known(&m, false), 1);
    (void)menu_key(&m, PAGE_DOWN); /* completes it */
    assert_string_equal(choice.trainee, trainees[1]);
    (void)menu_key(&m, PAGE_DOWN);
    (void)menu_key(&m, PAGE_DOWN); /* the last one */
    assert_string_equal(choice.trainee, trainees[2]);
    for (int i = 0; i < 5; i++) (void)menu_key(&m, PAGE_UP);
    assert_string_equal(choice.trainee, trainees[0]);
}

static void tab_goes_round_all_fields(void **state)
{
    (void)state;
    menu_page m;
    rnd_choice choice = {.trainee = "Ada", .exercise = 1, .choices = {1, 9}};
    menu_begin(&m, &menu, &choice);
    assert_int_equal(choice.choices[0], 1);
    assert_int_equal(choice.choices[1], 0); /* there is no such choice */
    assert_int_equal(m.focus, MENU_EXERCISES);
    (void)menu_key(&m, PAGE_NEXT);
    assert_int_equal(m.focus, MENU_VARIANTS);
    (void)menu_key(&m, PAGE_NEXT);
    assert_int_equal(m.variant, 1);
    (void)menu_key(&m, PAGE_BACK); /* round to the last choice */
    assert_int_equal(choice.choices[1], 2);
    (void)menu_key(&m, PAGE_ON);
    assert_int_equal(choice.choices[1], 0);
    (void)menu_key(&m, PAGE_NEXT);
    assert_int_equal(m.focus, MENU_START);
    (void)menu_key(&m, PAGE_NEXT);
    assert_int_equal(m.focus, MENU_TRAINEE);
    (void)menu_key(&m, PAGE_BEFORE);
    assert_int_equal(m.focus, MENU_START);
    (void)menu_key(&m, PAGE_BEFORE);
    assert_int_equal(m.variant, 1);
}

/* Another machine's choices are not the one's before; without variants Tab goes past them. */
static void another_exercise_begins_with_the_first_choices(void **state)
{
    (void)state;
    menu_page m;
    rnd_choice choice = {.trainee = "Ada", .exercise = 1, .choices = {1, 2}};
    menu_begin(&m, &menu, &choice);
    (void)menu_key(&m, PAGE_UP);
    assert_int_equal(choice.choices[0] + choice.choices[1], 0);
    (void)menu_key(&m, PAGE_NEXT);
    assert_int_equal(m.focus, MENU_START);
    assert_int_equal(menu_key(&m, PAGE_ENTER), RND_ANSWER_GO);
    assert_int_equal(menu_key(&m, PAGE_ESCAPE), RND_ANSWER_QUIT);
}

static void typing_elsewhere_begins_another_name(void **state)
{
    (void)state;
    menu_page m;
    rnd_choice choice = {.trainee = "Ada"};
    menu_begin(&m, &menu, &choice);
    menu_type(&m, " ");
    assert_string_equal(choice.trainee, "Ada");
    menu_type(&m, "B");
    assert_string_equal(choice.trainee, "B");
    assert_int_equal(m.focus, MENU_TRAINEE);
}

static void the_mouse_chooses(void **state)
{
    (void)state;
    screen s;
    menu_page m;
    rnd_choice choice = {0};
    open_screen(&s, 1280, 720, 1.0);
    menu_begin(&m, &menu, &choice);
    (void)paint(&s, menu_paint, &m);
    page_event press = press_on(&s, MENU_SPOT_EXERCISE, 2);
    assert_int_equal(menu_take(&m, &press, &s.canvas), PAGE_STAYS);
    assert_int_equal(choice.exercise, 2);
    press = press_on(&s, MENU_SPOT_TRAINEE, 1);
    (void)menu_take(&m, &press, &s.canvas);
    assert_string_equal(choice.trainee, trainees[1]);
    (void)paint(&s, menu_paint, &m);
    press = press_on(&s, MENU_SPOT_LATER, 1);
    (void)menu_take(&m, &press, &s.canvas);
    assert_int_equal(choice.choices[1], 1);
    press = press_on(&s, MENU_SPOT_EARLIER, 1);
    (void)menu_take(&m, &press, &s.canvas);
    assert_int_equal(choice.choices[1], 0);
    press = press_on(&s, MENU_SPOT_START, 0);
    assert_int_equal(menu_take(&m, &press, &s.canvas), RND_ANSWER_GO);
    close_screen(&s);
}

/* A name is no markup: "<b>Zo\u00eb</b>" takes more room than "Zo\u00eb". */
static void names_are_no_markup(void **state)
{
    (void)state;
    screen s;
    open_screen(&s, 64, 64, 1.0);
    s.canvas.c = cairo_create(s.surface);
    const paint_text how = {.size = 14.0, .ink = page_text};
    assert_true(paint_width(s.canvas.c, &how, trainees[2]) > 1.5 * paint_width(s.canvas.c, &how, "Zo\u00eb"));
    assert_true(paint_width(s.canvas.c, &how, "\xff\xfe") > 0.0); /* no UTF-8: stand-ins */
    cairo_destroy(s.canvas.c);
    close_screen(&s);
}

/* ---- sizes ---- */

static const struct {
    int width, height;
    double pixels;
} sizes[] = {{1280, 720, 1.0}, {2560, 1440, 2.0}, {480, 340, 0.6},
             {30, 20, 0.05},   {400, 900, 0.5},   {1, 1, 1.0}};

enum { SIZES = sizeof sizes / sizeof *sizes, MANY = 40 };

static void many_and_none_are_painted_at_any_size(void **state)
{
    (void)state;
    static rnd_exercise many[MANY];
    static const char *names[MANY];
    static char long_name[300];
    memset(long_name, 'W', sizeof long_name - 1);
    for (int i = 0; i < MANY; i++) {
        many[i] = exercises[i % 3];
        many[i].title = i == 7 ? long_name : many[i].title;
        names[i] = i == 9 ? long_name : "Somebody";
    }
    const rnd_menu menus[] = {
        {.trainee_count = MANY, .exercise_count = MANY, .trainees = names, .exercises = many},
        {.exercise_count = 0}};
    for (int size = 0; size < SIZES; size++)
        for (int k = 0; k < 2; k++) {
            screen s;
            menu_page m;
            rnd_choice choice = {.exercise = MANY - 1};
            open_screen(&s, sizes[size].width, sizes[size].height, sizes[size].pixels);
            snprintf(choice.trainee, sizeof choice.trainee, "%s", k == 0 ? long_name : "");
            menu_begin(&m, &menus[k], &choice);
            const uint64_t first = paint(&s, menu_paint, &m);
            (void)menu_key(&m, PAGE_HOME);
            (void)menu_key(&m, PAGE_ENTER);
            if (k == 0 && size == 0) assert_true(paint(&s, menu_paint, &m) != first);
            close_screen(&s);
        }
}

/* The last of forty is scrolled into sight by its key. */
static void the_chosen_one_is_in_sight(void **state)
{
    (void)state;
    static rnd_exercise many[MANY];
    for (int i = 0; i < MANY; i++) many[i] = exercises[i % 3];
    const rnd_menu long_menu = {.exercise_count = MANY, .exercises = many};
    screen s;
    menu_page m;
    rnd_choice choice = {.trainee = "Ada"};
    open_screen(&s, 1280, 720, 1.0);
    menu_begin(&m, &long_menu, &choice);
    (void)paint(&s, menu_paint, &m);
    (void)menu_key(&m, PAGE_END);
    (void)paint(&s, menu_paint, &m);
    const page_event press = press_on(&s, MENU_SPOT_EXERCISE, MANY - 1);
    assert_true(press.y < 720.0);
    close_screen(&s);
}

/* ---- briefing, tell ---- */

static void briefing_is_read_and_driven(void **state)
{
    (void)state;
    static const char *const tasks[] = {"Go", "Come back"}, *const keys[] = {"W  lift", "alone"};
    const rnd_briefing briefing = {"Slalom", "Text\nof lines", 2, 0, 1, tasks, NULL, tasks, keys, 2};
    briefing_page b;
    screen s;
    page_event event = key(PAGE_ENTER);
    briefing_begin(&b, &briefing);
    for (int size = 0; size < SIZES; size++) {
        open_screen(&s, sizes[size].width, sizes[size].height, sizes[size].pixels);
        (void)paint(&s, briefing_paint, &b);
        close_screen(&s);
    }
    open_screen(&s, 1280, 720, 1.0);
    (void)paint(&s, briefing_paint, &b);
    assert_int_equal(briefing_take(&b, &event, &s.canvas), RND_ANSWER_GO);
    static const int others[] = {RND_ANSWER_PRACTISE, RND_ANSWER_BACK};
    for (int i = 0; i < 2; i++) {
        event = key(PAGE_NEXT);
        (void)briefing_take(&b, &event, &s.canvas);
        event = key(PAGE_ENTER);
        assert_int_equal(briefing_take(&b, &event, &s.canvas), others[i]);
    }
    event = press_on(&s, PAGE_BUTTON_SPOT, 0);
    assert_int_equal(briefing_take(&b, &event, &s.canvas), RND_ANSWER_GO);
    event = key(PAGE_ESCAPE);
    assert_int_equal(briefing_take(&b, &event, &s.canvas), RND_ANSWER_BACK);
    close_screen(&s);
}

static void what_is_told_is_scrolled(void **state)
{
    (void)state;
    static char text[4000];
    for (size_t i = 0; i + 8 < sizeof text; i += 8) memcpy(text + i, "line by\n", 8);
    tell_page t;
    screen s;
    open_screen(&s, 800, 500, 1.0);
    tell_begin(&t, "Title", text);
    (void)paint(&s, tell_paint, &t);
    page_event event = key(PAGE_END);
    assert_int_equal(tell_take(&t, &event, &s.canvas), PAGE_STAYS);
    assert_true(t.scroll.at > 0.0);
    CHECK_NEAR(t.scroll.at, t.scroll.whole - t.scroll.box.h, 1e-9);
    event = key(PAGE_ENTER);
    assert_int_equal(tell_take(&t, &event, &s.canvas), RND_ANSWER_GO);
    close_screen(&s);
}

/* ---- debriefing ---- */

static const char svg[] = "test_pages.svg";

static void write_svg(const char *colour)
{
    FILE *file = fopen(svg, "w");
    assert_non_null(file);
    fprintf(file,
            "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>"
            "<rect width='40' height='20' fill='%s'/></svg>",
            colour);
    assert_int_equal(fclose(file), 0);
}

static uint32_t middle_of(const screen *s)
{
    const uint32_t *row =
        (const uint32_t *)(const void *)(cairo_image_surface_get_data(s->surface) +
                                         (ptrdiff_t)360 * cairo_image_surface_get_stride(s->surface));
    return row[640] & 0xffffffU;
}

static const rnd_points points[] = {{"time", "52 s", 38.0, 40.0}, {"a pole", "", -5.0, 0.0}};

static int debrief_key(debrief_page *d, const screen *s, page_key code)
{
    const page_event event = key(code);
    return debrief_take(d, &event, &s->canvas);
}

/* Tab walks from the buttons to the figures, Enter enlarges one, arrows go on, Esc comes back step by step.
 */
static void figures_are_walked_through(void **state)
{
    (void)state;
    write_svg("red");
    const rnd_figure figures[] = {{"path", svg}, {"later", NULL}, {"gone", "nowhere.svg"}};
    rnd_debrief debrief = {.title = "Slalom",
                           .trainee = "Ada",
                           .verdict = "Failed",
                           .explain = "Why",
                           .point_count = 2,
                           .points = points,
                           .figure_count = 3,
                           .figures = figures,
                           .standing = "",
                           .again = true};
    debrief_page d;
    screen s;
    open_screen(&s, 1280, 720, 1.0);
    debrief_begin(&d, &debrief, NULL, NULL);
    const uint64_t all = paint(&s, debrief_paint, &d);
    assert_int_equal(debrief_key(&d, &s, PAGE_ENTER), RND_ANSWER_AGAIN);
    (void)debrief_key(&d, &s, PAGE_NEXT);
    assert_int_equal(debrief_key(&d, &s, PAGE_ENTER), RND_ANSWER_BACK);
    (void)debrief_key(&d, &s, PAGE_NEXT);
    assert_int_equal(d.figure, 0);
    (void)debrief_key(&d, &s, PAGE_ENTER);
    assert_true(d.large);
    const uint64_t large = paint(&s, debrief_paint, &d);
    assert_true(large != all);
    assert_int_equal(middle_of(&s), 0xff0000U); /* the figure fills it */
    write_svg("blue");                          /* drawn anew, now that there is more to compare with */
    assert_true(paint(&s, debrief_paint, &d) != large);
    assert_int_equal(middle_of(&s), 0x0000ffU);
    write_svg("red");
    assert_true(paint(&s, debrief_paint, &d) == large);
    (void)debrief_key(&d, &s, PAGE_BACK);
    assert_int_equal(d.figure, 2);
    assert_true(paint(&s, debrief_paint, &d) != large);
    assert_int_equal(debrief_key(&d, &s, PAGE_ESCAPE), PAGE_STAYS);
    assert_int_equal(debrief_key(&d, &s, PAGE_ESCAPE), PAGE_STAYS);
    assert_int_equal(d.figure, -1);
    assert_int_equal(debrief_key(&d, &s, PAGE_ESCAPE), RND_ANSWER_BACK);
    (void)paint(&s, debrief_paint, &d);
    const page_event press = press_on(&s, DEBRIEF_SPOT_FIGURE, 1);
    assert_int_equal(debrief_take(&d, &press, &s.canvas), PAGE_STAYS);
    assert_true(d.large && d.figure == 1);
    debrief_end(&d);
    close_screen(&s);
    (void)remove(svg);
}

static bool count_looks(void *context)
{
    int *looks = context;
    return ++*looks == 2;
}

static void a_bare_debriefing_is_painted_at_any_size(void **state)
{
    (void)state;
    rnd_debrief debrief = {.title = "", .trainee = "", .verdict = ""};
    debrief_page d;
    int looks = 0;
    debrief_begin(&d, &debrief, count_looks, &looks);
    for (int size = 0; size < SIZES; size++) {
        screen s;
        open_screen(&s, sizes[size].width, sizes[size].height, sizes[size].pixels);
        (void)paint(&s, debrief_paint, &d);
        assert_int_equal(debrief_key(&d, &s, PAGE_NEXT), PAGE_STAYS);
        assert_int_equal(debrief_key(&d, &s, PAGE_ENTER), RND_ANSWER_BACK);
        close_screen(&s);
    }
    assert_false(debrief_update(&d));
    assert_true(debrief_update(&d));
    debrief_end(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_typed_and_erased_by_letters),
        cmocka_unit_test(names_take_no_more_than_fits_and_no_controls),
        cmocka_unit_test(blank_names_are_none),
        cmocka_unit_test(a_new_name_and_an_exercise_start_it),
        cmocka_unit_test(an_unreadable_exercise_does_not_start),
        cmocka_unit_test(a_locked_exercise_does_not_start),
        cmocka_unit_test(headings_and_progress_are_painted),
        cmocka_unit_test(a_known_name_starts_as_it_is_known),
        cmocka_unit_test(nobody_starts_nothing),
        cmocka_unit_test(a_refused_name_starts_nothing),
        cmocka_unit_test(only_the_choice_is_filled),
        cmocka_unit_test(arrows_walk_through_the_known_ones),
        cmocka_unit_test(tab_goes_round_all_fields),
        cmocka_unit_test(another_exercise_begins_with_the_first_choices),
        cmocka_unit_test(typing_elsewhere_begins_another_name),
        cmocka_unit_test(the_mouse_chooses),
        cmocka_unit_test(names_are_no_markup),
        cmocka_unit_test(many_and_none_are_painted_at_any_size),
        cmocka_unit_test(the_chosen_one_is_in_sight),
        cmocka_unit_test(briefing_is_read_and_driven),
        cmocka_unit_test(what_is_told_is_scrolled),
        cmocka_unit_test(figures_are_walked_through),
        cmocka_unit_test(a_bare_debriefing_is_painted_at_any_size),
    };
    return cmocka_run_group_tests_name("pages", tests, NULL, NULL);
}
