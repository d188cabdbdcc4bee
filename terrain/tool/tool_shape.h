/* A tool's profile, prepared for queries: inner side, mouth, contents. */
#ifndef TERR_TOOL_SHAPE_H
#define TERR_TOOL_SHAPE_H

#include "terr/tool.h"

/* A vector in the plane of the profile, (x, z) of the tool's frame. */
typedef struct terr_flat {
    double x, z;
} terr_flat;

/* A plate of the profile. Plates are thin: their middle surface counts. */
typedef struct terr_plate {
    terr_flat from;   /* corner nearer to the edge [m] */
    terr_flat along;  /* unit vector to the next corner */
    terr_flat inside; /* unit normal towards the inner side */
    double length;    /* [m] */
} terr_plate;

typedef struct terr_shape {
    int plates;
    terr_plate plate[TERR_PROFILE_MOST - 1]; /* from the edge to the lip */
    terr_flat low, high;                     /* corners of the profile's bounding box [m] */
    terr_flat edge, lip;
    terr_flat ahead;    /* unit vector along the floor, out of the edge */
    terr_flat outwards; /* unit normal of the mouth; of a single straight plate: of its inner side */
    terr_flat sense;    /* ahead + outwards: to the front however the tool is tilted in its work */
    double mouth;       /* length of the line from lip to edge [m] */
    terr_flat heap;     /* centre of the circle whose segment over the mouth can be heaped [m] */
    double heap_radius; /* [m] */
    double half_width;  /* [m] */
} terr_shape;

/* Shape of a tool that terr_tool_validate has no complaint about. */
terr_shape terr_shape_of(const terr_tool_def *def);

/* Whether a point of the profile's plane lies in the profile, closed by its mouth. RT. */
bool terr_shape_encloses(const terr_shape *shape, double x, double z);

/* The same, or in the segment of a circle above the mouth. RT. */
bool terr_shape_heaps(const terr_shape *shape, double x, double z);

#endif
