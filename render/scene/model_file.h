/* The files of a model, as assimp asks for them: read through the one way for files of users. */
#ifndef MODEL_FILE_H
#define MODEL_FILE_H

#include <assimp/cfileio.h>

/** What aiImportFileEx opens files by. A glTF file may name buffers and pictures of its own: they too are
 * regular files of bounded length, or are missing. */
struct aiFileIO model_files(void);

#endif
