/* A small model for tests, written byte by byte: so that what is read can be compared with what was meant. */
#ifndef SMALL_GLB_H
#define SMALL_GLB_H

#include <stdbool.h>
#include <stddef.h>

/** Write a glTF 2.0 file with a triangle on a node under another.
 *
 * The triangle's corners are (1, 0, 0), (0, 1, 0), (0, 0, 1) in glTF's axes. The inner node, "bucket:lip", is
 * shifted by (0, 2, 0) in the outer one, "frame", which is turned by 90 deg about glTF's y and shifted by
 * (10, 0, 0). Colours: 0, 0.5 and 1 of white.
 *
 * @param material  its name; base colour (0.2, 0.4, 0.6, 0.3), metallic 0.25, roughness 0.75, emission
 *                  (0, 0, 0.5)
 * @param cut       bytes that are left off at the end
 * @return false: the file cannot be written */
bool small_glb_write(const char *path, const char *material, size_t cut);

#endif
