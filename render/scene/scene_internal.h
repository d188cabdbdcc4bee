/* What the files of the scene share. At load it becomes a list of parts, meshes on frames; for a picture the
 * frames are placed and the parts that can be seen become instances. */
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
    SCENE_SHOE    /* on a chain */
} scene_carrier;

typedef struct scene_frame {
    scene_carrier carrier;
    int of;        /* body, strut or chain */
    matrix place;  /* on its carrier; STILL: in the world */
    matrix now;    /* in the world */
    float stretch; /* the most that it makes lengths longer */
    bool mark;     /* no part of the world: casts no shadow */
    bool hidden;   /* nothing of it is to be seen now */
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

/* A frame that a signal moves. */
typedef struct scene_move {
    int frame, signal;
    const auth_move *author;
} scene_move;

/* A region of an exercise that may stand out; its frames follow each other. */
typedef struct scene_mark {
    const auth_region *region;
    int signal, first_frame, frames;
} scene_mark;

/* Shoes that run round a track. */
typedef struct scene_chain {
    const auth_chain *author;
    const auth_track *track;
    int first_body, sprocket_body; /* of snapshots */
    belt belt;                     /* of the pins */
    double depth;                  /* of the pins inside the outer face [m] */
    double first_pin;              /* one of them, along the belt, while the sprocket's angle is 0 [m] */
    int shoes, first_frame;        /* their frames follow each other */
} scene_chain;

/* Where an object stands in the sand. */
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

/* ---- signals of which pictures know; -1: the machine has none ---- */

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
    rnd_scene_machine actor;    /* the machine that is being made; name NULL: the driven one */
    int own_meshes, own_frames; /* of the driven machine, and of all that was made before it */
    /* the world */
    int frame_count, part_count, glass_count, strut_count, move_count, chain_count, wall_count, mark_count;
    scene_frame *frames;
    scene_part *parts; /* opaque ones sorted by mesh, then glass */
    scene_strut *struts;
    scene_move *moves;
    scene_chain chains[AUTH_MAX_CHAINS * AUTH_MAX_MACHINES];
    scene_wall *walls;
    scene_mark *marks;
    /* signals */
    int running, engine_speed, engine_load;
    scene_wheel_signals *wheels;
    int angle_count, *angles; /* signals that jump by a full turn */
    /* what has come */
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

/** Add to what could not be read; after RND_MESSAGES of them no more. */
void scene_report(rnd_scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** The same about a place in a file. @param file  NULL: its name is not known */
void scene_report_at(rnd_scene *scene, const char *file, hl_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/** A list with room for one more than `count`: those that grow double when they are full.
 *  @return NULL: out of memory */
void *scene_grow(rnd_scene *scene, void *list, int count, size_t size);

/** Add to the stock. @return its index, 0 when memory is exhausted */
int scene_add_mesh(rnd_scene *scene, const rnd_mesh *mesh);

/** @return index of the frame, 0 when memory is exhausted */
int scene_add_frame(rnd_scene *scene, scene_carrier carrier, int of, matrix place);

/** A mesh of the stock on a frame. */
void scene_add_part(rnd_scene *scene, int mesh, int frame);

/** A model by its name or path, looked for beside the file that names it and in the assets, read once.
 *  @param file   that names it; NULL: not known
 *  @param place  of the name, for the complaint
 *  @return NULL: there is none or it cannot be read, which has been complained about */
scene_model *scene_find_model(rnd_scene *scene, const char *name, const char *file, hl_place place);

/** All nodes of a model on frames of their own. */
void scene_add_model(rnd_scene *scene, const scene_model *model, matrix place);

/** Complain about a node that the machine's file names and its model has not.
 *  @param place  of the name */
void scene_check_node(rnd_scene *scene, const scene_model *model, const char *name, hl_place place);

/** A node as a shoe of the picture's chains (scene_chain.c). @return false: it is none */
bool scene_add_chain(rnd_scene *scene, const rnd_node *node, int first_mesh);

/** Place the shoes as the snapshot shown has the sprocket. */
void scene_place_chain(rnd_scene *scene, const scene_chain *chain);

/** Index of a signal; -1: none. */
int scene_signal(const rnd_scene *scene, const char *name);

/** Fill the scene: the machine on its bodies; ground, objects and scenery. */
void scene_make_machine(rnd_scene *scene);
void scene_make_site(rnd_scene *scene);
void scene_make_walls(rnd_scene *scene);
void scene_make_marks(rnd_scene *scene);

/** Parts in the order of drawing. */
void scene_sort(rnd_scene *scene);

/* ---- pictures ---- */

/** Place all frames as the snapshot shown has them. */
void scene_place(rnd_scene *scene);

/** Show and hide marked regions. */
void scene_place_marks(rnd_scene *scene);

/** Instances of all parts that views and cascades of the list see. */
void scene_cull(rnd_scene *scene);

/** Grains, their colour, dust and smoke. */
void scene_add_loose_soil(rnd_scene *scene);

/** Colours of soils. */
void scene_soil_colours(const rnd_scene *scene, float colours[RND_SOILS][3]);

#endif
