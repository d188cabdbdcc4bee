/* What all machines of a world share: ground, scenery and sand of the scenario. */
#ifndef WORLD_SITE_H
#define WORLD_SITE_H

#include "auth/machine.h"
#include "auth/scenario.h"
#include "collision/ground.h"
#include "collision/washboard.h"
#include "contact/contact.h"
#include "terr/ground.h"
#include "terr/sand.h"

enum { WORLD_SURFACES = 1 + AUTH_MESH_SURFACES };

typedef struct world_site {
    const auth_scenario *scenario; /**< NULL: flat firm ground, nothing else */
    const terr_ground *terrain;    /**< without sand and its piles */
    const terr_ground *ground; /**< what machines stand on: the surface of the sand, where there is sand */
    const coll_mesh *mesh;     /**< of the terrain; NULL: another kind of ground */
    const coll_washboard *washboard;      /**< of the terrain; NULL: another kind of ground */
    int surface_count;                    /**< kinds of surface of the terrain, numbered as in its samples */
    const char *surfaces[WORLD_SURFACES]; /**< the first is the scenario's; NULL: not given */
    int object_count;                     /**< of fixed objects: the first of the scenario */
    contact_box *objects;
    contact_tree *tree;
    int material_count; /**< of all that may be touched, the ground's first */
    const char **materials;
    int *object_materials;   /**< [objects] */
    terr_sand *sand;         /**< NULL: the ground is rigid */
    int skip_count;          /**< containers on the ground, in the sand the last ones; 0 without sand */
    terr_tool_motion *skips; /**< [skip_count] where they stand */
} world_site;

/** A machine and where complaints about its file go. */
typedef struct world_site_machine {
    const auth_machine *author;
    hl_report *report;
} world_site_machine;

/** Ground and objects of a scenario.
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_site_build(world_site *site, hl_arena *arena, hl_report *report);

/** Its sand, where it has any, on the site's terrain.
 *  @param machines  all that will be on the site: their tools dig in the sand, in this order
 *  @return HL_OK, HL_BAD_INPUT, HL_OUT_OF_MEMORY */
hl_status world_site_sand_build(world_site *site, double step, const world_site_machine *machines, int count,
                                hl_arena *arena, hl_report *report);

/** Surface on which free objects lie: the ground, or the heap in a container that stands on it. RT.
 *  @param heaped  out: it is a heap */
terr_sample world_site_surface_at(const world_site *site, double x, double y, bool *heaped);

/** Number the materials of ground and objects, of several machines and of implements those of their shapes
 * too, once it is known whether there is sand. False: out of memory. */
bool world_site_number_materials(world_site *site, const world_site_machine *machines, int count,
                                 hl_arena *arena);

/** Number of a material; -1: nothing that may be touched is of it. */
int world_site_material(const world_site *site, const char *name);

/** A material of the scenario's file, or what stands for one that it leaves out. */
const char *world_site_ground_material(const world_site *site);
const char *world_site_object_material(const auth_object *object);

/** Whether a disc of a wheel may meet several planes of the terrain, also beyond its foot: on meshes and
 * washboards. RT. */
static inline bool world_site_has_profile(const world_site *site)
{
    return site->mesh != NULL || site->washboard != NULL;
}

/** Planes of a mesh or washboard under a disc of a wheel: see coll_disc_planes.
 *  @param foot  its lowest point: on the field of sand, and where the sand changes the ground around it, the
 *               ground is smooth
 *  @return 0: the ground's sample at the foot counts instead. RT. */
int world_site_disc(const world_site *site, const coll_disc *disc, hl_vec3 foot, double margin, int most,
                    coll_plane *planes);

/** Friction of a tire or a track on the surface of the site.
 *  @param kind, name  "tire", "track", and its name, for the complaint
 *  @param machine     its machine's name; NULL: the driven one
 *  @return NULL after a complaint: the surface is not known to it */
const auth_tire_friction *world_site_friction(const world_site *site, const auth_tire_friction *list,
                                              int count, const char *kind, const char *name,
                                              const char *machine, hl_report *report);

/** The same on each surface of the terrain. A surface of the mesh that the list does not name is like that of
 * the site.
 *  @param usual     of world_site_friction
 *  @param friction  out: [surface_count] */
void world_site_frictions(const world_site *site, const auth_tire_friction *list, int count,
                          const auth_tire_friction *usual, const tire_friction *friction[WORLD_SURFACES]);

#endif
