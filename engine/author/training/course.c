/* Reading courses. */
#include "auth/course.h"

#include "reader/format.h"

#include <string.h>

static const auth_field lesson_fields[] = {
    PATH(auth_lesson, file, "Path of the exercise, from the folder of this file",
         PLACE(auth_lesson, file_place)),
    QUANTITY(auth_lesson, duration, TIME, POSITIVE, "Usual time of an attempt, shown in the menu",
             OTHERWISE("not shown")),
};
static const auth_table lesson = AUTH_TABLE(auth_lesson, lesson_fields, .what = "exercise");

static const auth_field module_fields[] = {
    NAME(auth_module, "Name, for `after`"),
    TEXT(auth_module, title, AUTH_NAME_LENGTH, "Heading in the menu", .fallback = "", OTHERWISE("the name")),
    WORDS(auth_module, after, after_count, 0, AUTH_MAX_MODULES,
          "Names of earlier modules that must be passed before this one; `[]`: none",
          GIVEN(auth_module, after_given), OTHERWISE("the module before")),
    COUNT(auth_module, passed, "Number of its exercises that must be passed to pass the module",
          SPAN("1 to 64"), OTHERWISE("all")),
    LIST_AS("exercises", auth_module, lessons, lesson_count, lesson, 1, AUTH_MAX_LESSONS,
            "List of exercises, in the order in which they are learnt"),
};
static const auth_table module =
    AUTH_TABLE(auth_module, module_fields, .what = "module", .place = AUTH_AT(auth_module, place));

static int find_module(const auth_course *course, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(course->modules[i].name, name) == 0) return i;
    return -1;
}

/* Only earlier modules can be named, so that no module waits for itself. */
static void find_needs(const auth_item *item, auth_course *course, int index)
{
    auth_module *m = &course->modules[index];
    if (!m->after_given && index > 0) m->needs[m->need_count++] = index - 1;
    for (int i = 0; i < m->after_count; i++) {
        const int found = find_module(course, index, m->after[i]);
        if (found >= 0)
            m->needs[m->need_count++] = found;
        else
            COMPLAIN(item, "after", "there is no module '%s' before this one: 'after' lists earlier modules",
                     m->after[i]);
    }
}

static void complete_module(auth_item *item, auth_course *course, int index)
{
    auth_module *m = &course->modules[index];
    if (*m->title == '\0') m->title = m->name;
    find_needs(item, course, index);
    if (m->passed > m->lesson_count)
        COMPLAIN(item, "passed", "'passed' is %d, but the module has %d exercises: give at most %d",
                 m->passed, m->lesson_count, m->lesson_count);
}

static void complete(auth_item *item)
{
    auth_course *course = item->out;
    const auth_field *modules = auth_find_field(item->table, "modules");
    if (*course->title == '\0') course->title = course->name;
    for (int i = 0; i < course->module_count; i++) {
        auth_item one = auth_list_item(item, modules, i);
        complete_module(&one, course, i);
    }
    if (course->gold < course->silver)
        COMPLAIN(item, "gold", "'gold' is below 'silver': give it at least as many points");
}

static const auth_field fields[] = {
    HEAD(auth_course, "course"),
    TEXT(auth_course, title, AUTH_NAME_LENGTH, "Heading in the menu", .fallback = "", OTHERWISE("the name")),
    QUANTITY(auth_course, silver, NUMBER, ANY,
             "Points of a passed exercise that earn a silver medal; each passed exercise earns bronze",
             SPAN("0 to 100"), DEFAULT("75")),
    QUANTITY(auth_course, gold, NUMBER, ANY, "Points that earn a gold medal", SPAN("0 to 100"),
             DEFAULT("90")),
    LIST(auth_course, modules, module_count, module, 1, AUTH_MAX_MODULES, "List of modules, in their order"),
};

const auth_table auth_course_table = AUTH_TABLE(auth_course, fields, .check = complete);

AUTH_FORMAT(course, course, COURSE, NULL)
