#include "model_file.h"

#include "file/read.h"

#include <stdlib.h>

static size_t read_items(struct aiFile *file, char *to, size_t size, size_t count)
{
    return fread(to, size, count, (FILE *)file->UserData);
}

static size_t write_items(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file, (void)from, (void)size, (void)count;
    return 0; /* models are only read */
}

static size_t tell(struct aiFile *file)
{
    const long at = ftell((FILE *)file->UserData);
    return at < 0 ? 0 : (size_t)at;
}

static size_t length(struct aiFile *file)
{
    FILE *stream = (FILE *)file->UserData;
    const long at = ftell(stream);
    const bool sought = fseek(stream, 0, SEEK_END) == 0;
    const long size = sought ? ftell(stream) : 0;
    (void)fseek(stream, at, SEEK_SET);
    return size < 0 ? 0 : (size_t)size;
}

static aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin)
{
    const int whence = origin == aiOrigin_SET ? SEEK_SET : origin == aiOrigin_CUR ? SEEK_CUR : SEEK_END;
    return fseek((FILE *)file->UserData, (long)offset, whence) == 0 ? aiReturn_SUCCESS : aiReturn_FAILURE;
}

static void flush(struct aiFile *file)
{
    (void)file;
}

static struct aiFile *open_model(struct aiFileIO *io, const char *path, const char *mode)
{
    (void)io;
    (void)mode;
    FILE *stream = file_stream(path, FILE_MODEL, NULL, NULL);
    struct aiFile *file = stream != NULL ? malloc(sizeof *file) : NULL;
    if (file == NULL && stream != NULL) (void)fclose(stream);
    if (file == NULL) return NULL;
    *file = (struct aiFile){.ReadProc = read_items,
                            .WriteProc = write_items,
                            .TellProc = tell,
                            .FileSizeProc = length,
                            .SeekProc = seek,
                            .FlushProc = flush,
                            .UserData = (aiUserData)stream};
    return file;
}

static void close_model(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    (void)fclose((FILE *)file->UserData);
    free(file);
}

struct aiFileIO model_files(void)
{
    return (struct aiFileIO){.OpenProc = open_model, .CloseProc = close_model};
}
