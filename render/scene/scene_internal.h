/* Internals of the scene. It is built as a list of parts, meshes on frames; for a picture the frames are
 * placed and visible parts become instances. */
#ifndef SCENE_INTERNAL_H
#define SCENE_INTERNAL_H

#include "auth/circuit.h"
#include "geometry.h"
#include "rnd/mesh.h"
#include "rnd/scene.h"

enum { SCENE_MESSAGE = 320, SCENE_PATH = 512, SCENE_SOURCES = 16 };

/* ---- parts ---- */

typedef enum scene_carrier {
    SCENE_STILL,
    SCENE_BODY,
    SCENE_BARREL, /* of a cylinder: at the pin on its body a, x towards the pin on b, y as a's y */
    SCENE_ROD,    /* at the pin on b, in the same directions */
    SCENE_OBJECT, /* a free object */
    SCENE_SHOE    /* on a chain */
} scene_carrier;

typedef struct scene_frame {
    scene_carrier carrier;
    int of;        /* body, strut, chain or object */
    matrix place;  /* on its carrier; STILL: in the world */
    matrix now;    /* in the world */
    float stretch; /* largest scale factor */
    bool mark;     /* not part of the world: casts no shadow */
    bool hidden;   /* not visible now */
} scene_frame;

/* A mesh on a frame. */
typedef struct scene_part {
    int mesh, frame;
    bool glass;
} scene_part;

/* A cylinder between its pins. */
typedef struct scene_strut {
    const auth_cylinder *author;
    int first_body;     /* of its machine */
    matrix barrel, rod; /* in the world */
} scene_strut;

/* A frame moved by a signal. */
typedef struct scene_move {
    int frame, signal;
    const auth_move *author;
} scene_move;

/* A marked region of an exercise; its frames are consecutive. */
typedef struct scene_mark {
    const auth_region *region;
    int signal, first_frame, frames;
} scene_mark;

enum { SCENE_PERSON_SIGNALS = 4 };

/* A person; its frames are those of the nodes of the model. */
typedef struct scene_person {
    const struct scene_model *model;
    int signals[SCENE_PERSON_SIGNALS]; /* x, y, z, heading */
    int first_frame;
} scene_person;

/* The sling of a hook, with its signals. */
typedef struct scene_sling {
    const auth_hook *hook;
    int object, eye, frame;
} scene_sling;

/* The heap in a container. */
typedef struct scene_heap {
    int mesh, frame;
    int columns, rows; /* cells */
    double size[3];    /* inside [m] */
    float margin[2];   /* at the rim, above walls that lean [m] */
    uint32_t version;  /* that is shown, and 1; 0: none */
    int soil;          /* kind of most of it */
    uint8_t *soils;    /* of its knots */
} scene_heap;

/* Shoes of a track. */
typedef struct scene_chain {
    const auth_chain *author;
    const auth_track *track;
    int first_body, sprocket_body; /* of snapshots */
    belt belt;                     /* of the pins */
    double depth;                  /* of the pins inside the outer face [m] */
    double first_pin;              /* position of a pin along the belt at the angle 0 of the sprocket [m] */
    int shoes, first_frame;        /* their frames are consecutive */
} scene_chain;

/* The footprint of an object in the sand. */
typedef struct scene_wall {
    double at[2], half[2]; /* rectangle from above [m] */
    double along[2];       /* direction of its first edge */
    float top;             /* [m] */
} scene_wall;

/* ---- models ---- */

typedef struct scene_model {
    const char *path;
    rnd_model model;
    int first_mesh;        /* in the stock */
    float low[3], high[3]; /* box around it [m] */
    struct scene_model *next;
} scene_model;

/* ---- signals used by pictures; -1: none ---- */

typedef struct scene_wheel_signals {
    int speed, slip, load;
} scene_wheel_signals;

struct rnd_scene {
    rnd_scene_setup setup;
    hl_arena *arena;
    int message_count;
    char messages[RND_MESSAGES][SCENE_MESSAGE];
    rnd_stock stock;
    rnd_mesh *meshes; /* of the stock */
    scene_model *models;
    rnd_rig rig;
    rnd_scene_machine actor;    /* the machine being built; name NULL: the driven one */
    int own_meshes, own_frames; /* up to the driven machine */
    /* the world */
    int frame_count, part_count, glass_count, strut_count, move_count, chain_count, wall_count, mark_count;
    scene_frame *frames;
    scene_part *parts; /* opaque ones sorted by mesh, then glass */
    scene_strut *struts;
    scene_move *moves;
    scene_chain chains[AUTH_MAX_CHAINS * AUTH_MAX_MACHINES];
    scene_wall *walls;
    int heap_count, changed_count;
    scene_heap heaps[XCH_HEAPS];
    xch_grains *loose;      /* grains on heaps, then those of the sand; NULL: there are no heaps */
    int changed[XCH_HEAPS]; /* meshes of heaps that have changed since the last picture */
    scene_mark *marks;
    int person_count, first_hazard_mark;
    scene_person persons[AUTH_MAX_PERSONS];
    int sling_count;
    scene_sling slings[AUTH_MAX_HOOKS];
    /* signals */
    int running, engine_speed, engine_load;
    scene_wheel_signals *wheels;
    int angle_count, *angles; /* signals that jump by a full turn */
    /* inputs */
    rnd_motion motion;
    rnd_ground *ground;
    const xch_grains *grains;
    auth_weather weather;
    /* of the last picture */
    xch_snapshot shown;
    rnd_dust *dust;
    double dust_time;
    bool dusty; /* dust_time has been set */
    rnd_draw_list list;
    float *glass_distance; /* squared, of each glass instance */
};

/* ---- while it is made ---- */

/** Add a message about an error; at most RND_MESSAGES. */
void scene_report(rnd_scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The same with a place in a file. @param file  NULL: unknown */
void scene_report_at(rnd_scene *scene, const char *file, hl_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** A list with room for one more than `count`; its capacity doubles when it is full. @return NULL: out of
 * memory */
void *scene_grow(rnd_scene *scene, void *list, int count, size_t size);

/** Add a mesh to the stock. @return its index, 0 if memory is exhausted */
int scene_add_mesh(rnd_scene *scene, const rnd_mesh *mesh);

/** Add a frame. @return its index, 0 if memory is exhausted */
int scene_add_frame(rnd_scene *scene, scene_carrier carrier, int of, matrix place);

/** Add a part: a mesh of the stock on a frame. */
void scene_add_part(rnd_scene *scene, int mesh, int frame);

/** Find a model by name or path, beside the file that names it or in the assets; it is read once. @param file
 * file with the name; NULL: unknown @param place  of the name, for messages @return NULL: not found or
 * unreadable; reported */
scene_model *scene_find_model(rnd_scene *scene, const char *name, const char *file, hl_place place);

/** Add all nodes of a model, each on its own frame. @param carrier, of, place  of these frames */
void scene_add_model(rnd_scene *scene, const scene_model *model, scene_carrier carrier, int of, matrix place);

/** Report a node that is named in the machine's file but missing in its model. @param place  of the name */
void scene_check_node(rnd_scene *scene, const scene_model *model, const char *name, hl_place place);

/** Add a node as a shoe of a chain (scene_chain.c). @return false: it is not a shoe */
bool scene_add_chain(rnd_scene *scene, const rnd_node *node, int first_mesh);

/** Place the shoes by the sprocket's angle in the shown snapshot. */
void scene_place_chain(rnd_scene *scene, const scene_chain *chain);

/** Index of a signal; -1: none. */
int scene_signal(const rnd_scene *scene, const char *name);

/** Fill the scene: the machine on its bodies; ground, objects and scenery. */
void scene_make_machine(rnd_scene *scene);
void scene_make_site(rnd_scene *scene);
void scene_make_objects(rnd_scene *scene);
void scene_make_walls(rnd_scene *scene);
void scene_make_marks(rnd_scene *scene);
void scene_make_hazards(rnd_scene *scene);
void scene_make_slings(rnd_scene *scene);
void scene_make_heaps(rnd_scene *scene);

/** Height of the rigid ground [m]. */
static inline double scene_rigid(const rnd_scene *scene, double x, double y)
{
    const rnd_surface *ground = &scene->setup.ground;
    return ground->height(ground->context, x, y);
}

/** Sort parts in the order of drawing. */
void scene_sort(rnd_scene *scene);

/* ---- pictures ---- */

/** Place all frames by the shown snapshot. */
void scene_place(rnd_scene *scene);

/** Show and hide marked regions. */
void scene_place_marks(rnd_scene *scene);

/** Place persons, and the ways of utilities on the ground (scene_hazards.c). */
void scene_place_hazards(rnd_scene *scene);

/** Place slings by the shown bodies and objects (scene_slings.c). */
void scene_place_slings(rnd_scene *scene);

/** Add instances of all parts visible in views and cascades of the list. */
void scene_cull(rnd_scene *scene);

/** Add grains with their colours, dust and smoke. */
void scene_add_loose_soil(rnd_scene *scene);

/** Colours of heaps; list meshes that have changed. */
void scene_add_heaps(rnd_scene *scene);

/** Colours of soils. */
void scene_soil_colours(const rnd_scene *scene, float colours[RND_SOILS][3]);

#endif
