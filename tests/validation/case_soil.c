/* Sand against soil mechanics: heaps, banks, cutting, plates, wheels; in the field, particles, tools and
 * tires that machines work with. */
#include "soil.h"

#include "run_internal.h"
#include "world/soil.h"

static const double DEGREE = 0.017453292519943295; /* [rad] */

const char *const soil_names[SOILS] = {"dry-sand", "moist-sand", "gravel", "loam"};

bool soil_read(valid_run *run, int which, terr_soil *soil)
{
    char path[1200];
    auth_soil *author;
    snprintf(path, sizeof path, "%s/soils/%s.yaml", run->results->assets, soil_names[which]);
    hl_report *report = HL_NEW(valid_arena(run), hl_report, 1);
    if (report) hl_report_begin(report, path);
    if (!report || auth_soil_read(path, valid_arena(run), &author, report) != HL_OK) {
        valid_failed(run, "%s cannot be read", path);
        return false;
    }
    *soil = world_soil_of(author);
    return true;
}

bool soil_done(valid_run *run, const char *what, hl_status status, const char *why)
{
    if (status == HL_OK) return true;
    valid_failed(run, "%s: %s", what, status == HL_BAD_INPUT ? why : hl_status_text(status));
    return false;
}

double soil_degrees(double angle)
{
    return angle / DEGREE;
}

static void run(valid_run *v)
{
    terr_soil soils[SOILS];
    for (int i = 0; i < SOILS; i++)
        if (!soil_read(v, i, &soils[i])) return;
    soil_heaps(v, soils);
    soil_turned(v, soils);
    soil_banks(v, soils);
    soil_cutting(v, soils);
    soil_plates(v, soils);
    soil_wheels(v, soils);
    soil_layers(v, soils);
}

const valid_case valid_case_soil = {"soil", "heaps, banks, cutting, plates and wheels against soil mechanics",
                                    run};
