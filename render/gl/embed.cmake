# Writes OUTPUT, a C file with the text of FILES: gl_shader_source(NAME) gives that of NAME.glsl.
#   cmake -DFILES=a.glsl;b.glsl -DOUTPUT=shaders.c -P embed.cmake
# The line #include "place.glsl" becomes the text of that file; the lines behind it keep their numbers, which drivers tell.
list(GET FILES 0 first)
get_filename_component(folder "${first}" DIRECTORY)
file(READ "${folder}/place.glsl" place HEX)
list(REMOVE_ITEM FILES "${folder}/place.glsl")
string(HEX "#include \"place.glsl\"\n" directive)

set(arrays "")
set(table "")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  string(REGEX REPLACE "\\.glsl$" "" name "${name}")
  string(MAKE_C_IDENTIFIER "${name}" identifier)
  file(READ "${file}" bytes HEX)
  string(FIND "${bytes}" "${directive}" at)
  if(NOT at EQUAL -1)
    string(SUBSTRING "${bytes}" 0 ${at} before)
    string(REGEX MATCHALL ".." before "${before}")
    list(FILTER before INCLUDE REGEX "^0a$")
    list(LENGTH before lines)
    math(EXPR next "${lines} + 2")
    string(HEX "#line ${next}\n" resume)
    string(REPLACE "${directive}" "${place}${resume}" bytes "${bytes}")
  endif()
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
