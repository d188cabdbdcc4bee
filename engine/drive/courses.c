/* Courses are read, and exercises get their places in them. */
#include "drv/course.h"

#include <string.h>
#include <sys/stat.h>

void drv_course_add(const drv_log *log, const char *path, hl_arena *arena, drv_exercises *found)
{
    hl_report report;
    auth_course *course;
    hl_report_begin(&report, path);
    const hl_status status = auth_course_read(path, arena, &course, &report);
    if (status == HL_OK)
        found->courses[found->course_count++] = course;
    else
        (void)drv_refuse(log, path, status, &report);
}

/* Paths to the same file may differ. */
static bool is_same_file(const struct stat *file, const char *path)
{
    struct stat other;
    return stat(path, &other) == 0 && other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

static drv_exercise *find_exercise(const drv_exercises *found, const char *path)
{
    struct stat file;
    if (stat(path, &file) != 0) return NULL;
    for (int i = 0; i < found->count; i++)
        if (is_same_file(&file, found->list[i].path)) return &found->list[i];
    return NULL;
}

static void place_lesson(const drv_log *log, drv_exercises *found, const auth_course *course, int module,
                         int lesson, int place)
{
    const char *file = course->modules[module].lessons[lesson].file;
    drv_exercise *exercise = find_exercise(found, file);
    if (!exercise) {
        drv_say(log, "course '%s': %s is not among the exercises and is left out", course->name, file);
        return;
    }
    if (exercise->course) return;
    exercise->course = course;
    exercise->module = module;
    exercise->lesson = lesson;
    exercise->place = place;
}

void drv_courses_join(const drv_log *log, drv_exercises *found)
{
    int place = 0;
    for (int i = 0; i < found->course_count; i++) {
        const auth_course *course = found->courses[i];
        for (int m = 0; m < course->module_count; m++)
            for (int l = 0; l < course->modules[m].lesson_count; l++)
                place_lesson(log, found, course, m, l, ++place);
    }
}

bool drv_is_same_module(const drv_exercise *one, const drv_exercise *other)
{
    return one->course == other->course && (!one->course || one->module == other->module);
}
