/* Sand in place of the real one: as much of terr/sand.h as pictures of it need. A field of 100 x 70 cells of
 * 0.1 m with its corner at (-5, 2), thus 4 x 3 tiles, the outer ones partly outside; a cell's height tells
 * where it is, and grows by 1 m with every change of its tile. */
#ifndef FAKE_SAND_H
#define FAKE_SAND_H

#include "terr/sand.h"

enum { FAKE_SAND_COLUMNS = 4, FAKE_SAND_ROWS = 3, FAKE_SAND_TILES = FAKE_SAND_COLUMNS * FAKE_SAND_ROWS };

struct terr_sand {
    terr_field_def def;
    uint32_t versions[FAKE_SAND_TILES];
    int grains;
    int containers; /* each of 2 x 2 cells, the second one with soil */
    uint32_t heap_version;
};

/** Untouched, without grains. */
terr_sand fake_sand(void);

/** Height of a cell [m]. */
double fake_sand_height(const terr_sand *sand, int column, int row);

#endif
