# Writes OUTPUT, a C file with the text of FILES: gl_shader_source(NAME) gives that of NAME.glsl.
#   cmake -DFILES=a.glsl;b.glsl -DOUTPUT=shaders.c -P embed.cmake
set(arrays "")
set(table "")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  string(REGEX REPLACE "\\.glsl$" "" name "${name}")
  string(MAKE_C_IDENTIFIER "${name}" identifier)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND arrays "static const char ${identifier}[] = {${bytes}0};\n")
  string(APPEND table "    {\"${name}\", ${identifier}},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"gl_internal.h\"

#include <string.h>

${arrays}
static const struct {
    const char *name, *text;
} table[] = {
${table}};

const char *gl_shader_source(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; ++i)
        if (strcmp(table[i].name, name) == 0) return table[i].text;
    return NULL;
}
")
