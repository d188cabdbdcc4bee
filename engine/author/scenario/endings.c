/* Utilities in the ground, persons, and what follows when something goes wrong: `utilities`, `persons`,
 * `endings` of a scenario. */
#include "scenario_reader.h"

#include <math.h>
#include <stdio.h>

/* ---- utilities ---- */

static const auth_word utility_kinds[] = {
    {"cable", AUTH_UTILITY_CABLE}, {"gas", AUTH_UTILITY_GAS}, {"water", AUTH_UTILITY_WATER}};

/* Consecutive points must differ. @return false after a complaint */
static bool check_way(auth_item *item, const char *key, double (*points)[2], int count)
{
    static const double LEAST = 0.01; /* [m] */
    for (int i = 1; i < count; i++) {
        if (fabs(points[i][0] - points[i - 1][0]) + fabs(points[i][1] - points[i - 1][1]) >= LEAST) continue;
        COMPLAIN(item, key,
                 "'%s': point %d is at the same place as the point before: give points at least 1 cm apart, "
                 "or remove it",
                 key, i + 1);
        return false;
    }
    return true;
}

static bool check_points(auth_item *item, const auth_field *field)
{
    const auth_utility *utility = item->out;
    return check_way(item, field->key, utility->points, utility->point_count);
}

static void check_utility(auth_item *item)
{
    const auth_utility *utility = item->out;
    if (!auth_item_has(item->parent, "sand"))
        hl_report_add(item->reader->report, utility->place,
                      "a utility under rigid ground cannot be struck: add 'sand', or remove the utility");
    if (utility->depth < utility->radius)
        COMPLAIN(item, "depth",
                 "the utility reaches out of the ground: its axis is %g m deep and its radius is %g m: give "
                 "a 'depth' of at least the radius",
                 utility->depth, utility->radius);
}

/* From a telephone cable to a large main; beyond 20 m no shipped machine digs. */
static const auth_field utility_fields[] = {
    NAME(auth_utility, "Name of the utility"),
    CHOICE(auth_utility, kind, utility_kinds, "Kind of utility"),
    PAIRS(auth_utility, points, point_count, LENGTH, LENGTH, 2, AUTH_MAX_UTILITY_POINTS,
          "Its course in plan, [[x, y], ...], 2 to 16 points", .check = check_points),
    QUANTITY(auth_utility, depth, LENGTH, POSITIVE,
             "Depth of its axis below the initial ground at each of the points", SPAN("0 to 20 m")),
    QUANTITY(auth_utility, radius, LENGTH, POSITIVE, "Outer radius", SPAN("1 mm to 2 m"), DEFAULT("60 mm")),
    QUANTITY(auth_utility, warning, LENGTH, NOT_NEGATIVE,
             "Distance from its surface below which the machine is too `near`; 0: never", SPAN("0 to 10 m"),
             DEFAULT("0")),
};
const auth_table auth_utility_table =
    AUTH_TABLE(auth_utility, utility_fields, .what = "utility", .place = AUTH_AT(auth_utility, place),
               .check = check_utility);

/* ---- persons ---- */

static bool check_path(auth_item *item, const auth_field *field)
{
    const auth_person *person = item->out;
    return check_way(item, field->key, person->points, person->point_count);
}

static void check_person(auth_item *item)
{
    static const char *const of_path[] = {"speed", "pause", "seed"};
    if (auth_item_has(item, "path")) {
        auth_item_refuse(item, "at", "has no effect beside 'path'");
        auth_item_refuse(item, "heading", "has no effect beside 'path', which gives the direction");
        return;
    }
    for (int i = 0; i < AUTH_COUNT_OF(of_path); i++)
        auth_item_refuse(item, of_path[i], "has no effect without 'path'");
    if (!auth_item_has(item, "at"))
        hl_report_add(item->reader->report, auth_node_place(item->node),
                      "the person has no position: give 'at', or a 'path' to walk");
}

static const auth_field person_fields[] = {
    NAME(auth_person, "Name of the person"),
    VECTOR(auth_person, at, LENGTH, ANY, "Position, [x, y]; this or `path` is required", OPTIONAL),
    QUANTITY(auth_person, heading, ANGLE, TURN, "Direction in which the person looks, from x towards y",
             DEFAULT("0")),
    PAIRS_AS("path", auth_person, points, point_count, LENGTH, LENGTH, 2, AUTH_MAX_PERSON_POINTS,
             "Path that the person walks back and forth, [[x, y], ...], 2 to 16 points", OPTIONAL,
             .check = check_path),
    QUANTITY(auth_person, speed, VELOCITY, POSITIVE, "Walking speed", SPAN("0 to 10 m/s"),
             DEFAULT("1.2 m/s")),
    QUANTITY(auth_person, pause, TIME, NOT_NEGATIVE, "Rest at both ends of the path", DEFAULT("0")),
    COUNT(auth_person, seed, "Selects a random starting point on the path; 0: the first point of the path",
          SPAN("0 to 1000000"), DEFAULT("0")),
    QUANTITY(auth_person, danger, LENGTH, POSITIVE,
             "Distance from moving parts of machines within which the person is in danger", SPAN("0 to 50 m"),
             DEFAULT("2 m")),
};
const auth_table auth_person_table = AUTH_TABLE(auth_person, person_fields, .what = "person",
                                                .place = AUTH_AT(auth_person, place), .check = check_person);

/* ---- endings ---- */

#define KIND(kind) (1u << AUTH_ENDING_##kind)

static const auth_word ending_kinds[] = {
    {"overturned", AUTH_ENDING_OVERTURNED}, {"utility", AUTH_ENDING_UTILITY}, {"near", AUTH_ENDING_NEAR},
    {"person", AUTH_ENDING_PERSON},         {"danger", AUTH_ENDING_DANGER},   {"hit", AUTH_ENDING_HIT},
    {"machine", AUTH_ENDING_MACHINE},       {"dropped", AUTH_ENDING_DROPPED}};
static const auth_word ends[] = {
    {"none", AUTH_END_NONE}, {"fail", AUTH_END_FAIL}, {"finish", AUTH_END_FINISH}};

#define NAMES_ITEM(list, what, kinds)                                                                        \
    REFERENCE_AS("of", auth_ending, of, list, what,                                                          \
                 "Name of the " what "; without it, the row applies to all", OF(kinds), OPTIONAL)

static const auth_field ending_fields[] = {
    CHOICE(auth_ending, kind, ending_kinds, "Kind of incident"),
    NAMES_ITEM("utilities", "utility", KIND(UTILITY) | KIND(NEAR)),
    NAMES_ITEM("persons", "person", KIND(PERSON) | KIND(DANGER)),
    NAMES_ITEM("objects", "object", KIND(HIT) | KIND(DROPPED)),
    NAMES_ITEM("machines", "machine", KIND(MACHINE)),
    REFERENCE(auth_ending, by, "machines", "machine",
              "Name of the machine that hits or endangers the person; without it, the row applies to all",
              OF(KIND(PERSON) | KIND(DANGER)), OPTIONAL),
    CHOICE(auth_ending, end, ends, "How the exercise ends", DEFAULT("none")),
    QUANTITY(auth_ending, penalty, NUMBER, NOT_NEGATIVE, "Points deducted for each incident",
             SPAN("0 to 100"), DEFAULT("0")),
    DRAWN(auth_ending, message, AUTH_MEANING_LENGTH, "Displayed text, up to 200 bytes", .least = 1,
          OTHERWISE("a description of the incident")),
    QUANTITY(auth_ending, speed, VELOCITY, NOT_NEGATIVE,
             "Smallest speed of incidents to which the row applies", DEFAULT("0")),
    QUANTITY(auth_ending, height, LENGTH, NOT_NEGATIVE, "Smallest height of falls to which the row applies",
             OF(KIND(DROPPED)), DEFAULT("0.3 m")),
};

/* Only free objects can be dropped. */
static void check_dropped(auth_item *item)
{
    const auth_ending *ending = item->out;
    const auth_scenario *scenario = item->parent->out;
    for (int i = 0; i < scenario->object_count; i++)
        if ((ending->of < 0 || ending->of == i) && auth_object_may_move(&scenario->objects[i])) return;
    COMPLAIN(item, ending->of < 0 ? "kind" : "of",
             "%s does not move and cannot be dropped: give an object with 'mass' or 'density', or remove "
             "the row",
             ending->of < 0 ? "each of 'objects'" : "the object");
}

/* Refuse a row about a list that the scenario lacks: it would never apply. */
static void check_ending(auth_item *item)
{
    static const struct {
        const char *list;
        unsigned kinds;
    } needed[] = {{"utilities", KIND(UTILITY) | KIND(NEAR)},
                  {"persons", KIND(PERSON) | KIND(DANGER)},
                  {"objects", KIND(HIT) | KIND(DROPPED)},
                  {"machines", KIND(MACHINE)}};
    const auth_ending *ending = item->out;
    for (int i = 0; i < AUTH_COUNT_OF(needed); i++) {
        if (!(needed[i].kinds & 1u << ending->kind) || auth_item_has(item->parent, needed[i].list)) continue;
        COMPLAIN(item, "kind",
                 "the scenario has no '%s', so this ending never applies: add them, or remove the row",
                 needed[i].list);
        return;
    }
    if (ending->kind == AUTH_ENDING_DROPPED) check_dropped(item);
}

const auth_table auth_ending_table =
    AUTH_TABLE(auth_ending, ending_fields, .what = "ending", .place = AUTH_AT(auth_ending, place),
               .kind_key = "kind", .kind_words = "in an ending of kind", .check = check_ending);

/* ---- instructions of the endings ---- */

/* Name of the item that the ending is about; NULL: it is about all. */
static const char *name_of(const auth_scenario *scenario, const auth_ending *ending)
{
    if (ending->of < 0) return NULL;
    switch (ending->kind) {
    case AUTH_ENDING_UTILITY:
    case AUTH_ENDING_NEAR:
        return scenario->utilities[ending->of].name;
    case AUTH_ENDING_PERSON:
    case AUTH_ENDING_DANGER:
        return scenario->persons[ending->of].name;
    case AUTH_ENDING_HIT:
    case AUTH_ENDING_DROPPED:
        return scenario->objects[ending->of].name;
    case AUTH_ENDING_MACHINE:
        return scenario->machines[ending->of].name;
    case AUTH_ENDING_OVERTURNED:
    default:
        return NULL;
    }
}

/* Readable text of the incident. NULL: out of memory. */
static const char *text_of(const auth_scenario *scenario, const auth_ending *ending, hl_arena *arena)
{
    static const struct {
        const char *any, *before, *after; /* without a name; before and after it */
        const char *by;                   /* before the name of the machine */
    } texts[AUTH_ENDING_KINDS] = {
        [AUTH_ENDING_OVERTURNED] = {"the machine has overturned", "", "", NULL},
        [AUTH_ENDING_UTILITY] = {"a buried utility has been struck", "", " has been struck", NULL},
        [AUTH_ENDING_NEAR] = {"too near to a buried utility", "too near to ", "", NULL},
        [AUTH_ENDING_PERSON] = {"a person has been hit", "", " has been hit", " by "},
        [AUTH_ENDING_DANGER] = {"a person is in the danger zone", "", " is in the danger zone", " of "},
        [AUTH_ENDING_HIT] = {"an object has been hit", "", " has been hit", NULL},
        [AUTH_ENDING_MACHINE] = {"another machine has been hit", "machine ", " has been hit", NULL},
        [AUTH_ENDING_DROPPED] = {"a load has been dropped", "", " has been dropped", NULL},
    };
    char text[2 * AUTH_NAME_LENGTH + 64];
    const char *name = name_of(scenario, ending);
    const char *by = ending->by < 0 ? NULL : scenario->machines[ending->by].name;
    if (name == NULL && by == NULL) return texts[ending->kind].any;
    int length = name == NULL ? snprintf(text, sizeof text, "%s", texts[ending->kind].any)
                              : snprintf(text, sizeof text, "%s%s%s", texts[ending->kind].before, name,
                                         texts[ending->kind].after);
    if (by != NULL)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%s", texts[ending->kind].by, by);
    return hl_arena_string(arena, text, (size_t)length);
}

static void instruct(auth_ending *ending)
{
    static const auth_instruction_kind kinds[] = {[AUTH_END_NONE] = AUTH_DO_MESSAGE,
                                                  [AUTH_END_FAIL] = AUTH_DO_FAIL,
                                                  [AUTH_END_FINISH] = AUTH_DO_FINISH};
    static const double SHOWN = 5.0; /* [s] as of messages of tasks */
    auth_instructions *then = &ending->then;
    if (ending->penalty > 0.0)
        then->list[then->count++] = (auth_instruction){.place = ending->place,
                                                       .kind = AUTH_DO_SCORE,
                                                       .text = ending->message,
                                                       .amount = -ending->penalty};
    then->list[then->count++] = (auth_instruction){.place = ending->place,
                                                   .kind = kinds[ending->end],
                                                   .text = ending->message,
                                                   .seconds = SHOWN,
                                                   .level = AUTH_WARNING};
}

/* ---- without rows of the file ---- */

static void add(auth_scenario *scenario, auth_ending_kind kind, int of, auth_ending_end end)
{
    scenario->endings[scenario->ending_count++] = (auth_ending){.kind = kind, .of = of, .by = -1, .end = end};
}

/* Strikes on gas and electricity are dangerous to life, strikes on water are not. */
static void add_defaults(auth_scenario *scenario)
{
    add(scenario, AUTH_ENDING_OVERTURNED, -1, AUTH_END_FAIL);
    for (int i = 0; i < scenario->utility_count; i++) {
        const bool deadly = scenario->utilities[i].kind != AUTH_UTILITY_WATER;
        add(scenario, AUTH_ENDING_UTILITY, i, deadly ? AUTH_END_FAIL : AUTH_END_NONE);
        add(scenario, AUTH_ENDING_NEAR, i, AUTH_END_NONE);
    }
    for (int i = 0; i < scenario->person_count; i++) {
        add(scenario, AUTH_ENDING_PERSON, i, AUTH_END_FAIL);
        add(scenario, AUTH_ENDING_DANGER, i, AUTH_END_NONE);
    }
}

/* Their numbers follow those of the tasks. */
static void number_instructions(auth_scenario *scenario)
{
    auth_training *training = &scenario->training;
    for (int i = 0; i < scenario->ending_count; i++)
        for (int k = 0; k < scenario->endings[i].then.count; k++) {
            auth_instruction *instruction = &scenario->endings[i].then.list[k];
            instruction->number = training->instruction_count;
            training->instructions[training->instruction_count++] = instruction;
        }
}

bool auth_finish_endings(auth_scenario *scenario, bool of_exercise, hl_arena *arena)
{
    auth_training *training = &scenario->training;
    auth_ending *given = scenario->endings;
    const auth_instruction **of_tasks = training->instructions;
    const int defaults = 1 + 2 * (scenario->utility_count + scenario->person_count);
    scenario->ending_given = scenario->ending_count;
    scenario->endings = HL_NEW(arena, auth_ending, scenario->ending_given + defaults);
    if (scenario->endings == NULL) return false;
    for (int i = 0; i < scenario->ending_given; i++) scenario->endings[i] = given[i];
    add_defaults(scenario);
    for (int i = 0; i < scenario->ending_count; i++) {
        auth_ending *ending = &scenario->endings[i];
        if (ending->message == NULL) ending->message = text_of(scenario, ending, arena);
        if (ending->message == NULL) return false;
        instruct(ending);
    }
    if (!of_exercise) return true;
    training->instructions =
        HL_NEW(arena, const auth_instruction *, training->instruction_count + 2 * scenario->ending_count);
    if (training->instructions == NULL) return false;
    for (int i = 0; i < training->instruction_count; i++) training->instructions[i] = of_tasks[i];
    number_instructions(scenario);
    return true;
}
