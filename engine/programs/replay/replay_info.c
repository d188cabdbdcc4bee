/* What a recording holds: headland replay --info. */
#include "replay_info.h"

#include "program.h"

#include "auth/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>

static void print_states(const rt_recording *recording)
{
    const int count = rt_recording_states(recording), blocks = rt_recording_about(recording)->block_count;
    size_t least = SIZE_MAX, most = 0;
    for (int i = 0; i < count; i++) {
        const size_t size = rt_recording_state_size(recording, i);
        if (size < least) least = size;
        if (size > most) most = size;
    }
    if (least == most)
        printf("states       %d, each %zu bytes in %d blocks\n", count, most, blocks);
    else
        printf("states       %d, of %zu to %zu bytes in %d blocks\n", count, least, most, blocks);
}

static void print_choices(const rt_recording_info *info)
{
    if (info->choice_count == 0) return;
    printf("chosen       ");
    for (int i = 0; i < info->choice_count; i++)
        printf("%s%s=%s", i > 0 ? ", " : "", info->choices[i].variant, info->choices[i].choice);
    putchar('\n');
}

static void print_about(const rt_recording *recording)
{
    const rt_recording_info *info = rt_recording_about(recording);
    const rt_recording_ending ending = rt_recording_how_ended(recording);
    const int64_t first = rt_recording_first(recording), ticks = rt_recording_last(recording) - first;
    printf("machine      %s (%s)\n", info->machine, info->machine_text.path ? info->machine_text.path : "-");
    print_choices(info);
    if (info->scenario_text.path) printf("scenario     %s\n", info->scenario_text.path);
    for (int i = 0; i < info->text_count; i++) {
        const auth_file_kind kind = auth_file_kind_of_text(info->texts[i].text, info->texts[i].length);
        printf("%-12s %s\n", kind == AUTH_FILE_KINDS ? "file" : auth_file_kind_word(kind),
               info->texts[i].path);
    }
    printf("recorded by  headland %s (%s)\n", info->version, info->build);
    printf("model        %016" PRIx64 "\n", info->model_hash);
    printf("ticks        %" PRId64 " from tick %" PRId64 ", %.6g s in steps of %g s\n", ticks, first,
           (double)ticks * info->options.step, info->options.step);
    print_states(recording);
    printf("end          %s%s%s%s%s\n", rt_end_text(ending.end), ending.end == RT_END_FAILED ? ": " : "",
           ending.end == RT_END_FAILED ? hl_status_text(ending.status) : "", *ending.note ? ": " : "",
           ending.note);
}

void replay_tell_cut(const char *path, const rt_recording *recording)
{
    const uint64_t cut = rt_recording_cut(recording);
    const int64_t last = rt_recording_last(recording);
    if (rt_recording_is_damaged(recording))
        fprintf(stderr,
                "headland replay: %s: damaged: the last %" PRIu64 " bytes, after tick %" PRId64
                ", are unreliable and were left out\n",
                path, cut, last);
    else if (rt_recording_how_ended(recording).end == RT_END_NONE)
        fprintf(stderr,
                "headland replay: %s: cut off after tick %" PRId64 ", as after a kill; %" PRIu64
                " bytes of an incomplete frame were left out\n",
                path, last, cut);
}

int replay_refuse(const char *path, hl_status status, const char *why)
{
    struct stat info;
    const bool folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    fprintf(stderr, "headland replay: %s: %s%s\n", path, why,
            folder ? "; a recording is expected, such as recording.hlr in a folder of headland run --out"
                   : "");
    return status == HL_OUT_OF_MEMORY ? PROGRAM_ENVIRONMENT : PROGRAM_USAGE;
}

int replay_info(const char *path)
{
    rt_recording *recording;
    char why[RT_WHY_LENGTH];
    const hl_status status = rt_recording_open(path, &recording, why);
    if (status != HL_OK) return replay_refuse(path, status, why);
    print_about(recording);
    replay_tell_cut(path, recording);
    rt_recording_close(recording);
    return PROGRAM_DONE;
}
